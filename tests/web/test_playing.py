"""Games in a real browser, from the first click to the result."""

import pytest
from playwright.sync_api import Page, expect

from web.conftest import Visit
from web.hands import make_move, play_to_the_end, wait_for_turn

FAMILY = {"hex": "Hexagon", "square": "Square", "cards": "Cards"}
VARIANT = {"hex-solo": "Alone", "hex-team": "Teams", "hex-duel": "Duel", "square-solo": "Alone"}


def begin(page: Page, game: str, button: str = "Play now", level: str = "Beginner") -> None:
    """Start a game from the home page."""
    page.get_by_role("button", name=FAMILY[game.split("-")[0]]).click()
    if game in VARIANT:
        page.get_by_role("radio", name=VARIANT[game]).check()
    if not game.endswith("solo"):
        page.get_by_role("radio", name=level).check()
    page.get_by_role("button", name="Play alone" if game.endswith("solo") else button).click()


def test_the_first_click_starts_a_game(visit: Visit) -> None:
    page = visit()
    page.get_by_role("button", name="Play now").click()
    expect(page.get_by_role("grid")).to_be_visible()
    wait_for_turn(page)


@pytest.mark.parametrize("game", ["hex", "hex-solo", "hex-team", "hex-duel", "square"])
def test_a_whole_game_by_mouse(visit: Visit, game: str) -> None:
    page = visit()
    begin(page, game)
    made = play_to_the_end(page)
    assert made > 3
    expect(page.get_by_role("button", name="Play again")).to_be_visible()
    expect(page.locator(".ending li")).to_have_count({"hex-team": 4}.get(game, 0 if "solo" in game else 2))


def test_two_people_on_one_screen_do_not_see_each_others_tiles(visit: Visit) -> None:
    page = visit()
    begin(page, "cards", "Share this screen")
    ready = "section[aria-labelledby=curtain] button"
    page.locator(ready).wait_for()
    assert page.locator(".rack button").count() == 0
    page.locator(ready).click()
    assert page.locator(".rack button").count() > 0
    for _ in range(4):
        make_move(page)
        page.locator(f"{ready}, [data-turn=mine]").first.wait_for()
        if page.locator(ready).count():
            assert page.locator(".rack button").count() == 0
            page.locator(ready).click()
