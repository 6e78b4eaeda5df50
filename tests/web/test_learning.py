"""What helps to play better: hints, going back, the log, replays and reviews."""

from playwright.sync_api import Page, expect

from web.conftest import Visit
from web.hands import make_move, play_to_the_end, state, wait_for_turn


def start(page: Page, game: str = "Cards") -> None:
    page.get_by_role("button", name=game).click()
    page.get_by_role("radio", name="Beginner").check()
    page.get_by_role("button", name="Play now").click()
    wait_for_turn(page)


def test_a_hint_names_moves_and_what_they_bring(visit: Visit) -> None:
    page = visit()
    start(page)
    page.get_by_role("button", name="Give me a hint").click()
    hint = page.get_by_role("region", name="Hint")
    expect(hint.get_by_role("listitem").first).to_contain_text("weakest then", timeout=60_000)
    make_move(page)
    expect(hint.get_by_role("listitem")).to_have_count(0)


def test_a_line_of_the_log_shows_its_move_again_and_practice_goes_back_to_it(visit: Visit) -> None:
    page = visit()
    start(page, "Hexagon")
    for _ in range(3):
        make_move(page)
        wait_for_turn(page)
    address, version = page.url, state(page)[0]
    page.locator("[data-move='2']").click()
    expect(page.locator("[data-move='2']")).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Go back to before this move").click()
    page.wait_for_url(lambda url: url != address)
    wait_for_turn(page)
    assert state(page)[0] != version
    expect(page.locator("[data-move='4']")).to_have_count(0)


def test_a_series_goes_on_and_its_first_game_is_replayed_and_reviewed(visit: Visit) -> None:
    page = visit("#/new")
    page.get_by_role("radio", name="Cards", exact=True).check()
    page.get_by_label("Player 2").select_option("beginner")
    page.get_by_role("radio", name="2 games").check()
    page.get_by_role("button", name="Make the table").click()
    page.get_by_role("button", name="Start the game").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("game 1 of 2")
    play_to_the_end(page)
    review = page.get_by_role("link", name="Look through it").get_attribute("href")
    page.get_by_role("button", name="Next game").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("game 2 of 2")
    page.goto(f"/{review}")
    page.get_by_role("button", name="One move on").click()
    expect(page.get_by_role("slider")).to_have_value("1")
    page.get_by_role("button", name="To the end").click()
    moves = page.get_by_role("slider").get_attribute("max") or ""
    expect(page.get_by_role("slider")).to_have_value(moves)
    expect(page.locator(".line")).to_have_count(int(moves))
    page.get_by_role("button", name="Review this game").click()
    expect(page.get_by_role("img", name="chance of winning")).to_be_visible(timeout=90_000)
    mark = page.locator(".mark").first
    mark.click()
    expect(mark).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_text("Better:")).to_be_visible()
