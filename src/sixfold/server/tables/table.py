"""One table: the fold of its log, and nothing else. No clock and no disk; time comes with the entries."""

from copy import copy
from dataclasses import replace
from typing import Final

from ...core.codes import Reason
from ...core.match import Match
from ...core.outcome import Outcome
from ...core.rules import Rules
from ...core.series import following_rules
from ..protocol.sights import Origin, Settings, Status
from ..store.interface import Entry
from .clocks import Clock
from .entries import (
    Admitted,
    Agreed,
    AnyBody,
    Arranged,
    Branched,
    Created,
    Credited,
    Handed,
    Left,
    Moved,
    Rematched,
    Resigned,
    Sat,
    Started,
    Taken,
    read_body,
    table_made,
)
from .parts import Pass, PastGame, Progress, Seat

_EXPLAINED: Final = 2  # turns of each seat whose moves are explained at once when a table is read
KEYS: Final = 64
"""How many keys a table remembers."""
_ASIDE: Final = (Admitted, Agreed, Credited, Rematched, Branched)
"""What changes neither the game nor the seats."""


class Table:
    """A table as its log tells it. Made by `Table.of`; changed by `apply` alone."""

    def __init__(self, entry: Entry, body: Created) -> None:
        self.id: Final = entry.table
        self.settings: Final[Settings] = body.settings
        self.rules: Final = Rules.parse(body.settings.game)
        self.host: Final = entry.guest
        self.created: Final = entry.at
        self.origin: Final[Origin | None] = body.origin
        self.seats = [Seat(chair.who, chair.bot) for chair in body.chairs]
        self.passes: dict[str, Pass] = {}
        for guest, purpose in body.passes:
            self._admit(guest, Admitted(purpose))
        self.playing: Rules | None = None
        """The rules of the present game; `None` before the start."""
        self.past: list[PastGame] = []
        """The games of the series before the present one."""
        self.match: Match | None = None
        """The present game, or the last one; `None` before the start."""
        self.progress = Progress()
        self.clock: Clock = Clock.of(body.settings.clock, self.rules.players)
        self.agreed: set[str] = set()
        self.stopped = False
        self.rematch: str | None = None
        self.gone_back: set[int] = set()
        """The games that somebody has gone back in: what would come may be known at another table."""
        self.status: Status = "open"
        """How far the table is; between two games of a series it is still played."""
        self.actor: int | None = None
        """The seat to act; `None` when no game is being played."""
        self._seats_of: dict[str, tuple[int, ...]] = {}
        self.version = -1
        self.turned = -1
        """The version of the last entry that changed the game or the seats: what clients must have seen."""
        self.changed = entry.at
        self.keys: dict[tuple[str, str], tuple[int, str | None]] = {}
        """What guests did last by their keys: its version, and the table it made. The store knows all."""
        self._note(entry, body)

    @classmethod
    def of(cls, log: list[Entry]) -> "Table":
        """The table with this log."""
        created = read_body(log[0].body)
        assert isinstance(created, Created), "a log begins with the making of the table"
        table = cls(log[0], created)
        for entry in log[1:]:
            table._take_in(entry, read_body(entry.body))
        table._play()
        return table

    # ------------------------------------------------------------ how it stands

    @property
    def number(self) -> int:
        """Which game of the series it is, from 0."""
        return len(self.past)

    def seats_of(self, guest: str) -> tuple[int, ...]:
        """The seats of a guest, those that a bot plays for them included."""
        return self._seats_of.get(guest, ())

    @property
    def people(self) -> set[str]:
        """Everyone who has a seat."""
        return {seat.who for seat in self.seats if seat.who is not None}

    @property
    def is_practice(self) -> bool:
        """Whether one screen and bots play, so that going back and hints disturb nobody."""
        return len(self.people) == 1 and not any(seat.is_open for seat in self.seats)

    @property
    def hints_open(self) -> bool:
        """Whether hints may be given now: alone, after the end, or when everyone agreed."""
        return self.is_practice or self.status == "over" or self.people <= self.agreed

    @property
    def game_on(self) -> bool:
        """Whether a game is being played at this moment."""
        return self.actor is not None

    def is_over(self, game: int) -> bool:
        """Whether that game of the series has ended."""
        return game < self.number or (game == self.number and self.match is not None and not self.game_on)

    def game(self, number: int) -> Match:
        """A game of the series; those before the present one are played again for it."""
        assert self.match
        return self.match if number == self.number else self.past[number].match()

    def rules_of(self, number: int) -> Rules:
        """The rules of a game of the series, in which who starts passes on."""
        assert self.playing
        return self.playing if number == self.number else self.past[number].rules

    def made_in(self, number: int) -> int:
        """How many moves a game of the series has had."""
        return self.progress.made if number == self.number else len(self.past[number].moves)

    @property
    def points(self) -> tuple[int, ...]:
        """Each seat's points in the series, from the games that were played to their end."""
        scores = [game.outcome.scores for game in self.past]
        if self.match is not None and self.match.is_over:
            scores.append(self.match.outcome().scores)
        return tuple(sum(game[seat] for game in scores) for seat in range(self.rules.players))

    def resigned_by(self, game: int) -> list[int]:
        """The seats that had given up when that game ended."""
        return [n for n, s in enumerate(self.seats) if s.resigned_in is not None and s.resigned_in <= game]

    def outcome(self, game: int) -> Outcome:
        """How that game ended, or stands: who resigned shares the last place."""
        assert self.match
        outcome = self.match.outcome() if game == self.number else self.past[game].outcome
        gone = self.resigned_by(game)
        if not gone:
            return outcome
        rank_of = {
            side: (1, 0) if seat in gone else (0, place)
            for seat, (side, place) in enumerate(zip(self.rules.sides, outcome.places, strict=True))
        }
        places = [1 + sum(other < rank_of[side] for other in rank_of.values()) for side in self.rules.sides]
        return Outcome(outcome.reason, outcome.scores, tuple(places))

    # ------------------------------------------------------------ the fold

    def after(self, entry: Entry, body: AnyBody, successor: Match | None = None) -> "Table":
        """The table with one more entry; this one stays as it is."""
        table = copy(self)
        table.seats = [replace(seat) for seat in self.seats]
        table.passes = {guest: replace(may, seats=set(may.seats)) for guest, may in self.passes.items()}
        table.progress = self.progress.copy()
        table.clock = copy(self.clock)
        table.clock.reserves = list(self.clock.reserves)
        table.agreed = set(self.agreed)
        table.gone_back = set(self.gone_back)
        table.keys = dict(self.keys)
        table.past = list(self.past)
        table.apply(entry, body, successor)
        return table

    def apply(self, entry: Entry, body: AnyBody, successor: Match | None = None) -> None:
        """Take in the next entry. `successor` is the match after the move, where it is known already."""
        self._take_in(entry, body)
        self._play(successor)

    def _take_in(self, entry: Entry, body: AnyBody) -> None:
        """Take in an entry, but do not play a move: many at once are played faster."""
        assert entry.version == self.version + 1, (
            f"{entry.table}: version {entry.version} after {self.version}"
        )
        match body:
            case Moved():
                self._move(entry, body)
            case Started():
                self._start(entry, body)
            case Sat():
                self.seats[body.seat] = Seat(entry.guest)
            case Arranged():
                self.seats[body.seat] = Seat(None, body.bot)
            case Admitted():
                self._admit(entry.guest, body)
            case Left():
                self._leave(entry.guest, body.ends)
            case Resigned():
                self._resign(body.seat, body.ends)
            case Handed():
                self.seats[body.seat].bot = body.bot
                self.seats[body.seat].why = body.why
            case Taken():
                self.seats[body.seat].bot = None
                self.seats[body.seat].why = None
            case Agreed():
                (self.agreed.add if body.hints else self.agreed.discard)(entry.guest)
            case Credited():
                self.clock.credit(body.ms)
            case Rematched():
                self.rematch = body.table
            case Branched():
                self.gone_back.add(self.number)
            case Created():
                raise AssertionError("a table is made once")
        self._note(entry, body)

    def _note(self, entry: Entry, body: AnyBody) -> None:
        """Keep what goes with every entry."""
        if not isinstance(body, Moved):
            seats = list(enumerate(self.seats))
            self._seats_of = {who: tuple(n for n, seat in seats if seat.who == who) for who in self.people}
        self.version = entry.version
        self.turned = self.turned if isinstance(body, _ASIDE) else entry.version
        self.changed = entry.at
        if entry.key is not None and entry.guest:
            self.keys[entry.guest, entry.key] = entry.version, table_made(body)
            if len(self.keys) > KEYS:
                del self.keys[next(iter(self.keys))]

    def _admit(self, guest: str, body: Admitted) -> None:
        may = self.passes.setdefault(guest, Pass())
        may.join |= body.purpose == "join"
        if body.purpose == "sit" and body.seat is not None:
            may.seats.add(body.seat)

    def _start(self, entry: Entry, body: Started) -> None:
        rules = self.rules
        if body.before is not None:
            done = self.progress
            assert self.playing
            assert done.started
            reason, ended = Reason(body.before.reason), body.before
            outcome = Outcome(reason, ended.scores, ended.places)
            self.past.append(PastGame(self.playing, done.started, tuple(done.moves), outcome))
            rules = following_rules(self.playing, ended.starter, self.settings.start_passes)
        self.playing = rules
        self.match = None
        self.progress = Progress(body)
        self.clock.begin_game(entry.at)

    def _move(self, entry: Entry, body: Moved) -> None:
        progress = self.progress
        if body.shown:
            progress.shown[progress.made] = body.shown
        if entry.guest:
            progress.last_of[entry.guest] = body.seat
        else:
            progress.by_bots.add(progress.made)
        progress.moves.append(body.move)
        self.clock.moved(body.seat, body.spent, entry.at)

    def _play(self, successor: Match | None = None) -> None:
        """Bring the match up to the moves, and keep what is asked for often."""
        moves = self.progress.moves
        if self.playing is not None:
            if self.match is None:
                assert self.progress.started
                dealer = self.progress.started.dealer()
                self.match = Match.resume(self.playing, dealer, moves, _EXPLAINED * self.playing.players)
            elif self.match.made < len(moves):
                self.match = successor or self.match.after(moves[-1])
            ended = self.stopped or self.match.is_over
            self.actor = None if ended else self.match.actor
            is_last = self.stopped or self.number == self.settings.games - 1
            self.status = "over" if ended and is_last else "playing"

    def _leave(self, guest: str, ends: bool) -> None:
        for number in self.seats_of(guest):
            if self.playing is None:
                self.seats[number] = Seat()
            elif ends:
                self._resign(number, ends)
            elif self.seats[number].bot is None:
                self.seats[number].bot, self.seats[number].why = self.settings.stand_in, "left"
        self.passes.pop(guest, None)
        self.agreed.discard(guest)

    def _resign(self, seat: int, ends: bool) -> None:
        sides = self.rules.sides
        for other, chair in enumerate(self.seats):
            if sides[other] == sides[seat]:
                chair.resigned_in = self.number
                chair.bot = chair.bot or self.settings.stand_in
        left = {side for side, chair in zip(sides, self.seats, strict=True) if not chair.resigned}
        people_left = any(chair.who and not chair.resigned for chair in self.seats)
        self.stopped = ends or len(left) < 2 or not people_left
