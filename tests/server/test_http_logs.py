"""The log is JSON, says what happened, and holds no secret, whatever people do."""

import asyncio
import io
import json
import logging
import re
from pathlib import Path

import pytest

from server.serving import serving
from server.visiting import Visitor
from sixfold.server.logs import note, note_failure, write_logs


@pytest.fixture(autouse=True)
def _log_as_before() -> object:
    loggers = [logging.getLogger(name) for name in ("sixfold.server", "uvicorn.error", "asyncio")]
    before = [(logger, logger.handlers, logger.propagate, logger.level) for logger in loggers]
    yield
    for logger, handlers, propagate, level in before:
        logger.handlers, logger.propagate = handlers, propagate
        logger.setLevel(level)


def test_a_line_is_one_json_object_whatever_is_in_it() -> None:
    stream = io.StringIO()
    write_logs("info", stream)
    note("something", table="a\nb", number=1, nothing=None)
    note("too small", logging.DEBUG)
    try:
        raise ValueError("broken")
    except ValueError as error:
        note_failure("failed", error)
    logging.getLogger("uvicorn.error").warning("odd %s", "thing")
    lines = [json.loads(line) for line in stream.getvalue().splitlines()]
    assert [line["event"] for line in lines] == ["something", "failed", "uvicorn.error"]
    assert lines[0]["table"] == "a\nb"
    assert "ValueError: broken" in lines[1]["traceback"]
    assert lines[2]["text"] == "odd thing"


def test_no_token_seed_code_or_link_is_in_the_log_of_a_full_session(tmp_path: Path) -> None:
    secrets: set[str] = set()

    async def session(url: str) -> None:
        ada, bob = await Visitor.arrive(url), await Visitor.arrive(url, "Bob")
        secrets.update((ada.token, bob.token))
        cookie = (await Visitor(url).post("/api/guests", {"name": "Cy"})).headers["set-cookie"]
        secrets.add(re.findall(r"sixfold=([^;]+)", cookie)[0])
        code = (await ada.post("/api/me/codes")).json()["code"]
        secrets.add(code)
        moved = (await Visitor(url).post("/api/codes", {"code": code, "bearer": True})).json()
        secrets.add(moved["token"])
        table = await ada.make_table(hot_seat=True)
        for purpose in ("join", "watch"):
            link = (await ada.post(f"/api/tables/{table}/links", {"purpose": purpose})).json()["secret"]
            secrets.add(link)
            await bob.post("/api/links", {"secret": link})
            # People make mistakes: secrets end up in addresses, headers and messages.
            await bob.get(f"/api/links/{link}?secret={link}#{link}")
            await bob.get(f"/join/{link}", headers={"referer": f"{url}/#{link}"})
        await bob.get(f"/api/me?token={ada.token}", headers={"authorization": f"Basic {ada.token}"})
        await bob.post("/api/codes", {"code": ada.token[:40]})
        for visitor in (ada, bob):
            async with visitor.socket(table, f"?secret={visitor.token}") as heard:
                await heard.close_code()
        async with ada.socket(table) as heard:
            await heard.socket.send(ada.token)
            await heard.say(do="say", key=ada.token[:40], text="my secret is " + code)
            await heard.until("ack")
        await ada.command(table, do="sit", seat=1)
        await ada.command(table, do="start")
        await ada.command(table, do="resign", seat=0)
        record = (await ada.get(f"/api/tables/{table}/record")).text
        secrets.update(re.findall(r"\b[0-9a-f]{64}\b", record))
        await ada.request("DELETE", "/api/me")

    with serving(tmp_path) as server:
        asyncio.run(session(server.url))
        server.stop()
        log = server.log
    assert len(secrets) >= 8
    assert {"started", "request", "guest_new", "table_made", "socket_opened", "stopped"} <= {
        line["event"] for line in log
    }
    text = server.log_text
    assert not [secret for secret in secrets if secret in text or secret[:20] in text]
    assert "my secret" not in text
    assert not [line for line in log if line["level"] == "error"]
