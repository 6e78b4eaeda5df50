"""Finds a browser for the tests: the system's Chromium, else Debian's package, else Playwright's own.

`python tests/web/browsers.py` sees to it that there is one; the tests themselves only look for it.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def find_browser() -> Path | None:
    """A browser that is here already."""
    for name in _NAMES:
        if found := shutil.which(name):
            return Path(found)
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        own = Path(playwright.chromium.executable_path)
    return own if own.is_file() else None


def get_browser() -> Path | None:
    """A browser, fetched if need be."""
    if found := find_browser():
        return found
    if os.geteuid() == 0 and shutil.which("apt-get"):
        print("Installing Debian's Chromium for the browser tests ...", file=sys.stderr)
        subprocess.run(["apt-get", "update", "-qq"], check=False)
        subprocess.run(
            ["apt-get", "install", "-qq", "-y", "--no-install-recommends", "chromium"], check=False
        )
    if not any(shutil.which(name) for name in _NAMES):
        print("Fetching Playwright's Chromium for the browser tests ...", file=sys.stderr)
        subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], check=False)
    return find_browser()


if __name__ == "__main__":
    if get_browser() is None:
        sys.exit("There is no Chromium, and none could be installed: the browser tests cannot run.")
