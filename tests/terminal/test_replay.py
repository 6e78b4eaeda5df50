"""Looking through records."""

import random

from sixfold import Dealer, Match, Rules
from sixfold.notation import GameRecord
from sixfold.terminal.replay import print_record, step_through
from terminal.scripted import Screen


def record(game: str, moves: int | None = None, players: str = "Ada, Max") -> GameRecord:
    match = Match(Rules.parse(game), Dealer(bytes(32)))
    rng = random.Random(1)
    while not match.is_over and moves != 0:
        match.play(rng.choice(match.legal_moves()))
        moves = None if moves is None else moves - 1
    return GameRecord.parse(str(GameRecord.of(match, {"players": players})))


def stepped(game: GameRecord, *typed: str) -> str:
    screen = Screen(typed)
    step_through(screen.console, game, screen.read)
    return screen.text


def test_steps_go_forward_back_and_to_a_turn() -> None:
    text = stepped(record("cards(players=2)"), "", "", "b", "g 5", "g 999", "g x", "what", "q")
    asked = [line.split(">")[0] for line in text.splitlines() if line.startswith("turn ")]
    last = asked[0].split()[-1]
    assert [line.split()[1] for line in asked] == ["0", "1", "2", "1", "5", "5", "5", "5"]
    assert text.count(f"There are turns 0 to {last}") == 2
    assert text.count("Enter: next turn") == 2
    assert "seat 1 (Ada)" in text


def test_the_last_turn_shows_the_ranking_and_stays() -> None:
    game = record("cards(players=2)")
    last = stepped(game).split(" of ")[1].split(">")[0]
    text = stepped(game, f"g {last}", "")
    assert "1. seat " in text
    assert "This is the last turn" in text


def test_an_unfinished_record_says_so() -> None:
    screen = Screen(())
    print_record(screen.console, record("hex", moves=3))
    assert "3. seat " in screen.text
    assert "The record ends here; the game was not finished." in screen.text


def test_a_record_of_the_deal_alone_can_be_seen() -> None:
    assert "turn 0 of 0> " in stepped(record("hex", moves=0))


def test_names_that_do_not_fit_the_seats_are_left_out() -> None:
    screen = Screen(())
    print_record(screen.console, record("hex", moves=1, players="Ada"))
    assert "seat 1 " in screen.text
    assert "Ada" not in screen.text
