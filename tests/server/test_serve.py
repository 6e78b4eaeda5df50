"""`sixfold serve` starts, says where, stops politely, and says plainly why it cannot start."""

import asyncio
import json
import re
import signal
import socket
import subprocess
from pathlib import Path

import httpx
import pytest

from server.serving import SIXFOLD, Running, serving
from server.visiting import Visitor
from sixfold.server.settings import Limits, Rate, Settings, SettingsError

OPERATING = (Path(__file__).parents[2] / "docs" / "operating.md").read_text(encoding="utf-8")


def refused(*arguments: str) -> str:
    """What `sixfold serve` says when it does not start."""
    result = subprocess.run(
        [str(SIXFOLD), "serve", *arguments], capture_output=True, text=True, timeout=30, check=False
    )
    assert result.returncode == 1
    assert "Traceback" not in result.stderr
    return result.stderr


def test_it_says_where_it_is_and_is_well(server: Running) -> None:
    answer = httpx.get(f"{server.announced}/health", trust_env=False, verify=False)
    assert (answer.status_code, answer.json()["status"]) == (200, "ok")
    assert answer.json()["bots"] == "none"


def test_a_port_that_is_taken_is_named(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        error = refused("--port", str(port), "--data", str(tmp_path))
    assert error == f"sixfold: cannot listen on 127.0.0.1 port {port}: Address already in use\n"


def test_a_host_that_is_not_ours_is_named(tmp_path: Path) -> None:
    assert "cannot listen on 203.0.113.1 port 0" in refused(
        "--host", "203.0.113.1", "--port", "0", "--data", str(tmp_path)
    )


def test_a_data_folder_that_cannot_be_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    assert str(tmp_path / "file" / "data") in refused(
        "--port", "0", "--data", str(tmp_path / "file" / "data")
    )


def test_a_data_folder_that_cannot_be_written_is_named() -> None:
    assert "/proc/sixfold" in refused("--port", "0", "--data", "/proc/sixfold")


def test_a_second_server_on_the_same_data_is_refused(server: Running) -> None:
    assert "another server is using it" in refused("--port", "0", "--data", str(server.data))


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("port = 'x'", "port"),
        ("nonsense = 1", "nonsense"),
        ("[limits]\nmany = 1", "many"),
        ("[limits]\nchat = { count = 0, seconds = 1 }", "limits.chat"),
        ("public_url = 'play.example.org'", "public_url"),
        ("log_level = 'loud'", "log_level"),
        ("port =", "at end of document"),
    ],
)
def test_a_mistake_in_the_settings_file_is_named(tmp_path: Path, text: str, complaint: str) -> None:
    file = tmp_path / "sixfold.toml"
    file.write_text(text)
    with pytest.raises(SettingsError) as error:
        Settings.read(file, {})
    assert str(file) in str(error.value)
    assert complaint in str(error.value)


def test_the_command_line_goes_before_the_file(tmp_path: Path) -> None:
    file = tmp_path / "sixfold.toml"
    file.write_text("port = 1\nbots = 3\ndata = 'here'\n[limits]\nsockets = 5\n")
    settings = Settings.read(file, {"port": 2})
    assert (settings.port, settings.bots, settings.data, settings.limits.sockets) == (2, 3, Path("here"), 5)


def test_stopping_tells_everyone_when_to_come_back_and_leaves_in_time(tmp_path: Path) -> None:
    async def watch() -> list[str]:
        ada = await Visitor.arrive(server.url)
        table = await ada.make_table()
        streaming = asyncio.create_task(ada.stream_to_its_end(table))
        async with ada.socket(table) as heard:
            await heard.until("view")
            while server.metric("sixfold_connections") < 2:
                await asyncio.sleep(0.01)
            server.process.send_signal(signal.SIGTERM)
            closing = await heard.until("closing")
            assert closing == {"is": "closing", "code": "restart", "again": 7000}
            await heard.socket.wait_closed()
            assert heard.socket.close_code == 1012
        return await streaming

    with serving(tmp_path, restart_seconds=7) as server:
        messages = asyncio.run(watch())
        assert json.loads(messages[-1])["is"] == "closing"
        assert server.process.wait(10) == 0
        assert ("stopping", 2) in [(line["event"], line.get("connections")) for line in server.log]
        assert server.log[-1]["event"] == "stopped"
        assert not [line for line in server.log if line["level"] in ("warning", "error")]


def test_what_was_acknowledged_is_there_after_a_crash(tmp_path: Path) -> None:
    async def before() -> tuple[str, str, int]:
        ada = await Visitor.arrive(server.url)
        table = await ada.make_table()
        answer = await ada.command(table, do="stand", seat=0)
        return ada.token, table, answer["v"]

    async def after() -> int:
        ada = Visitor(server.url, token)
        v: int = (await ada.get(f"/api/tables/{table}")).json()["v"]
        return v

    with serving(tmp_path) as server:
        token, table, v = asyncio.run(before())
        server.process.kill()
    with serving(tmp_path) as server:
        assert asyncio.run(after()) == v
        assert server.stop(signal.SIGINT) == 0


def test_every_setting_and_limit_is_documented_with_its_default() -> None:
    rows = dict(re.findall(r"^\| (`.*?) \| (.*?) \|", OPERATING, re.MULTILINE))
    said = {name for names in rows for name in re.findall(r"`(\w+)`", names)}
    assert {field for field in Settings.__struct_fields__ if field != "limits"} <= said
    for name in Limits.__struct_fields__:
        default = getattr(Limits(), name)
        text = f"{default.count} in {default.seconds:g} s" if isinstance(default, Rate) else str(default)
        assert rows[f"`{name}`"] == text


def test_the_settings_in_the_docs_are_read(tmp_path: Path) -> None:
    (example,) = re.findall(r"```toml\n(.*?)```", OPERATING, re.DOTALL)
    file = tmp_path / "sixfold.toml"
    file.write_text(example)
    assert Settings.read(file, {}).public_origin == "https://play.example.org"
