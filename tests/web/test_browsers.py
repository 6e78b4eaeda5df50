"""Which browser the tests take, on machines made of a folder with a few programs and no network."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from web import browsers

STARTS = "exit 0"
ONLY_TELLS = "echo 'get the snap'; exit 1"
INSTALLS = """case "$*" in *install*chromium)
  echo "#!/bin/sh" >"$MACHINE/chromium" && chmod +x "$MACHINE/chromium"
esac"""
_OWN = """
from playwright.sync_api import sync_playwright
with sync_playwright() as playwright: print(playwright.chromium.executable_path)
"""


class Machine:
    """A machine with the programs that a test puts there."""

    def __init__(self, folder: Path) -> None:
        self.programs = folder / "bin"
        self.programs.mkdir()
        self._environment = {
            **os.environ,
            "PATH": str(self.programs),
            "MACHINE": str(self.programs),
            "PLAYWRIGHT_BROWSERS_PATH": str(folder / "own"),
            "PLAYWRIGHT_DOWNLOAD_HOST": "http://127.0.0.1:9",  # nobody is there
        }
        self.put("sudo", 'shift; exec "$@"')  # for those who are not root
        self.put("true", STARTS)
        self.put("chmod", 'exec /bin/chmod "$@"')

    def put(self, name: str, script: str) -> Path:
        """Have a program."""
        return _write(self.programs / name, script)

    def put_own(self) -> Path:
        """Have Playwright's browser."""
        asked = [sys.executable, "-c", _OWN]
        told = subprocess.run(asked, env=self._environment, capture_output=True, text=True, check=True)
        return _write(Path(told.stdout.strip()), STARTS)

    def looks(self) -> "subprocess.CompletedProcess[str]":
        """Look for a browser as `scripts/test` does."""
        asked = [sys.executable, browsers.__file__]
        return subprocess.run(asked, env=self._environment, capture_output=True, text=True, check=False)


def _write(file: Path, script: str) -> Path:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    file.chmod(0o755)
    return file


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def test_the_systems_chromium_is_taken(machine: Machine) -> None:
    machine.put("apt-get", INSTALLS)
    chromium = machine.put("chromium-browser", STARTS)
    assert machine.looks().stdout == f"{chromium}\n"


def test_else_debians_package_is_installed_where_that_is_possible(machine: Machine) -> None:
    machine.put("apt-get", INSTALLS)
    looked = machine.looks()
    assert looked.stdout == f"{machine.programs / 'chromium'}\n"
    assert "Debian's Chromium" in looked.stderr


def test_a_chromium_that_only_tells_where_to_get_one_does_not_count(machine: Machine) -> None:
    machine.put("chromium-browser", ONLY_TELLS)
    own = machine.put_own()
    assert machine.looks().stdout == f"{own}\n"


def test_with_none_it_says_so_and_fails(machine: Machine) -> None:
    machine.put("apt-get", "exit 1")
    looked = machine.looks()
    assert looked.returncode != 0
    assert "the browser tests cannot run" in looked.stderr
