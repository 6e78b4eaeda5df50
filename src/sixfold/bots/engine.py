"""The engine for other programs: a request in, an answer out; see docs/engine.md.

It looks only at what the asking seat may know, even where a position shows more.
"""

import math
import random
from collections.abc import Callable, Mapping
from time import perf_counter
from typing import Any, BinaryIO, Final

from .. import __version__
from ..core.catalogue import CATALOGUE
from ..core.codes import OVER
from ..core.errors import SixfoldError
from ..core.moves import Move
from ..core.rules import Rules
from ..core.scoring import explain_step
from ..core.state import State
from ..core.views import View
from ..notation.position import parse_position
from ..notation.record import GameRecord
from .levels import LEVELS, LevelBot, thinker_for
from .protocol import (
    PROTOCOL,
    ProtocolError,
    Question,
    identity_of,
    known_keys,
    read_lines,
    read_object,
    text,
    write_object,
)
from .thinking import Budget, Judged

_DIGITS: Final = 4  # of shares: more would be noise


class Engine:
    """Answers requests. `finished` turns true when it was told to quit."""

    def __init__(self, notice: Callable[[str], None] = lambda _: None) -> None:
        """A `notice` is for the person in front of it, when something takes long."""
        self.finished = False
        self._notice: Final = notice
        self._ready: Final[set[bool]] = set()

    def serve(self, source: BinaryIO, sink: BinaryIO) -> None:
        """Answer line by line until the source ends or tells to quit."""
        for line in read_lines(source):
            sink.write(self.answer_line(line))
            sink.flush()
            if self.finished:
                return

    def answer_line(self, line: bytes) -> bytes:
        """The line that answers a line, whatever that is."""
        identity = None
        try:
            request = read_object(line)
            identity = identity_of(request)
            answer = self.answer(request)
        except SixfoldError as error:
            answer = {"error": str(error)}
        except Exception as error:  # a mistake of ours: the others' program lives on and hears of it
            answer = {"error": f"this should not happen: {type(error).__name__}: {error}"}
        return write_object({"id": identity, **answer})

    def answer(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """The answer to a request, without its `id`; a `SixfoldError` if there is none."""
        if "command" not in request:
            return self._moves(Question.of(request))
        command = text(request, "command")
        if command == "hello":
            known_keys(request, "command", "game")
            if "game" in request:
                self._get_ready(_asked_rules(text(request, "game")))
            return {
                "name": "sixfold",
                "version": __version__,
                "protocol": PROTOCOL,
                "games": list(CATALOGUE),
                "levels": list(LEVELS),
            }
        if command == "quit":
            known_keys(request, "command")
            self.finished = True
            return {"bye": True}
        raise ProtocolError("command: expected hello or quit")

    def _moves(self, question: Question) -> dict[str, Any]:
        view = _asked_view(question)
        self._get_ready(view.rules)
        began = perf_counter()
        level, rng = LEVELS[question.level], random.Random(question.seed)
        budget = level.budget(view.rules)
        if question.time is not None or question.samples is not None:
            budget = Budget(question.samples, question.time)
        state = view.sample(random.Random(0))  # what a move scores is the same in every deal
        if budget is None:
            exact = False
            moves = [_told(state, LevelBot(rng, level).choose(view), None)]
        else:
            thoughts = thinker_for(view.rules).think(view, budget, rng)
            exact = thoughts.exact
            moves = [_told(state, judged.move, judged) for judged in thoughts.moves[: question.moves]]
        return {"moves": moves, "exact": exact, "seconds": round(perf_counter() - began, 3)}

    def _get_ready(self, rules: Rules) -> None:
        """Have the kernels compiled before a clock runs; those of all board games are the same."""
        thinker = thinker_for(rules)  # fails if there is none
        if rules.is_board_game in self._ready:
            return
        self._notice("warming up")
        thinker.warm_up()
        self._ready.add(rules.is_board_game)


def _asked_rules(game: str) -> Rules:
    try:
        return Rules.parse(game)
    except SixfoldError as error:
        raise ProtocolError(f"game: {error}") from None


def _asked_view(question: Question) -> View:
    """What the asking seat may know. It has to be its turn: another seat has nothing to choose."""
    source = "position" if question.record is None else "record"
    position: State | View
    try:
        if question.record is None:
            position = parse_position(question.position or "")
        else:
            position = GameRecord.parse(question.record).match.state
    except SixfoldError as error:
        raise ProtocolError(f"{source}: {error}") from None
    actor = position.actor
    if actor == OVER:
        raise ProtocolError(f"{source}: the game is over")
    if actor < 0:
        raise ProtocolError(f"{source}: no seat is to act, but chance")
    if question.seat is not None and question.seat != actor:
        raise ProtocolError(f"seat: it is the turn of seat {actor + 1}, not of seat {question.seat + 1}")
    if isinstance(position, State):
        return position.view(actor)
    if position.eyes != actor:
        raise ProtocolError(f"position: it does not show the tiles of seat {actor + 1}, whose turn it is")
    return position


def _told(state: State, move: Move, judged: Judged | None) -> dict[str, Any]:
    """A move with what it scores and, where it was thought about, what it is worth."""
    action, seat = move.action(state.rules), state.actor
    after = state.copy()
    after.apply(action)
    return {
        "move": str(move),
        "share": round(judged.share, _DIGITS) if judged else None,
        # A single sample has no error that one could tell.
        "error": round(judged.error, _DIGITS) if judged and math.isfinite(judged.error) else None,
        "samples": judged.samples if judged else 0,
        "points": explain_step(state, after, action).points,
        "lowest": {"before": state.outcome().scores[seat], "after": after.outcome().scores[seat]},
        "reply": str(judged.reply) if judged and judged.reply else None,
    }
