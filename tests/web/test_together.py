"""People at one table in several browsers."""

import re
from typing import Any

from playwright.sync_api import Page, expect

from web.conftest import Visit
from web.hands import make_move, state, wait_for_turn


def invite(host: Page) -> str:
    """The link of a waiting room."""
    link = host.get_by_role("textbox", name="Link")
    expect(link).to_have_value(re.compile(r"/#/link/.+"))
    return "#" + link.input_value().partition("#")[2]


def sit_together(visit: Visit, host: dict[str, Any] | None = None) -> tuple[Page, Page]:
    """Two people at a table of cards: one invites, the other follows the link."""
    first = visit(**host or {})
    first.get_by_role("button", name="Cards").click()
    first.get_by_role("button", name="Invite friends").click()
    friend = visit(invite(first))
    friend.get_by_role("button", name="Sit here").click()
    first.get_by_role("button", name="Start the game").click()
    for page in (first, friend):
        page.locator("[data-turn]").wait_for()
    return first, friend


def whose_turn(host: Page, friend: Page) -> tuple[Page, Page]:
    """The one who is to play, and the other."""
    return (host, friend) if state(host)[1] == "mine" else (friend, host)


def test_two_browsers_play_one_game_and_see_each_others_moves(visit: Visit) -> None:
    host, friend = sit_together(visit)
    for _ in range(4):
        acting, waiting = whose_turn(host, friend)
        before = acting.locator(".line").count()
        make_move(acting)
        expect(waiting.locator(".line")).to_have_count(before + 1)
        version = str(state(acting)[0])
        expect(waiting.locator("[data-turn]")).to_have_attribute("data-v", version)


def test_four_browsers_play_one_game_and_see_the_same_board_but_only_their_own_tiles(visit: Visit) -> None:
    host = visit()
    host.get_by_role("button", name="Hexagon").click()
    host.get_by_role("radio", name="4 players").check()
    host.get_by_role("button", name="Invite friends").click()
    link = invite(host)
    people = [host]
    for _ in range(3):
        people.append(visit(link))
        people[-1].get_by_role("button", name="Sit here").first.click()
        people[-1].get_by_role("button", name="Stand up").wait_for()
    host.get_by_role("button", name="Start the game").click()
    for page in people:
        page.locator("[data-turn]").wait_for()

    def seen_by(page: Page) -> tuple[Any, Any]:
        cells = page.locator("[role=gridcell]").evaluate_all("all => all.map((each) => each.ariaLabel)")
        return cells, page.locator(".rack button").evaluate_all("all => all.map((each) => each.ariaLabel)")

    acted = []
    for _ in range(8):
        (acting,) = (page for page in people if state(page)[1] == "mine")
        acted.append(people.index(acting))
        make_move(acting)
        version = str(state(acting)[0])
        for page in people:
            expect(page.locator("[data-turn]")).to_have_attribute("data-v", version)
    assert acted[:4] == acted[4:]
    assert sorted(acted[:4]) == [0, 1, 2, 3]
    boards, racks = zip(*(seen_by(page) for page in people), strict=True)
    assert all(board == boards[0] for board in boards)
    assert len({tuple(rack) for rack in racks}) == len(people)
    for page in people[1:]:
        page.get_by_role("button", name="Resign").click()
        page.get_by_role("button", name="Give up").click()
    expect(host.get_by_role("heading", name="You win")).to_be_visible()
    for page in people:
        expect(page.locator(".ending")).to_be_visible()


def test_what_is_said_is_heard_and_the_muted_are_not(visit: Visit) -> None:
    host, friend = sit_together(visit)
    host.get_by_role("textbox", name="Say something").fill("Good luck")
    host.get_by_role("button", name="Send").click()
    expect(friend.get_by_role("log")).to_contain_text("Good luck")
    friend.get_by_role("button", name="Mute", exact=True).click()
    expect(friend.get_by_role("log")).not_to_contain_text("Good luck")
    expect(friend.get_by_role("button", name=re.compile("Hear .* again"))).to_be_visible()


def test_giving_up_ends_the_game_and_both_find_the_rematch(visit: Visit) -> None:
    host, friend = sit_together(visit)
    host.get_by_role("button", name="Resign").click()
    host.get_by_role("button", name="Give up").click()
    expect(friend.get_by_role("heading", name="You win")).to_be_visible()
    friend.get_by_role("button", name="Play again").click()
    host.get_by_role("link", name="To the new table").click()
    expect(host).to_have_url(re.compile(re.escape(friend.url.partition("#")[2])))


def test_somebody_with_a_link_to_watch_sees_the_moves_and_no_tiles(visit: Visit) -> None:
    page = visit(permissions=["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Play now").click()
    wait_for_turn(page)
    page.get_by_role("button", name="Copy a link to watch").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    link: str = page.evaluate("navigator.clipboard.readText()")
    watcher = visit("#" + link.partition("#")[2])
    watcher.locator("[data-turn=theirs]").wait_for()
    make_move(page)
    expect(watcher.locator("[data-turn]")).to_have_attribute("data-v", re.compile(r"[3-9]|\d\d"))
    expect(watcher.locator(".line").first).to_be_visible()
    assert watcher.locator(".rack button").count() == 0
