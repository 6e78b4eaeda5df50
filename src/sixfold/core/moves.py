"""Moves as people write them: text <-> `Move` <-> the int action of the engine.

`rg d5 e5` lays red on d5 and green on e5; a card is `rg`, the first letter scored first; `keep`,
`exchange` and `pass` are words. Text is read generously (`gr e5 d5` is the same move) and written one way.
"""

from dataclasses import dataclass
from typing import Final

from .codes import Phase, Special
from .errors import MoveError, quoted
from .rules import Rules

_SPECIAL_WORDS: Final = {special.name.lower(): special for special in Special}


@dataclass(frozen=True, slots=True)
class Move:
    """What a seat does: a tile on two cells, a card, or one of the words."""

    what: str
    cells: tuple[str, ...] = ()

    def __str__(self) -> str:
        return " ".join((self.what, *self.cells))

    @classmethod
    def parse(cls, text: str, rules: Rules) -> "Move":
        """Read a move of these rules; the result is the form that `str` writes."""
        return cls.of(action_of(text, rules), rules)

    @classmethod
    def of(cls, action: int, rules: Rules) -> "Move":
        """The move of an action number."""
        base = _first_special(rules)
        if not 0 <= action < base + len(Special):
            raise MoveError(f"there is no action {action}: {rules} has 0 to {base + len(Special) - 1}")
        if action >= base:
            return cls(Special(action - base).name.lower())
        if not rules.is_board_game:
            kind, turned = divmod(action, 2)
            return cls(rules.kinds[kind][:: -1 if turned else 1])
        board = rules.geometry
        kind, place = divmod(action, 2 * len(board.edges))
        edge, turned = divmod(place, 2)
        tail, head = (board.names[cell] for cell in board.edges[edge])
        return cls(rules.kinds[kind], (head, tail) if turned else (tail, head))

    @property
    def is_word(self) -> bool:
        """Whether nothing is laid: `keep`, `exchange` or `pass`."""
        return self.what in _SPECIAL_WORDS

    def action(self, rules: Rules) -> int:
        """The action number of this move."""
        return action_of(str(self), rules)


def action_count(rules: Rules) -> int:
    """How many action numbers a seat has; legal or not, each always means the same move."""
    return _first_special(rules) + len(Special)


def chance_text(action: int, phase: Phase, rules: Rules) -> str:
    """A chance action as text: the seat that starts, or the tile drawn."""
    return str(action + 1) if phase is Phase.START else rules.kinds[action]


def _first_special(rules: Rules) -> int:
    return len(rules.kinds) * 2 * (len(rules.geometry.edges) if rules.is_board_game else 1)


def action_of(text: str, rules: Rules) -> int:
    """The action number of a move as people write it."""
    words = text.lower().split()
    if len(words) == 1 and words[0] in _SPECIAL_WORDS:
        return _first_special(rules) + _SPECIAL_WORDS[words[0]]
    expected = 3 if rules.is_board_game else 1
    if len(words) != expected:
        example = "a tile and two cells, like rg d5 e5" if rules.is_board_game else "a card, like rg"
        raise MoveError(f"{quoted(text)} does not read like a move: write {example}")
    tile = words[0]
    kind = rules.kind_of.get(tile)
    if kind is None:
        piece = "tile" if rules.is_board_game else "card"
        raise MoveError(f"there is no {piece} {quoted(tile)} in this game: the colours are {rules.colours}")
    turned = tile != rules.kinds[kind]
    if not rules.is_board_game:
        return 2 * kind + turned
    cells = [_cell(name, rules) for name in words[1:]]
    if turned:
        cells.reverse()
    if tile[0] == tile[1] and not rules.game.ordered_doubles:
        cells.sort()
    edge = rules.geometry.edge_of.get((min(cells), max(cells)))
    if edge is None:
        raise MoveError(f"{words[1]} and {words[2]} are not neighbours")
    return (kind * len(rules.geometry.edges) + edge) * 2 + (cells[0] > cells[1])


def _cell(name: str, rules: Rules) -> int:
    cell = rules.geometry.cell_of.get(name)
    if cell is None:
        rows = rules.geometry.rows
        last = chr(ord("a") + len(rows) - 1)
        raise MoveError(f"there is no cell {quoted(name)}: rows are a to {last}, numbers 1 to {len(rows)}")
    return cell
