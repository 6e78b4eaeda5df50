"""Moves as they are shown, with where their points came from; and what all the numbers of a game mean."""

from functools import lru_cache
from typing import Literal, cast

from msgspec.structs import replace

from ...core.match import Event
from ...core.rules import Rules
from ...core.scoring import Explanation
from ..protocol.sights import HalfSight, MoveSight, PyramidSight, RulesSight, ScoreSight, SymbolSight
from .table import Table


def recent_moves(table: Table, known: dict[int, MoveSight]) -> tuple[MoveSight, ...]:
    """The last moves of the present game, a round of turns; `known` keeps what was made earlier."""
    match = table.match
    assert match
    sights: list[MoveSight] = []
    round_begins = None
    for number, event in match.moves_backwards():
        if round_begins is None:
            round_begins = event.turn + 1 - max(match.rules.players, 2)
        if event.turn < round_begins:
            break
        if number not in known:
            known[number] = move_sight(table, number, event)
        sights.append(known[number])
    for number in [number for number in known if number < match.made - len(sights)]:
        del known[number]
    return tuple(reversed(sights))


def moves_since(table: Table, since: int) -> tuple[MoveSight, ...]:
    """The moves of the present game from that number on."""
    assert table.match
    moves = [(n, event) for n, event in table.match.moves_backwards() if n >= since]
    return tuple(move_sight(table, number, event) for number, event in reversed(moves))


def move_sight(table: Table, number: int, event: Event) -> MoveSight:
    """A move of the present game."""
    progress = table.progress
    sight = past_move_sight(table.rules, number, event, progress.shown.get(number, ()))
    return replace(sight, bot=number in progress.by_bots)


def past_move_sight(rules: Rules, number: int, event: Event, shown: tuple[int, ...]) -> MoveSight:
    """A move of any game; who made it for its seat is not known any more."""
    assert event.score
    return MoveSight(
        number=number,
        seat=event.actor,
        turn=event.turn,
        move=event.text,
        score=score_sight(rules, event.score),
        shown=shown,
    )


def score_sight(rules: Rules, score: Explanation) -> ScoreSight | None:
    """What a move scores; nothing for a word."""
    if score.move.is_word:
        return None
    colours = rules.colours
    cell_of = rules.geometry.cell_of if rules.is_board_game else {}
    return ScoreSight(
        points=tuple(score.points.get(colour, 0) for colour in colours),
        after=score.after,
        bonus=score.bonus_moves,
        lost=score.lost,
        halves=tuple(
            HalfSight(
                cell=cell_of[half.cell],
                colour=colours.index(half.colour),
                lines=tuple(tuple(cell_of[name] for name in line) for line in half.lines),
            )
            for half in score.halves
        ),
        pyramids=tuple(
            PyramidSight(cell=cell_of[p.cell], beside=tuple(cell_of[name] for name, _ in p.beside))
            for p in score.pyramids
        ),
        symbols=tuple(
            SymbolSight(colour=colours.index(symbol.colour), cards=symbol.cards) for symbol in score.symbols
        ),
    )


# ---------------------------------------------------------------- what numbers mean


@lru_cache(maxsize=256)
def rules_sight(rules: Rules) -> RulesSight:
    """A game's fixed things."""
    game = rules.game
    board = rules.geometry if rules.is_board_game else None
    return RulesSight(
        game=str(rules),
        name=game.name,
        family=cast(Literal["hex", "square", "cards"], game.family),
        players=rules.players,
        sides=rules.sides,
        colours=rules.colours,
        kinds=rules.kinds,
        counts=rules.tile_counts,
        hand=rules.hand,
        sheet=game.sheet,
        sheets=game.sheets,
        bonus=game.bonus_moves,
        duel=game.duel,
        ordered_doubles=game.ordered_doubles,
        areas=game.area_ends,
        open_cards=rules.open_cards,
        radius=board.radius if board else 0,
        cells=board.coordinates if board else (),
        names=board.names if board else (),
        edges=board.edges if board else (),
        printed=tuple(rules.printed.items()) if board else (),
    )
