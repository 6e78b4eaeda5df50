"""Placing tiles in a real browser: by mouse, by touch, by dragging and by typing."""

import re
from statistics import median
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from web.access import load_axe, violations
from web.conftest import Visit
from web.hands import make_move, state, wait_for_turn, wait_for_version

PREVIEWED_MS = 16
DRAWN_MS = 50
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}


_SIT_DOWN = """async ([game, seats]) => {
  const post = async (path, body) => {
    const headers = { "content-type": "application/json" };
    const answer = await fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(await answer.text());
    return answer.json();
  };
  await post("/api/guests", { name: "Ada" });
  const { table } = await post("/api/tables", { game, seats });
  await post(`/api/tables/${table}`, { do: "start", key: "start" });
  location.hash = `#/table/${table}`;
}"""


def sit_down(page: Page, game: str, *others: str, moves: int = 0) -> None:
    """Make a table for this game, start it, and play until it is one's turn again after so many moves.

    From the second move on any two free cells will do.
    """
    page.evaluate(_SIT_DOWN, [game, ["me", *others]])
    wait_for_turn(page)
    for _ in range(moves):
        make_move(page)
        wait_for_turn(page)


def middle(element: Locator) -> tuple[float, float]:
    """Where to point at."""
    box = element.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def cell(page: Page, name: str) -> Locator:
    """A cell of the board by its name."""
    return page.locator(f'[role=gridcell][aria-label^="{name},"]')


def open_cells(page: Page) -> list[str]:
    """The names of the cells where the chosen tile may lie."""
    names: list[str] = page.eval_on_selector_all(
        "[role=gridcell].open", "cells => cells.map((each) => each.getAttribute('aria-label').split(',')[0])"
    )
    return names


def neighbours(page: Page) -> tuple[str, str]:
    """Two open cells beside each other in a row, by their names."""
    names = open_cells(page)
    for name in names:
        beside = f"{name[0]}{int(name[1:]) + 1}"
        if beside in names:
            return name, beside
    raise AssertionError(f"no two of {names} are neighbours")


def laid_at(page: Page, *names: str) -> None:
    """Wait until something lies on these cells."""
    for name in names:
        expect(cell(page, name)).not_to_have_attribute("aria-label", re.compile("free"))


# ---------------------------------------------------------------- hands


def test_the_ghost_follows_the_mouse_and_a_click_keeps_it(visit: Visit) -> None:
    page = visit()
    sit_down(page, "hex(players=2,start=1)", "beginner", moves=1)
    page.locator(".rack button").nth(2).click()
    here, beside = neighbours(page)
    page.mouse.move(*middle(cell(page, here)))
    expect(page.locator(".ghost")).to_have_count(1)
    page.mouse.move(5, 5)
    expect(page.locator(".ghost")).to_have_count(0)
    page.mouse.click(*middle(cell(page, here)))
    page.mouse.move(5, 5)
    expect(page.locator(".ghost")).to_have_count(1)
    page.mouse.click(*middle(cell(page, beside)))
    page.get_by_role("button", name="Place tile").click()
    laid_at(page, here, beside)


def test_taking_back_leaves_nothing_on_the_board(visit: Visit) -> None:
    page = visit()
    sit_down(page, "square(players=2,start=1)", "beginner")
    page.locator(".rack button").first.click()
    page.mouse.click(*middle(cell(page, open_cells(page)[0])))
    expect(page.locator(".ghost")).to_have_count(1)
    page.get_by_role("button", name="Take back").click()
    expect(page.locator(".ghost")).to_have_count(0)
    page.get_by_role("button", name="Take back").click()
    expect(page.locator(".rack [aria-pressed=true]")).to_have_count(0)
    expect(page.locator("[role=gridcell].open")).to_have_count(0)
    assert state(page)[1] == "mine"


def test_on_a_phone_two_taps_place_a_tile_and_nothing_scrolls_sideways(visit: Visit) -> None:
    page = visit(**PHONE)
    sit_down(page, "hex(players=4,start=1)", "beginner", "beginner", "beginner", moves=1)
    page.locator(".rack button").nth(1).tap()
    here, beside = neighbours(page)
    page.touchscreen.tap(*middle(cell(page, here)))
    page.touchscreen.tap(*middle(cell(page, beside)))
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("button", name="Place tile").tap()
    laid_at(page, here, beside)


def test_a_tile_can_be_dragged_from_the_rack(visit: Visit) -> None:
    page = visit()
    sit_down(page, "square(players=2,start=1)", "beginner")
    page.locator(".rack button").first.click()
    here = open_cells(page)[0]
    page.keyboard.press("Escape")
    page.mouse.move(*middle(page.locator(".rack button").nth(3)))
    page.mouse.down()
    page.mouse.move(*middle(cell(page, here)), steps=6)
    page.mouse.up()
    expect(page.locator(".ghost")).to_have_count(1)
    expect(page.locator(".rack button").nth(3)).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Place tile").click()
    laid_at(page, here)


def test_a_move_can_be_typed_and_a_wrong_one_is_explained(visit: Visit) -> None:
    page = visit()
    sit_down(page, "hex(players=2,start=1)", "beginner", moves=1)
    page.locator(".rack button").first.click()
    here, beside = neighbours(page)
    page.get_by_text("Keyboard and typed moves").click()
    field = page.get_by_label("A move")
    field.fill("rg a1")
    field.press("Enter")
    expect(page.get_by_role("alert")).to_have_text("Name two cells of the board after the tile.")
    letters = {"red": "r", "green": "g", "blue": "b", "orange": "o", "yellow": "y", "purple": "p"}
    name = page.locator(".rack button").first.get_attribute("aria-label") or ""
    colours = [letters[word] for word in name.split() if word in letters]
    field.fill(f"{''.join(colours * 2)[:2]} {here} {beside}")
    field.press("Enter")
    expect(page.get_by_role("alert")).to_have_count(0)
    page.get_by_role("button", name="Place tile").click()
    laid_at(page, here, beside)


# ---------------------------------------------------------------- promises


def test_a_preview_says_what_the_move_then_scores(visit: Visit) -> None:
    page = visit()
    sit_down(page, "hex-solo")
    for _ in range(12):
        version, _ = state(page)
        page.mouse.click(*middle(cell(page, open_cells(page)[0])))
        expect(page.locator(".hand .weakest")).to_be_visible()  # the server has said it
        promised = sorted(page.locator(".preview .gain").all_inner_texts())
        page.get_by_role("button", name="Place tile").click()
        wait_for_version(page, version)
        told = page.locator("ol li button").first.inner_text().partition("·")[2]
        scored = sorted(re.findall(r"\w+ \+\d+", told))
        assert [re.sub(r"\s+", " ", text).strip() for text in promised] == scored


TABLES = ["hex-4", "team", "duel", "solo", "square", "cards"]


@pytest.mark.parametrize("table", TABLES)
def test_a_table_has_no_violations_and_fits_every_width(attend: Visit, table: str) -> None:
    page = attend(table)
    if not page.locator(".rack [aria-pressed=true]").count():
        page.locator(".rack button").first.click()
    if open_cells(page):
        page.mouse.click(*middle(cell(page, open_cells(page)[0])))
    load_axe(page)
    for width, theme in ((1440, "light"), (768, "contrast"), (320, "dark")):
        page.set_viewport_size({"width": width, "height": 800})
        page.evaluate("(theme) => { document.documentElement.dataset.theme = theme; }", theme)
        assert violations(page) == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


_TIMES = """async () => {
  const board = document.querySelector("[role=grid]");
  const cells = [...document.querySelectorAll("[role=gridcell].open")];
  const frame = () => new Promise((done) => requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = done;
    port2.postMessage(0);
  }));
  const times = [];
  for (let i = 0; i < 40; i++) {
    const box = cells[(i * 17) % cells.length].getBoundingClientRect();
    const at = { clientX: box.x + box.width / 2, clientY: box.y + box.height / 2 };
    await frame();
    const start = performance.now();
    board.dispatchEvent(new PointerEvent("pointermove", { ...at, pointerType: "mouse", bubbles: true }));
    await Promise.resolve();
    const previewed = performance.now() - start;
    await frame();
    times.push([previewed, performance.now() - start]);
  }
  return times;
}"""


@pytest.mark.parametrize("width", [360, 1440])
def test_on_the_largest_board_a_placement_is_previewed_and_drawn_at_once(attend: Visit, width: int) -> None:
    page = attend("hex-4", viewport={"width": width, "height": 900})
    page.locator(".rack button").first.click()
    times: list[Any] = page.evaluate(_TIMES)
    previewed, drawn = (median(each) for each in zip(*times, strict=True))
    print(f"{width} px: previewed {previewed:.1f} ms, drawn {drawn:.1f} ms (medians of {len(times)})")
    assert previewed <= PREVIEWED_MS
    assert drawn <= DRAWN_MS
