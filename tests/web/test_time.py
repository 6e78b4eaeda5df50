"""Clocks that run down before everyone's eyes, and being told that it is one's turn."""

import re

from playwright.sync_api import Page, expect

from web.conftest import Visit
from web.hands import make_move, state, wait_for_turn
from web.test_together import sit_together

_MAKE = """async (settings) => {
  const post = async (path, body) => {
    const headers = { "content-type": "application/json" };
    const answer = await fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(await answer.text());
    return answer.json();
  };
  await post("/api/guests", { name: "Ada" });
  const { table } = await post("/api/tables", settings);
  location.hash = `#/table/${table}`;
}"""
AWAY = """
  let isAway = false;
  Object.defineProperty(document, "visibilityState", { get: () => (isAway ? "hidden" : "visible") });
  window.lookElsewhere = () => (isAway = true);
  window.tones = 0;
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (...at) { window.tones += 1; return start.apply(this, at); };
"""
"""A browser without windows never hides a page: here it can be told to. Tones are counted as they sound."""


def hurry(visit: Visit, **settings: object) -> tuple[Page, Page]:
    """Two people at a table of cards with three seconds for a move, of whom the first is to play."""
    clock = {"is": "live", "move": 2, "reserve": 1}
    host = visit()
    host.evaluate(_MAKE, {"game": "cards(players=2,start=1)", "public": True, "clock": clock, **settings})
    host.get_by_role("textbox", name="Link").wait_for()
    friend = visit(host.url.partition("/")[2].partition("/")[2].partition("/")[2])
    friend.get_by_role("button", name="Sit here").click()
    host.get_by_role("button", name="Start the game").click()
    for page in (host, friend):
        page.get_by_role("timer").wait_for()
    return host, friend


def test_a_clock_runs_down_for_everyone_and_then_a_bot_plays_until_the_seat_is_taken_back(
    visit: Visit,
) -> None:
    host, friend = hurry(visit)
    for page in (host, friend):
        expect(page.get_by_role("timer").locator(".acting")).to_have_text(re.compile("0:01$"))
    expect(host.get_by_text("Your time ran out: a bot plays for you.")).to_be_visible()
    for page in (host, friend):
        expect(page.locator(".line").first).to_be_visible()  # the bot has made the move
    host.get_by_role("button", name="Take my seat back").click()
    expect(host.get_by_text("a bot plays for you")).to_have_count(0)


def test_where_it_was_agreed_whoever_runs_out_of_time_has_lost(visit: Visit) -> None:
    host, friend = hurry(visit, late="resign")
    expect(friend.get_by_role("heading", name="You win")).to_be_visible()
    expect(host.locator(".ending")).to_be_visible()
    expect(host.get_by_role("timer")).to_have_count(0)


def notices(page: Page) -> list[str]:
    """The notices that the system shows of this page."""
    shown: list[str] = page.evaluate(
        """async () => {
          const worker = await navigator.serviceWorker.ready;
          return (await worker.getNotifications()).map((each) => each.title);
        }"""
    )
    return shown


def ask_for_notices(page: Page) -> None:
    """Tick the box, and wait until the browser has allowed it: until then no notice comes."""
    page.get_by_label("Notify me when it is my turn").check()
    # A function: an expression would be evaluated at each look anew, which the page's policy forbids.
    page.wait_for_function("() => localStorage.getItem('sixfold.notify') === 'true'")


def test_whoever_looks_elsewhere_is_told_by_title_sound_and_a_notice_of_the_system(visit: Visit) -> None:
    host, friend = sit_together(visit, host={"permissions": ["notifications"], "script": AWAY})
    ask_for_notices(host)
    if state(host)[1] == "mine":
        make_move(host)
        wait_for_turn(friend)
    expect(host).to_have_title("Sixfold")
    assert (notices(host), host.evaluate("tones")) == ([], 0)
    host.evaluate("lookElsewhere()")
    make_move(friend)
    expect(host).to_have_title("Your turn · Sixfold")
    for _ in range(100):
        if notices(host):
            break
        host.wait_for_timeout(50)
    assert notices(host) == ["Your turn · Sixfold"]
    assert host.evaluate("tones") == 2


def test_whoever_looks_on_is_not_disturbed_and_sound_can_be_turned_off(visit: Visit) -> None:
    host, friend = sit_together(visit, host={"permissions": ["notifications"], "script": AWAY})
    ask_for_notices(host)
    if state(host)[1] == "mine":
        make_move(host)
        wait_for_turn(friend)
    make_move(friend)
    expect(host).to_have_title("Your turn · Sixfold")
    assert (notices(host), host.evaluate("tones")) == ([], 0)
    make_move(host)
    host.get_by_label("Sound").uncheck()
    host.get_by_label("Notify me when it is my turn").uncheck()
    host.evaluate("lookElsewhere()")
    make_move(friend)
    expect(host).to_have_title("Your turn · Sixfold")
    assert (notices(host), host.evaluate("tones")) == ([], 0)


def test_where_notices_are_forbidden_the_box_does_not_stay_ticked(visit: Visit) -> None:
    page = visit()
    page.get_by_role("button", name="Play now").click()
    wait_for_turn(page)
    box = page.get_by_label("Notify me when it is my turn")
    box.click()
    expect(box).not_to_be_checked()
