"""A bot in twenty lines: a point is worth more to it, the lower the colour.

Try it: `python examples/own_bot.py`. It plays ten games of two-player hex against `greedy`.
"""

import math
import random

from sixfold import Dealer, Match, Move, Rules, View, compile_kernels
from sixfold.bots import make_bot


class OwnBot:
    """Sees what a person in its seat sees, and looks one move ahead."""

    def choose(self, view: View) -> Move:
        """The move after which the position is best."""
        state = view.sample(random.Random(0))  # a position that agrees with all that is known

        def worth(move: Move) -> float:
            after = state.copy()
            after.apply(move.action(view.rules))
            return sum(math.sqrt(marker) for marker in after.seat_tracks(view.actor))

        return max(state.legal_moves(), key=worth)


def main() -> None:
    """Play, and print who won how often; ties are shared."""
    compile_kernels()
    won = 0.0
    for deal in range(10):
        match = Match(Rules.parse("hex"), Dealer(deal.to_bytes(32)))
        players = [OwnBot(), make_bot("greedy", random.Random(deal))]
        while not match.is_over:
            match.play(players[match.actor].choose(match.view(match.actor)))
        won += match.outcome().shares[0]
    print(f"won {won:g} of 10")


if __name__ == "__main__":
    main()
