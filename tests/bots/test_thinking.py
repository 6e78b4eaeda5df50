"""The bots that think: legal everywhere, blind to what is hidden, repeatable, and exact at the end."""

import os
import random
import subprocess
import sys
from collections.abc import Iterator
from itertools import combinations, pairwise
from typing import Any

import pytest

from playing import ALL_RULES, deciding, seeded_match, shuffle_hidden, standoff
from sixfold import CHANCE, OVER, Move, Rules, State, compiled_kernels
from sixfold.bots import BOT_NAMES, make_bot
from sixfold.bots.kernel import endgame, policy
from sixfold.bots.levels import LEVELS, LevelBot, thinker_for
from sixfold.bots.roster import LEVEL_NAMES
from sixfold.bots.thinking import Budget, Thinker, Thoughts
from sixfold.bots.warming import help_out
from sixfold.core.compiling import compiled
from sixfold.core.errors import SixfoldError

HEX = Rules.parse("hex")
FEW = Budget(samples=24)
PERFECT = Rules.parse("square(pair_tiles=3,double_tiles=1)")
"""A game whose bag is empty shortly before its board is full: towards the end everything is known."""


@pytest.fixture(autouse=True)
def _compiled() -> Iterator[None]:
    with compiled_kernels():
        yield


def think(state: State, samples: int = 60, seed: int = 1, **more: object) -> Thoughts:
    view = state.view(state.actor)
    return thinker_for(state.rules).think(view, Budget(samples=samples), random.Random(seed), **more)  # type: ignore[arg-type]


# ---------------------------------------------------------------- every game


@pytest.mark.parametrize("rules", ALL_RULES, ids=str)
def test_every_level_plays_every_game_to_its_end(rules: Rules) -> None:
    match = seeded_match(rules, 5)
    names = ["beginner", "casual", "skilled", "expert"]
    bots = [make_bot(names[seat % 4], random.Random(seat)) for seat in range(rules.players)]
    strongest = LevelBot(random.Random(9), LEVELS["master"], FEW)
    while not match.is_over:
        thinks = len(match.events) % 11 == 0
        bot = strongest if thinks else bots[match.actor]
        match.play(bot.choose(match.view(match.actor)), match.actor)


@pytest.mark.parametrize("level", ["network", "master"])
def test_a_card_game_in_which_everyone_waits_comes_to_an_end(level: str) -> None:
    state = standoff(turn=608)
    rng = random.Random(1)
    bots = [make_bot(level, random.Random(seat)) for seat in range(4)]
    decisions = 0
    while state.actor != OVER:
        if state.actor == CHANCE:
            state.apply(rng.choice(state.legal_actions()))
            continue
        state.apply(bots[state.actor].choose(state.view(state.actor)).action(state.rules))
        decisions += 1
        assert decisions < 200


def test_nobody_gives_way_before_a_card_game_has_taken_too_long() -> None:
    state = standoff(turn=148)
    view = state.view(state.actor)
    first, *others = {make_bot("network", random.Random(seed)).choose(view) for seed in range(20)}
    assert not others, "the network's own choice, whatever is drawn"
    assert first in view.legal_moves()


def test_the_levels_have_the_same_five_names_in_every_game() -> None:
    assert tuple(LEVELS) == LEVEL_NAMES
    assert set(LEVEL_NAMES) < set(BOT_NAMES)


@pytest.mark.parametrize("rules", ALL_RULES, ids=str)
def test_in_every_game_a_level_chooses_more_strictly_than_the_one_below(rules: Rules) -> None:
    *lower, strongest = LEVELS.values()
    heats = [level.heat(rules) for level in lower]
    assert all(above < below for below, above in pairwise(heats))
    assert strongest.heat(rules) == 0
    assert [level.budget(rules) is None for level in LEVELS.values()] == [True] * 4 + [False]


@pytest.mark.parametrize("rules", ALL_RULES, ids=str)
def test_the_network_alone_plays_what_it_likes_best_whatever_is_drawn(rules: Rules) -> None:
    state = deciding(rules, 1)
    view = state.view(state.actor)
    best = Move.of(thinker_for(rules)._rank(state)[0][0], rules)
    assert {make_bot("network", random.Random(seed)).choose(view) for seed in range(10)} == {best}


def test_the_instant_level_beats_taking_points() -> None:
    won = 0.0
    for number in range(12):
        match = seeded_match(HEX, number // 2)
        bots = [make_bot("greedy", random.Random(number)), make_bot("greedy", random.Random(number))]
        bots[number % 2] = make_bot("expert", random.Random(number))
        while not match.is_over:
            match.play(bots[match.actor].choose(match.view(match.actor)))
        won += match.outcome().shares[number % 2]
    assert won >= 9


# ---------------------------------------------------------------- secrecy


@pytest.mark.parametrize("rules", ALL_RULES, ids=str)
def test_secrecy_in_every_deal_of_the_unknown_the_network_says_the_same_to_the_last_bit(rules: Rules) -> None:
    thinker = thinker_for(rules)
    for seed in range(3):
        state = deciding(rules, seed)
        worlds = state.view(state.actor).samples(random.Random(seed))
        said = [thinker._rank(next(worlds)) for _ in range(6)]
        assert len({(tuple(actions), logits.tobytes()) for actions, logits in said}) == 1


@pytest.mark.parametrize("rules", ALL_RULES, ids=str)
def test_secrecy_what_a_seat_cannot_know_changes_no_decision(rules: Rules) -> None:
    rng = random.Random(3)
    for seed in range(3):
        state = deciding(rules, seed)
        seat = state.actor
        knows_more = bool(state.everything().memory.epoch)
        other = state.view(seat).sample(rng) if knows_more else shuffle_hidden(state, seat, rng)
        for name in ("casual", "expert", "master:24"):
            chosen = [make_bot(name, random.Random(seed)).choose(s.view(seat)) for s in (state, other)]
            assert chosen[0] == chosen[1]


# ---------------------------------------------------------------- the same again, and budgets


def test_the_same_seed_and_samples_give_the_same_thoughts_on_one_thread_or_two() -> None:
    state = deciding(HEX, 7)
    found = []
    for threads in (1, 2):
        thoughts = Thinker(HEX, threads=threads).think(
            state.view(state.actor), Budget(samples=100), random.Random(2)
        )
        found.append([(judged.move, judged.share, judged.samples, judged.reply) for judged in thoughts.moves])
    assert found[0] == found[1]


THINK_ABOUT_CARDS = """
import random
from sixfold import Dealer, Match, Rules, compile_kernels
from sixfold.bots.levels import thinker_for
from sixfold.bots.thinking import Budget

compile_kernels()
match = Match(Rules.parse("cards"), Dealer(bytes(32)))
while len(match.events) < 40 and not match.is_over:
    thoughts = thinker_for(match.rules).think(match.view(match.actor), Budget(samples=60), random.Random(1))
    print(*(f"{judged.move} {judged.share!r}" for judged in thoughts.moves))
    match.play(thoughts.moves[0].move)
"""


def test_the_same_seed_and_samples_give_the_same_thoughts_on_any_processor() -> None:
    """To the last bit, though a processor without vectors adds floats one by one."""
    answers = [
        subprocess.check_output([sys.executable, "-c", THINK_ABOUT_CARDS], env=os.environ | processor)
        for processor in ({}, {"NUMBA_CPU_NAME": "generic"})
    ]
    assert answers[0] == answers[1]
    assert answers[0].count(b"\n") > 10


@pytest.mark.parametrize("samples", [1, 10, 100, 500])
def test_a_budget_of_samples_is_kept_and_every_move_is_tried_at_least_once(samples: int) -> None:
    thoughts = think(deciding(HEX, 8), samples)
    tried = [judged.samples for judged in thoughts.moves]
    assert min(tried) >= 1
    assert sum(tried) <= max(samples, len(tried))
    assert samples < 100 or sum(tried) >= 0.8 * samples


def test_a_budget_of_seconds_ends_thinking() -> None:
    state = deciding(HEX, 8)
    thoughts = thinker_for(HEX).think(state.view(state.actor), Budget(seconds=0.05), random.Random(1))
    assert thoughts.moves[0].samples >= 1


@pytest.mark.parametrize("budget", [{}, {"samples": 0}, {"seconds": 0.0}, {"seconds": -1.0}])
def test_a_budget_of_nothing_is_refused(budget: dict[str, float]) -> None:
    with pytest.raises(SixfoldError, match="budget"):
        Budget(**budget)  # type: ignore[arg-type]


def test_a_move_that_is_asked_about_stays_to_the_end() -> None:
    state = deciding(HEX, 8)
    worst = Move.of(state.legal_actions()[-1], HEX)
    thoughts = think(state, 200, also=[worst])
    asked = next(judged for judged in thoughts.moves if judged.move == worst)
    best = thoughts.moves[0]
    assert asked.samples == best.samples
    lead, error = best.lead(asked)
    assert lead == pytest.approx(best.share - asked.share, abs=1e-6)
    assert 0 <= error < 1


def test_shares_are_shares_and_the_best_comes_first() -> None:
    thoughts = think(deciding(HEX, 9), 200)
    assert all(0 <= judged.share <= 1 for judged in thoughts.moves)
    best = thoughts.moves[0]
    assert best.share == max(judged.share for judged in thoughts.moves if judged.samples == best.samples)
    assert best.reply is not None


def test_of_moves_that_lead_to_the_same_position_one_is_tried() -> None:
    rules = Rules.parse("hex-solo")
    positions = (deciding(rules, seed) for seed in range(100))
    state = next(state for state in positions if len(set(str(state.view(0).racks[0][0]))) == 1)  # a double

    def after(move: Move) -> State:
        other = state.copy()
        other.apply(move.action(rules))
        return other

    turned = [Move.of(action, rules) for action in state.legal_actions()[:2]]
    assert after(turned[0]) == after(turned[1])
    tried = [after(judged.move) for judged in think(state, 60).moves]
    assert all(one != other for one, other in combinations(tried, 2))


# ---------------------------------------------------------------- the end


def exhaustive(state: State, seat: int) -> float:
    """The share of a seat if everyone plays as well as possible: every line of play, by the rules alone."""
    if state.actor == OVER:
        own = state.rules.sides[seat]
        sides = {state.rules.sides[s] for s, place in enumerate(state.outcome().places) if place == 1}
        return 1 / len(sides) if own in sides else 0.0
    values = []
    for action in state.legal_actions():
        after = state.copy()
        after.apply(action)
        values.append(exhaustive(after, seat))
    mine = state.rules.sides[state.actor] == state.rules.sides[seat]
    return max(values) if mine else min(values)


def lines_left(state: State, plies: int, most: int) -> int:
    """How many lines of play are left; more than `most` if there are more, or if they are longer."""
    if state.actor == OVER:
        return 1
    if plies == 0 or state.actor == CHANCE:
        return most + 1
    total = 0
    for action in state.legal_actions():
        after = state.copy()
        after.apply(action)
        total += lines_left(after, plies - 1, most - total)
        if total > most:
            break
    return total


def endings() -> Iterator[State]:
    """Positions at most four plies before the end in which everything is known."""
    for seed in range(1000):
        match = seeded_match(PERFECT, seed)
        bot = make_bot("expert", random.Random(seed))  # so that games are close
        while not match.is_over:
            state = match.state
            if sum(state.bag) == 0 and state.record.free <= 24 and 2 < lines_left(state, 4, 3000) <= 3000:
                yield state
            match.play(bot.choose(match.view(match.actor)))


def test_endgame_no_regret_against_exhaustive_search_in_two_hundred_positions() -> None:
    lost = 0.0
    undecided = 0
    for _, state in zip(range(200), endings(), strict=False):
        seat = state.actor
        thoughts = think(state)
        assert thoughts.exact
        values = {}
        for action in state.legal_actions():
            after = state.copy()
            after.apply(action)
            values[Move.of(action, state.rules)] = exhaustive(after, seat)
        assert {judged.move: judged.share for judged in thoughts.moves} == pytest.approx(values)
        lost += max(values.values()) - values[thoughts.moves[0].move]
        undecided += len(set(values.values())) > 1
    assert lost == 0
    assert undecided >= 20, "hardly any position had something to get wrong"


def test_bots_think_in_compiled_code_even_where_the_engine_runs_plain() -> None:
    with compiled_kernels(False):
        match = seeded_match(HEX, 1)
        move = make_bot("expert", random.Random(1)).choose(match.view(match.actor))
        assert move in match.legal_moves()


@pytest.mark.parametrize("rules", [HEX, Rules.parse("cards")], ids=str)
def test_a_second_process_compiles_just_what_thinking_uses(
    rules: Rules, capsys: pytest.CaptureFixture[str]
) -> None:
    cards = not rules.is_board_game
    help_out(rules)
    thinker_for(rules).warm_up()
    assert capsys.readouterr().out.split() == (["values"] if cards else ["values", "endgames"])
    kernels: list[Any] = [policy.judge] if cards else [policy.judge, endgame.solve_moves]
    assert [len(compiled(kernel, cards).signatures) for kernel in kernels] == [1] * len(kernels)
