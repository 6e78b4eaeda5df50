"""A whole game as a text file that a person can read, one line a turn.

    Sixfold record 1
    game: hex(players=2)
    commitment: 5f0c...
    players: Ada, Max
    start: 2
    deal 2: rg bb yp ro gg bo
    deal 1: ...
    1. 2: rg e1 f1 (r1 g0) | 1 0 0 0 0 0 | yp
    2. 1: bb k3 k4 (b3), keep | 0 0 3 0 0 0 | ro
    ...
    end: full, places 1 2
    seed: 77aa...

First the title with the version, then headers: `game` and, where the dealer committed to a seed,
`commitment`; any others are free. A game that was played on from the middle of a finished one has a header
`earlier: 37 77aa...`: its draws up to the 37th follow from that one's seed; commas divide several. A turn is
its number, the seat, its moves with the points counted for them, where its markers stand then (the duel: both
sides), and what was drawn. A game that goes on ends with `unfinished` instead of `end`, one that was given up
with `stopped`. Reading replays everything and refuses a damaged record by line and reason.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import groupby
from typing import Final

from ..core.codes import CHANCE, Phase
from ..core.dealer import Dealer, Earlier, ScriptedDealer
from ..core.errors import DealingError, MoveError, RecordError, RulesError, quoted
from ..core.match import Event, Match
from ..core.moves import chance_text
from ..core.rules import Rules
from ..core.state import State

VERSION: Final = 1
_TITLE: Final = "Sixfold record"
_HEADER: Final = re.compile(r"([a-z][a-z-]*): (\S.*)")
_DEAL: Final = re.compile(r"(deal|open) ([1-9]): (.+)")
_TURN: Final = re.compile(r"([1-9][0-9]*)\. ([1-9]): ([^|]+) \| ([^|]+) \| ([^|]+)")
_MOVE: Final = re.compile(r"([^(),]+?)(?: \(([^()]+)\))?")
_NO_END: Final = ("unfinished", "stopped")
_RESERVED: Final = ("game", "commitment", "earlier", "start", "end", "seed")
_EARLIER: Final = re.compile("([1-9][0-9]{0,5}) ([0-9a-f]{64})")


@dataclass(frozen=True)
class GameRecord:
    """A game as it is written down: the match, its headers, and what the dealer showed of its seed."""

    match: Match
    headers: dict[str, str] = field(default_factory=dict)
    commitment: str | None = None
    seed: str | None = None
    stopped: bool = False
    """Whether the game was given up before its end: nobody will play on, so its seed is no secret."""
    earlier: tuple[Earlier, ...] = ()
    """Draws that were taken over from a finished game."""

    @classmethod
    def of(cls, match: Match, headers: dict[str, str] | None = None, stopped: bool = False) -> "GameRecord":
        """The record of a match; the seed is in it only once the game is over, or stopped."""
        for key, value in (headers or {}).items():
            if key in _RESERVED or not _HEADER.fullmatch(f"{key}: {value}") or value != value.strip():
                raise RecordError(0, f"{key!r}: {value!r} cannot be a header")
        dealer = match.dealer
        if not isinstance(dealer, Dealer):
            return cls(match, headers or {}, stopped=stopped)
        seed = dealer.seed.hex() if match.is_over or stopped else None
        return cls(match, headers or {}, dealer.commitment, seed, stopped, dealer.earlier)

    def __str__(self) -> str:
        """The text of the record."""
        return "".join(f"{line}\n" for line in self._lines())

    @classmethod
    def parse(cls, text: str) -> "GameRecord":
        """Read and replay a record; a `RecordError` names the line that is wrong and why."""
        return _Reader(text).read()

    def verify(self) -> None:
        """Check that the seed is the one committed to and that every draw follows from it.

        Raises a `DealingError` that says what does not fit.
        """
        if self.commitment is None or self.seed is None:
            missing = "commitment" if self.commitment is None else "seed"
            raise DealingError(f"the record has no {missing}, so its draws cannot be verified")
        dealer = Dealer.from_hex(self.seed, self.earlier)
        if dealer.commitment != self.commitment:
            raise DealingError("the seed is not the one that was committed to")
        state = State.new(self.match.rules)
        draws = 0
        for event in self.match.events:
            if event.actor == CHANCE:
                due = dealer.pick(draws, state.chance_outcomes())
                if due != event.action:
                    expected = chance_text(due, event.phase, state.rules)
                    raise DealingError(f"draw {draws + 1} must be {expected}, the record has {event.text}")
                draws += 1
            state.apply(event.action)

    # ------------------------------------------------------------ writing

    def _lines(self) -> Iterator[str]:
        match = self.match
        yield f"{_TITLE} {VERSION}"
        yield f"game: {match.rules}"
        if self.commitment:
            yield f"commitment: {self.commitment}"
        if self.earlier:
            yield f"earlier: {', '.join(f'{until} {seed}' for until, seed in self.earlier)}"
        for key, value in self.headers.items():
            yield f"{key}: {value}"
        events = match.events
        turns = next((i for i, event in enumerate(events) if event.actor != CHANCE), len(events))
        yield from _deal_lines(events[:turns])
        state = State.new(match.rules)
        for event in events[:turns]:
            state.apply(event.action)
        for (turn, mover), group in groupby(events[turns:], key=lambda event: (event.turn, event.mover)):
            assert mover is not None
            played = list(group)
            moves = ", ".join(_move_text(event) for event in played if event.actor != CHANCE)
            for event in played:
                state.apply(event.action)
            drawn = " ".join(event.text for event in played if event.actor == CHANCE) or "-"
            yield f"{turn + 1}. {mover + 1}: {moves} | {_tracks_text(state, mover)} | {drawn}"
        if match.is_over:
            yield _end_line(match)
        else:
            yield "stopped" if self.stopped else "unfinished"
        if self.seed:
            yield f"seed: {self.seed}"


def _deal_lines(events: tuple[Event, ...]) -> Iterator[str]:
    full: set[int] = set()
    if events and events[0].phase is Phase.START:
        yield f"start: {events[0].text}"
        events = events[1:]
    for mover, group in groupby(events, key=lambda event: event.mover):
        assert mover is not None
        word = "open" if mover in full else "deal"
        full.add(mover)
        yield f"{word} {mover + 1}: {' '.join(event.text for event in group)}"


def _move_text(event: Event) -> str:
    if event.score is None or event.score.move.is_word:
        return event.text
    points = " ".join(f"{colour}{points}" for colour, points in event.score.points.items())
    return f"{event.text} ({points})"


def _end_line(match: Match) -> str:
    outcome = match.outcome()
    return f"end: {outcome.reason.name.lower()}, places {' '.join(map(str, outcome.places))}"


def _tracks_text(state: State, mover: int) -> str:
    sides = state.tracks if state.rules.game.duel else (state.seat_tracks(mover),)
    return " / ".join(" ".join(map(str, side)) for side in sides)


# ---------------------------------------------------------------- reading


def _read_earlier(text: str) -> tuple[Earlier, ...]:
    """The draws that were taken over, from a header that has been checked."""
    return tuple(Earlier(int(until), seed) for until, seed in _EARLIER.findall(text))


class _Reader:
    """Reads a record line by line; `self.number` is the line that an error is about."""

    def __init__(self, text: str) -> None:
        self.lines = text.splitlines()
        self.number = 0

    def fail(self, reason: str) -> RecordError:
        return RecordError(self.number, reason)

    def peek(self) -> str:
        if self.number >= len(self.lines):
            self.number = len(self.lines) + 1
            raise self.fail("the record stops before its end")
        return self.lines[self.number]

    def next(self) -> str:
        line = self.peek()
        self.number += 1
        return line

    def read(self) -> GameRecord:
        self.read_title()
        headers = self.read_headers()
        rules = self.read_rules(headers)
        commitment = headers.pop("commitment", None)
        earlier = _read_earlier(headers.pop("earlier", ""))
        match = self.read_deal(rules)
        while _TURN.fullmatch(self.peek()):
            self.next()
            self.read_turn(match)
        stopped = self.read_end(match)
        seed = self.read_seed(match, stopped)
        return GameRecord(match, headers, commitment, seed, stopped, earlier)

    def read_title(self) -> None:
        line = self.next()
        name, _, version = line.rpartition(" ")
        if name != _TITLE:
            raise self.fail(f"a record begins with {_TITLE!r} and a version number")
        if version != str(VERSION):
            raise self.fail(f"version {quoted(version)} is not known here, only {VERSION}")

    def read_headers(self) -> dict[str, str]:
        headers: dict[str, str] = {}
        while (found := _HEADER.fullmatch(self.peek())) and found[1] not in ("start", "end", "seed"):
            self.next()
            key, value = found.groups()
            if key in headers:
                raise self.fail(f"{key} is given twice")
            if key == "commitment" and not re.fullmatch("[0-9a-f]{64}", value):
                raise self.fail("a commitment is 64 hexadecimal digits")
            if key == "earlier":
                self.check_earlier(value)
            if key == "game":
                self.read_rules({"game": value})
            headers[key] = value.rstrip()
        return headers

    def check_earlier(self, text: str) -> None:
        if not all(_EARLIER.fullmatch(part) for part in text.split(", ")):
            raise self.fail("'earlier' has numbers of draws, each with a seed of 64 hexadecimal digits")
        try:
            Dealer(earlier=_read_earlier(text))
        except DealingError as error:
            raise self.fail(str(error)) from None

    def read_rules(self, headers: dict[str, str]) -> Rules:
        if "game" not in headers:
            self.number += 1
            raise self.fail("the header 'game: ...' is missing")
        try:
            return Rules.parse(headers.pop("game"))
        except RulesError as error:
            raise self.fail(str(error)) from None

    def read_deal(self, rules: Rules) -> Match:
        script: list[int] = []
        who: list[tuple[str, int]] = []
        if rules.starter is None:
            found = re.fullmatch(f"start: ([1-{rules.players}])", self.next())
            if not found:
                raise self.fail(f"expected 'start: ' and a seat from 1 to {rules.players}")
            script.append(int(found[1]) - 1)
        while found := _DEAL.fullmatch(self.peek()):
            self.next()
            drawn = self.read_draws(rules, found[3])
            script.extend(drawn)
            who.extend([(found[1], int(found[2]) - 1)] * len(drawn))
        self.number = max(self.number, 1)
        try:
            match = Match(rules, ScriptedDealer(script))
        except (DealingError, MoveError) as error:
            raise self.fail(f"the deal: {error}") from None
        dealt = [e for e in match.events if e.phase is not Phase.START]
        words = [line.split(":")[0] for line in _deal_lines(tuple(dealt))]
        if len(dealt) != len(who):
            raise self.fail(f"{len(who)} tiles are dealt instead of {len(dealt)}")
        if words != list(dict.fromkeys(f"{word} {seat + 1}" for word, seat in who)):
            raise self.fail(f"the deal goes {', then '.join(words)}")
        return match

    def read_draws(self, rules: Rules, text: str) -> list[int]:
        if text == "-":
            return []
        drawn = text.split(" ")
        for tile in drawn:
            if tile not in rules.kinds:
                raise self.fail(f"there is no tile {quoted(tile)}")
        return [rules.kinds.index(tile) for tile in drawn]

    def read_turn(self, match: Match) -> None:
        found = _TURN.fullmatch(self.lines[self.number - 1])
        assert found
        number, seat, moves, tracks, drawn = found.groups()
        state = match.state
        if match.is_over:
            raise self.fail("the game is over before this turn")
        turn = int(state.record.turn) + 1
        if number != str(turn):
            raise self.fail(f"this is turn {turn}, not {quoted(number)}")
        if int(seat) - 1 != match.actor:
            raise self.fail(f"it is the turn of seat {match.actor + 1}, not of seat {seat}")
        dealer = match.dealer
        assert isinstance(dealer, ScriptedDealer)
        dealer.script.extend(self.read_draws(match.rules, drawn))
        for text in moves.split(", "):
            self.read_move(match, text, turn)
        if match.draws < len(dealer.script):
            raise self.fail(f"{len(dealer.script) - match.draws} tiles too many are drawn")
        due = _tracks_text(match.state, int(seat) - 1)
        if tracks != due:
            raise self.fail(f"the markers stand at {due}, not at {quoted(tracks)}")
        goes_on = not match.is_over and int(match.state.record.turn) + 1 == turn
        if goes_on and self.peek() not in _NO_END:
            raise self.fail(f"the turn is not over: seat {seat} has to {match.phase.name.lower()}")

    def read_move(self, match: Match, text: str, turn: int) -> None:
        found = _MOVE.fullmatch(text)
        if not found:
            raise self.fail(f"{quoted(text)} does not read like a move with its points")
        if match.is_over or int(match.state.record.turn) + 1 != turn:
            raise self.fail(f"the turn is over before {quoted(text)}")
        try:
            event = match.play(found[1])
        except (MoveError, DealingError) as error:
            raise self.fail(str(error)) from None
        if _move_text(event) != text:
            raise self.fail(f"the move and its points are {_move_text(event)!r}, not {quoted(text)}")

    def read_end(self, match: Match) -> bool:
        """Read the last line but the seed; returns whether the game was stopped."""
        line = self.next()
        if line in _NO_END:
            if match.is_over:
                raise self.fail("the game is over, so its 'end' has to follow")
            return line == "stopped"
        if not line.startswith("end: "):
            raise self.fail(f"{quoted(line)} is not a turn, 'unfinished', 'stopped' or 'end: ...'")
        if not match.is_over:
            raise self.fail("the game is not over here")
        if line != _end_line(match):
            raise self.fail(f"the result is {_end_line(match)!r}")
        return False

    def read_seed(self, match: Match, stopped: bool) -> str | None:
        if self.number == len(self.lines):
            return None
        line = self.next()
        found = re.fullmatch("seed: ([0-9a-f]{64})", line)
        if not found:
            raise self.fail(
                f"{quoted(line)} after the end: only 'seed: ' and 64 hexadecimal digits may follow"
            )
        if not (match.is_over or stopped):
            raise self.fail("the seed of a game that goes on is secret")
        if self.number < len(self.lines):
            self.number += 1
            raise self.fail("nothing may follow the seed")
        return found[1]
