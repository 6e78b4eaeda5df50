"""The simple bots: legal in every game, and as clever as they say."""

import random
from collections.abc import Iterator
from itertools import cycle

import pytest

from sixfold import Dealer, Match, Phase, Rules, State, compiled_kernels
from sixfold.bots import SIMPLE_BOTS, Bot, make_bot
from sixfold.bots.grouping import groups

EVERY_GAME = [
    *map(str, Rules.every()),
    "hex-duel(bonus_optional=on)",
    "cards(players=2,edition=pl)",
    "hex-team(exchange_empty_rack=on)",
]


@pytest.fixture(autouse=True)
def _compiled() -> Iterator[None]:
    with compiled_kernels():
        yield


def bot(name: str, seed: int = 1) -> Bot:
    return make_bot(name, random.Random(seed))


def dealt(game: str, number: int = 1) -> Match:
    return Match(Rules.parse(game), Dealer(bytes([number]) * 32))


def play(match: Match, bots: list[Bot]) -> Match:
    while not match.is_over:
        match.play(bots[match.actor].choose(match.view(match.actor)), match.actor)
    return match


def middle(game: str, moves: int) -> Match:
    """A game some random moves after the deal."""
    match = dealt(game)
    wanderer = bot("random")
    for _ in range(moves):
        match.play(wanderer.choose(match.view(match.actor)))
    return match


@pytest.mark.parametrize("game", EVERY_GAME)
def test_bots_play_every_game_to_its_end_with_legal_moves(game: str) -> None:
    match = dealt(game)
    in_turn = cycle([bot(name) for name in SIMPLE_BOTS])  # so that each decides in every seat and phase
    while not match.is_over:
        match.play(next(in_turn).choose(match.view(match.actor)), match.actor)


@pytest.mark.parametrize("name", ["greedy", "lexmin"])
@pytest.mark.parametrize("game", ["hex(players=2)", "hex-duel", "cards(players=2)", "square(players=2)"])
def test_an_exchange_is_taken_when_it_is_offered(game: str, name: str) -> None:
    for number in range(1, 10):
        match = play(dealt(game, number), [bot(name, seat) for seat in range(2)])
        decisions = [event.text for event in match.events if event.phase is Phase.EXCHANGE]
        if decisions:
            assert set(decisions) == {"exchange"}
            return
    pytest.fail("no exchange was offered")


@pytest.mark.parametrize("name", ["greedy", "lexmin"])
@pytest.mark.parametrize("game", ["hex(players=2)", "hex-duel", "square(players=2)", "cards(players=2)"])
def test_a_bot_that_looks_beats_one_that_does_not(game: str, name: str) -> None:
    won = 0.0
    for number in range(4):
        seat = number % 2
        bots = [bot("random", number), bot("random", number)]
        bots[seat] = bot(name, number)
        won += play(dealt(game, number), bots).outcome().shares[seat]
    assert won >= 3


def test_lexmin_raises_the_weakest_colour_where_greedy_takes_the_points() -> None:
    scores: dict[str, int] = {}
    for name in ("greedy", "lexmin"):
        matches = [play(dealt("hex", number), [bot(name), bot(name)]) for number in range(3)]
        scores[name] = sum(sum(match.outcome().scores) for match in matches)
    assert scores["lexmin"] > scores["greedy"]


@pytest.mark.parametrize("name", SIMPLE_BOTS)
@pytest.mark.parametrize(
    "game", ["hex(players=4)", "hex-team", "hex-duel", "square(players=3)", "cards(players=4)"]
)
def test_what_others_hold_does_not_change_a_decision(game: str, name: str) -> None:
    for moves in (1, 7, 16):
        match = middle(game, moves)
        view = match.view(match.actor)
        decisions = set()
        for deal in range(3):
            state = view.sample(random.Random(deal))
            decisions.add(bot(name).choose(state.view(state.actor)))
        assert len(decisions) == 1


@pytest.mark.parametrize(
    "game", ["hex(players=2)", "hex-solo", "hex-duel", "square(players=2)", "square-solo", "cards(players=2)"]
)
def test_actions_of_one_group_move_the_markers_alike(game: str) -> None:
    for moves in (5, 15, 25):
        state = middle(game, moves).state
        together = groups(state)
        assert sorted(action for group in together for action in group) == state.legal_actions()
        for group in together:
            assert len({_tracks_after(state, action) for action in group}) == 1


def _tracks_after(state: State, action: int) -> tuple[tuple[int, ...], ...]:
    after = state.copy()
    after.apply(action)
    return after.tracks
