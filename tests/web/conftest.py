"""One server with bots and one browser for all browser tests, and pages that complain about errors."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from server.serving import Running, serving
from web.browsers import find_browser

WEB = Path(__file__).parents[2] / "web"
Visit = Callable[..., Page]


@pytest.fixture(scope="session")
def client() -> None:
    """The client, built from the sources as they are."""
    subprocess.run([sys.executable, str(WEB / "build.py")], check=True)


@pytest.fixture(scope="session")
def house(client: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server with bots that serves the client."""
    with serving(tmp_path_factory.mktemp("house"), bots=1) as running:
        yield running


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """A Chromium without a window. Playwright keeps a loop running, so it ends with this package's tests."""
    path = find_browser()
    assert path is not None, "there is no Chromium; python tests/web/browsers.py installs one"
    arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=path, args=arguments)
        yield launched
        launched.close()


@pytest.fixture
def visit(browser: Browser, house: Running) -> Iterator[Visit]:
    """Opens the page as a new person: `visit()`, `visit("#/me", locale="de-DE")`.

    Errors of a page fail the test.
    """
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def open_page(path: str = "", **options: object) -> Page:
        wanted = {
            "locale": "en-GB",
            "viewport": {"width": 1280, "height": 900},
            "reduced_motion": "reduce",
            **options,
        }
        context = browser.new_context(base_url=house.url, **wanted)  # type: ignore[arg-type]
        contexts.append(context)
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


def _is_bad(kind: str, text: str) -> bool:
    """Browsers call every refused request an error; the first visit asks who it is, and lines may be cut."""
    is_network = "Failed to load resource" in text or "WebSocket connection" in text
    return kind == "error" and not is_network
