"""The browser client is served as it was built, and a server without one says so."""

import re
from pathlib import Path

import httpx
import pytest
from starlette.applications import Starlette

from server.visiting import awaited
from sixfold.server.web.pages import page_routes


@pytest.fixture
def built(tmp_path: Path) -> Path:
    """A client, as far as a server can tell."""
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<!doctype html><title>Sixfold</title>", encoding="utf-8")
    (tmp_path / "assets" / "index-abc.js").write_text("// words\n" * 500, encoding="utf-8")
    (tmp_path / "app.webmanifest").write_text("{}", encoding="utf-8")
    return tmp_path


async def get(folder: Path, path: str, **headers: str) -> httpx.Response:
    transport = httpx.ASGITransport(Starlette(routes=page_routes(folder)))
    async with httpx.AsyncClient(transport=transport, base_url="http://sixfold") as client:
        return await client.get(
            path, headers={name.replace("_", "-"): text for name, text in headers.items()}
        )


@awaited
async def test_a_server_without_a_client_says_so_and_what_programs_can_do(tmp_path: Path) -> None:
    answer = await get(tmp_path, "/")
    assert answer.status_code == 200
    assert "The browser client is not part of this build" in answer.text
    assert re.findall(r'href="(.*?)"', answer.text) == ["/api/openapi.json", "/api/games", "/api/tables"]


@awaited
async def test_built_files_are_packed_and_kept_for_good_and_the_page_is_asked_for_again(built: Path) -> None:
    page, script = await get(built, "/"), await get(built, "/assets/index-abc.js")
    assert (page.headers["content-type"], page.headers["cache-control"]) == (
        "text/html; charset=utf-8",
        "no-cache",
    )
    assert script.headers["content-type"].startswith("text/javascript")
    assert "immutable" in script.headers["cache-control"]
    assert script.headers["content-encoding"] == "gzip"
    assert script.text == "// words\n" * 500
    plain = await get(built, "/assets/index-abc.js", accept_encoding="identity")
    assert "content-encoding" not in plain.headers
    assert plain.text == script.text


@awaited
async def test_a_file_that_has_not_changed_is_not_sent_again(built: Path) -> None:
    first = await get(built, "/")
    assert (await get(built, "/", if_none_match=first.headers["etag"])).status_code == 304


@pytest.mark.parametrize("path", ["/index.html", "/assets", "/assets/", "/assets/../pages.py", "/no.js"])
@awaited
async def test_an_address_is_a_file_of_the_build_or_nothing(built: Path, path: str) -> None:
    assert (await get(built, path)).status_code == 404
