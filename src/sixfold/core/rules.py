"""A game as data: `Rules.parse("hex(players=3)")`, and `str(rules)` back."""

import re
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from .catalogue import CATALOGUE, Game
from .errors import RulesError, quoted
from .geometry import Geometry, geometry

_LONGEST: Final = 60  # of a text that a message repeats; games with their options are long
_FORM: Final = re.compile(r"\s*([a-z-]+)\s*(?:\((.*)\))?\s*", re.DOTALL)


@dataclass(frozen=True)
class Rules:
    """One game of the catalogue with everything that is chosen about it. Made by `parse` or `of`."""

    game: Game
    players: int
    options: tuple[tuple[str, str], ...]
    """Every option of the game with its value, in the catalogue's order."""

    @classmethod
    def of(cls, name: str, **chosen: str | int) -> "Rules":
        """The rules of a game by its name, with `players` and options as keywords."""
        game = CATALOGUE.get(name)
        if game is None:
            raise RulesError(f"no game is called {name!r}; there are {', '.join(CATALOGUE)}")
        given = {key: str(value) for key, value in chosen.items()}
        players = _players(game, given.pop("players", str(game.players[0])))
        resolved: dict[str, str] = {}
        for option in game.options_for(players):
            value = given.pop(option.name, option.default(resolved))
            if value not in option.values:
                form = option.form or " or ".join(option.values)
                raise RulesError(f"{name}: {option.name} is {form}, not {value!r}")
            resolved[option.name] = value
        if given:
            known = ", ".join(["players", *resolved])
            raise RulesError(f"{name} has no option {next(iter(given))!r}; it has {known}")
        rules = cls(game, players, tuple(resolved.items()))
        if rules.tiles < rules.players * rules.hand:
            raise RulesError(
                f"{name}: {rules.tiles} tiles are too few to deal {rules.hand} to each of {players}"
            )
        return rules

    @classmethod
    def parse(cls, text: str) -> "Rules":
        """The rules that a text such as `square(players=4, pyramid_points=colour)` names."""
        given = quoted(text, _LONGEST)
        form = _FORM.fullmatch(text)
        if form is None:
            raise RulesError(f"{given} does not read like a game: write hex or hex(players=3)")
        name, inside = form.groups()
        chosen: dict[str, str] = {}
        for part in (inside or "").split(",") if (inside or "").strip() else ():
            key, equals, value = (piece.strip() for piece in part.partition("="))
            if not (key and equals and value):
                word = quoted(part.strip(), _LONGEST)
                raise RulesError(f"{given}: {word} does not read like option=value")
            if key in chosen:
                raise RulesError(f"{given}: {key} is given twice")
            chosen[key] = value
        return cls.of(name, **chosen)

    @classmethod
    def every(cls) -> "list[Rules]":
        """Each game of the catalogue for each number of players, with its default options."""
        return [cls.of(game.name, players=players) for game in CATALOGUE.values() for players in game.players]

    def __str__(self) -> str:
        """The shortest text that `parse` reads as these rules."""
        parts = [f"players={self.players}"] if len(self.game.players) > 1 else []
        chosen: dict[str, str] = {}
        for option in self.game.options_for(self.players):
            value = self[option.name]
            if value != option.default(chosen):
                parts.append(f"{option.name}={value}")
            chosen[option.name] = value
        return f"{self.game.name}({','.join(parts)})" if parts else self.game.name

    def __reduce__(self) -> tuple[object, tuple[str]]:
        """Rules travel between processes as their text."""
        return Rules.parse, (str(self),)

    def __getitem__(self, option: str) -> str:
        """The value of an option."""
        return dict(self.options)[option]

    def has(self, option: str, value: str) -> bool:
        """Whether the game has this option, set to this value."""
        return (option, value) in self.options

    @property
    def colours(self) -> str:
        """The colours' letters, in the order of every track."""
        return self.game.colours

    @property
    def hand(self) -> int:
        """How many tiles or cards a full rack or hand has."""
        return self.game.hand

    @cached_property
    def kinds(self) -> tuple[str, ...]:
        """Every kind of tile or card as its two letters; the index is its number inside the engine."""
        letters = self.colours
        doubles = self.game.double_tiles > 0
        return tuple(a + b for i, a in enumerate(letters) for b in letters[i if doubles else i + 1 :])

    @cached_property
    def kind_of(self) -> dict[str, int]:
        """Kind numbers by their letters, in either order."""
        return {text: kind for kind, name in enumerate(self.kinds) for text in (name, name[::-1])}

    @cached_property
    def tile_counts(self) -> tuple[int, ...]:
        """How many tiles there are of each kind (H4, Q3, C1)."""
        options = dict(self.options)
        pairs = int(options.get("pair_tiles", self.game.pair_tiles))
        doubles = int(options.get("double_tiles", self.game.double_tiles))
        return tuple(doubles if kind[0] == kind[1] else pairs for kind in self.kinds)

    @property
    def tiles(self) -> int:
        """How many tiles or cards there are in all."""
        return sum(self.tile_counts)

    @property
    def track(self) -> int:
        """Where a marker's way ends; the second sheet counted on (S3)."""
        return self.game.sheet * self.game.sheets

    @property
    def sides(self) -> tuple[int, ...]:
        """For each seat, whose tracks it moves: its own number, or its team's."""
        return self.game.side_of[: self.players]

    @property
    def is_board_game(self) -> bool:
        """Whether it is played on a board; the card game is not."""
        return self.game.shape is not None

    @cached_property
    def geometry(self) -> Geometry:
        """The board of a board game."""
        if self.game.shape is None:
            raise RulesError(f"{self.game.name} has no board")
        return geometry(self.game.shape, self.game.radius[self.players])

    @cached_property
    def printed(self) -> dict[int, int]:
        """The printed symbols: colour by cell (H2, Q2)."""
        order = dict(self.options).get("printed", self.colours)
        return {
            self.geometry.cell_at[place]: self.colours.index(letter)
            for place, letter in zip(self.game.printed, order, strict=True)
        }

    @property
    def open_cards(self) -> int:
        """How many cards lie open before a seat between turns (C2); none in a board game."""
        if self.is_board_game:
            return 0
        return 2 if self.players == 2 else 1

    @property
    def starter(self) -> int | None:
        """The seat that starts, or `None` where the lot decides (H7)."""
        start = dict(self.options).get("start", "1")
        return None if start == "random" else int(start) - 1


def _players(game: Game, text: str) -> int:
    if text not in map(str, game.players):
        counts = " or ".join(map(str, game.players))
        raise RulesError(
            f"{game.name} is for {counts} player{'s' * (game.players != (1,))}, not {quoted(text, _LONGEST)}"
        )
    return int(text)
