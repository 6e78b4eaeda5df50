"""Games to test with: every game of the catalogue, played on by rule of thumb from seeds."""

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from hypothesis import strategies as st

from sixfold import CATALOGUE, CHANCE, OVER, Dealer, Match, Rules, State, compiled_kernels
from sixfold.notation import parse_position

ALL_RULES = Rules.every()
ALL_RULES += [Rules.of("cards", players=n, edition="pl") for n in CATALOGUE["cards"].players]
"""Every registered game, player count and edition, otherwise with the default options."""


@st.composite
def any_rules(draw: st.DrawFn) -> Rules:
    """Rules of any game with any options."""
    game = draw(st.sampled_from(list(CATALOGUE.values())))
    players = draw(st.sampled_from(game.players))
    options = {option.name: draw(st.sampled_from(option.values)) for option in game.options_for(players)}
    if "pair_tiles" in options:  # a bag that can deal to everybody
        options["pair_tiles"] = draw(st.sampled_from(["2", "4", "7", "8"]))
    return Rules.of(game.name, players=players, **options)


def standoff(turn: int) -> State:
    """A card game in which all lack blue and hold it back, since laying it helps the others.

    Networks have played on like that for ever. It is the first seat's turn if the turn is a multiple of four.
    """
    state = parse_position(
        f"cards(players=4) gp/ro/ry/op {turn % 4 + 1}:place 1+{turn} "
        "rb,by,bo,gb,bp,go/bo,by,bp,rb,rb,rp/gb,by,rb,bo,rp,rp/by,gb,gb,bo,bp,gp "
        "10,10,5,10,10,10/10,10,4,10,10,10/10,10,4,10,10,10/10,10,4,10,10,10 "
        "000000000000001 discard=403310342001433"
    )
    assert isinstance(state, State)
    return state


seeds = st.integers(0, 2**32 - 1)


def likely_action(state: State, rng: random.Random, tries: int = 8) -> int:
    """An action as a player might choose it: mostly the best by points of a few random ones.

    Pure chance would hardly ever see a bonus move, a full track or an exchange.
    """
    actions = state.legal_actions()
    seat = state.actor
    if len(actions) <= 3 or rng.random() < 0.1:
        return rng.choice(actions)

    def gain(action: int) -> int:
        after = state.copy()
        after.apply(action)
        return sum(after.seat_tracks(seat))

    return max(rng.sample(actions, min(tries, len(actions))), key=gain)


def draw_action(state: State, rng: random.Random) -> int:
    """What chance does."""
    actions, weights = zip(*state.chance_outcomes(), strict=True)
    return int(rng.choices(actions, weights)[0])


def steps(rules: Rules, seed: int) -> Iterator[tuple[State, int]]:
    """A whole game: every state, and the action that is then taken in it. The last has action -1."""
    rng = random.Random(seed)
    state = State.new(rules)
    while state.actor != OVER:
        action = draw_action(state, rng) if state.actor == CHANCE else likely_action(state, rng)
        yield state, action
        state.apply(action)
    yield state, -1


def position_of(rules: Rules, seed: int) -> State:
    """A state somewhere in a game; compiled kernels lead there, whichever the test then uses."""
    stop = random.Random(seed).randrange(150)
    state = State.new(rules)
    with compiled_kernels():
        for number, (reached, _) in enumerate(steps(rules, seed)):
            state = reached
            if number >= stop and state.actor != CHANCE:
                break
    return state


def deciding(rules: Rules, seed: int) -> State:
    """A position in which a seat is to act."""
    while True:
        state = position_of(rules, seed)
        if state.actor >= 0:
            return state
        seed += 1000


def seeded_match(rules: Rules, seed: int) -> Match:
    """A new match whose deal depends on the seed alone."""
    return Match(rules, Dealer(seed.to_bytes(32)))


def played_match(rules: Rules, seed: int, most_moves: int = 1000) -> Match:
    """A match played by the rule of thumb, to its end or for so many moves."""
    rng = random.Random(seed)
    with compiled_kernels():
        match = seeded_match(rules, seed)
        for _ in range(most_moves):
            if match.is_over:
                break
            match.play(likely_action(match.state, rng))
    return match


def shuffle_hidden(state: State, seat: int | None, rng: random.Random) -> State:
    """The same position with what a seat cannot know dealt in another way, without `View.sample`."""
    truth = state.everything()
    hidden = [kind for kind, count in enumerate(truth.pool) for _ in range(count)]
    others = [s for s in range(state.rules.players) if s != seat]
    for other in others:
        hidden += [kind for kind in truth.racks[other] if kind is not None]
    rng.shuffle(hidden)
    racks = list(truth.racks)
    for other in others:
        racks[other] = tuple(hidden.pop() for _ in truth.racks[other])
    left = Counter(hidden)
    pool = tuple(left[kind] for kind in range(len(state.rules.kinds)))
    return State.of(replace(truth, racks=tuple(racks), pool=pool))
