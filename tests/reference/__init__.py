"""A slow, plain reference of all games, written from rules.md alone: an oracle for the fast engine."""

from .board_game import BoardGame, Duel
from .card_game import CardGame
from .turns import Reference

__all__ = ["Reference", "make_reference"]

PLAYERS = {"hex": "234", "hex-solo": "1", "hex-team": "4", "hex-duel": "2"}
PLAYERS |= {"square": "234", "square-solo": "1", "cards": "234"}

# Option: default, other values; "*" stands for any value.
EXCHANGE = {"start": "random *", "exchange_empty_rack": "off on"}
COMPLETE = {"complete_ends": "on off"}
SQUARE = {"pair_tiles": "7 *", "double_tiles": "6 *", "printed": "rgbop *"}
SQUARE |= {"pyramid_points": "square colour", "pyramid_supply": "unlimited limited"}
WIN = {"start": "random *", "bonus_optional": "off on", "win_check": "both each"}
OPTIONS: dict[str, dict[str, str]] = {
    "hex": EXCHANGE,
    "hex-solo": COMPLETE,
    "hex-team": EXCHANGE | COMPLETE | {"talk": "closed open", "bonus_without_tile": "lapse refill"},
    "hex-duel": WIN | {"duel_exchange_side": "own any"},
    "square": EXCHANGE | SQUARE | {"exchange_short_bag": "off on", "end_check": "placement turn"},
    "square-solo": COMPLETE | SQUARE,
    "cards": WIN | {"edition": "de pl"},
}


def make_reference(game: str, players: int, options: dict[str, str]) -> Reference:
    """A new game, waiting for its first decision or draw."""
    if str(players) not in PLAYERS[game]:
        raise ValueError(f"{game} is not for {players}")
    chosen = {name: values.split()[0] for name, values in OPTIONS[game].items()}
    if options.get("edition") == "pl":
        chosen["bonus_optional"] = "on"  # C7
    for name, value in options.items():
        allowed = OPTIONS[game][name].split()
        seats = [str(seat + 1) for seat in range(players)]
        if value not in allowed and ("*" not in allowed or (name == "start" and value not in seats)):
            raise ValueError(f"{name}={value}")
        chosen[name] = value
    if game == "cards":
        return CardGame(players, chosen)
    if game == "hex-duel":
        return Duel(game, players, chosen)
    return BoardGame(game, players, chosen)
