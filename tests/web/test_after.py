"""Hints and better moves on the board, playing on from any step of a game, and the dealing checked."""

import json

import pytest
from playwright.sync_api import Page, Route, expect

from web.access import check_access
from web.conftest import Visit
from web.hands import make_move, state, wait_for_turn, wait_for_version


def start(page: Page, game: str, moves: int) -> None:
    """Begin against a bot, and make some moves."""
    page.get_by_role("button", name=game).click()
    page.get_by_role("radio", name="Beginner").check()
    page.get_by_role("button", name="Play now").click()
    wait_for_turn(page)
    for _ in range(moves):
        make_move(page)
        wait_for_turn(page)


def give_up(page: Page) -> None:
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Give up").click()
    page.locator(".ending").wait_for()


@pytest.mark.parametrize("game", ["Hexagon", "Cards"])
def test_a_hint_is_seen_on_the_table_and_played_once_it_is_confirmed(visit: Visit, game: str) -> None:
    page = visit()
    start(page, game, 1)
    version, _ = state(page)
    ghosts = page.locator(".main .ghost")
    page.get_by_role("button", name="Give me a hint").click()
    hint = page.get_by_role("region", name="Hint")
    first = hint.get_by_role("button", name="Show on the board").first
    first.hover(timeout=60_000)
    expect(ghosts).to_have_count(1)
    page.mouse.move(0, 0)
    expect(ghosts).to_have_count(0)
    first.focus()
    expect(ghosts).to_have_count(1)
    first.press("Enter")
    expect(first).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".hands .primary")).to_be_disabled()
    if game == "Hexagon":
        check_access(page)
    hint.get_by_role("button", name="Play it").first.click()
    expect(page.locator(".hands .primary")).to_be_focused()
    assert state(page)[0] == version, "nothing is played before it is confirmed"
    page.keyboard.press("Enter")
    wait_for_version(page, version)


def test_a_better_move_is_shown_where_it_could_have_been_made_and_one_tries_it(visit: Visit) -> None:
    page = visit()
    start(page, "Hexagon", 3)
    give_up(page)
    page.get_by_role("link", name="Look through it").click()
    expect(page.get_by_text("Guest · Bot, Beginner")).to_be_visible()
    page.get_by_role("button", name="Review this game").click()
    page.get_by_role("img", name="chance of winning").wait_for(timeout=90_000)
    better, slider = page.get_by_role("button", name="Show the better move"), page.get_by_role("slider")
    while not better.is_visible():
        page.get_by_role("button", name="One move on").click()
    number = int(slider.input_value())
    tiles = page.locator(".laid > .piece, .shadows path")
    laid = tiles.count()
    better.click()
    expect(page.locator(".main .ghost")).to_have_count(1)
    assert tiles.count() < laid, "the board is as it was before the move"
    check_access(page)
    page.get_by_role("button", name="Try it yourself").click()
    expect(slider).to_have_value(str(number - 1))
    expect(page.get_by_role("button", name="Play on", exact=True)).to_be_focused()
    expect(page.get_by_label("I play for").locator("option:checked")).to_contain_text("to move")
    replay = page.url
    page.get_by_label("The others play like").select_option("Casual")
    page.get_by_role("button", name="Play on", exact=True).click()
    page.wait_for_url("**/#/table/*")
    assert wait_for_turn(page) == "mine"
    expect(page.locator(".line")).to_have_count(number - 1)
    expect(page.get_by_role("heading", name="Bot, Casual")).to_be_visible()
    make_move(page)
    page.get_by_role("link", name="From this game").click()
    assert page.url == replay


def test_the_dealing_is_checked_in_the_browser_and_an_altered_draw_is_found(visit: Visit) -> None:
    page = visit()
    start(page, "Hexagon", 2)
    give_up(page)
    page.get_by_role("button", name="Check the dealing").click()
    expect(page.get_by_text("draws follow from the seed")).to_be_visible()
    expect(page.get_by_text("The seal is the one that this device saw")).to_be_visible()
    page.get_by_text("Details").click()
    check_access(page)

    def alter(route: Route) -> None:
        answer = route.fetch()
        dealing = answer.json()
        dealing["draws"][5]["got"] = (dealing["draws"][5]["got"] + 1) % 21
        route.fulfill(response=answer, body=json.dumps(dealing))

    page.route("**/dealing?*", alter)
    page.get_by_role("link", name="Look through it").click()
    page.get_by_role("button", name="Check the dealing").click()
    dealing = page.get_by_role("region", name="Honest dealing")
    expect(dealing.get_by_role("status")).to_contain_text("Something is wrong. Draw 6 had to be")


def test_a_page_that_is_not_secure_says_what_to_do(visit: Visit) -> None:
    page = visit()
    page.add_init_script("delete Crypto.prototype.subtle")  # as on a page by http from another machine
    page.reload()
    start(page, "Hexagon", 1)
    give_up(page)
    page.get_by_role("button", name="Check the dealing").click()
    expect(page.get_by_text("sixfold verify FILE")).to_be_visible()
