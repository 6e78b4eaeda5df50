"""What all games share: start, deal, the order of a turn, and the ranking."""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Generator
from typing import NamedTuple


class Ask(NamedTuple):
    """A point where the game waits: for a seat's move or for a draw."""

    actor: int | str
    pending: str
    options: dict[str, int]


OVER = Ask("over", "over", {})


class Reference(ABC):
    """One game in progress; `_game` is the whole course of it, stopping at every `Ask`."""

    colours: str
    hand: int

    def __init__(self, players: int, options: dict[str, str], supply: dict[str, int]) -> None:
        self._players = players
        self._options = options
        self._bag = +Counter(supply)
        self._racks: list[list[str]] = [[] for _ in range(players)]
        self._reason = ""
        self._script = self._game()
        self._ask = next(self._script)

    # What a test sees.

    def actor(self) -> int | str:
        return self._ask.actor

    def pending(self) -> str:
        return self._ask.pending

    def legal(self) -> set[str]:
        return set(self._ask.options) if isinstance(self._ask.actor, int) else set()

    def chance(self) -> dict[str, int]:
        return dict(self._ask.options) if self._ask.actor == "chance" else {}

    def play(self, move: str) -> None:
        if move not in self.legal():
            raise ValueError(f"not legal: {move}")
        self._answer(move)

    def draw(self, outcome: str) -> None:
        if outcome not in self.chance():
            raise ValueError(f"cannot be drawn: {outcome}")
        self._answer(outcome)

    def racks(self) -> list[list[str]]:
        return [sorted(rack) for rack in self._racks]

    def bag(self) -> dict[str, int]:
        return dict(self._bag)

    def reason(self) -> str:
        return self._reason

    def places(self) -> list[int]:
        """H22, C12: one more than the number of rivals who are better, so 1, 1, 3."""
        if not self._reason:
            raise ValueError("not over")
        strength = [self._strength(seat) for seat in range(self._players)]
        return [1 + sum(strength[rival] > own for rival in self._rivals()) for own in strength]

    @abstractmethod
    def tracks(self) -> list[list[int]]: ...

    def tokens(self) -> list[int | None]:
        return []

    def board(self) -> dict[str, str]:
        return {}

    def open_cards(self) -> list[list[str]]:
        return []

    def discards(self) -> dict[str, int]:
        return {}

    # What the games define.

    @abstractmethod
    def _legal(self, seat: int) -> set[str]:
        """The placements or cards the seat may play now."""

    @abstractmethod
    def _apply(self, seat: int, move: str, bonus: bool) -> int:
        """Play and score one tile or card, set `_reason` if that ends the game; the bonus moves earned."""

    @abstractmethod
    def _exchangeable(self, seat: int) -> list[str] | None:
        """The tiles the seat may exchange now, None if it may not."""

    @abstractmethod
    def _exchange(self, seat: int, aside: list[str]) -> Generator[Ask, str, None]:
        """Exchange those tiles."""

    def _room(self) -> bool:
        return True

    def _deal_extra(self, seat: int) -> Generator[Ask, str, None]:
        yield from ()

    def _strength(self, seat: int) -> list[int]:
        """H22, H23: the sorted tracks, weakest first; the greater list is better."""
        return sorted(self.tracks()[seat])

    def _rivals(self) -> range:
        return range(self._players)

    # The course of the game.

    def _answer(self, answer: str) -> None:
        try:
            self._ask = self._script.send(answer)
        except StopIteration:
            self._ask = OVER

    def _game(self) -> Generator[Ask, str, None]:
        """H5, H7, H20, H21, Q13: start, deal, then turns clockwise; an empty rack is passed over."""
        start = self._options.get("start", "1")
        if start == "random":
            start = yield Ask("chance", "start", {str(n + 1): 1 for n in range(self._players)})
        order = [(int(start) - 1 + n) % self._players for n in range(self._players)]
        for seat in order:
            yield from self._fill(seat, "deal")
        for seat in order:
            yield from self._deal_extra(seat)
        seat = order[0]
        while not self._reason:
            if not self._room():
                self._reason = "full"
            elif not any(self._racks):
                self._reason = "tiles"
            else:
                if self._racks[seat]:
                    yield from self._turn(seat)
                seat = (seat + 1) % self._players

    def _turn(self, seat: int) -> Generator[Ask, str, None]:
        """H8-H17, C4-C7: place and make the bonus moves, then end the turn."""
        pending, due = "place", 1
        while due > 0 and self._room():
            if not self._racks[seat] and self._options.get("bonus_without_tile") == "refill":
                yield from self._fill(seat, "refill")
            if not self._racks[seat]:
                break  # H17
            moves = self._legal(seat)
            if pending == "bonus" and self._options.get("bonus_optional") == "on":
                moves.add("pass")
            move = yield Ask(seat, pending, dict.fromkeys(moves, 1))
            due -= 1
            if move != "pass":
                due += self._apply(seat, move, pending == "bonus")
            if self._reason:
                return
            pending = "bonus"
        yield from self._end_turn(seat)

    def _end_turn(self, seat: int) -> Generator[Ask, str, None]:
        """H18-H20, C8, C9: exchange or refill."""
        aside = self._exchangeable(seat)
        if aside is not None and (yield Ask(seat, "exchange", {"keep": 1, "exchange": 1})) == "exchange":
            yield from self._exchange(seat, aside)
        else:
            yield from self._fill(seat, "refill")

    def _fill(self, seat: int, pending: str) -> Generator[Ask, str, None]:
        """H5, H20, Q11: draw one by one to a full hand, or while there is something to draw."""
        while len(self._racks[seat]) < self.hand and self._bag:
            self._racks[seat].append((yield from self._draw(pending)))

    def _draw(self, pending: str) -> Generator[Ask, str, str]:
        """One random tile or card leaves the bag."""
        tile = yield Ask("chance", pending, dict(self._bag))
        self._bag = self._bag - Counter([tile])
        return tile

    def _lacks_weakest(self, seat: int) -> bool:
        """H18, H19, T3: no tile of the rack shows any of the weakest colours."""
        track = self.tracks()[seat]
        weakest = {colour for colour, value in zip(self.colours, track, strict=True) if value == min(track)}
        return all(weakest.isdisjoint(tile) for tile in self._racks[seat])
