"""The card game."""

from collections import Counter
from collections.abc import Generator
from itertools import combinations

from .turns import Ask, Reference

AREAS = [{0}, {1, 2, 3}, {4, 5, 6}, {7, 8, 9, 10}]  # C3


def area(value: int) -> int:
    """C3: the number of the area a marker stands in."""
    return next(number for number, values in enumerate(AREAS) if value in values)


class CardGame(Reference):
    """cards: the bag of the other games is the draw pile here, the rack is the hand."""

    colours = "rgboyp"
    hand = 6

    def __init__(self, players: int, options: dict[str, str]) -> None:
        self._tracks = [[0] * 6 for _ in range(players)]
        self._open: list[list[str]] = [[] for _ in range(players)]
        self._discards: Counter[str] = Counter()
        super().__init__(players, options, {a + b: 4 for a, b in combinations(self.colours, 2)})  # C1

    def tracks(self) -> list[list[int]]:
        return [list(track) for track in self._tracks]

    def open_cards(self) -> list[list[str]]:
        return [list(cards) for cards in self._open]

    def discards(self) -> dict[str, int]:
        return dict(self._discards)

    def _deal_extra(self, seat: int) -> Generator[Ask, str, None]:
        """C2: the open cards, the oldest first."""
        for _ in range(2 if self._players == 2 else 1):
            self._open[seat].append((yield from self._draw("deal")))

    def _draw(self, pending: str) -> Generator[Ask, str, str]:
        """C10: the moment the pile is empty the discards become the pile."""
        card = yield from super()._draw(pending)
        if not self._bag:
            self._bag, self._discards = self._discards, Counter()
        return card

    def _legal(self, seat: int) -> set[str]:
        """C4, C5: any card of the hand, either symbol first."""
        return set(self._racks[seat]) | {card[::-1] for card in self._racks[seat]}

    def _apply(self, seat: int, move: str, bonus: bool) -> int:
        """C4-C7, C11: lay the card, for a bonus move in place of the oldest, and score its symbols."""
        card = move if move in self._racks[seat] else move[::-1]
        if bonus:
            self._discard_oldest(seat)
        self._racks[seat].remove(card)
        others = [other for cards in self._open for other in cards]
        self._open[seat].append(card)
        earned = self._gain(seat, move[0], sum(move[0] in other for other in others))
        if not (self._options["win_check"] == "each" and self._complete(seat)):
            earned += self._gain(seat, move[1], sum(move[1] in other for other in others))
        if self._complete(seat):
            self._reason = "complete"
        return earned

    def _gain(self, seat: int, colour: str, points: int) -> int:
        """C6, C7: step by step; the next area opens when all markers are in the one before it or further."""
        track, index = self._tracks[seat], self.colours.index(colour)
        old = track[index]
        for _ in range(points):
            step = track[index] + 1
            if step <= 10 and all(area(marker) >= area(step) - 1 for marker in track):
                track[index] = step
        return int(old < 10 == track[index])

    def _complete(self, seat: int) -> bool:
        """C11."""
        return min(self._tracks[seat]) >= 7

    def _discard_oldest(self, seat: int) -> None:
        self._discards[self._open[seat].pop(0)] += 1

    def _end_turn(self, seat: int) -> Generator[Ask, str, None]:
        """C8: the oldest open card goes first."""
        self._discard_oldest(seat)
        yield from super()._end_turn(seat)

    def _exchangeable(self, seat: int) -> list[str] | None:
        """C9: the whole hand, if there is one and it lacks every weakest colour."""
        return list(self._racks[seat]) if self._racks[seat] and self._lacks_weakest(seat) else None

    def _exchange(self, seat: int, aside: list[str]) -> Generator[Ask, str, None]:
        """C9: the hand is discarded before drawing."""
        self._racks[seat].clear()
        self._discards.update(aside)
        yield from self._fill(seat, "refill")
