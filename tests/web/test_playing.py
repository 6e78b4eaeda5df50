"""Games in a real browser, from the first click to the result."""

import pytest
from playwright.sync_api import Page, expect

from sixfold.core.catalogue import CATALOGUE
from web.conftest import Visit
from web.hands import make_move, play_to_the_end, wait_for_turn

FAMILY = {"hex": "Hexagon", "square": "Square", "cards": "Cards"}
VARIANT = {"hex-solo": "Alone", "hex-team": "Teams", "hex-duel": "Duel", "square-solo": "Alone"}
ALONE = {"hex-solo": "Hexagon alone", "square-solo": "Square alone"}
TOGETHER = sorted(CATALOGUE.keys() - ALONE.keys())


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


@pytest.mark.parametrize("game", TOGETHER)
def test_a_whole_game_by_mouse(visit: Visit, game: str) -> None:
    page = visit()
    begin(page, game)
    assert play_to_the_end(page) > 3
    expect(page.get_by_role("button", name="Play again")).to_be_visible()
    expect(page.locator(".ending ol li")).to_have_count(4 if game == "hex-team" else 2)


@pytest.mark.parametrize(("game", "name"), ALONE.items())
def test_a_game_alone_by_mouse_becomes_a_record(visit: Visit, game: str, name: str) -> None:
    page = visit()
    begin(page, game)
    assert play_to_the_end(page) > 3
    result = page.get_by_role("heading", name="Your weakest colour reached")
    best = result.inner_text().split()[-1]
    page.goto("/#/me")
    expect(page.get_by_role("row", name=name)).to_contain_text(best)
    page.get_by_role("link", name=name).click()
    expect(page.get_by_role("slider")).to_be_visible()


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
