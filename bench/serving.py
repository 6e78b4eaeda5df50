"""A real server process to measure and to torment, with the limits on strangers out of the way."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

_NO_LIMITS: Final = """
metrics = true
log_level = "warning"
[limits]
sockets = 100000
sockets_per_guest = 100000
sockets_per_address = 100000
requests = {count = 1000000, seconds = 1}
new_guests = {count = 1000000, seconds = 1}
new_tables = {count = 1000000, seconds = 1}
new_tables_per_address = {count = 1000000, seconds = 1}
chat = {count = 1000000, seconds = 1}
guesses = {count = 1000000, seconds = 1}
thinking = {count = 1000000, seconds = 1}
socket_messages = {count = 1000000, seconds = 1}
"""
"""All clients come from one address here, which nobody allows otherwise."""


@dataclass(frozen=True, slots=True)
class ServerProcess:
    """A server that runs."""

    process: "subprocess.Popen[str]"
    port: int
    data: Path
    config: Path

    @property
    def memory(self) -> int:
        """Bytes of memory that the server itself holds, its bots aside."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS")) * 1024

    @property
    def cpu(self) -> float:
        """Seconds of computing so far, of the server itself."""
        return cpu_of(self.process.pid)

    @property
    def waited(self) -> float:
        """Seconds that the server's main thread could have computed, and had to wait for a core."""
        thread = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/schedstat")
        return int(thread.read_text().split()[1]) / 1e9

    @property
    def bots(self) -> list[int]:
        """The processes in which bots think."""
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text()
        return [int(pid) for pid in children.split()]

    def kill(self) -> None:
        """End it without a warning, as a power cut would."""
        with self.process:  # which waits, and closes the pipe
            self.process.kill()

    def stop(self) -> None:
        """End it as its operator would; a server that does not end within 30 s is an error."""
        try:
            self.process.terminate()
            self.process.wait(30)
        finally:
            self.kill()

    def again(self) -> "ServerProcess":
        """Start it anew on the same port with the same data."""
        process, port = _start(self.config, self.data, self.port)
        return replace(self, process=process, port=port)


@contextmanager
def running_server(folder: Path, settings: str = _NO_LIMITS, bots: int = 1) -> Iterator[ServerProcess]:
    """A server on a free port of this machine with its data in a folder; it is stopped in the end."""
    config = folder / "server.toml"
    config.write_text(f"bots = {bots}\n{settings}", encoding="utf-8")
    data = folder / "data"
    process, port = _start(config, data, 0)
    server = ServerProcess(process, port, data, config)
    try:
        yield server
    finally:
        server.stop()


def _start(config: Path, data: Path, port: int) -> tuple["subprocess.Popen[str]", int]:
    sixfold = Path(sys.executable).with_name("sixfold")
    command = [str(sixfold), "serve", "--config", str(config)]
    command += ["--data", str(data), "--port", str(port)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    for line in process.stdout:
        if "http://" in line:
            return process, int(line.rstrip().rstrip("/").rpartition(":")[2])
    raise RuntimeError(f"the server ended with exit code {process.wait()}")


def cpu_of(pid: int) -> float:
    """Seconds of computing of a process so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
