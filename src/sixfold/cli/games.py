"""Commands to see what there is to play, and to play it."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from .app import DEFAULT_GAME, app, new_console, read_line

if TYPE_CHECKING:
    from rich.console import Console

    from ..core.catalogue import Game, Option

_DEFAULT_BOT: Final = "casual"


@app.command()
def games(
    game: Annotated[str | None, typer.Argument(metavar="GAME", help="Show the options of this game.")] = None,
) -> None:
    """List the games, or the options of one.

    [dim]sixfold games[/dim]

    [dim]sixfold games hex-duel[/dim]
    """
    from rich.table import Table

    from ..core.catalogue import CATALOGUE
    from ..core.rules import Rules

    console = new_console()
    if game is not None:
        _print_options(console, Rules.parse(game).game)
        return
    table = Table("game", "players", "what it is", box=None, pad_edge=False)
    for entry in CATALOGUE.values():
        table.add_row(entry.name, _span(entry.players), entry.summary)
    console.print(table)
    console.print("\nIts options: sixfold games hex-duel    Play it: sixfold play hex-duel")


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


@app.command()
def play(
    game: Annotated[
        str, typer.Argument(metavar="GAME", help="Which game, with options in brackets.")
    ] = DEFAULT_GAME,
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
    from ..core.rules import Rules
    from ..core.series import Series
    from ..terminal.play import dealers, play_series

    rules = Rules.parse(game)
    who = _who_plays(seats, rules.players)
    dealing = dealers(seed)
    play_series(new_console(), Series(rules, series, dealing=dealing), who, seed, save, read_line)


def _who_plays(seats: str, players: int) -> list[str]:
    from ..bots import BOT_NAMES
    from ..terminal.play import HUMAN

    who = [name.strip().lower() for name in seats.split(",")]
    known = (HUMAN, *BOT_NAMES)
    for name in who:
        if name not in known:
            raise typer.BadParameter(f"{name!r} cannot play; write {', '.join(known)}", param_hint="--seats")
    if len(who) > players:
        raise typer.BadParameter(f"{len(who)} are too many for {players} seats", param_hint="--seats")
    return who + [_DEFAULT_BOT] * (players - len(who))
