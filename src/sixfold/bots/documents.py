"""Reviews and hints as JSON documents, for files and for the server: docs/review.md says what is in them."""

import math
from collections.abc import Callable, Sequence
from dataclasses import asdict
from typing import Any, Final

from ..core.moves import Move
from ..core.rules import Rules
from .hints import Hint, Suggestion
from .reasons import Reason
from .review import MoveReview, Review
from .thinking import Budget

JSON_VERSION: Final = 1
"""Grows when a field changes its meaning or goes."""

_Number = Callable[[float], float | None]


def review_document(review: Review, names: Sequence[str]) -> dict[str, Any]:
    """A review, with the players' names."""
    number = _numbers(review.rules)
    return {
        "format": "sixfold review",
        "version": JSON_VERSION,
        **_heading(review.rules, review.budget, review.seed),
        "players": list(names),
        "stopped": review.stopped,
        "moves": [_move_document(move, number) for move in review.moves],
        "summary": [
            {
                "seat": summary.seat + 1,
                "moves": summary.moves,
                "marked": summary.marked,
                "mean_loss": number(summary.mean_loss),
                "total_loss": number(summary.total_loss),
                "worst": summary.worst.number if summary.worst else None,
            }
            for summary in review.summaries
        ],
        "curve": [
            {"side": line.side + 1, "points": [[turn, number(share)] for turn, share in line.points]}
            for line in review.lines
        ],
    }


def hint_document(hint: Hint) -> dict[str, Any]:
    """A hint."""
    number = _numbers(hint.rules)
    return {
        "format": "sixfold hint",
        "version": JSON_VERSION,
        **_heading(hint.rules, hint.budget, hint.seed),
        "seat": hint.seat + 1,
        "exact": hint.exact,
        "moves": [_suggestion_document(suggestion, number) for suggestion in hint.suggestions],
        "most_points": _suggestion_document(hint.most_points, number),
        "reasons": [_reason_document(reason) for reason in hint.reasons],
    }


def measure(rules: Rules) -> str:
    """What shares are shares of: the win; alone, where nobody can be beaten, the weakest colour."""
    return "weakest colour" if rules.players == 1 else "win share"


def short_names(rules: Rules, players: str) -> tuple[str, ...]:
    """The players of a record's header, if there are as many as seats; else the seats by number."""
    who = [name.strip() for name in players.split(",")]
    if len(who) == rules.players and all(who) and len(set(who)) == len(who):
        return tuple(who)
    return tuple(f"seat {seat + 1}" for seat in range(rules.players))


def mark_of(move: MoveReview) -> str:
    """`?` for a mistake, `??` for a grave one."""
    return "??" if move.grave else "?" if move.marked else ""


def _numbers(rules: Rules) -> _Number:
    """How a share is told: from 0 to 1, or as a weakest colour; `None` if it is not known."""
    factor = rules.track if rules.players == 1 else 1

    def number(share: float) -> float | None:
        return round(factor * share, 6) if math.isfinite(share) else None

    return number


def _heading(rules: Rules, budget: Budget, seed: int) -> dict[str, Any]:
    return {
        "game": str(rules),
        "measure": measure(rules),
        "samples": budget.samples,
        "seconds": budget.seconds,
        "seed": seed,
    }


def _move_document(move: MoveReview, number: _Number) -> dict[str, Any]:
    return {
        "number": move.number,
        "turn": move.turn,
        "seat": move.seat + 1,
        "move": str(move.move),
        "share": number(move.share),
        "error": number(move.error),
        "reply": _text_or_none(move.reply),
        "loss": number(move.loss),
        "loss_error": number(move.loss_error),
        "mark": mark_of(move) or None,
        "better": None
        if move.best == move.move
        else {
            "move": str(move.best),
            "share": number(move.best_share),
            "error": number(move.best_error),
            "reply": _text_or_none(move.best_reply),
        },
        "reasons": [_reason_document(reason) for reason in move.reasons],
        "exact": move.exact,
        "worlds": move.samples,
    }


def _suggestion_document(suggestion: Suggestion, number: _Number) -> dict[str, Any]:
    return {
        "move": str(suggestion.move),
        "share": number(suggestion.share),
        "error": number(suggestion.error),
        "loss": number(suggestion.loss),
        "loss_error": number(suggestion.loss_error),
        "points": suggestion.points,
        "markers": list(suggestion.markers),
        "bonus_moves": suggestion.bonus_moves,
        "reply": _text_or_none(suggestion.reply),
    }


def _reason_document(reason: Reason) -> dict[str, Any]:
    """A reason; seats are counted from 1."""
    document = {"kind": reason.kind, **asdict(reason)}
    if "seat" in document:
        document["seat"] += 1
    return document


def _text_or_none(move: Move | None) -> str | None:
    return None if move is None else str(move)
