"""Playing at the terminal: people and bots, one game or a series."""

import hmac
import random
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from rich.console import Console

from ..bots import Bot, make_bot, warm_up_bots
from ..core.dealer import Dealer
from ..core.errors import SixfoldError
from ..core.match import Event, Match
from ..core.rules import Rules
from ..core.series import Series
from ..core.state import State
from ..core.views import View
from ..notation.record import GameRecord
from .board import Picture
from .choices import choices, places
from .colours import FAINT
from .files import SaveError, write_text
from .output import say
from .words import event_text, ranking_lines, seat_names

HUMAN: Final = "human"

Read = Callable[[str], str]
"""Shows a prompt and returns the line typed; `EOFError` when there will be no more."""

_ERASE_SCROLLBACK: Final = "\x1b[3J"

_HELP: Final = """\
Type a move, or one of these:
  ?            what is legal now, and what it scores
  ? rg         {each}
  board        show the table again
  log          the moves so far
  save FILE    write the game so far to a file (with everybody's tiles in it)
  quit         leave the game

{moves}"""
_BOARD_MOVES: Final = """\
A move is a tile and two cells: rg d5 e5 lays red on d5 and green on e5.
The letter is the row. The number is the column; on the hexagon columns
slant down to the right, to where their number stands."""
_CARD_MOVES: Final = "A move is a card: rg scores red first, gr scores green first."


def dealers(seed: str | None) -> Callable[[int], Dealer]:
    """Who deals game number 0, 1, ... of a series: fresh seeds, or all that follow from the one given."""
    if seed is None:
        return lambda _: Dealer()
    first = Dealer.from_hex(seed)
    return lambda game: (
        Dealer(hmac.digest(first.seed, f"sixfold game {game}".encode(), "sha256")) if game else first
    )


def make_bots(who: Sequence[str], seed: str | None) -> list[Bot | None]:
    """The bot of each seat, `None` for a person; with a seed they repeat their choices."""
    return [
        None if name == HUMAN else make_bot(name, random.Random(seed and f"{seed} {seat}"))
        for seat, name in enumerate(who)
    ]


def play_series(
    console: Console, series: Series, who: Sequence[str], seed: str | None, save: Path | None, read: Read
) -> None:
    """Play all games of a series, each saved to its own file if there is more than one."""
    bots = make_bots(who, seed)
    with console.status("Warming up the bots ..."):  # the first time on a machine it takes a while
        warm_up_bots(who, series.match.rules)
    while True:
        number = len(series.matches)
        path = save.with_stem(f"{save.stem}-{number}") if save and series.games > 1 else save
        game = _Game(console, series.match, bots, who, path, read)
        if series.games > 1:
            say(console, f"Game {number} of {series.games}", "bold")
        if not game.play():
            return
        if series.games > 1:
            points = ", ".join(
                f"{name} {points} (place {place})"
                for name, points, place in zip(game.names, series.points, series.places, strict=True)
            )
            say(console, f"After {number} of {series.games} games: {points}\n")
        if series.is_over:
            return
        series.next_match()


class _Game:
    """One game at one terminal."""

    def __init__(
        self,
        console: Console,
        match: Match,
        bots: Sequence[Bot | None],
        who: Sequence[str],
        save: Path | None,
        read: Read,
    ) -> None:
        self.console: Final = console
        self.match: Final = match
        self.rules: Final[Rules] = match.rules
        self.bots: Final = bots
        self.headers: Final = {"players": ", ".join(who)}
        self.people: Final = sum(bot is None for bot in bots)
        called = ["you" if name == HUMAN and self.people == 1 else name for name in who]
        self.names: Final = seat_names(self.rules, called)
        self.path: Final = save
        self.read: Final = read
        self.at_screen: int | None = None
        """The person who may look at the screen now."""

    def play(self) -> bool:
        """Play to the end; `False` if somebody left before it. The record is saved in any case."""
        dealer = self.match.dealer
        assert isinstance(dealer, Dealer)
        say(self.console, f"Dealt from a sealed seed, SHA-256:\n{dealer.commitment}\n", FAINT)
        if self.path:
            self._write(self.path)  # better to learn now than after the game that this cannot be written
        try:
            while not self.match.is_over:
                self._turn(self.match.actor)
            self._show_result()
            say(self.console, f"\nThe dealer's seed, now open:\n{dealer.seed.hex()}", FAINT)
            return True
        except EOFError:
            say(self.console, "\nYou left the game before its end.")
            return False
        except KeyboardInterrupt:
            say(self.console)  # what follows shall not stand beside the prompt
            raise
        finally:
            self._save_at_the_end()

    def _turn(self, seat: int) -> None:
        bot = self.bots[seat]
        if bot is not None:
            self._say(self.match.play(bot.choose(self.match.view(seat)), seat))
            return
        if self.people > 1 and self.at_screen != seat:
            self._hand_over(seat)
        self.at_screen = seat
        self._show(seat)
        self._ask(seat)

    def _hand_over(self, seat: int) -> None:
        """Hide what the person before has seen, say what has happened since, and wait for the next one."""
        if self.at_screen is not None:
            self._clear()
        for event in self._since_last_turn(seat):
            self._say(event)
        self.read(f"\nHand over to seat {seat + 1}, who then presses Enter. ")

    def _clear(self) -> None:
        self.console.clear()
        if self.console.is_terminal:
            self.console.file.write(_ERASE_SCROLLBACK)  # nobody shall scroll back to another's rack

    def _since_last_turn(self, seat: int) -> list[Event]:
        """What the others have done since this seat's last move."""
        played = [event for event in self.match.events if event.score]
        own = [number for number, event in enumerate(played) if event.actor == seat]
        return played[own[-1] + 1 if own else 0 :]

    def _say(self, event: Event) -> None:
        say(self.console, event_text(self.rules, self.names, event))

    def _show(self, seat: int) -> None:
        scores = [event.score for event in self._since_last_turn(seat)]
        marked = {cell for score in scores if score for cell in score.move.cells}
        say(self.console)
        self.console.print(Picture.of(self.match.view(seat), self.names, marked))

    # ------------------------------------------------------------ the prompt

    def _ask(self, seat: int) -> None:
        """Read lines until one is a legal move, and play it."""
        while True:
            line = self.read(f"seat {seat + 1}> ").strip()
            word, _, rest = line.partition(" ")
            try:
                if not self._command(seat, word.lower(), rest.strip()):
                    self._say(self.match.play(line, seat))
                    return
            except SixfoldError as error:
                say(self.console, str(error))

    def _command(self, seat: int, word: str, rest: str) -> bool:
        """Do what is asked; `False` if it is not a command, and so perhaps a move."""
        if not word:
            say(self.console, "Type a move, ? to see what is legal, or help.")
        elif word.startswith("?"):
            tile = (word[1:] + rest).strip()
            state = _known(self.match.view(seat))
            self.console.print(places(state, tile) if tile else choices(state))
        elif word == "help":
            board = self.rules.is_board_game
            each = "all places of the tile rg" if board else "what the card rg scores"
            say(self.console, _HELP.format(each=each, moves=_BOARD_MOVES if board else _CARD_MOVES))
        elif word == "board":
            self._show(seat)
        elif word == "log":
            for event in self.match.events:
                if event.score:
                    self._say(event)
        elif word == "save":
            self._save_as(rest)
        elif word == "quit":
            raise EOFError  # to quit is to say that no more input will come
        else:
            return False
        return True

    def _save_as(self, name: str) -> None:
        if not name:
            say(self.console, "Say where: save FILE, for example save game.txt")
            return
        self._write(Path(name).expanduser())
        say(self.console, f"Saved to {name}.")

    # ------------------------------------------------------------ records and the end

    def _write(self, path: Path) -> None:
        write_text(path, str(GameRecord.of(self.match, self.headers)))

    def _save_at_the_end(self) -> None:
        if not self.path:
            return
        try:
            self._write(self.path)
        except SaveError:
            say(self.console, "The record could not be saved, so here it is:\n")
            say(self.console, str(GameRecord.of(self.match, self.headers)))
            raise
        say(self.console, f"The record is in {self.path}: see it with sixfold replay {self.path}")

    def _show_result(self) -> None:
        state = self.match.state
        say(self.console)
        self.console.print(Picture.of(state, self.names))
        for line in ranking_lines(self.rules, self.names, state.tracks, self.match.outcome()):
            say(self.console, line)


def _known(view: View) -> State:
    """A state to ask the engine about: the seat's own moves and their points are the same in every deal."""
    return view.sample(random.Random(0))
