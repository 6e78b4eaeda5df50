"""Write the golden files anew: `python tests/golden/make.py`. Read the difference before you commit it.

A playthrough is a complete game as text: at every decision the position, the number of legal moves, the
move with its points, where the mover's markers then stand, and what was drawn. Counts are how many legal
moves and positions there are from a fixed deal on.
"""

import random
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

FOLDER = Path(__file__).parent
sys.path.insert(0, str(FOLDER.parent))

from playing import ALL_RULES, likely_action, seeded_match  # noqa: E402  (the tests' folder is not installed)
from sixfold import CHANCE, Dealer, Rules, State, compiled_kernels  # noqa: E402
from sixfold.core.match import Event  # noqa: E402
from sixfold.notation import write_position  # noqa: E402

SEED = 2026
_DEPTHS = {"hex": 2, "square": 2, "cards": 3}


def playthrough_file(rules: Rules) -> Path:
    """Where the playthrough of these rules is kept."""
    edition = f"-{rules['edition']}" if rules.game.family == "cards" else ""
    return FOLDER / f"{rules.game.name}-{rules.players}{edition}.txt"


def playthrough(rules: Rules) -> str:
    """A complete game as text."""
    match = seeded_match(rules, SEED)
    rng = random.Random(SEED)
    lines = [f"rules: {rules}", f"seed: {SEED}", f"deal: {_draws(match.events)}"]
    while not match.is_over:
        state, before = match.state, len(match.events)
        actions = state.legal_actions()
        event = match.play(likely_action(state, rng, tries=100))
        assert event.score
        points = " ".join(f"{colour}{n}" for colour, n in event.score.points.items()) or "-"
        lines += [
            "",
            f"position: {write_position(state)}",
            f"legal: {len(actions)}",
            f"move: {event.text}",
            f"points: {points}",
            f"tracks: {' '.join(map(str, event.score.after))}",
            f"draws: {_draws(match.events[before + 1 :])}",
        ]
    outcome = match.outcome()
    lines += [
        "",
        f"position: {write_position(match.state)}",
        f"over: {outcome.reason.name.lower()}",
        f"scores: {' '.join(map(str, outcome.scores))}",
        f"places: {' '.join(map(str, outcome.places))}",
    ]
    return "\n".join(lines) + "\n"


def _draws(events: Sequence[Event]) -> str:
    return " ".join(event.text for event in events if event.actor == CHANCE) or "-"


def counts() -> str:
    """For every game, how many moves and positions there are, depth by depth."""
    lines = []
    for rules in ALL_RULES:
        lines.append(f"{rules}: {', '.join(_levels(rules, _DEPTHS[rules.game.family]))}")
    return "\n".join(lines) + "\n"


def _levels(rules: Rules, depth: int) -> Iterator[str]:
    """Move sequences and distinct positions after one move, two moves, ... of a fixed deal."""
    dealer = Dealer(SEED.to_bytes(32))
    start = State.new(rules)
    drawn = _draw(start, dealer, 0)
    level = [(start, drawn)]
    for _ in range(depth - 1):
        reached = []
        for state, draws in level:
            for action in state.legal_actions():
                after = state.copy()
                after.apply(action)
                reached.append((after, _draw(after, dealer, draws)))
        level = reached
        yield f"{len(level)} to {len({write_position(state) for state, _ in level})} positions"
    yield f"{sum(len(state.legal_actions()) for state, _ in level)} moves"


def _draw(state: State, dealer: Dealer, draws: int) -> int:
    while state.actor == CHANCE:
        state.apply(dealer.pick(draws, state.chance_outcomes()))
        draws += 1
    return draws


def main() -> None:
    """Write every golden file."""
    with compiled_kernels():
        for rules in ALL_RULES:
            playthrough_file(rules).write_text(playthrough(rules), encoding="utf-8")
        (FOLDER / "counts.txt").write_text(counts(), encoding="utf-8")
    print(f"wrote {len(ALL_RULES)} playthroughs and the counts: see git diff")


if __name__ == "__main__":
    main()
