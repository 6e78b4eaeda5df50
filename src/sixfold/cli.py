"""The command line: `sixfold`. Heavy things are imported by the commands that need them."""

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from . import __version__
from .core.errors import SixfoldError

if TYPE_CHECKING:
    from rich.console import Console

    from .bots.thinking import Budget
    from .core.catalogue import Game, Option
    from .notation.record import GameRecord

_DEFAULT_GAME = "hex(players=2)"
_DEFAULT_BOT = "casual"
_REVIEW_SAMPLES = 4000


class _Polite(TyperGroup):
    """Says in one line what is wrong, where Python would print a traceback."""

    def invoke(self, ctx: Any) -> Any:
        """Run the command."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            raise  # typer ends quietly then
        except SixfoldError as error:
            message = str(error)
        except OSError as error:
            message = f"{error.filename}: {error.strerror}" if error.filename else str(error)
        typer.echo(f"sixfold: {message}", err=True)
        raise typer.Exit(1)


app = typer.Typer(
    cls=_Polite,
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="rich",
    pretty_exceptions_show_locals=False,
    help="Board games in which your score is your weakest colour.",
    epilog="New here? [bold]sixfold play[/bold] starts a game against a bot; type [bold]help[/bold] in it.",
)


def main() -> None:
    """The entry point of the command `sixfold`."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a terminal without our signs shows ? instead of failing
    app()


def _console(*, stderr: bool = False) -> "Console":
    """What is printed goes through here: no colour where there is no terminal, or with NO_COLOR."""
    from rich.console import Console

    from .terminal.colours import colour_theme

    console = Console(stderr=stderr, highlight=False, markup=False, emoji=False)
    console.push_theme(colour_theme(console.color_system))
    return console


def _read_line(prompt: str) -> str:
    line = input(prompt)
    if not sys.stdin.isatty():
        print(line)  # so that what is saved of a scripted game reads like one that was typed
    return line


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"sixfold {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version and stop."),
    ] = False,
) -> None:
    pass


# ---------------------------------------------------------------- games


@app.command()
def games(
    game: Annotated[str | None, typer.Argument(metavar="GAME", help="Show the options of this game.")] = None,
) -> None:
    """List the games, or the options of one.

    [dim]sixfold games[/dim]

    [dim]sixfold games hex-duel[/dim]
    """
    from rich.table import Table

    from .core.catalogue import CATALOGUE
    from .core.rules import Rules

    console = _console()
    if game is not None:
        _print_options(console, Rules.parse(game).game)
        return
    table = Table("game", "players", "what it is", box=None, pad_edge=False)
    for entry in CATALOGUE.values():
        table.add_row(entry.name, _span(entry.players), entry.summary)
    console.print(table)
    console.print("\nIts options: sixfold games hex-duel    Play it: sixfold play hex-duel")


@app.command()
def bots() -> None:
    """List the bots: how each plays, and the most that a move of it takes.

    [dim]sixfold bots[/dim]
    """
    from rich.table import Table

    from .bots.levels import LEVELS
    from .bots.simple import SIMPLE_BOTS

    table = Table("bot", "how it plays", "a move takes at most", box=None, pad_edge=False)
    for level in LEVELS.values():
        table.add_row(level.name, f"{level.how}; for {level.for_whom}", f"{level.seconds:g} s")
    for name, (how, _) in SIMPLE_BOTS.items():
        table.add_row(name, how, "0.1 s")
    console = _console()
    console.print(table)
    console.print(
        "\nPlay one: sixfold play --seats human,expert    Compare them: sixfold arena expert greedy"
    )


def _span(numbers: tuple[int, ...]) -> str:
    return str(numbers[0]) if len(numbers) == 1 else f"{numbers[0]}-{numbers[-1]}"


def _print_options(console: "Console", game: "Game") -> None:
    from rich.table import Column, Table

    console.print(f"{game.name}: {game.summary}\n")
    table = Table(
        Column("option", no_wrap=True), "values", "default", "clause", "meaning", box=None, pad_edge=False
    )
    most = game.players[-1]
    if len(game.players) > 1:
        table.add_row("players", ", ".join(map(str, game.players)), str(game.players[0]), "", "how many play")
    for option in game.options_for(most):
        values = option.form or ", ".join(option.values)
        table.add_row(option.name, values, _default(option), option.clause, option.meaning)
    console.print(table)
    chosen = [f"players={most}"] if len(game.players) > 1 else []
    chosen += [f"{option.name}={option.values[1]}" for option in game.options_for(most)[-1:]]
    console.print(f"\nChoose with: sixfold play '{game.name}({', '.join(chosen)})'")


def _default(option: "Option") -> str:
    if option.default_by is None:
        return option.values[0]
    decider, defaults = option.default_by
    return ", ".join(f"{value} ({decider}={choice})" for choice, value in defaults.items())


# ---------------------------------------------------------------- play


@app.command()
def play(
    game: Annotated[
        str, typer.Argument(metavar="GAME", help="Which game, with options in brackets.")
    ] = _DEFAULT_GAME,
    seats: Annotated[
        str,
        typer.Option(
            help="Who plays, seat by seat: human, or a bot: beginner, casual, skilled, expert, master, "
            "random, greedy, lexmin. The other seats are casual.",
            metavar="WHO,...",
        ),
    ] = "human",
    seed: Annotated[
        str | None, typer.Option(help="Deal from this seed, 64 hexadecimal digits.", metavar="HEX")
    ] = None,
    save: Annotated[
        Path | None, typer.Option(help="Write the record to this file, finished or not.", metavar="FILE")
    ] = None,
    series: Annotated[
        int, typer.Option("--games", help="Play a series and add up the points.", min=1, metavar="N")
    ] = 1,
) -> None:
    """Play a game here in the terminal, against bots or with others.

    [dim]sixfold play[/dim]  two-player hex against a bot

    [dim]sixfold play 'hex(players=3)' --seats human,human,greedy[/dim]  two people and a bot

    [dim]sixfold play cards --games 3 --save cards.txt[/dim]  a series, each game in its own file
    """
    from .core.rules import Rules
    from .core.series import Series
    from .terminal.play import dealers, play_series

    rules = Rules.parse(game)
    who = _who_plays(seats, rules.players)
    dealing = dealers(seed)
    play_series(_console(), Series(rules, series, dealing=dealing), who, seed, save, _read_line)


def _who_plays(seats: str, players: int) -> list[str]:
    from .bots import BOT_NAMES
    from .terminal.play import HUMAN

    who = [name.strip().lower() for name in seats.split(",")]
    known = (HUMAN, *BOT_NAMES)
    for name in who:
        if name not in known:
            raise typer.BadParameter(f"{name!r} cannot play; write {', '.join(known)}", param_hint="--seats")
    if len(who) > players:
        raise typer.BadParameter(f"{len(who)} are too many for {players} seats", param_hint="--seats")
    return who + [_DEFAULT_BOT] * (players - len(who))


# ---------------------------------------------------------------- arena


@app.command()
def arena(
    bots: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="BOT",
            help="Who plays: random, greedy, lexmin, a level or cmd:PROGRAM. Two or more; solo: one.",
        ),
    ] = None,
    more: Annotated[
        list[str] | None,
        typer.Option("--bot", help="One more, like cmd:./mybot; can be repeated.", metavar="BOT"),
    ] = None,
    time_limit: Annotated[
        float,
        typer.Option(help="Seconds that another program has for a move.", min=0.01, max=120, metavar="S"),
    ] = 5,
    game: Annotated[
        str, typer.Option(help="Which game, with options in brackets.", metavar="GAME")
    ] = _DEFAULT_GAME,
    pairs: Annotated[
        int,
        typer.Option(help="How many deals each two bots play, seats rotated on each.", min=1, metavar="N"),
    ] = 100,
    seed: Annotated[int, typer.Option(help="Other deals for another number.", metavar="INT")] = 0,
    jobs: Annotated[
        int | None,
        typer.Option(help="How many processes play; by default one for each core.", min=1, metavar="N"),
    ] = None,
    json: Annotated[
        Path | None, typer.Option("--json", help="Write the summary to this file, too.", metavar="FILE")
    ] = None,
    csv: Annotated[
        Path | None, typer.Option("--csv", help="Write every game to this file, a row each.", metavar="FILE")
    ] = None,
    plot: Annotated[
        Path | None,
        typer.Option("--plot", help="Draw the result, .png or .svg; needs sixfold\\[plot].", metavar="FILE"),
    ] = None,
) -> None:
    """Let bots play against each other and measure who is stronger.

    All play the same deals, and on each deal the seats rotate. Ctrl-C prints what is finished.

    [dim]sixfold arena lexmin greedy[/dim]  who wins more of two-player hex, and how sure that is

    [dim]sixfold arena random greedy lexmin --game 'hex(players=3)' --pairs 50[/dim]  all pairs, and ratings

    [dim]sixfold arena greedy lexmin --game hex-solo --csv games.csv[/dim]  each alone, on the same deals

    [dim]sixfold arena lexmin greedy --pairs 1000 --json result.json --plot result.png[/dim]  to keep

    [dim]sixfold arena expert --bot 'cmd:./mybot' --time-limit 2[/dim]  your own program: docs/engine.md
    """
    from .bots.arena import Plan
    from .core.rules import Rules
    from .terminal.arena import Outputs, run_arena

    names = [*(bots or ()), *(more or ())]
    if not names:
        raise typer.BadParameter("name at least one", param_hint="BOT")
    plan = Plan.of(Rules.parse(game), names, pairs, seed, time_limit)
    outputs = Outputs(json, csv, plot)
    if not run_arena(_console(), _console(stderr=True), plan, jobs or os.cpu_count() or 1, outputs):
        raise typer.Exit(130)


# ---------------------------------------------------------------- other programs


@app.command()
def engine() -> None:
    """Answer other programs: which moves are good in a position. A JSON object a line, see docs/engine.md.

    [dim]echo '{"command": "hello"}' | sixfold engine[/dim]
    """
    try:
        from .bots.engine import Engine
        from .core.compiling import compile_kernels

        compile_kernels()
        Engine(lambda notice: typer.echo(f"sixfold engine: {notice}", err=True)).serve(
            sys.stdin.buffer, sys.stdout.buffer
        )
    except KeyboardInterrupt:
        raise typer.Exit(130) from None


# ---------------------------------------------------------------- positions and records


@app.command()
def show(
    position: Annotated[
        str, typer.Argument(metavar="POSITION", help="A position in quotes, or - to read it or a record.")
    ],
    svg: Annotated[
        Path | None, typer.Option("--svg", help="Draw it into this file, too.", metavar="FILE")
    ] = None,
    png: Annotated[
        Path | None,
        typer.Option("--png", help="The same in pixels; needs sixfold\\[render].", metavar="FILE"),
    ] = None,
    theme: Annotated[str, typer.Option(help="Of such a file: light or dark.", metavar="NAME")] = "light",
    width: Annotated[
        int, typer.Option(help="Its width; below 640 it is one column.", metavar="PIXELS")
    ] = 1200,
) -> None:
    """Draw a position, or where a recorded game stands.

    [dim]sixfold show 'hex(players=2) R4G/7/8/...'[/dim]

    [dim]sixfold show - --png game.png --theme dark < game.txt[/dim]
    """
    from .terminal.show import Files, show_text

    text = sys.stdin.read() if position == "-" else position
    show_text(_console(), text, Files(svg, png, theme, width))


@app.command()
def replay(file: Annotated[Path, typer.Argument(metavar="FILE", help="A game record.")]) -> None:
    """Look through a recorded game turn by turn.

    [dim]sixfold replay game.txt[/dim]  Enter goes on, b back, g 12 to turn 12, q quits

    [dim]sixfold replay game.txt | less[/dim]  all turns at once
    """
    from .terminal.replay import print_record, step_through

    record, console = _record(file), _console()
    if sys.stdin.isatty() and console.is_terminal:
        step_through(console, record, _read_line)
    else:
        print_record(console, record)


@app.command()
def verify(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A record of a finished game.")],
) -> None:
    """Check that a record is right and that the dealer was honest.

    Every move is played again, and every draw must follow from the seed that the dealer had sealed.

    [dim]sixfold verify game.txt[/dim]
    """
    from .terminal.output import say

    record = _record(file)
    try:
        record.verify()
    except SixfoldError as error:
        raise SixfoldError(f"{file}: {error}") from None
    draws = f"all {record.match.draws} draws"
    if record.earlier:
        taken = record.earlier[-1].until
        draws = f"{taken} draws were taken over from a finished game and follow from its seed; all others"
    say(_console(), f"{file}: {draws} follow from the seed, and the seed is the one committed to.")


def _record(file: Path) -> "GameRecord":
    from .notation.record import GameRecord
    from .terminal.files import read_text

    text = read_text(file)
    try:
        return GameRecord.parse(text)
    except SixfoldError as error:
        raise SixfoldError(f"{file}: {error}") from None


# ---------------------------------------------------------------- review and hint

_Samples = Annotated[
    int | None,
    typer.Option(
        help=f"How much to think about a move; {_REVIEW_SAMPLES} unless --time is given.", min=1, metavar="N"
    ),
]
_Seconds = Annotated[
    float | None,
    typer.Option("--time", help="Think at most so many seconds about a move.", min=0.001, metavar="SECONDS"),
]
_ThinkingSeed = Annotated[int, typer.Option(help="Try other worlds for another number.", metavar="INT")]
_JsonOrStdout = Annotated[
    Path | None,
    typer.Option("--json", help="Write it to this file, too; - prints it instead.", metavar="FILE"),
]


@app.command()
def review(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A game record.")],
    samples: _Samples = None,
    seconds: _Seconds = None,
    seed: _ThinkingSeed = 0,
    player: Annotated[
        int | None, typer.Option(help="Judge only the moves of this seat.", min=1, metavar="N")
    ] = None,
    json: _JsonOrStdout = None,
    plot: Annotated[
        Path | None,
        typer.Option("--plot", help="Draw the game, .png or .svg; needs sixfold\\[plot].", metavar="FILE"),
    ] = None,
) -> None:
    """Look for mistakes in a recorded game: what each move cost, what was better, and why.

    Nobody is blamed for tiles that could not be seen. Ctrl-C prints what is judged by then.

    [dim]sixfold review game.txt[/dim]  takes about a minute

    [dim]sixfold review game.txt --player 1 --samples 20000[/dim]  one player's moves, more surely

    [dim]sixfold review game.txt --json review.json --plot review.png[/dim]  to keep
    """
    from .terminal.review import Outputs, run_review

    record, budget = _record(file), _thinking_budget(samples, seconds)
    outputs = Outputs(json, plot)
    if not run_review(_console(), _console(stderr=True), record, budget, seed, player, outputs):
        raise typer.Exit(130)


@app.command()
def hint(
    position: Annotated[
        str,
        typer.Argument(
            metavar="POSITION",
            help="A position in quotes, a file with one or with a record, or - to read it.",
        ),
    ],
    seat: Annotated[
        int | None,
        typer.Option(help="Who asks; in a record, the last time that this seat was to move.", min=1),
    ] = None,
    samples: _Samples = None,
    seconds: _Seconds = None,
    moves: Annotated[int, typer.Option(help="How many moves to show.", min=1, metavar="N")] = 5,
    seed: _ThinkingSeed = 0,
    json: _JsonOrStdout = None,
) -> None:
    """Show the best moves of a position, and why the one that scores most may not be among them.

    [dim]sixfold hint 'hex(players=2) R4G/7/8/...'[/dim]

    [dim]sixfold hint game.txt --time 5[/dim]  after the last move of an unfinished game
    """
    from .terminal.hint import read_view, run_hint

    view = read_view(position, seat, sys.stdin.read)
    run_hint(_console(), _console(stderr=True), view, _thinking_budget(samples, seconds), seed, moves, json)


def _thinking_budget(samples: int | None, seconds: float | None) -> "Budget":
    from .bots.thinking import Budget

    return Budget(_REVIEW_SAMPLES if samples is None and seconds is None else samples, seconds)


# ---------------------------------------------------------------- server


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
    from .server.serve import run
    from .server.settings import Settings

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
    from .server.store.backup import back_up
    from .terminal.output import say

    back_up(data, file)
    say(_console(), f"{file}: a complete copy of what is in {data}, checked, {file.stat().st_size:,} bytes.")


# ---------------------------------------------------------------- this installation


@app.command()
def bench(
    quick: Annotated[bool, typer.Option("--quick", help="A rough measure in a few seconds.")] = False,
    json: Annotated[
        Path | None, typer.Option("--json", help="Write the numbers to this file, too.", metavar="FILE")
    ] = None,
) -> None:
    """Measure how fast the engine plays here.

    [dim]sixfold bench --quick[/dim]
    """
    from .bench import main as measure

    measure(quick, json)


@app.command()
def selftest() -> None:
    """Check this installation: every game, plain and compiled, step by step the same.

    [dim]sixfold selftest[/dim]  takes about half a minute
    """
    from rich.progress import Progress

    from .selftest import GAMES_EACH, checked_games, every_rules

    total = len(every_rules()) * GAMES_EACH
    steps = 0
    with Progress(console=_console(stderr=True), transient=True) as progress:
        task = progress.add_task("playing", total=total)
        for checked in checked_games():
            steps += checked.steps
            progress.update(task, advance=1, description=str(checked.rules))
    _console().print(f"All is well: {total} games, {steps} steps, plain and compiled the same.")
