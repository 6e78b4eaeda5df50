"""Playing with the keyboard alone: Tab, arrows, letters and Enter, and nothing else."""

import re

from playwright.sync_api import Page, expect

from web.conftest import Visit
from web.hands import state, wait_for_turn, wait_for_version
from web.test_board import open_cells, sit_down


def tab_to(page: Page, selector: str) -> None:
    """Press Tab until something like this has the focus."""
    is_there = "(selector) => document.activeElement.matches(selector)"
    for _ in range(60):
        if page.evaluate(is_there, selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not lead to {selector}")


def walk_to(page: Page, name: str) -> None:
    """Walk to a cell with the arrow keys, first to its row and then along it."""
    for _ in range(40):
        here = str(page.evaluate("document.activeElement.getAttribute('aria-label')")).partition(",")[0]
        if here == name:
            return
        if here[0] != name[0]:
            page.keyboard.press("ArrowDown" if here[0] < name[0] else "ArrowUp")
        else:
            page.keyboard.press("ArrowRight" if int(here[1:]) < int(name[1:]) else "ArrowLeft")
    raise AssertionError(f"{name} was not reached")


def place_by_keyboard(page: Page) -> None:
    """Answer what is asked or lay the first tile somewhere, with keys only."""
    version, _ = state(page)
    if page.locator(".answers button").count():
        tab_to(page, ".answers button:last-child")
        page.keyboard.press("Enter")
    else:
        tab_to(page, "[role=gridcell]")
        page.keyboard.press("Escape")
        page.keyboard.press("Escape")
        page.keyboard.press("1")
        walk_to(page, open_cells(page)[0])
        page.keyboard.press("r")
        page.keyboard.press("Enter")
    wait_for_version(page, version)


def test_a_whole_game_by_keyboard_alone(visit: Visit) -> None:
    page = visit()
    page.get_by_role("button", name="Play now").wait_for()
    tab_to(page, ".family:nth-child(2)")
    page.keyboard.press("Space")
    tab_to(page, "fieldset:last-of-type input")
    while page.evaluate("document.activeElement.closest('label').textContent.trim()") != "Beginner":
        page.keyboard.press("ArrowLeft")
    tab_to(page, "button.play")
    page.keyboard.press("Enter")
    while wait_for_turn(page) == "mine":
        place_by_keyboard(page)
    tab_to(page, ".ending .primary")
    page.keyboard.press("Enter")
    expect(page.locator("[data-turn=mine], [data-turn=theirs]")).to_be_visible()


def test_the_board_is_one_tab_stop_and_says_what_a_ghost_would_score(visit: Visit) -> None:
    page = visit()
    sit_down(page, "hex(players=2,start=1)", "beginner")
    expect(page.locator("[role=gridcell][tabindex='0']")).to_have_count(1)
    page.locator("[role=gridcell][tabindex='0']").focus()
    page.keyboard.press("1")
    walk_to(page, open_cells(page)[0])
    spoken = page.locator("[aria-live=polite]").last
    expect(spoken).to_have_text(re.compile(r"(\+\d|No points).*; lowest now"))
    for key in "wqedsa":
        before = page.evaluate("document.activeElement.id")
        page.keyboard.press(key)
        assert page.evaluate("document.activeElement.closest('[role=grid]') !== null"), before
