"""A server with bots, one with rare moments, and a browser for all tests; pages that complain of errors."""

import asyncio
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final, NamedTuple

import httpx
import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from server.serving import Running, serving
from sixfold import Phase
from web.browsers import launch
from web.scenes import Plot, Scene, after, deciding, on_second_sheet, order_matters, stage, token_taken

WEB = Path(__file__).parents[2] / "web"
Visit = Callable[..., Page]
PLOTS: Final = {
    "bonus": Plot("hex(players=2,start=1)", deciding(Phase.BONUS)),
    "exchange": Plot("hex(players=2,start=1)", deciding(Phase.EXCHANGE)),
    "order": Plot("hex-solo", order_matters),
    "hex-2": Plot("hex(players=2,start=1)", after(20)),
    "hex-4": Plot("hex(players=4,start=1)", after(24)),
    "duel": Plot("hex-duel(start=1)", token_taken),
    "team": Plot("hex-team(start=1)", on_second_sheet),
    "solo": Plot("hex-solo", on_second_sheet),
    "scoring": Plot("hex-solo", after(12)),
    "square": Plot("square(players=2,start=1)", after(14)),
    "cards": Plot("cards(players=4,start=1)", after(12)),
}


@pytest.fixture(scope="session")
def client() -> None:
    """The client, built from the sources as they are."""
    subprocess.run([sys.executable, str(WEB / "build.py")], check=True)


@pytest.fixture(scope="session")
def house(client: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server with bots that serves the client."""
    with serving(tmp_path_factory.mktemp("house"), bots=1) as running:
        for game in ("hex(players=2,start=2)", "cards(players=2,start=2)"):
            _wake_bots(running, game)
        yield running


def _wake_bots(house: Running, game: str) -> None:
    """Let a bot make its first move: on a new machine that compiles kernels, and no page should wait then."""
    with httpx.Client(base_url=house.url, trust_env=False, timeout=300) as http:
        token = http.post("/api/guests", json={"name": "Ada", "bearer": True}).json()["token"]
        http.headers["Authorization"] = f"Bearer {token}"
        table = http.post("/api/tables", json={"game": game, "seats": ["me", "beginner"]}).json()["table"]
        http.post(f"/api/tables/{table}", json={"do": "start", "key": "start"}).raise_for_status()
        with http.stream("GET", f"/api/tables/{table}/events") as events:
            next(line for line in events.iter_lines() if re.search(r'"made":[1-9]', line))


class Theatre(NamedTuple):
    """A server without bots, and the tables that wait there for their next move."""

    house: Running
    scenes: dict[str, Scene]


@pytest.fixture(scope="session")
def theatre(client: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Theatre]:
    """Tables at moments that are rare or long in coming."""
    data = tmp_path_factory.mktemp("theatre")
    with ThreadPoolExecutor(1) as elsewhere:  # Playwright has a loop running here
        scenes = elsewhere.submit(asyncio.run, stage(data, PLOTS)).result()
    with serving(data) as running:
        yield Theatre(running, scenes)


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """A Chromium without a window. Playwright keeps a loop running, so it ends with this package's tests."""
    with sync_playwright() as playwright:
        launched = launch(playwright)
        yield launched
        launched.close()


@pytest.fixture
def visit(browser: Browser, house: Running) -> Iterator[Visit]:
    """Opens the page as a new person: `visit()`, `visit("#/me", locale="de-DE")`.

    With a `token`, as the person who has it; with a `script`, after this has run in the page. Errors of a
    page fail the test.
    """
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def open_page(path: str = "", token: str = "", script: str = "", **options: object) -> Page:
        wanted = {
            "base_url": house.url,
            "locale": "en-GB",
            "viewport": {"width": 1280, "height": 900},
            "reduced_motion": "reduce",
            **options,
        }
        context = browser.new_context(**wanted)  # type: ignore[arg-type]
        contexts.append(context)
        if token:
            context.add_cookies([{"name": "sixfold", "value": token, "url": str(wanted["base_url"])}])
        if script:
            context.add_init_script(script)
        page = context.new_page()
        page.set_default_timeout(20_000)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on(
            "console", lambda line: complaints.append(line.text) if _is_bad(line.type, line.text) else None
        )
        page.goto(f"/{path}")
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert not complaints


@pytest.fixture
def attend(visit: Visit, theatre: Theatre) -> Visit:
    """Opens a table at its moment as the person whose turn it is: `attend("exchange")`."""

    def open_table(name: str, **options: object) -> Page:
        scene = theatre.scenes[name]
        page = visit(f"#/table/{scene.table}", token=scene.tokens[0], base_url=theatre.house.url, **options)
        page.locator("[data-turn=mine]").wait_for()
        return page

    return open_table


def _is_bad(kind: str, text: str) -> bool:
    """Browsers call every refused request an error; the first visit asks who it is, and lines may be cut."""
    is_network = "Failed to load resource" in text or "WebSocket connection" in text
    return kind == "error" and not is_network
