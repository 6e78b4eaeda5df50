"""Lessons in a real browser: played to their end by mouse and by keyboard, remembered, and accessible."""

import pytest
from playwright.sync_api import Page, expect

from sixfold.core.catalogue import COLOUR_NAMES
from sixfold.lessons import LESSONS, Step
from web.access import check_access
from web.conftest import Visit
from web.hands import wait_for_turn
from web.test_board import cell, middle


def open_step(page: Page, lesson: str, number: int) -> None:
    """Wait until a step, counted from 1, can be tried."""
    page.wait_for_url(f"**/#/learn/{lesson}" if number == 1 else f"**/#/learn/{lesson}/{number}")
    expect(page.locator(".steps")).to_contain_text(f"Step {number} of")


def choose(page: Page, letters: str) -> None:
    """Press a tile or card of the rack, a second time if its halves are to be swapped."""
    page.locator(".rack button:enabled").first.wait_for()
    names = [COLOUR_NAMES[letter] for letter in letters]
    labels = (
        ["two " + names[0]] if letters[0] == letters[1] else [" and ".join(n) for n in (names, names[::-1])]
    )
    button = next(
        button for label in labels if (button := page.get_by_role("button", name=label, exact=True)).count()
    )
    if button.first.get_attribute("aria-pressed") != "true":  # the only tile of those who play alone
        button.first.click()
    if page.locator(".rack [aria-pressed=true]").get_attribute("aria-label") not in labels[:1]:
        page.locator(".rack [aria-pressed=true]").click()


def make_moves(page: Page, step: Step) -> None:
    """Make the example's moves by mouse."""
    for move in step.example:
        letters, *cells = move.split()
        if letters == "exchange":
            page.get_by_role("button", name="Exchange", exact=True).click()
            continue
        choose(page, letters)
        for name in cells:
            page.mouse.click(*middle(cell(page, name)))
        page.locator(".hand .buttons .primary").click()


@pytest.mark.parametrize("lesson", ["hex", "square", "cards"])
def test_a_lesson_is_played_to_its_end_by_mouse_and_then_a_game_begins(visit: Visit, lesson: str) -> None:
    page = visit("#/learn")
    page.locator(f"[data-lesson={lesson}]").click()
    for number, step in enumerate(LESSONS[lesson].steps, 1):
        open_step(page, lesson, number)
        make_moves(page, step)
        expect(page.locator(".answer")).to_contain_text("it.")
        page.get_by_role("button", name="Next", exact=True).click()
    page.get_by_role("button", name="Now play").click()
    wait_for_turn(page)
    expect(page.locator(".standings").first).to_contain_text("Beginner")


def test_a_lesson_is_played_to_its_end_by_keyboard(visit: Visit) -> None:
    page = visit("#/learn/hex")
    open_step(page, "hex", 1)
    page.locator("[role=gridcell][tabindex='0']").focus()
    page.keyboard.press("1")
    walk(page, "a7")
    page.keyboard.press("Enter")
    for number, step in enumerate(LESSONS["hex"].steps[1:], 2):
        expect(page.get_by_role("button", name="Next", exact=True)).to_be_focused()
        page.keyboard.press("Enter")
        open_step(page, "hex", number)
        expect(page.locator("#step")).to_be_focused()
        for move in step.example:
            if move == "exchange":
                page.get_by_role("button", name="Exchange", exact=True).press("Enter")
                continue
            if not page.get_by_label("A move").is_visible():
                page.locator("summary", has_text="typed moves").press("Enter")
            page.get_by_label("A move").fill(move)
            page.keyboard.press("Enter")
            page.get_by_role("button", name="Place tile").press("Enter")
    expect(page.get_by_role("button", name="Next", exact=True)).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#finish")).to_be_focused()


def walk(page: Page, target: str) -> None:
    """Go to a cell of the hexagon by the keys around S."""
    steps = {"q": (-1, 0), "w": (-1, 1), "d": (0, 1), "s": (1, -1), "a": (0, -1)}
    while (label := page.locator("[role=gridcell]:focus").get_attribute("aria-label") or "").split(",")[
        0
    ] != target:
        row, column = ord(target[0]) - ord(label[0]), int(target[1:]) - int(label.split(",")[0][1:])
        page.keyboard.press(min(steps, key=lambda key: distance(row - steps[key][0], column - steps[key][1])))


def distance(row: int, column: int) -> int:
    return max(abs(row), abs(column), abs(row + column))


def test_a_move_that_misses_the_aim_is_explained_and_can_be_tried_again(visit: Visit) -> None:
    page = visit("#/learn/hex/2")
    choose(page, "gy")
    for name in ("i2", "i3"):
        page.mouse.click(*middle(cell(page, name)))
    page.get_by_role("button", name="Place tile").click()
    expect(page.locator(".answer")).to_contain_text("at least 3 points (red)")
    expect(page.get_by_role("status").filter(has_text="at least 3 points (red)")).to_have_count(1)
    page.get_by_role("button", name="Try again").click()
    expect(cell(page, "i2")).to_have_attribute("aria-label", "i2, free")
    page.get_by_role("button", name="Show me").click()
    page.get_by_role("button", name="Place tile").click()
    expect(page.locator(".answer")).to_contain_text("Red +3: a line of 3", ignore_case=True)


def test_progress_is_remembered_and_a_lesson_goes_on_where_it_was_left(visit: Visit) -> None:
    page = visit("#/learn/cards")
    for step in LESSONS["cards"].steps[:2]:
        make_moves(page, step)
        page.get_by_role("button", name="Next", exact=True).click()
    page.goto("/#/learn")
    page.reload()
    expect(page.locator("[data-lesson=cards]")).to_contain_text("2 of 7")
    page.locator("[data-lesson=cards]").click()
    expect(page.locator(".steps")).to_contain_text("Step 3 of 7")
    page.get_by_role("button", name="Previous step").click()
    expect(page.locator("#step")).to_have_text("Your own cards count, too")


def test_home_is_one_step_away_from_the_lessons(visit: Visit) -> None:
    page = visit()
    page.locator("a[href='#/learn']").first.click()
    expect(page.locator("[data-lesson]")).to_have_count(len(LESSONS))


@pytest.mark.parametrize("path", ["#/learn", "#/learn/hex/2", "#/learn/hex/10"])
def test_a_screen_has_no_violations_in_either_theme_and_fits_a_phone(visit: Visit, path: str) -> None:
    page = visit(path, color_scheme="light")
    page.locator("[data-lesson], #step, #finish").first.wait_for()
    if page.get_by_role("button", name="Show me").count():
        page.get_by_role("button", name="Show me").click()
        page.locator(".hand .buttons .primary").click()
        page.locator(".answer").wait_for()
    check_access(page)
