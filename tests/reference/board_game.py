"""The hex and the square board games with their solo, team and duel forms."""

from collections.abc import Generator
from itertools import combinations

from .turns import Ask, Reference

Cell = tuple[int, int]

HEX_STEPS: list[Cell] = [(1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)]
SQUARE_STEPS: list[Cell] = [(1, 0), (0, -1), (-1, 0), (0, 1)]
HEX_SYMBOLS: list[Cell] = [(0, -5), (5, -5), (5, 0), (0, 5), (-5, 5), (-5, 0)]  # H2, in colour order
SQUARE_SYMBOLS: list[Cell] = [(0, 0), (0, -4), (4, 0), (0, 4), (-4, 0)]  # Q2: centre, n, e, s, w
PYRAMID = "^"


class BoardGame(Reference):
    """hex, hex-solo, hex-team, square and square-solo."""

    def __init__(self, game: str, players: int, options: dict[str, str]) -> None:
        self._square = game.startswith("square")
        self._solo = players == 1
        self._team = game == "hex-team"
        self._two_sheets = self._solo or self._team  # S2, T1, Q15
        self.colours = "rgbop" if self._square else "rgboyp"
        self.hand = 1 if self._solo else 5 if self._square else 6  # H5, S1, Q4
        self._steps = SQUARE_STEPS if self._square else HEX_STEPS
        larger = max(players - 2, 0)
        self._radius = larger + (4 if self._square else 5)  # H1, Q1
        span = range(-self._radius, self._radius + 1)
        grid = [(x, y) for y in span for x in span if self._square or abs(x + y) <= self._radius]
        self._area = dict.fromkeys(grid)  # a set that keeps the order, row by row
        symbols = SQUARE_SYMBOLS if self._square else HEX_SYMBOLS
        self._printed = dict(zip(symbols, options.get("printed", self.colours), strict=True))
        self._board: dict[Cell, str] = dict(self._printed)
        self._tiled: set[Cell] = set()
        self._pyramids = 0
        self._started: set[int] = set()
        self._sheets = [[0] * len(self.colours) for _ in range(2 if self._team else players)]
        pairs, doubles = int(options.get("pair_tiles", 6)), int(options.get("double_tiles", 5))  # H4, Q3
        supply = {a + b: pairs for a, b in combinations(self.colours, 2)}
        super().__init__(players, options, supply | {a + a: doubles for a in self.colours})

    def tracks(self) -> list[list[int]]:
        """T1: seats 0 and 2, 1 and 3 share a track."""
        return [list(self._sheets[seat % len(self._sheets)]) for seat in range(self._players)]

    def board(self) -> dict[str, str]:
        return {self._name(cell): sign for cell, sign in self._board.items()}

    def _rivals(self) -> range:
        """T4: places are the teams'; seats 0 and 1 stand for the two teams."""
        return range(len(self._sheets))

    # Cells.

    def _name(self, cell: Cell) -> str:
        return f"{chr(ord('a') + cell[1] + self._radius)}{cell[0] + self._radius + 1}"

    def _cell(self, name: str) -> Cell:
        return int(name[1:]) - self._radius - 1, ord(name[0]) - ord("a") - self._radius

    def _neighbours(self, cell: Cell) -> list[Cell]:
        around = [(cell[0] + dx, cell[1] + dy) for dx, dy in self._steps]
        return [other for other in around if other in self._area]

    def _free_pairs(self) -> list[tuple[Cell, Cell]]:
        """H8, Q6: adjacent free cells, each pair in both orders."""
        free = [cell for cell in self._area if cell not in self._board]
        return [(a, b) for a in free for b in self._neighbours(a) if b not in self._board]

    def _room(self) -> bool:
        return bool(self._free_pairs())

    # Placing.

    def _legal(self, seat: int) -> set[str]:
        """H8-H10, H13, Q5, Q6."""
        pairs = self._free_pairs()
        if seat not in self._started:
            fresh = [s for s in self._printed if self._tiled.isdisjoint(self._neighbours(s))]
            beside = {cell for symbol in fresh for cell in self._neighbours(symbol)}
            pairs = [(a, b) for a, b in pairs if a in beside or b in beside]
        both_orders = self._two_sheets and not self._square  # H13
        moves = set()
        for tile in set(self._racks[seat]):
            for a, b in pairs:
                if tile[0] != tile[1] or both_orders or (a[1], a[0]) < (b[1], b[0]):
                    moves.add(f"{tile} {self._name(a)} {self._name(b)}")
        return moves

    def _apply(self, seat: int, move: str, bonus: bool) -> int:
        """H12-H15, H21, H24, Q12: both halves are laid, then scored in the order named."""
        tile, *names = move.split()
        first, second = (self._cell(name) for name in names)
        self._racks[seat].remove(tile)
        self._started.add(seat)
        self._board |= {first: tile[0], second: tile[1]}
        self._tiled |= {first, second}
        before = self.tracks()[seat]
        earned = self._gain(seat, tile[0], self._line_points(first, second), before)
        if not (self._options.get("win_check") == "each" and self._complete(seat)):
            earned += self._gain(seat, tile[1], self._line_points(second, first), before)
        if self._square:
            for colour in self._place_pyramids():
                earned += self._gain(seat, colour, 1, before)
        if self._complete(seat):
            self._reason = "complete"
        elif not self._room() and self._options.get("end_check") != "turn":
            self._reason = "full"
        return earned

    def _line_points(self, cell: Cell, other: Cell) -> int:
        """H12, Q7: the unbroken lines of the same colour in all directions but that of the other half."""
        points = 0
        for dx, dy in self._steps:
            x, y = cell[0] + dx, cell[1] + dy
            if (x, y) == other:
                continue
            while self._board.get((x, y)) == self._board[cell]:
                points += 1
                x, y = x + dx, y + dy
        return points

    def _place_pyramids(self) -> list[str]:
        """Q8, Q9: a pyramid on every isolated empty square; the colours that score a point each."""
        scored: list[str] = []
        for cell in self._area:  # row by row: matters only for the last pyramid of a limited supply
            beside = [self._board.get(other) for other in self._neighbours(cell)]
            if cell in self._board or None in beside:
                continue
            if self._options["pyramid_supply"] == "limited" and self._pyramids == 20:
                continue
            self._board[cell] = PYRAMID
            self._pyramids += 1
            colours = [sign for sign in beside if sign is not None and sign != PYRAMID]
            scored += set(colours) if self._options["pyramid_points"] == "colour" else colours
        return scored

    # Scoring.

    def _gain(self, seat: int, colour: str, points: int, before: list[int]) -> int:
        """H14, H15, S3, T2, Q12, Q15: move a marker; the bonus moves earned (0 or 1).

        A marker stops at the end of its sheet. With two sheets the sheet is that of the marker as it
        stands now (S3, T2) or, in the square solo, as it stood before the turn (Q15).
        """
        track, index = self._sheets[seat % len(self._sheets)], self.colours.index(colour)
        old = track[index]
        stands = before[index] if self._square else old
        limit = 36 if self._two_sheets and stands >= 18 else 18
        track[index] = min(old + points, limit)
        return int(old < limit == track[index] and not self._solo)

    def _complete(self, seat: int) -> bool:
        """H24, S4, T4, Q14, Q15: all markers at the very end."""
        end = 36 if self._two_sheets else 18
        return self._options.get("complete_ends") != "off" and set(self.tracks()[seat]) == {end}

    # Exchange.

    def _exchangeable(self, seat: int) -> list[str] | None:
        """H18, H19, T3, S4, Q10: the whole rack, if it lacks every weakest colour."""
        needed = 1 if self._options.get("exchange_short_bag") == "on" else self.hand
        if self._solo or self._bag.total() < needed or not self._lacks_weakest(seat):
            return None
        if not self._racks[seat] and self._options["exchange_empty_rack"] == "off":
            return None
        return list(self._racks[seat])

    def _exchange(self, seat: int, aside: list[str]) -> Generator[Ask, str, None]:
        """H18, D3: set aside, draw, and only then return to the bag."""
        for tile in aside:
            self._racks[seat].remove(tile)
        yield from self._fill(seat, "refill")
        self._bag.update(aside)


class Duel(BoardGame):
    """hex-duel: one marker a colour, positive on seat 0's side and negative on seat 1's (D1)."""

    def __init__(self, game: str, players: int, options: dict[str, str]) -> None:
        self._markers = [0] * 6
        self._tokens: list[int | None] = [None] * 6
        super().__init__(game, players, options)

    def tracks(self) -> list[list[int]]:
        return [[max(0, marker) for marker in self._markers], [max(0, -marker) for marker in self._markers]]

    def tokens(self) -> list[int | None]:
        return list(self._tokens)

    def _gain(self, seat: int, colour: str, points: int, before: list[int]) -> int:
        """D1, D2: pull the marker; arriving at one's 9 takes the token, if one has it not, and a bonus."""
        index, sign = self.colours.index(colour), (1, -1)[seat]
        self._markers[index] = sign * min(sign * self._markers[index] + points, 9)
        if self._markers[index] != sign * 9 or self._tokens[index] == seat:
            return 0
        self._tokens[index] = seat
        return 1

    def _complete(self, seat: int) -> bool:
        """D6: all six markers on the own side."""
        return min(self.tracks()[seat]) > 0

    def _strength(self, seat: int) -> list[int]:
        """D4, D5: the number of markers on the own side, then those from the weakest on."""
        own = sorted(value for value in self.tracks()[seat] if value > 0)
        return [len(own), *own]

    def _exchangeable(self, seat: int) -> list[str] | None:
        """D3: the tiles that show a colour whose marker stands on a 9."""
        sides = self.tracks() if self._options["duel_exchange_side"] == "any" else [self.tracks()[seat]]
        nines = {self.colours[index] for side in sides for index in range(6) if side[index] == 9}
        aside = [tile for tile in self._racks[seat] if not nines.isdisjoint(tile)]
        return aside if aside and self._bag.total() >= self.hand else None
