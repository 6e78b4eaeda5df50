"""People at one table in several browsers, and lines that break."""

import re

from playwright.sync_api import Page, expect

from web.conftest import Visit
from web.hands import make_move, state, wait_for_turn


def sit_together(visit: Visit) -> tuple[Page, Page]:
    """Two people at a table of cards: one invites, the other follows the link."""
    host = visit()
    host.get_by_role("button", name="Cards").click()
    host.get_by_role("button", name="Invite friends").click()
    link = host.get_by_role("textbox", name="Link")
    expect(link).to_have_value(re.compile(r"/#/link/.+"))
    friend = visit("#" + link.input_value().partition("#")[2])
    friend.get_by_role("button", name="Sit here").click()
    host.get_by_role("button", name="Start the game").click()
    for page in (host, friend):
        page.locator("[data-turn]").wait_for()
    return host, friend


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


def test_a_reload_in_the_middle_changes_nothing(visit: Visit) -> None:
    page = visit()
    page.get_by_role("button", name="Play now").click()
    wait_for_turn(page)
    make_move(page)
    wait_for_turn(page)
    before = (
        state(page),
        page.locator(".rack button").evaluate_all("all => all.map((each) => each.ariaLabel)"),
    )
    page.reload()
    wait_for_turn(page)
    assert before == (
        state(page),
        page.locator(".rack button").evaluate_all("all => all.map((each) => each.ariaLabel)"),
    )


def test_a_move_made_while_the_line_is_dead_says_so_and_is_saved_once_it_is_back(visit: Visit) -> None:
    page = visit()
    # Nothing that this page's sockets send arrives while the line is cut, and nothing says so: as on a phone.
    page.add_init_script(
        """
        window.isCut = false;
        const send = WebSocket.prototype.send;
        WebSocket.prototype.send = function (data) { if (!window.isCut) send.call(this, data); };
        """
    )
    page.reload()
    page.get_by_role("button", name="Play now").click()
    wait_for_turn(page)
    version = state(page)[0]
    page.evaluate("window.isCut = true")
    page.locator(".rack button").first.click()
    page.locator("[role=gridcell].open").first.click()
    page.get_by_role("button", name="Place tile").click()
    expect(page.locator(".notice")).to_have_text("Not saved yet ...")
    page.evaluate("window.isCut = false")
    wait_for_turn(page, version)
    expect(page.locator(".notice")).to_have_text("")


def test_a_lost_line_is_said_and_so_is_its_return(visit: Visit) -> None:
    page = visit()
    page.get_by_role("button", name="Play now").click()
    wait_for_turn(page)
    page.context.set_offline(True)
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(page.locator(".notice")).to_contain_text("Connection lost")
    page.context.set_offline(False)
    expect(page.locator(".notice")).to_have_text("Back again")


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


def test_where_no_socket_gets_through_the_game_goes_on_by_events(visit: Visit) -> None:
    page = visit()
    page.add_init_script(
        """
        window.WebSocket = class {
          constructor() { setTimeout(() => this.onclose?.({ code: 1006 })); }
          send() {}
          close() {}
        };
        """
    )
    page.reload()
    page.get_by_role("button", name="Play now").click()
    wait_for_turn(page)
    make_move(page)
    wait_for_turn(page)
