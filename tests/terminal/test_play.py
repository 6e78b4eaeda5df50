"""The loop at the terminal, with scripted people."""

import random
from collections.abc import Callable, Iterable
from itertools import repeat
from pathlib import Path

import pytest

from sixfold import Phase, Rules, Series
from sixfold.bots import make_bot
from sixfold.notation import GameRecord
from sixfold.terminal.play import dealers, play_series
from terminal.scripted import Screen

SEED = "07" * 32


def played(
    game: str,
    who: str,
    typed: Callable[[Series], Iterable[str | Callable[[], str]]],
    save: Path | None = None,
    games: int = 1,
) -> tuple[str, Series]:
    series = Series(Rules.parse(game), games, dealing=dealers(SEED))
    screen = Screen(typed(series))
    play_series(screen.console, series, who.split(), SEED, save, screen.read)
    return screen.text, series


def lines(*typed: str) -> Callable[[Series], Iterable[str]]:
    return lambda _: typed


def any_move(series: Series) -> Iterable[Callable[[], str]]:
    """Somebody who types a legal move, whatever is asked."""
    rng = random.Random(1)
    return repeat(lambda: str(rng.choice(series.match.legal_moves())))


@pytest.mark.parametrize("game", ["hex-duel(start=1)", "cards(players=2)", "square-solo"])
def test_a_person_plays_a_whole_game(game: str, tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    players = Rules.parse(game).players
    text, series = played(game, " ".join(["human", "greedy"][:players]), any_move, path)
    assert series.is_over
    assert "The game is over: " in text
    assert f"1. seat {series.match.outcome().places.index(1) + 1} (" in text
    assert SEED in text
    assert series.match.dealer.commitment in text  # type: ignore[attr-defined]  # a Dealer: see `dealers`
    record = GameRecord.parse(path.read_text())
    record.verify()
    assert record.headers["players"].startswith("human")


def test_mistakes_are_explained_and_asked_again() -> None:
    text, series = played(
        "hex(start=1)", "human greedy", lines("rr", "qq a6 a7", "rr a6 a9", "rr z1 a7", "", "exchange")
    )
    assert "'rr' does not read like a move: write a tile and two cells" in text
    assert "there is no tile 'qq' in this game: the colours are rgboyp" in text
    assert "a6 and a9 are not neighbours" in text
    assert "there is no cell 'z1'" in text
    assert "Type a move, ? to see what is legal, or help." in text
    assert "exchange is not legal: no exchange is open now" in text
    assert text.count("seat 1> ") == 7
    assert "You left the game before its end." in text
    assert not [event for event in series.match.events if event.score]


def test_questions_are_answered_without_a_move() -> None:
    series = Series(Rules.parse("hex(start=1)"), 1, dealing=dealers(SEED))
    state = series.match.state
    own = state.rules.kinds[state.rack(0)[0]]
    other = next(kind for number, kind in enumerate(state.rules.kinds) if number not in state.rack(0))
    text, _ = played(
        "hex(start=1)", "human greedy", lines("?", f"? {own}", f"? {other}", "help", "board", "quit")
    )
    assert "places, best" in text
    assert f"? {state.rules.kinds[min(state.rack(0))]} lists all places" in text
    assert f"{own}  no points" in text
    assert f"You have no tile '{other}' to play now." in text
    assert "save FILE" in text
    assert text.count("Seat 1 (you): place a tile. The first must touch") == 2


def test_all_places_of_a_tile_are_listed() -> None:
    series = Series(Rules.parse("hex(start=1)"), 1, dealing=dealers(SEED))
    state = series.match.state
    kind = state.rack(0)[0]
    name = state.rules.kinds[kind]
    text, _ = played("hex(start=1)", "human greedy", lines(f"?{name.upper()}"))
    answer = " ".join(text.split("seat 1> ")[1].split())
    for move in series.match.legal_moves():
        if move.what == name:
            assert " ".join(move.cells) in answer


def test_cards_are_listed_with_their_points() -> None:
    text, series = played("cards(players=2,start=1)", "human greedy", lines("?", "help", "log", "quit"))
    card = series.rules.kinds[series.match.state.rack(0)[0]]
    assert f"{card}: " in text
    assert f"{card[::-1]}: " in text
    assert "rg and gr can differ" in text
    assert "A move is a card" in text


def test_a_move_says_its_points_and_the_log_keeps_it() -> None:
    def typed(series: Series) -> Iterable[str | Callable[[], str]]:
        return [lambda: str(series.match.legal_moves()[0]), "log"]

    text, series = played("hex(start=1)", "human greedy", typed)
    first = next(event for event in series.match.events if event.score)
    assert text.count(f"seat 1 (you): {first.text}  ") == 2
    assert "· weakest: " in text
    assert "seat 2 (greedy): " in text


def test_nobody_sees_draws_or_racks_of_others_in_the_log() -> None:
    text, series = played("hex(start=2)", "human greedy", lines("log", "quit"))
    hidden = series.match.state.rack(1)
    assert "   ".join(series.rules.kinds[kind] for kind in hidden) not in text
    assert "deal" not in text


def test_several_people_hand_over_the_screen() -> None:
    text, _ = played(
        "hex-duel(start=1)",
        "human human",
        lambda series: ["", lambda: str(series.match.legal_moves()[0]), "", "quit"],
    )
    first, second = text.split("Hand over to seat 2, who then presses Enter. ")
    assert "Hand over to seat 1, who then presses Enter. " in first
    assert "seat 1 (human): " in first.splitlines()[-2]
    assert "seat 2 (human)   " in second
    assert "seat 1 (human)  6 hidden tiles" in second


def eager(series: Series) -> Iterable[Callable[[], str]]:
    """Somebody who plays for points and exchanges when it is offered."""
    greedy = make_bot("greedy", random.Random(1))
    return repeat(lambda: str(greedy.choose(series.match.view(0))))


def test_an_exchange_and_a_bonus_move_are_offered_in_plain_words() -> None:
    text, series = played("cards(players=2,edition=pl)", "human lexmin", eager, games=4)
    own = [event for match in series.matches for event in match.events if event.actor == 0]
    assert {Phase.EXCHANGE, Phase.BONUS} <= {event.phase for event in own}
    words = " ".join(text.split())
    assert "none of your cards shows your weakest colour (" in words
    assert "so you may exchange them all. Type exchange or keep." in words
    assert "bonus! play another card, or type pass." in words
    assert "· plays again" in words


def test_a_series_adds_up_and_saves_each_game(tmp_path: Path) -> None:
    text, series = played(
        "cards(players=3)", "greedy lexmin random", lines(), tmp_path / "cards.txt", games=3
    )
    assert "Game 2 of 3" in text
    assert f"After 3 of 3 games: seat 1 (greedy) {series.points[0]} (place {series.places[0]})" in text
    seeds = set()
    for number in (1, 2, 3):
        record = GameRecord.parse((tmp_path / f"cards-{number}.txt").read_text())
        record.verify()
        seeds.add(record.seed)
    assert len(seeds) == 3
    assert SEED in seeds


def test_the_same_seed_gives_the_same_game() -> None:
    texts = [played("cards(players=2)", "greedy lexmin", lines())[0] for _ in range(2)]
    assert texts[0] == texts[1]


def test_an_unfinished_game_is_saved_without_its_seed(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    text, _ = played("hex(start=1)", "human greedy", lines("quit"), path)
    assert f"sixfold replay {path}" in text
    assert path.read_text().endswith("unfinished\n")
    assert SEED not in path.read_text()


def test_ctrl_c_saves_the_game_too(tmp_path: Path) -> None:
    def interrupt() -> str:
        raise KeyboardInterrupt

    path = tmp_path / "game.txt"
    with pytest.raises(KeyboardInterrupt):
        played("hex(start=1)", "human greedy", lambda _: [interrupt], path)
    assert path.read_text().endswith("unfinished\n")


def test_save_writes_the_game_so_far_or_says_why_not(tmp_path: Path) -> None:
    path = tmp_path / "so far.txt"
    text, _ = played("hex(start=1)", "human greedy", lines(f"save {path}", "save", "save /dev/full", "quit"))
    assert f"Saved to {path}." in text
    assert "Say where: save FILE" in text
    assert "/dev/full was not saved: No space left on device" in text
    assert GameRecord.parse(path.read_text()).match.rules == Rules.parse("hex(start=1)")


def test_a_record_that_can_no_longer_be_saved_is_shown_instead(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    path = folder / "game.txt"

    def remove_folder() -> str:
        path.unlink()
        folder.rmdir()
        return "quit"

    series = Series(Rules.parse("hex(start=1)"), 1, dealing=dealers(SEED))
    screen = Screen([remove_folder])
    with pytest.raises(ValueError, match="was not saved"):
        play_series(screen.console, series, ["human", "greedy"], SEED, path, screen.read)
    assert "The record could not be saved, so here it is:" in screen.text
    assert str(GameRecord.of(series.match, {"players": "human, greedy"})) in screen.text
