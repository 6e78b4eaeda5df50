"""Looking through a game record, turn by turn."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import groupby

from rich.console import Console

from ..core.match import Event
from ..core.state import State
from ..notation.record import GameRecord
from .board import Picture
from .output import say
from .words import event_text, ranking_lines, seat_names

_HELP = "Enter: next turn · b: back · g 12: go to turn 12 · q: quit"


@dataclass(frozen=True)
class _Frame:
    """The position after a turn, and what was played in it."""

    state: State
    played: tuple[Event, ...]


def print_record(console: Console, record: GameRecord) -> None:
    """Every turn in a line, then the last position and the ranking."""
    frames, names = _frames(record), _names(record)
    for number, frame in enumerate(frames[1:], 1):
        _print_moves(console, record, names, number, frame)
    say(console)
    console.print(Picture.of(frames[-1].state, names))
    _print_ranking(console, record, names)


def step_through(console: Console, record: GameRecord, read: Callable[[str], str]) -> None:
    """Show one turn after the other, as the person at the terminal asks for them."""
    frames, names = _frames(record), _names(record)
    at, last = 0, len(frames) - 1
    say(console, _HELP)
    while True:
        _show(console, record, names, frames[at], at)
        if at == last:
            _print_ranking(console, record, names)
        wanted = _ask(console, read, at, last)
        if wanted is None:
            return
        at = wanted


def _ask(console: Console, read: Callable[[str], str], at: int, last: int) -> int | None:
    """The turn to show next, or `None` to stop."""
    while True:
        try:
            words = read(f"turn {at} of {last}> ").lower().split()
        except EOFError:
            say(console)
            return None
        match words:
            case []:
                if at < last:
                    return at + 1
                say(console, "This is the last turn: b goes back, q quits.")
            case ["b"]:
                return max(at - 1, 0)
            case ["q" | "quit"]:
                return None
            case ["g", number] if number.isdecimal() and int(number) <= last:
                return int(number)
            case ["g", *_]:
                say(console, f"There are turns 0 to {last}: type for example g {last}")
            case _:
                say(console, _HELP)


def _frames(record: GameRecord) -> list[_Frame]:
    """The position after the deal, and after every turn."""
    state = State.new(record.match.rules)
    frames: list[_Frame] = []
    played = [event for event in record.match.events if event.score]
    dealt = record.match.events.index(played[0]) if played else len(record.match.events)
    for event in record.match.events[:dealt]:
        state.apply(event.action)
    frames.append(_Frame(state.copy(), ()))
    for _, turn in groupby(record.match.events[dealt:], key=lambda event: event.turn):
        events = tuple(turn)
        for event in events:
            state.apply(event.action)
        frames.append(_Frame(state.copy(), tuple(event for event in events if event.score)))
    return frames


def _names(record: GameRecord) -> tuple[str, ...]:
    rules = record.match.rules
    who = [name.strip() for name in record.headers.get("players", "").split(",")]
    return seat_names(rules, who if len(who) == rules.players else ())


def _show(console: Console, record: GameRecord, names: tuple[str, ...], frame: _Frame, number: int) -> None:
    marked = {cell for event in frame.played if event.score for cell in event.score.move.cells}
    say(console)
    console.print(Picture.of(frame.state, names, marked))
    _print_moves(console, record, names, number, frame)


def _print_moves(
    console: Console, record: GameRecord, names: tuple[str, ...], number: int, frame: _Frame
) -> None:
    for event in frame.played:
        say(console, f"{number}. {event_text(record.match.rules, names, event)}")


def _print_ranking(console: Console, record: GameRecord, names: tuple[str, ...]) -> None:
    match = record.match
    if not match.is_over:
        say(console, "The record ends here; the game was not finished.")
        return
    for line in ranking_lines(match.rules, names, match.state.tracks, match.outcome()):
        say(console, line)
