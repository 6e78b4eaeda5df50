"""A position as one line of text; the truth and a view share the grammar, `??` is an unknown tile.

    hex(players=2) R4G/7/.../O4Y 1:place 2+13 rg,bb,yp/??,??,?? 4,0,3,1,0,2/1,1,0,0,5,2 4665...

Fields, separated by blanks: the rules; the board, row by row from the top, with letters for tile halves,
capitals for printed symbols, `^` for pyramids and numbers for runs of empty cells (card game: every seat's
open cards, the oldest first); seat and phase, with the number of open bonus moves or the reason of the
end; the starter and the number of turns played; the racks, seat by seat; the tracks, side by side; the
pool: how many tiles of each kind are in the bag or unknown, in the order rr rg rb ... Then, only where
there is something to say, `tokens=`, `aside=`, `discard=`, `memory=` (the epoch; the racks' epochs; by epoch
how many tiles of each kind bear its mark) and `eyes=` (a seat, or `-` for a spectator; without it the
position is the whole truth).
"""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, Final, TypeVar

from ..core.codes import EMPTY, PYRAMID, Phase, Reason
from ..core.errors import PositionError, RulesError, quoted
from ..core.records import MAX_COPIES, MAX_OPEN
from ..core.rules import Rules
from ..core.state import State
from ..core.validity import check
from ..core.views import BoardView, CardView, Eyes, Memory, View

T = TypeVar("T")

_FIELDS: Final = ("rules", "board", "phase", "turn", "racks", "tracks", "pool")
_EXTRAS: Final = ("tokens", "aside", "discard", "memory", "eyes")
_MAX_TURNS: Final = 10**6  # more than any game has
_MAX_EPOCH: Final = 2**16 - 1

# ---------------------------------------------------------------- writing


def write_position(position: State | View) -> str:
    """The text of a position or view."""
    view = position.everything() if isinstance(position, State) else position
    rules = view.rules
    fields = [
        str(rules),
        _write_board(view) if isinstance(view, BoardView) else _write_rows(rules, _open_cards(view)),
        _write_phase(view),
        f"{_seat(view.starter)}+{view.turn}",
        _write_rows(rules, view.racks),
        "/".join(",".join(map(str, side)) for side in view.tracks),
        "".join(map(str, view.pool)),
    ]
    if isinstance(view, BoardView):
        if view.tokens:
            fields.append("tokens=" + "".join("-" if t is None else str(t + 1) for t in view.tokens))
        if view.aside:
            fields.append("aside=" + _write_tiles(rules, view.aside))
    elif isinstance(view, CardView) and any(view.discard):
        fields.append("discard=" + "".join(map(str, view.discard)))
    if view.memory.epoch:
        fields.append("memory=" + _write_memory(rules, view.memory))
    if view.eyes != "all":
        fields.append("eyes=" + ("-" if view.eyes is None else _seat(view.eyes)))
    return " ".join(fields)


def _seat(seat: int | None) -> str:
    return "?" if seat is None else str(seat + 1)


def _open_cards(view: View) -> tuple[tuple[int, ...], ...]:
    assert isinstance(view, CardView)
    return view.open_cards


def _write_tiles(rules: Rules, tiles: Sequence[int | None]) -> str:
    return ",".join("??" if tile is None else rules.kinds[tile] for tile in tiles) or "-"


def _write_rows(rules: Rules, rows: Sequence[Sequence[int | None]]) -> str:
    return "/".join(_write_tiles(rules, row) for row in rows)


def _write_board(view: BoardView) -> str:
    rules = view.rules
    rows = []
    for row in rules.geometry.rows:
        signs = "".join(_sign(rules, cell, view.board[cell]) for cell in row)
        rows.append(re.sub(r"\.+", lambda run: str(len(run.group())), signs))
    return "/".join(rows)


def _sign(rules: Rules, cell: int, content: int) -> str:
    if content == EMPTY:
        return "."
    if content == PYRAMID:
        return "^"
    letter = rules.colours[content]
    return letter.upper() if cell in rules.printed else letter


def _write_phase(view: View) -> str:
    text = f"{_seat(view.mover)}:{view.phase.name.lower()}"
    if view.phase is Phase.OVER:
        return f"{text}:{view.reason.name.lower()}"
    return f"{text}:{view.bonus}" if view.bonus else text


def _write_memory(rules: Rules, memory: Memory) -> str:
    racks = "/".join(",".join(map(str, epochs)) or "-" for epochs in memory.racks)
    marks = []
    for epoch in sorted({epoch for _, epoch in memory.marks}):
        counts = Counter(kind for kind, marked in memory.marks if marked == epoch)
        marks.append(f"{epoch}@" + "".join(str(counts[kind]) for kind in range(len(rules.kinds))))
    return f"{memory.epoch};{racks};{','.join(marks) or '-'}"


# ---------------------------------------------------------------- reading


def parse_position(text: str) -> State | View:
    """Read a position: a `State` if it is the whole truth, a `View` if it is what somebody sees.

    Anything that cannot be a position is refused with a `PositionError` that names the field.
    """
    view = _parse_view(text)
    check(view)
    return State.of(view) if view.eyes == "all" else view


def _parse_view(text: str) -> View:
    words = text.split()
    if len(words) < len(_FIELDS):
        raise PositionError(f"a position has the fields {', '.join(_FIELDS)}; here are only {len(words)}")
    fields = dict(zip(_FIELDS, words, strict=False))
    extras: dict[str, str] = {}
    for word in words[len(_FIELDS) :]:
        key, _, value = word.partition("=")
        if key not in _EXTRAS or key in extras:
            raise PositionError(f"{quoted(word)}: expected one each of {', '.join(_EXTRAS)} at the end")
        extras[key] = value
    try:
        rules = Rules.parse(fields["rules"])
    except RulesError as error:
        raise PositionError(f"rules: {error}") from None
    eyes: Eyes = _field("eyes", extras.get("eyes", "*"), lambda value: _parse_eyes(rules, value))
    mover, phase, bonus, reason = _field("phase", fields["phase"], lambda value: _parse_phase(rules, value))
    starter, turn = _field("turn", fields["turn"], lambda value: _parse_turn(rules, value))
    racks = _field(
        "racks", fields["racks"], lambda value: _parse_rows(rules, value, rules.hand, may_hide=True)
    )
    _check_hidden(rules, eyes, racks)
    common: dict[str, Any] = {
        "rules": rules,
        "eyes": eyes,
        "phase": phase,
        "mover": mover,
        "starter": starter,
        "turn": turn,
        "bonus": bonus,
        "reason": reason,
        "tracks": _field("tracks", fields["tracks"], lambda value: _parse_tracks(rules, value)),
        "racks": racks,
        "pool": _field("pool", fields["pool"], lambda value: _parse_counts(rules, value)),
        "memory": _field("memory", extras.get("memory"), lambda value: _parse_memory(rules, value), Memory()),
    }
    foreign = {"discard"} if rules.is_board_game else {"tokens", "aside"}
    if not rules.game.duel:
        foreign.add("tokens")
    for key in foreign & set(extras):
        raise PositionError(f"{key}: {rules.game.name} has none")
    if rules.is_board_game:
        no_tokens = (None,) * len(rules.colours) if rules.game.duel else ()
        return BoardView(
            **common,
            board=_field("board", fields["board"], lambda value: _parse_board(rules, value)),
            tokens=_field(
                "tokens", extras.get("tokens"), lambda value: _parse_tokens(rules, value), no_tokens
            ),
            aside=_field(
                "aside", extras.get("aside"), lambda value: _parse_tiles(rules, value, rules.hand), ()
            ),
        )
    none = (0,) * len(rules.kinds)
    return CardView(
        **common,
        open_cards=_field(
            "board", fields["board"], lambda value: _parse_rows(rules, value, MAX_OPEN, may_hide=False)
        ),
        discard=_field("discard", extras.get("discard"), lambda value: _parse_counts(rules, value), none),
    )


def _field(name: str, text: str | None, parse: Callable[[str], T], default: T | None = None) -> T:
    """Parse one field, and say which it was if that fails."""
    if text is None:
        assert default is not None
        return default
    try:
        return parse(text)
    except PositionError as error:
        raise PositionError(f"{name}: {error}") from None


def _check_hidden(rules: Rules, eyes: Eyes, racks: tuple[tuple[int | None, ...], ...]) -> None:
    """Unknown tiles are those on the racks that these eyes cannot see, all of them and no others."""
    for seat, rack in enumerate(racks):
        seen = eyes in (seat, "all")
        if any((tile is None) == seen for tile in rack):
            whose = "known to these eyes" if seen else "hidden from these eyes"
            raise PositionError(f"racks: the tiles of seat {seat + 1} are {whose}")


def _number(text: str, most: int) -> int:
    if not re.fullmatch(r"[0-9]{1,7}", text, re.ASCII) or int(text) > most:
        raise PositionError(f"{quoted(text)} is not a number from 0 to {most}")
    return int(text)


def _parse_seat(rules: Rules, text: str) -> int:
    if text not in map(str, range(1, rules.players + 1)):
        raise PositionError(f"{quoted(text)} is not a seat from 1 to {rules.players}")
    return int(text) - 1


def _parse_eyes(rules: Rules, text: str) -> Eyes:
    if text == "*":
        return "all"
    return None if text == "-" else _parse_seat(rules, text)


def _parse_phase(rules: Rules, text: str) -> tuple[int | None, Phase, int, Reason]:
    seat, _, rest = text.partition(":")
    word, *more = rest.split(":")
    names = {phase.name.lower(): phase for phase in Phase}
    if word not in names or len(more) > 1:
        raise PositionError(f"{quoted(text)} does not read like 1:place")
    phase = names[word]
    mover = None if phase is Phase.START and seat == "?" else _parse_seat(rules, seat)
    if phase is Phase.OVER:
        reasons = {reason.name.lower(): reason for reason in Reason if reason}
        if not more or more[0] not in reasons:
            raise PositionError(f"a game is over for one of the reasons {', '.join(reasons)}")
        return mover, phase, 0, reasons[more[0]]
    return mover, phase, _number(more[0], 99) if more else 0, Reason.NONE


def _parse_turn(rules: Rules, text: str) -> tuple[int | None, int]:
    starter, plus, turn = text.partition("+")
    if not plus:
        raise PositionError(f"{quoted(text)} does not read like 1+13")
    return None if starter == "?" else _parse_seat(rules, starter), _number(turn, _MAX_TURNS)


def _parse_tile(rules: Rules, text: str) -> int:
    if text not in rules.kinds:
        raise PositionError(f"{quoted(text)} is not a tile such as {rules.kinds[0]} or {rules.kinds[1]}")
    return rules.kinds.index(text)


def _parse_tiles(rules: Rules, text: str, most: int) -> tuple[int, ...]:
    tiles = () if text == "-" else tuple(_parse_tile(rules, word) for word in text.split(","))
    if len(tiles) > most:
        raise PositionError(f"{len(tiles)} tiles, at most {most} are possible")
    return tiles


def _parse_rows(rules: Rules, text: str, most: int, *, may_hide: bool) -> Any:
    rows = text.split("/")
    if len(rows) != rules.players:
        raise PositionError(f"{len(rows)} seats instead of {rules.players}")
    parsed = []
    for row in rows:
        words = [] if row == "-" else row.split(",")
        if len(words) > most:
            raise PositionError(f"{len(words)} tiles, at most {most} are possible")
        hidden = "??" if may_hide else None
        parsed.append(tuple(None if word == hidden else _parse_tile(rules, word) for word in words))
    return tuple(parsed)


def _parse_tracks(rules: Rules, text: str) -> tuple[tuple[int, ...], ...]:
    sides = tuple(tuple(_number(word, rules.track) for word in side.split(",")) for side in text.split("/"))
    expected = len(set(rules.sides)), len(rules.colours)
    if len(sides) != expected[0] or any(len(side) != expected[1] for side in sides):
        raise PositionError(f"expected {expected[0]} tracks of {expected[1]} numbers")
    return sides


def _parse_counts(rules: Rules, text: str) -> tuple[int, ...]:
    if not re.fullmatch(f"[0-{MAX_COPIES}]{{{len(rules.kinds)}}}", text):
        raise PositionError(f"expected {len(rules.kinds)} digits from 0 to {MAX_COPIES}, one a kind of tile")
    return tuple(map(int, text))


def _parse_board(rules: Rules, text: str) -> tuple[int, ...]:
    rows = text.split("/")
    if len(rows) != len(rules.geometry.rows):
        raise PositionError(f"{len(rows)} rows instead of {len(rules.geometry.rows)}")
    contents: list[int] = []
    for number, (row, cells) in enumerate(zip(rows, rules.geometry.rows, strict=True)):
        name = chr(ord("a") + number)
        if not re.fullmatch(
            rf"(?:[1-9][0-9]?(?![0-9])|[{rules.colours}{rules.colours.upper()}^])*", row, re.ASCII
        ):
            raise PositionError(f"row {name} has a sign that is no colour, pyramid or number")
        signs = re.sub(r"[0-9]+", lambda run: "." * int(run.group()), row)
        if len(signs) != len(cells):
            raise PositionError(f"row {name} has {len(signs)} cells instead of {len(cells)}")
        for cell, sign in zip(cells, signs, strict=True):
            if sign.isupper() != (cell in rules.printed):
                where = rules.geometry.names[cell]
                raise PositionError(f"{where}: capitals are for printed symbols, and only for them")
            contents.append(_content(rules, sign))
    return tuple(contents)


def _content(rules: Rules, sign: str) -> int:
    if sign == ".":
        return int(EMPTY)
    return int(PYRAMID) if sign == "^" else rules.colours.index(sign.lower())


def _parse_tokens(rules: Rules, text: str) -> tuple[int | None, ...]:
    if not re.fullmatch(f"[-12]{{{len(rules.colours)}}}", text):
        raise PositionError(f"expected {len(rules.colours)} signs, each a seat or -")
    return tuple(None if sign == "-" else int(sign) - 1 for sign in text)


def _parse_memory(rules: Rules, text: str) -> Memory:
    parts = text.split(";")
    if len(parts) != 3:
        raise PositionError("expected an epoch, the racks' epochs and the marks, separated by ;")
    racks = tuple(
        () if row == "-" else tuple(_number(word, _MAX_EPOCH) for word in row.split(","))
        for row in parts[1].split("/")
    )
    marks = []
    for word in [] if parts[2] == "-" else parts[2].split(","):
        epoch, _, counts = word.partition("@")
        for kind, count in enumerate(_parse_counts(rules, counts)):
            marks += [(kind, _number(epoch, _MAX_EPOCH))] * count
    return Memory(_number(parts[0], _MAX_EPOCH), racks, tuple(sorted(marks)))
