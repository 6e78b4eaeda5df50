"""What the terminal says about moves and positions, in plain words."""

from collections.abc import Mapping, Sequence

from ..core.catalogue import COLOUR_NAMES
from ..core.codes import CHANCE, OVER, Exchange, Phase, Reason
from ..core.match import Event
from ..core.outcome import Outcome
from ..core.rules import Rules
from ..core.views import View

_REASONS = {
    Reason.FULL: "there is no room for another tile",
    Reason.COMPLETE: "somebody has completed every colour",
    Reason.TILES: "nobody has anything left to play",
}
_MOST_NAMED = 3
"""With more colours than that, naming them is longer than seeing them."""


def seat_names(rules: Rules, who: Sequence[str] = ()) -> tuple[str, ...]:
    """How seats are called: by number, followed by who sits there if that is known."""
    seats = range(rules.players)
    return tuple(f"seat {seat + 1} ({who[seat]})" if who else f"seat {seat + 1}" for seat in seats)


def piece(rules: Rules, count: int = 1) -> str:
    """What one plays with."""
    word = "tile" if rules.is_board_game else "card"
    return word if count == 1 else f"{word}s"


def points_text(points: Mapping[str, int]) -> str:
    """Points by colour: `red +2, green +1`."""
    earned = [f"{COLOUR_NAMES[colour]} +{number}" for colour, number in points.items() if number]
    return ", ".join(earned) or "no points"


def weakest(rules: Rules, tracks: Sequence[int]) -> str:
    """The weakest colours by name and where they stand: `green 2`."""
    lowest = min(tracks)
    names = [
        COLOUR_NAMES[colour] for colour, marker in zip(rules.colours, tracks, strict=True) if marker == lowest
    ]
    if len(names) == len(tracks):
        return f"all {lowest}"
    return f"{', '.join(names) if len(names) <= _MOST_NAMED else f'{len(names)} colours'} {lowest}"


def standing_text(rules: Rules, tracks: Sequence[int]) -> str:
    """What a side is ranked by, as it stands: its weakest colour, or in the duel its markers."""
    if rules.game.duel:
        return f"markers on this side: {sum(marker > 0 for marker in tracks)}"
    return f"weakest: {weakest(rules, tracks)}"


def event_text(rules: Rules, names: Sequence[str], event: Event) -> str:
    """A seat's move, its points and what it means: one line."""
    score = event.score
    assert score is not None, "a draw is nobody's move"
    if score.move.is_word:
        return f"{names[event.actor]}: {event.text}"
    lost = f" ({score.lost} lost)" if score.lost else ""
    again = " · plays again" if score.bonus_moves else ""
    standing = standing_text(rules, score.after)
    return f"{names[event.actor]}: {event.text}  {points_text(score.points)}{lost} · {standing}{again}"


def decision_text(view: View, names: Sequence[str]) -> str:
    """Whose turn it is and what is to be decided."""
    if view.actor == OVER:
        return f"The game is over: {_REASONS[view.reason]}."
    if view.actor == CHANCE:
        who = "the lot decides who starts" if view.mover is None else f"{names[view.mover]} draws"
        return f"Next: {who}."
    return f"{names[view.actor].capitalize()}: {_task(view)}"


def _task(view: View) -> str:
    rules = view.rules
    verb, word = ("place", piece(rules)) if rules.is_board_game else ("play", piece(rules))
    if view.phase is Phase.EXCHANGE:
        return f"{_exchange_offer(view)} Type exchange or keep."
    if not view.racks[view.actor]:
        return f"no {word} is left to {verb}. Type pass."
    if view.phase is Phase.BONUS:
        more = f" ({view.bonus - 1} more to come)" if view.bonus > 1 else ""
        decline = ", or type pass" if rules.has("bonus_optional", "on") else ""
        return f"bonus! {verb} another {word}{more}{decline}."
    if rules.is_board_game and view.turn < rules.players:
        return f"{verb} a {word}. The first must touch a printed symbol that no tile touches yet."
    return f"{verb} a {word}."


def _exchange_offer(view: View) -> str:
    rules = view.rules
    pieces = piece(rules, 2)
    if rules.game.exchange is Exchange.SHOWS_NINE:
        return f"you may exchange all {pieces} that show a colour whose marker stands on its nine."
    lacking = weakest(rules, view.tracks[rules.sides[view.actor]])
    return f"none of your {pieces} shows your weakest colour ({lacking}), so you may exchange them all."


def ranking_lines(
    rules: Rules, names: Sequence[str], tracks: Sequence[Sequence[int]], outcome: Outcome
) -> list[str]:
    """Everyone's place, best first, with what they are compared by."""
    order = sorted(range(rules.players), key=lambda seat: (outcome.places[seat], seat))
    width = max(map(len, names))
    lines = []
    for seat in order:
        own = tracks[rules.sides[seat]]
        compared = " ".join(map(str, sorted(marker for marker in own if marker or not rules.game.duel)))
        standing = standing_text(rules, own)
        lines.append(f"{outcome.places[seat]}. {names[seat]:{width}}  {standing}  ({compared or 'none'})")
    return lines
