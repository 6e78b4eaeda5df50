"""The real server in a process of its own, for tests."""

import json
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

SIXFOLD = Path(sys.executable).with_name("sixfold")
WIDE = {"count": 1_000_000, "seconds": 1}
_LIMITS = ("requests", "new_guests", "new_tables", "new_tables_per_address", "guesses", "thinking")


class Running:
    """A server that answers."""

    def __init__(self, process: "subprocess.Popen[str]", announced: str, log: Path) -> None:
        self.process = process
        self.data = log.parent
        self.announced = announced
        self._log = log
        self.port = int(next(line["port"] for line in reversed(self.log) if line["event"] == "started"))
        self.url = f"http://127.0.0.1:{self.port}"

    @property
    def log_text(self) -> str:
        """All that it has logged."""
        return self._log.read_text(encoding="utf-8")

    @property
    def log(self) -> list[dict[str, Any]]:
        """All that it has logged, line by line."""
        return [json.loads(line) for line in self.log_text.splitlines()]

    def metric(self, name: str) -> float:
        """One number of `/metrics`."""
        text = httpx.get(f"{self.url}/metrics", trust_env=False, verify=False).text
        found = re.search(rf"^{re.escape(name)} (\S+)$", text, re.MULTILINE)
        return float(found[1]) if found else 0.0

    def stop(self, how: signal.Signals = signal.SIGTERM) -> int:
        """Stop it, and return its exit code."""
        self.process.send_signal(how)
        return self.process.wait(20)


@contextmanager
def serving(data: Path, *arguments: str, **settings: Any) -> Iterator[Running]:
    """Run a server on a free port, with settings as in the TOML file. Limits not given are wide."""
    wide = dict.fromkeys(_LIMITS, WIDE)  # tests all come from one address
    limits = {**wide, "sockets_per_address": 100_000, **settings.pop("limits", {})}
    data.mkdir(parents=True, exist_ok=True)
    config, log = data / "test.toml", data / "test.log"
    config.write_text(_toml({"bots": 0, "log_level": "debug", **settings}, limits), encoding="utf-8")
    command = [str(SIXFOLD), "serve", "--port", "0", "--data", str(data), "--config", str(config), *arguments]
    with (
        log.open("a", encoding="utf-8") as errors,
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, text=True) as process,
    ):
        try:
            assert process.stdout is not None
            announced = process.stdout.readline()
            found = re.search(r"(http://\S+|https://\S+)", announced)
            assert found, f"no address: {announced!r} {log.read_text(encoding='utf-8')}"
            yield Running(process, found[1], log)
        finally:
            process.kill()


def _toml(settings: dict[str, Any], limits: dict[str, Any]) -> str:
    lines = [f"{name} = {json.dumps(value)}" for name, value in settings.items()]
    lines.append("[limits]")
    for name, value in limits.items():
        if isinstance(value, dict):
            inner = ", ".join(f"{key} = {number}" for key, number in value.items())
            lines.append(f"{name} = {{ {inner} }}")
        else:
            lines.append(f"{name} = {value}")
    return "\n".join(lines) + "\n"
