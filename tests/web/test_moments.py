"""What is asked and shown at moments that come seldom: bonus, exchange, order, tokens, second sheets."""

import re

import pytest
from playwright.sync_api import Page, expect

from web.conftest import Theatre, Visit
from web.hands import make_move, state, wait_for_version
from web.samples import NAMES
from web.scenes import ordered_doubles


def rack(page: Page) -> list[str]:
    """The tiles on the rack, as they are called."""
    names: list[str] = page.locator(".rack button").evaluate_all("all => all.map((each) => each.ariaLabel)")
    return names


def markers(page: Page, side: int = 0) -> list[int]:
    """The numbers beside a side's tracks."""
    told = page.locator(".tracks").nth(side).locator("li .number").all_inner_texts()
    return [int(re.findall(r"\d+", text)[0]) for text in told]


def test_a_bonus_is_announced_and_the_same_player_lays_again(attend: Visit) -> None:
    page = attend("bonus")
    expect(page.get_by_role("group", name="You play again!")).to_be_visible()
    expect(page.locator(".status")).to_contain_text("Bonus")
    make_move(page)
    for line in page.locator(".line").all()[:2]:
        expect(line).to_contain_text(f"{NAMES[0]}:")


def test_an_exchange_is_asked_for_and_brings_other_tiles(attend: Visit) -> None:
    page = attend("exchange")
    before, version = rack(page), state(page)[0]
    question = page.get_by_role("group", name="Exchange?")
    expect(question).to_contain_text("You may show your tiles and draw new ones.")
    question.get_by_role("button", name="Exchange").click()
    wait_for_version(page, version)
    expect(page.locator(".line").first).to_contain_text(f"{NAMES[0]} exchanges")
    assert rack(page) != before


def test_which_half_counts_first_is_asked_where_it_matters_and_used(attend: Visit, theatre: Theatre) -> None:
    page = attend("order")
    match = theatre.scenes["order"].match
    orders = next(ordered_doubles(match))
    page.get_by_text("Keyboard and typed moves").click()
    page.get_by_label("A move").fill(orders[0])
    page.get_by_label("A move").press("Enter")
    question = page.get_by_role("group", name="What counts first?")
    expect(question.get_by_role("radio")).to_have_count(2)
    other = question.locator("label", has=page.locator("input:not(:checked)"))
    wanted = (other.inner_text()).split()[0]
    chosen = next(order for order in orders if order.split()[1] == wanted)
    other.click()
    version = state(page)[0]
    page.get_by_role("button", name="Place tile").click()
    wait_for_version(page, version)
    ends = [list(match.explain(order).after) for order in orders]
    assert ends[0] != ends[1]
    assert markers(page) == list(match.explain(chosen).after)


def test_the_duels_tokens_lie_with_those_who_took_them(attend: Visit, theatre: Theatre) -> None:
    page = attend("duel")
    holders = [int(holder) for holder in theatre.scenes["duel"].match.state.record.token]
    assert any(holders)
    rows = page.get_by_role("region", name="The sheet").get_by_role("listitem")
    for row, holder in zip(rows.all(), holders, strict=True):
        if holder:
            expect(row).to_contain_text(f"token: {NAMES[holder - 1]}")
        else:
            expect(row).not_to_contain_text("token")


@pytest.mark.parametrize("game", ["solo", "team"])
def test_tracks_go_on_over_a_second_sheet(attend: Visit, theatre: Theatre, game: str) -> None:
    page = attend(game)
    match = theatre.scenes[game].match
    assert markers(page) == list(match.state.tracks[0])
    colour = max(range(len(match.rules.colours)), key=lambda each: match.state.tracks[0][each])
    sheet = match.rules.game.sheet
    filled: list[float] = (
        page.locator(".tracks")
        .first.locator("li")
        .nth(colour)
        .locator(".stretch")
        .evaluate_all("""all => all.map((each) => each.querySelector("i").offsetWidth / each.clientWidth)""")
    )
    first, second = filled[: len(filled) // 2], filled[len(filled) // 2 :]
    assert min(first) > 0.95, f"the first sheet is full: {filled}"
    assert sum(second) / len(second) == pytest.approx(
        (match.state.tracks[0][colour] - sheet) / sheet, abs=0.05
    )
