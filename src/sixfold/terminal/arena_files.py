"""What an arena found, for programs: the summary as JSON, every game as a row of CSV."""

import csv
import io
import json
import math
from collections.abc import Sequence
from dataclasses import asdict, fields
from typing import Any

from ..bots.arena import GameResult
from ..bots.arena_summary import Summary
from ..bots.external import Faults
from ..bots.roster import is_program

_COLUMNS = (
    "first",
    "second",
    "deal",
    "seating",
    "seed",
    "start",
    "first_share",
    "second_share",
    "first_score",
    "second_score",
    "scores",
    "plies",
    "ended",
    "first_ms",
    "second_ms",
)
_FAULTS = tuple(field.name for field in fields(Faults))
_FAULT_COLUMNS = tuple(f"{who}_{fault}" for who in ("first", "second") for fault in _FAULTS)


def summary_json(summary: Summary, *, stopped: bool) -> str:
    """The summary as JSON; an interval without an end has `null` there."""
    document = {"stopped": stopped, **asdict(summary)}
    return json.dumps(_finite(document), indent=2, allow_nan=False) + "\n"


def _finite(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _finite(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(inner) for inner in value]
    return None if isinstance(value, float) and math.isinf(value) else value


def games_csv(games: Sequence[GameResult]) -> str:
    """One row a game; spaces separate seats, and what a second bot would have is empty in a solo game.

    Columns about faults are there only if another program took part, and filled only for programs.
    """
    text = io.StringIO()
    with_programs = any(is_program(entrant.name) for game in games for entrant in game.pairing)
    columns = _COLUMNS + (_FAULT_COLUMNS if with_programs else ())
    writer = csv.DictWriter(text, columns, restval="", lineterminator="\n")
    writer.writeheader()
    for game in games:
        labels = [entrant.label for entrant in game.pairing]
        row: dict[str, Any] = {
            "deal": game.deal,
            "seating": " ".join(labels[who] for who in game.seating),
            "seed": game.seed.hex(),
            "start": game.starter + 1,
            "scores": " ".join(map(str, game.outcome.scores)),
            "plies": sum(game.moves),
            "ended": game.outcome.reason.name.lower(),
        }
        for who, key in enumerate(("first", "second")[: len(labels)]):
            moves, seconds = game.effort(who)
            row[key] = labels[who]
            row[f"{key}_share"] = game.share(who)
            row[f"{key}_score"] = game.score(who)
            row[f"{key}_ms"] = round(1000 * seconds / moves, 4) if moves else ""
            if is_program(game.pairing[who].name):
                row |= {f"{key}_{fault}": count for fault, count in asdict(game.faults_of(who)).items()}
        writer.writerow(row)
    return text.getvalue()
