"""Somebody at the mouse: plays whatever the page offers, as a person would who does not think."""

from playwright.sync_api import Page

_DONE = ".answers button:enabled:last-child, .hand .buttons .primary:enabled"
_NEXT = """(done) => {
  if (document.querySelector(done)) return null;
  const tiles = [...document.querySelectorAll(".rack button:enabled")];
  const isChosen = tiles.some((each) => each.getAttribute("aria-pressed") === "true");
  const next = isChosen ? document.querySelector("[role=gridcell].open") : tiles[0];
  next.scrollIntoView({ block: "center" });
  const { x, y, width, height } = next.getBoundingClientRect();
  return [x + width / 2, y + height / 2];
}"""
"""What to press next: a tile, a place for the chosen one; nothing if an answer or the move itself is due."""


def state(page: Page) -> tuple[int, str]:
    """The version of the table that is shown, and whose turn it is: mine, theirs or over."""
    v, turn = page.locator("[data-turn]").evaluate("(table) => [Number(table.dataset.v), table.dataset.turn]")
    return v, turn


def wait_for_turn(page: Page, after: int = -1) -> str:
    """Wait until I may act or the game is over, in a version later than that: mine or over."""
    return _next_turn(page, after)[1]


def wait_for_version(page: Page, after: int) -> None:
    """Wait until a later version of the table is shown."""
    page.wait_for_function("(v) => Number(document.querySelector('[data-turn]').dataset.v) > v", arg=after)


def _next_turn(page: Page, after: int) -> tuple[int, str]:
    seen = page.wait_for_function(
        """(after) => {
          const table = document.querySelector("[data-turn]");
          const isNews = table && Number(table.dataset.v) > after && table.dataset.turn !== "theirs";
          return isNews ? [Number(table.dataset.v), table.dataset.turn] : null;
        }""",
        arg=after,
        timeout=40_000,
    )
    v, turn = seen.json_value()
    return v, turn


def make_move(page: Page, *, by_touch: bool = False) -> None:
    """Make a move and wait until it counts."""
    version, _ = state(page)
    _act(page, by_touch)
    wait_for_version(page, version)


def play_to_the_end(page: Page, *, by_touch: bool = False) -> int:
    """Make moves until the game is over; how many."""
    version, turn = _next_turn(page, -1)
    made = 0
    while turn != "over":
        _act(page, by_touch)
        made += 1
        version, turn = _next_turn(page, version)
    return made


def _act(page: Page, by_touch: bool) -> None:
    """Answer what is asked, or lay the first tile on the first open place."""
    for _ in range(8):
        point: list[float] | None = page.evaluate(_NEXT, _DONE)
        done = page.locator(_DONE).first
        match point, by_touch:
            case None, True:
                return done.tap()
            case None, False:
                return done.click()
            case [x, y], True:
                page.touchscreen.tap(x, y)
            case [x, y], False:
                page.mouse.click(x, y)
    raise AssertionError("pressing things leads to no move")
