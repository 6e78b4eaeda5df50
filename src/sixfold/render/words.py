"""The few words of a picture."""

from collections.abc import Sequence

from ..core.codes import CHANCE, OVER, Phase
from ..core.outcome import Outcome
from ..core.rules import Rules
from ..core.views import View


def game_text(rules: Rules) -> str:
    """What is played."""
    name = rules.game.name
    return f"{name}, {rules.players} players" if len(rules.game.players) > 1 else name


def side_text(seats: Sequence[int]) -> str:
    """Who it is: `seat 2`, `seats 1 and 3`."""
    *others, last = [str(seat + 1) for seat in seats]
    return f"seats {', '.join(others)} and {last}" if others else f"seat {last}"


def turns_text(view: View) -> str:
    """How far the game is."""
    return "1 turn played" if view.turn == 1 else f"{view.turn} turns played"


def stock_text(view: View) -> str:
    """What is left to draw; the card table shows it by itself."""
    return f"{view.bag_size} in the bag" if view.rules.is_board_game else ""


def status_text(view: View, outcome: Outcome) -> str:
    """Who decides what now, or how the game ended."""
    if view.actor == OVER:
        return _result_text(view.rules, outcome)
    if view.mover is None:
        return "the lot decides who starts"
    who = side_text([view.mover])
    if view.actor == CHANCE:
        return f"{who} draws"
    if view.phase is Phase.EXCHANGE:
        return f"{who} may exchange"
    if view.phase is Phase.BONUS:
        return f"{who} plays again" + (f", {view.bonus} times" if view.bonus > 1 else "")
    return f"{who} is to play"


def _result_text(rules: Rules, outcome: Outcome) -> str:
    if rules.players == 1:
        return "the game is over"
    winners = [seat for seat, place in enumerate(outcome.places) if place == 1]
    if len(winners) == rules.players:
        return "all share the win"
    return f"{side_text(winners)} {'win' if len(winners) > 1 else 'wins'}"


def standing_text(view: View, outcome: Outcome, seat: int) -> tuple[str, str]:
    """What a seat is ranked by, a label and a figure; at the end with its place."""
    label = "markers" if view.rules.game.duel else "weakest"
    if view.actor == OVER and view.rules.players > 1:
        label = f"place {outcome.places[seat]} · {label}"
    return label, str(outcome.scores[seat])
