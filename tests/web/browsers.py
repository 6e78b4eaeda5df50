"""Finds a browser for the tests: the system's Chromium, else Debian's package, else Playwright's own.

`python tests/web/browsers.py` sees to it that there is one and says which; the tests only look for it.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import Browser, Playwright, sync_playwright

_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
_PACKAGE = "chromium"


def find_browser() -> Path | None:
    """A browser that is here already."""
    return _of_the_system() or _of_playwright()


def get_browser() -> Path | None:
    """A browser, fetched if need be."""
    if found := find_browser():
        return found
    if (rights := _rights_to_install()) is not None:
        print("Installing Debian's Chromium for the browser tests ...", file=sys.stderr)
        _run(*rights, "apt-get", "update", "-qq")
        _run(*rights, "apt-get", "install", "-qq", "-y", "--no-install-recommends", _PACKAGE)
        if found := _of_the_system():
            return found
    print("Fetching Playwright's Chromium for the browser tests ...", file=sys.stderr)
    with_libraries = ["--with-deps"] if rights is not None else []
    _run(sys.executable, "-m", "playwright", "install", *with_libraries, "chromium")
    return _of_playwright()


def launch(playwright: Playwright) -> Browser:
    """Start the browser that is here, without a window."""
    path = _of_the_system() or Path(playwright.chromium.executable_path)
    assert path.is_file(), "there is no Chromium; python tests/web/browsers.py installs one"
    arguments = ["--no-sandbox"] if _is_root() else []
    return playwright.chromium.launch(executable_path=path, args=arguments)


def _of_the_system() -> Path | None:
    found = (shutil.which(name) for name in _NAMES)
    return next((Path(path) for path in found if path and _starts(path)), None)


def _of_playwright() -> Path | None:
    with sync_playwright() as playwright:
        own = playwright.chromium.executable_path
    return Path(own) if Path(own).is_file() and _starts(own) else None


def _starts(path: str) -> bool:
    """Whether it is more than a file: libraries may be missing, or it only tells where to get a browser."""
    return _run(path, "--version", quiet=True)


def _rights_to_install() -> list[str] | None:
    """What to write before a command that installs Debian's packages; nothing if that is not possible."""
    if not shutil.which("apt-get"):
        return None
    if _is_root():
        return []
    return ["sudo", "-n"] if shutil.which("sudo") and _run("sudo", "-n", "true", quiet=True) else None


def _is_root() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0


def _run(*command: str, quiet: bool = False) -> bool:
    """Whether a command went well. What it says comes with our own words, unless it is only a question."""
    output = subprocess.DEVNULL if quiet else sys.stderr
    try:
        return subprocess.run(command, stdout=output, stderr=output, check=False).returncode == 0
    except OSError:
        return False


if __name__ == "__main__":
    browser = get_browser()
    if browser is None:
        sys.exit("There is no Chromium, and none could be installed: the browser tests cannot run.")
    print(browser)
