"""Lines that break, and pages that are loaded again: nothing is lost, and the page says how it is."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, Route, WebSocket, expect

from server.serving import Running
from web.conftest import Visit
from web.hands import make_move, state, wait_for_turn
from web.test_together import sit_together, whose_turn
from web.wire import Wire


@pytest.fixture
def wire(house: Running) -> Iterator[Wire]:
    with Wire(house.port) as wire:
        yield wire


def lines(page: Page) -> int:
    """How many moves the log has."""
    return page.locator(".line").count()


def press_a_move(page: Page) -> None:
    """Play the first card, without waiting for anything."""
    page.locator(".rack button").first.click()
    page.get_by_role("button", name="Play card").click()


def test_a_move_made_without_a_line_is_said_to_be_unsaved_and_is_made_once_when_it_is_back(
    visit: Visit, wire: Wire
) -> None:
    host, friend = sit_together(visit, host={"base_url": wire.url})
    if state(host)[1] != "mine":
        make_move(friend)
        wait_for_turn(host)
    before = lines(friend)
    wire.hold()
    press_a_move(host)
    notice = host.locator(".notice")
    expect(notice).to_have_text("Not saved yet ...")
    wire.cut()
    expect(notice).to_have_text("Connection lost. Your move is not saved yet.")
    assert lines(friend) == before, "the move never got through"
    wire.mend()
    expect(notice).to_have_text("Back again")
    for page in (host, friend):
        expect(page.locator(".line")).to_have_count(before + 1)
    expect(notice).to_have_text("")


def test_what_happened_while_the_line_was_lost_is_there_when_it_is_back(visit: Visit, wire: Wire) -> None:
    host, friend = sit_together(visit, host={"base_url": wire.url})
    if state(host)[1] == "mine":
        make_move(host)
        wait_for_turn(friend)
    before = lines(friend)
    wire.cut()
    expect(host.locator(".notice")).to_have_text("Connection lost. Trying again ...")
    make_move(friend)
    assert lines(host) == before
    wire.mend()
    expect(host.locator(".notice")).to_have_text("Back again")
    expect(host.locator(".line")).to_have_count(lines(friend))


def test_a_line_that_only_stutters_is_not_called_lost(visit: Visit, wire: Wire) -> None:
    host, friend = sit_together(visit, host={"base_url": wire.url})
    acting, waiting = whose_turn(host, friend)
    before = lines(waiting)
    wire.hold()
    press_a_move(acting)
    wire.mend()
    for page in (host, friend):
        expect(page.locator(".line")).to_have_count(before + 1)
    expect(host.locator(".notice")).not_to_have_text(re.compile("lost"))


def test_a_reload_in_the_middle_changes_nothing(visit: Visit) -> None:
    page = visit()
    page.get_by_role("button", name="Play now").click()
    wait_for_turn(page)
    make_move(page)
    wait_for_turn(page)

    def seen() -> object:
        rack = page.locator(".rack button").evaluate_all("all => all.map((each) => each.ariaLabel)")
        board = page.locator("[role=gridcell]").evaluate_all("all => all.map((each) => each.ariaLabel)")
        return state(page), rack, board

    before = seen()
    page.reload()
    wait_for_turn(page)
    assert seen() == before


def test_a_table_is_joined_once_however_often_the_server_says_who_i_am(visit: Visit) -> None:
    page = visit()
    page.get_by_role("button", name="Play now").click()
    wait_for_turn(page)
    sockets: list[WebSocket] = []
    asked: list[Route] = []
    page.on("websocket", lambda socket: sockets.append(socket))
    page.route("**/api/me", lambda route: asked.append(route))
    page.reload()
    while len(asked) < 2:  # the page asks, and so does the table's screen
        page.wait_for_timeout(20)
    for route in asked:
        with page.expect_response("**/api/me"):
            route.continue_()
    wait_for_turn(page)
    page.wait_for_timeout(200)  # time enough to join once more
    assert len(sockets) == 1


def test_where_no_socket_gets_through_the_game_goes_on_by_events(visit: Visit) -> None:
    page = visit(
        script="""
        window.WebSocket = class {
          constructor() { setTimeout(() => this.onclose?.({ code: 1006 })); }
          send() {}
          close() {}
        };
        """
    )
    page.get_by_role("button", name="Play now").click()
    wait_for_turn(page)
    make_move(page)
    wait_for_turn(page)


def test_without_the_server_a_page_says_so_and_comes_back_by_itself(visit: Visit, wire: Wire) -> None:
    page = visit(base_url=wire.url)
    page.evaluate("() => navigator.serviceWorker.ready")
    page.reload()
    wire.cut()
    page.reload()
    expect(page.get_by_role("heading", name="Sixfold cannot be reached")).to_be_visible()
    wire.mend()
    expect(page.get_by_role("button", name="Play now")).to_be_visible()
