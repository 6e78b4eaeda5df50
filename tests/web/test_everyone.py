"""Everyone can play: magnified, by touch, by keyboard, by ear, without motion; and installed like an app."""

import random
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from web.conftest import Theatre, Visit
from web.hands import make_move, play_to_the_end, wait_for_turn
from web.samples import good_move
from web.test_board import PHONE, cell, neighbours, sit_down

MAGNIFIED = {"viewport": {"width": 320, "height": 256}, "device_scale_factor": 4}
"""A window of 1280 by 1024 pixels at 400 %."""
SCREENS = ["", "#/new", "#/me", "#/games"]

_CUT_OFF = """() => {
  const isShown = (each) => each.clientWidth > 0 && !each.closest(".visually-hidden");
  // A long name may be shortened: it is somebody's own, and its beginning tells who it is.
  const isName = (each) => getComputedStyle(each).textOverflow === "ellipsis";
  const isCut = (each) =>
    each.scrollWidth > each.clientWidth + 1 || each.getBoundingClientRect().right > innerWidth + 1;
  return [...document.querySelectorAll("button, a, label, h1, h2, legend, summary")]
    .filter((each) => isShown(each) && !isName(each) && isCut(each))
    .map((each) => each.textContent.trim());
}"""


def assert_fits(page: Page) -> None:
    """Nothing has to be scrolled sideways, and no word that one needs is cut off."""
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), page.url
    assert page.evaluate(_CUT_OFF) == [], page.url


# ---------------------------------------------------------------- magnified


@pytest.mark.parametrize("path", SCREENS)
def test_at_400_percent_nothing_is_cut_off(visit: Visit, path: str) -> None:
    page = visit(path, **MAGNIFIED)
    page.get_by_role("heading", level=1).wait_for()
    assert_fits(page)


@pytest.mark.parametrize("game", ["Hexagon", "Square", "Cards"])
def test_at_400_percent_a_game_is_played_from_the_first_click(visit: Visit, game: str) -> None:
    page = visit(**MAGNIFIED)
    page.get_by_role("button", name=game).click()
    page.get_by_role("radio", name="Beginner").check()
    page.get_by_role("button", name="Play now").click()
    for _ in range(2):
        wait_for_turn(page)
        make_move(page)
    wait_for_turn(page)
    assert_fits(page)
    for part in (
        ".rack button",
        ".tracks, .standings",
        ".line",
        "[role=gridcell], section[aria-label^=Open]",
    ):
        page.locator(part).first.scroll_into_view_if_needed()
        expect(page.locator(part).first).to_be_in_viewport()


# ---------------------------------------------------------------- languages


@pytest.mark.parametrize("locale", ["de-DE", "pl-PL", "pt-BR"])
def test_the_words_of_every_language_fit_a_phone(visit: Visit, locale: str) -> None:
    page = visit(locale=locale, viewport=PHONE["viewport"])
    for path in SCREENS:
        page.goto(f"/{path}")
        page.get_by_role("heading", level=1).wait_for()
        assert_fits(page)
    sit_down(page, "hex-team(start=1)", *["beginner"] * 3)
    assert_fits(page)


# ---------------------------------------------------------------- touch


def test_a_whole_game_by_touch(visit: Visit) -> None:
    page = visit(**PHONE)
    page.get_by_role("button", name="Square").tap()
    page.get_by_role("radio", name="Beginner").tap()
    page.get_by_role("button", name="Play now").tap()
    assert play_to_the_end(page, by_touch=True) > 3
    expect(page.get_by_role("button", name="Play again")).to_be_visible()


# ---------------------------------------------------------------- ears


def test_those_who_listen_hear_every_move_and_play_by_typing(visit: Visit) -> None:
    page = visit()
    sit_down(page, "hex(players=2,start=1)", "beginner", moves=1)
    page.locator(".rack button").first.click()
    here, beside = neighbours(page)
    expect(cell(page, here)).to_have_accessible_name(f"{here}, free")
    page.get_by_text("Keyboard and typed moves").click()
    letters = {"red": "r", "green": "g", "blue": "b", "orange": "o", "yellow": "y", "purple": "p"}
    name = page.locator(".rack button").first.get_attribute("aria-label") or ""
    colours = [letters[word] for word in name.split() if word in letters]
    heard = page.locator(".game > [aria-live=polite]")
    page.evaluate(
        """() => {
          window.heard = [];
          const live = document.querySelector(".game > [aria-live=polite]");
          const listen = () => window.heard.push(live.textContent);
          new MutationObserver(listen).observe(live, { childList: true, characterData: true, subtree: true });
        }"""
    )
    page.get_by_label("A move").fill(f"{''.join(colours * 2)[:2]} {here} {beside}")
    page.get_by_label("A move").press("Enter")
    expect(heard).to_have_text(re.compile(r"(\+\d|No points).*; lowest now"))
    page.get_by_role("button", name="Place tile").press("Enter")
    page.wait_for_function("() => window.heard.some((each) => each.startsWith('Bot'))")
    told: list[str] = page.evaluate("window.heard")
    own = next(each for each in told if each.startswith("Ada"))
    assert here in own
    assert beside in own
    assert re.search(r"(\+\d|no points)", own)
    assert all("lowest now" in each for each in told)


# ---------------------------------------------------------------- motion

_LISTEN = """
  window.moved = 0;
  for (const kind of ["transitionrun", "animationstart"])
    addEventListener(kind, () => (window.moved += 1), true);
"""


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_nothing_moves_for_those_who_want_no_motion(visit: Visit, motion: str) -> None:
    page = visit(reduced_motion=motion, script=_LISTEN)
    sit_down(page, "hex-solo")
    for _ in range(3):
        make_move(page)
    assert (page.evaluate("moved") == 0) == (motion == "reduce")


_GO_ON = """async () => {
  const frame = () => new Promise(requestAnimationFrame);
  const lines = () => document.querySelectorAll("[role=grid] .casing").length;
  while (document.querySelector(".ghost") || !lines()) await frame();
  const escape = new KeyboardEvent("keydown", { key: "Escape", bubbles: true });
  document.querySelector("[role=gridcell][tabindex='0']").dispatchEvent(escape);
  await frame();
  return lines();
}"""


def test_the_scoring_is_shown_and_gone_as_soon_as_somebody_goes_on(attend: Visit, theatre: Theatre) -> None:
    page = attend("scoring", reduced_motion="no-preference")
    page.get_by_text("Keyboard and typed moves").click()
    move = good_move(theatre.scenes["scoring"].match, random.Random(1), 60)
    page.get_by_label("A move").fill(move)
    page.get_by_label("A move").press("Enter")
    page.locator(".preview .gain").first.wait_for()
    page.get_by_role("button", name="Place tile").click()
    assert page.evaluate(_GO_ON) == 0


# ---------------------------------------------------------------- like an app


def test_it_can_be_installed(visit: Visit) -> None:
    page = visit()
    page.evaluate("() => navigator.serviceWorker.ready")
    chromium = page.context.new_cdp_session(page)
    manifest: dict[str, Any] = chromium.send("Page.getAppManifest")
    assert manifest["errors"] == []
    found = chromium.send("Page.getInstallabilityErrors")["installabilityErrors"]
    # A test's pages are private ones, which is all that may be in the way.
    assert {each["errorId"] for each in found} <= {"in-incognito"}
    sizes = page.evaluate(
        """async () => {
          const { icons } = await (await fetch("/manifest.webmanifest")).json();
          const load = (icon) => new Promise((done, fail) => {
            const image = new Image();
            image.onload = () => done([icon.sizes, `${image.naturalWidth}x${image.naturalHeight}`]);
            image.onerror = () => fail(new Error(icon.src));
            image.src = icon.src;
          });
          return Promise.all(icons.map(load));
        }"""
    )
    assert all(promised in (real, "any") for promised, real in sizes)
    assert len(sizes) >= 3
