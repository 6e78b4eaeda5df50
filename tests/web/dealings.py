"""Whole games with everything that chance decided, for the tests of the client's own check.

`python tests/web/dealings.py` writes web/tests/dealings.json; a test keeps it in step.
"""

import sys
from pathlib import Path
from random import Random
from typing import Any, Final

import msgspec

ROOT: Final = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tests"))

from server.houses import some_move  # noqa: E402  (a script finds the tests' helpers by itself)
from sixfold import Dealer, Match, Rules  # noqa: E402
from sixfold.core.dealer import Earlier  # noqa: E402
from sixfold.server.tables.dealing import dealing_of  # noqa: E402
from sixfold.server.tables.explaining import rules_sight  # noqa: E402
from sixfold.server.tables.playing import shown_tiles  # noqa: E402

TARGET: Final = ROOT / "web/tests/dealings.json"
_KNOWN: Final = ("game", "family", "sides", "kinds", "counts", "hand", "open_cards")
"""What the check asks about the rules."""
GAMES: Final = ("hex(players=2)", "hex-duel", "hex-solo", "hex-team", "square(players=3)", "cards(players=4)")


def played(rules: Rules, dealer: Dealer) -> dict[str, Any]:
    """A game that exchanges whenever it may: its moves, and what chance decided."""
    rng = Random(str(rules))
    match, moves = Match(rules, dealer), list[dict[str, Any]]()
    while not match.is_over:
        words = [str(word) for word in match.legal_words()]
        move = "exchange" if "exchange" in words else some_move(match, rng)
        before, match = match, match.after(move)
        _, event = next(match.moves_backwards())
        shown = shown_tiles(before, match)
        moves.append({"number": before.made, "seat": event.actor, "turn": event.turn, "move": event.text})
        moves[-1] |= {"shown": shown} if shown else {}
    sight = msgspec.to_builtins(rules_sight(rules))
    known = {name: sight[name] for name in _KNOWN if name in sight}
    return {"rules": known, "moves": moves, "dealing": dealing_of(match)}


def dealings() -> bytes:
    """All of them, as JSON."""
    seeds = [bytes([number]) * 32 for number in range(len(GAMES) + 1)]
    games = {game: played(Rules.parse(game), Dealer(seeds[n])) for n, game in enumerate(GAMES)}
    earlier = [Earlier(20, seeds[0].hex())]
    games["played on"] = played(Rules.parse(GAMES[0]), Dealer(seeds[-1], earlier))
    return msgspec.json.encode(games) + b"\n"


if __name__ == "__main__":
    TARGET.write_bytes(dealings())
    print(f"{TARGET.relative_to(ROOT)}: {TARGET.stat().st_size // 1024} kB")
