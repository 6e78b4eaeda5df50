"""A game with all that happened in it: what each seat remembers, and what it cannot tell from that."""

import random
from collections import Counter
from collections.abc import Iterable
from typing import Final, NamedTuple

import numpy as np

from ..core.codes import CHANCE, Phase
from ..core.errors import MoveError, PositionError
from ..core.moves import Move, chance_text
from ..core.rules import Rules
from ..core.state import State
from ..core.views import Eyes

_TRIES: Final = 5000
"""Many times more than were ever needed: one in a few does, at four-handed cards one in a few hundred."""
_UNSEEN: Final = "??"


class Step(NamedTuple):
    """An action of a seat or of chance."""

    actor: int
    mover: int | None
    """Whose turn it was; for a draw, who drew."""
    phase: Phase
    action: int
    onto_rack: bool
    """Whether a tile was drawn onto a rack, where only its owner sees it."""
    shown: tuple[int, ...]
    """The tiles that were shown to everybody and put aside in an exchange."""

    def text(self, rules: Rules, eyes: Eyes) -> str:
        """What these eyes saw of it."""
        if self.mover is None:
            return f"start {self.action + 1}"
        if self.actor == CHANCE:
            hidden = self.onto_rack and eyes not in (self.mover, "all")
            tile = _UNSEEN if hidden else chance_text(self.action, self.phase, rules)
            return f"{'rack' if self.onto_rack else 'open'} {self.mover + 1} {tile}"
        words = [
            f"{self.mover + 1}:",
            str(Move.of(self.action, rules)),
            *(rules.kinds[k] for k in self.shown),
        ]
        return " ".join(words)


class Play:
    """A game from its start, and every step of it."""

    def __init__(self, rules: Rules) -> None:
        self.state = State.new(rules)
        self.steps: list[Step] = []
        self._bags: list[tuple[int, ...]] = []
        """What the bag held after each step."""
        self._held: list[list[int]] = [[] for _ in range(rules.players)]
        """For each tile on each rack, the step in which it was drawn."""

    @classmethod
    def replay(cls, rules: Rules, actions: Iterable[int]) -> "Play":
        """The game in which these actions were taken, chance's included."""
        play = cls(rules)
        for action in actions:
            play.apply(action)
        return play

    @property
    def actions(self) -> list[int]:
        """Everything that was done, chance's draws included."""
        return [step.action for step in self.steps]

    def apply(self, action: int) -> None:
        """Take an action of the actor; an illegal one is refused and changes nothing."""
        state = self.state
        actor, mover, phase = state.actor, state.mover, state.phase
        before = () if mover is None else state.rack(mover)
        state.apply(action)
        after = () if mover is None else state.rack(mover)
        gone = [] if actor == CHANCE else sorted((Counter(before) - Counter(after)).elements())
        onto_rack = len(after) > len(before)
        if mover is not None:
            held = self._held[mover]
            for kind in gone:
                held.remove(next(step for step in held if self.steps[step].action == kind))
            if onto_rack:
                held.append(len(self.steps))
        shown = tuple(gone) if phase is Phase.EXCHANGE else ()
        self.steps.append(Step(actor, mover, phase, action, onto_rack, shown))
        self._bags.append(state.bag)

    def remembered(self, eyes: Eyes) -> str:
        """Everything that these eyes saw, from the start; tiles that others drew are `??`."""
        rules = self.state.rules
        who = "seat " + str(eyes + 1) if isinstance(eyes, int) else eyes or "spectator"
        return "; ".join((f"{rules} {who}", *(step.text(rules, eyes) for step in self.steps)))

    def copy(self) -> "Play":
        """Another game, equal to this one and independent of it."""
        twin = object.__new__(Play)
        twin.state = self.state.copy()
        twin.steps = list(self.steps)
        twin._bags = list(self._bags)
        twin._held = [list(steps) for steps in self._held]
        return twin

    def __deepcopy__(self, memo: object) -> "Play":
        return self.copy()

    def __reduce__(self) -> tuple[object, tuple[Rules, list[int]]]:
        """Games travel as their actions."""
        return Play.replay, (self.state.rules, self.actions)

    # ------------------------------------------------------------ what else may be

    def resampled(self, seat: int, rng: random.Random) -> "Play":
        """A game that this seat remembers just the same, in which others may hold other tiles now.

        These are dealt anew until the whole game can have gone as the seat saw it: everyone who was offered
        an exchange would have been offered it, and nobody else.
        """
        hidden = sorted(step for other, held in enumerate(self._held) if other != seat for step in held)
        if not hidden:
            return self.copy()
        for _ in range(_TRIES):
            play = self._retold(self._dealt_anew(hidden, rng))
            if play is not None:
                return play
        raise PositionError(f"no other deal was found in which seat {seat + 1} has seen the same")

    def _dealt_anew(self, hidden: list[int], rng: random.Random) -> dict[int, int]:
        """For each of these draws another tile: any of those that could have stayed in the bag from then on.

        Early draws have the smallest choice and choose first; as choices are nested, no deal is preferred.
        Exact until tiles go back into the bag; after that, that some were drawn again is not weighed.
        """
        bags = np.array(self._bags)
        for step in hidden:
            bags[step:, self.steps[step].action] += 1
        tiles = {}
        for step in hidden:
            (kind,) = rng.choices(range(bags.shape[1]), bags[step:].min(axis=0).tolist())
            bags[step:, kind] -= 1
            tiles[step] = kind
        return tiles

    def _retold(self, tiles: dict[int, int]) -> "Play | None":
        """The same game with other tiles drawn in these steps, if it can have gone the same way."""
        play = Play(self.state.rules)
        for number, step in enumerate(self.steps):
            if play.state.actor != step.actor:
                return None
            expected = step._replace(action=tiles.get(number, step.action))
            try:
                play.apply(expected.action)
            except MoveError:
                return None
            if play.steps[-1] != expected:
                return None
        return play if play.state.phase is self.state.phase else None
