"""Commands of those who run a server."""

import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from .app import app, new_console


@app.command()
def serve(
    host: Annotated[
        str | None,
        typer.Option(help="Where to listen: 127.0.0.1 by default, 0.0.0.0 for everyone.", metavar="HOST"),
    ] = None,
    port: Annotated[
        int | None,
        typer.Option(help="8666 by default; 0 takes a free one.", min=0, max=65535, metavar="PORT"),
    ] = None,
    data: Annotated[
        Path | None,
        typer.Option(help="The folder of the database, sixfold-data by default.", metavar="FOLDER"),
    ] = None,
    public_url: Annotated[
        str | None,
        typer.Option(help="Where people reach it, behind a proxy: https://play.example.org", metavar="URL"),
    ] = None,
    trusted_proxy: Annotated[
        list[str] | None,
        typer.Option(help="A proxy whose forwarded addresses are believed; can be repeated.", metavar="IP"),
    ] = None,
    bots: Annotated[
        int | None, typer.Option(help="Processes that think for bots, 1 by default.", min=0, metavar="N")
    ] = None,
    log_level: Annotated[
        str | None, typer.Option(help="debug, info, warning or error; info by default.", metavar="LEVEL")
    ] = None,
    config: Annotated[
        Path | None, typer.Option(help="These and all limits, as TOML: docs/operating.md", metavar="FILE")
    ] = None,
    open_page: Annotated[bool, typer.Option("--open", help="Open the page in the browser.")] = False,
) -> None:
    """Run the server: tables for people and bots, by sockets and HTTP. Ctrl-C stops it, telling everyone.

    [dim]sixfold serve[/dim]  here on this computer

    [dim]sixfold serve --port 0 --data /tmp/trial[/dim]  on a free port

    [dim]sixfold serve --public-url https://play.example.org --trusted-proxy 127.0.0.1[/dim]  behind a proxy
    """
    from ..server.serve import run
    from ..server.settings import Settings

    given = {
        "host": host,
        "port": port,
        "data": None if data is None else str(data),
        "public_url": public_url,
        "trusted_proxies": trusted_proxy or None,
        "bots": bots,
        "log_level": log_level,
    }
    settings = Settings.read(config, {name: value for name, value in given.items() if value is not None})

    def announce(url: str) -> None:
        typer.echo(f"Sixfold is at {url}")
        if open_page and _has_screen():
            import webbrowser

            webbrowser.open(url)

    run(settings, announce)


def _has_screen() -> bool:
    """Whether a browser would open in a window; one at the terminal would be in the way."""
    is_unix = os.name == "posix" and sys.platform != "darwin"
    return not is_unix or any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"))


@app.command()
def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Where to; it must not exist yet.")],
    data: Annotated[Path, typer.Option(help="The folder of the server's database.", metavar="FOLDER")] = Path(
        "sixfold-data"
    ),
) -> None:
    """Copy all that the server keeps to one file, checked, also while it runs.

    To go back to it, start a server with a copy of the file: --data takes a file, too.

    [dim]sixfold backup tuesday.db[/dim]

    [dim]sixfold backup /backups/tuesday.db --data /srv/sixfold[/dim]
    """
    from ..server.store.backup import back_up
    from ..terminal.output import say

    back_up(data, file)
    say(
        new_console(),
        f"{file}: a complete copy of what is in {data}, checked, {file.stat().st_size:,} bytes.",
    )
