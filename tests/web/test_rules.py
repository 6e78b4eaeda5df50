"""Reading the rules, choosing among them when a table is made, and watching others play by them."""

import re

import pytest
from playwright.sync_api import Page, expect

from sixfold import CATALOGUE
from sixfold.guide import figures
from web.access import check_access
from web.conftest import Visit
from web.hands import make_move, wait_for_turn

TITLE = {"en-GB": "Rules", "de-DE": "Regeln", "pl-PL": "Zasady", "pt-BR": "Regras"}
SCORING = {"en-GB": "Scoring", "de-DE": "Wertung", "pl-PL": "Punktacja", "pt-BR": "Pontuação"}


def pictures(page: Page) -> int:
    """How many worked examples are drawn, each as large as it should be and with a text instead."""
    count: int = page.locator("figure [role=img]").evaluate_all(
        """(drawn) => drawn.filter((each) => {
          const svg = each.querySelector("svg");
          return each.ariaLabel.length > 20 && svg.getBoundingClientRect().width > 100;
        }).length"""
    )
    return count


@pytest.mark.parametrize("locale", TITLE)
def test_every_game_is_explained_with_pictures_in_every_language(visit: Visit, locale: str) -> None:
    page = visit("#/rules", locale=locale)
    expect(page.get_by_role("heading", level=1)).to_have_text(TITLE[locale])
    expect(page.locator("section li a")).to_have_count(len(CATALOGUE))
    for game in CATALOGUE:
        page.goto(f"/#/rules/{game}")
        expect(page.locator("figure")).to_have_count(len(figures(game)))
        assert pictures(page) == len(figures(game))
        headings = page.locator("article h2")
        assert headings.count() == page.get_by_role("navigation").get_by_role("link").count()
        text = page.locator("article").inner_text()
        assert not re.search(r"[{}*]", text), "every number is filled in"
    page.goto("/#/rules/hex")
    expect(page.get_by_role("heading", name=SCORING[locale])).to_be_visible()


@pytest.mark.parametrize("path", ["", "/hex-solo", "/hex-duel", "/cards"])
def test_the_rules_have_no_violations_in_either_theme_and_fit_a_phone(visit: Visit, path: str) -> None:
    page = visit(f"#/rules{path}", color_scheme="light")
    page.locator("figure, .families").last.wait_for()
    check_access(page)


def test_a_section_has_an_address_of_its_own(visit: Visit) -> None:
    page = visit("#/rules/hex/exchange")
    expect(page.get_by_role("heading", name="Exchanging tiles")).to_be_in_viewport()
    page.get_by_role("navigation").get_by_role("link", name="Who wins").click()
    expect(page).to_have_url(re.compile("#/rules/hex/win$"))
    expect(page.get_by_role("heading", name="Who wins")).to_be_focused()
    page.go_back()
    expect(page.get_by_role("heading", name="Exchanging tiles")).to_be_in_viewport()


def test_on_paper_there_are_the_rules_and_nothing_else(visit: Visit) -> None:
    page = visit("#/rules/cards", color_scheme="dark")
    page.locator("figure").last.wait_for()
    page.emulate_media(media="print")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(page.locator("#app > header")).to_be_hidden()
    expect(page.get_by_role("navigation")).to_be_hidden()
    scheme: str = page.evaluate("getComputedStyle(document.documentElement).colorScheme")
    assert scheme == "light"


def test_the_rules_are_two_taps_from_home_and_cost_the_first_page_nothing(visit: Visit) -> None:
    page = visit()
    page.get_by_role("link", name="Read the rules").wait_for()
    fetched = (
        "() => performance.getEntriesByType('resource').filter((each) => /Rules/.test(each.name)).length"
    )
    assert page.evaluate(fetched) == 0
    page.get_by_role("link", name="Read the rules").click()
    page.get_by_role("link", name="Cards").click()
    expect(page.get_by_role("heading", name="Step by step")).to_be_visible()


def test_the_rules_of_a_table_open_beside_it_and_a_tile_in_the_hand_stays(visit: Visit) -> None:
    page = visit()
    page.get_by_role("radio", name="Duel").check()
    page.get_by_role("radio", name="Beginner").check()
    page.get_by_role("button", name="Play now").click()
    wait_for_turn(page)
    page.locator(".rack button").first.click()
    with page.expect_popup() as opened:
        page.get_by_role("link", name="Rules of this game").click()
    expect(opened.value.get_by_role("heading", level=1)).to_have_text("Hexagon duel")
    expect(page.locator(".rack button").first).to_have_attribute("aria-pressed", "true")


# ---------------------------------------------------------------- options, and watching


def test_a_table_is_made_with_options_that_say_what_they_mean(visit: Visit) -> None:
    page = visit("#/new")
    page.get_by_role("radio", name="Cards", exact=True).check()
    page.get_by_label("Player 2").select_option("beginner")
    page.locator("summary", has_text="Rules").click()
    expect(page.get_by_label("Bonus moves may be declined")).to_contain_text("No (as usual)")
    page.get_by_label("Edition").select_option(label="Polish")
    expect(page.get_by_label("Bonus moves may be declined")).to_contain_text("Yes (as usual)")
    page.get_by_label("Who starts").select_option(label="Player 2")
    with page.expect_request(
        lambda request: request.method == "POST" and request.url.endswith("/api/tables")
    ) as made:
        page.get_by_role("button", name="Make the table").click()
    assert "cards(players=2,start=2,edition=pl)" in (made.value.post_data or "")
    page.get_by_role("button", name="Start the game").click()
    wait_for_turn(page)
    expect(page.locator(".line")).to_have_count(1)


def test_somebody_finds_a_public_game_at_home_and_watches_it(visit: Visit) -> None:
    host = visit("#/new")
    host.get_by_role("radio", name="Square", exact=True).check()
    host.get_by_label("Player 2").select_option("beginner")
    host.get_by_role("checkbox", name="Show the table to everyone").check()
    host.get_by_role("button", name="Make the table").click()
    host.get_by_role("button", name="Start the game").click()
    wait_for_turn(host)
    address = host.url.partition("#")[2]
    guest = visit()
    watch = guest.get_by_role("region", name="Watch", exact=True)
    watch.locator(f"a[href='#{address}']").click()
    guest.locator("[data-turn=theirs]").wait_for()
    before = guest.locator(".line").count()
    make_move(host)
    expect(guest.locator(".line")).not_to_have_count(before)
    assert guest.locator(".rack button").count() == 0
    guest.goto("/#/games")
    expect(guest.get_by_role("region", name="Watch", exact=True).get_by_text("Square")).to_be_visible()
    host.goto("/#/")
    expect(host.get_by_role("region", name="Continue").get_by_text("Square")).to_be_visible()
