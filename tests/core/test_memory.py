"""What everyone saw go back into the bag stays known: of the bag's content, never of its order."""

import random
from collections import Counter

import pytest

from composing import compose, compose_cards
from playing import ALL_RULES, steps
from rules.acting import draw, play
from sixfold import Phase, Rules, State, View, compiled_kernels

SHOWN = ["gg", "gb", "go", "gy", "bb"]
NEW = ["rr", "rp", "pp", "op", "yp", "yy"]


def before_exchange(shown: list[str] = SHOWN) -> State:
    """Seat 1 lacks red, its weakest colour, and may exchange. Of the green doubles four lie on the board."""
    state = compose(
        "hex(players=3)",
        tiles=["gg c6 c7", "gg c9 c10", "gg i3 i4", "gg k3 k4"],
        racks=["bo " + " ".join(shown), "rb rb rb rb rb rb", "ro ro ro ro ro ro"],
        tracks=["0 3 3 3 3 3", "1 1 1 1 1 1", "1 1 1 1 1 1"],
    )
    play(state, "bo g6 g7")
    assert state.phase is Phase.EXCHANGE
    return state


def exchanged(shown: list[str] = SHOWN) -> State:
    """Seat 1 has exchanged, the last green double among its tiles; seat 2 is to place."""
    state = before_exchange(shown)
    play(state, "exchange")
    draw(state, *NEW)
    assert state.phase is Phase.PLACE
    return state


def samples(view: View, count: int = 60) -> list[State]:
    rng = random.Random(1)
    return [view.sample(rng) for _ in range(count)]


def in_bag(state: State, tiles: list[str]) -> bool:
    bag = dict(zip(state.rules.kinds, state.bag, strict=True))
    return all(bag[tile] >= count for tile, count in Counter(tiles).items())


def test_shown_tiles_are_in_the_bag_of_every_sample_for_players_and_spectators() -> None:
    state = exchanged()
    assert in_bag(state, SHOWN)
    for seat in (None, 0, 1, 2):
        assert all(in_bag(sample, SHOWN) for sample in samples(state.view(seat)))


def test_shown_tiles_lie_aside_in_everyones_view_until_the_new_ones_are_drawn() -> None:
    state = before_exchange()
    play(state, "exchange")
    shown = tuple(state.rules.kind_of[tile] for tile in SHOWN)
    for seat in (None, 0, 1):
        assert state.view(seat).aside == shown  # type: ignore[attr-defined]  # a BoardView
    expected = Counter(dict(enumerate(state.bag)))
    draw(state, *NEW)
    expected.update(shown)
    expected.subtract(state.rules.kind_of[tile] for tile in NEW)
    assert state.bag == tuple(expected[kind] for kind in range(len(state.bag)))


def test_only_who_drew_since_can_hold_a_shown_tile() -> None:
    state = exchanged()
    play(state, "rb f5 f6")
    draw(state, "yy")
    green = state.rules.kind_of["gg"]
    places = Counter(
        "bag" if sample.bag[green] else [green in sample.rack(seat) for seat in range(3)].index(True)
        for sample in samples(state.view(2), 300)
    )
    assert set(places) == {"bag", 1}


def test_what_one_drew_oneself_has_left_the_bag() -> None:
    state = exchanged()
    play(state, "rb f5 f6")
    draw(state, "gg")
    green = state.rules.kind_of["gg"]
    assert all(sample.bag[green] == 0 for sample in samples(state.view(1)))
    assert any(sample.bag[green] == 1 for sample in samples(state.view(2)))


def test_the_bag_has_no_order_that_a_view_could_tell() -> None:
    assert exchanged().view(1) == exchanged(SHOWN[::-1]).view(1)


def test_who_is_offered_an_exchange_is_known_to_lack_the_weakest_colour() -> None:
    state = before_exchange()
    for sample in samples(state.view(1)):
        assert not any("r" in state.rules.kinds[kind] for kind in sample.rack(0))
        assert sample.phase is Phase.EXCHANGE


def test_after_the_reshuffle_of_the_card_game_the_draw_pile_is_known() -> None:
    """C10: cards that lay on the discard pile are in no hand that was drawn before it was shuffled."""
    rules = Rules.parse("cards(players=2)")
    on_table = Counter(["rb", "bo", "oy", "yp"] + 3 * ["gb", "by", "go", "bp"])
    deck = Counter(dict(zip(rules.kinds, rules.tile_counts, strict=True)))
    discard = sorted((deck - on_table - Counter(["gy"])).elements())
    state = compose_cards(
        "cards(players=2)",
        open_cards=["rb bo", "oy yp"],
        racks=["gb gb gb by by by", "go go go bp bp bp"],
        discard=" ".join(discard),
    )
    play(state, "gb")
    draw(state, "gy")
    assert state.record.epoch == 1
    only_discarded = rules.kind_of["rg"]
    for seat in (None, 0, 1):
        assert all(sample.bag[only_discarded] == 4 for sample in samples(state.view(seat)))
    play(state, "go")
    draw(state, "rg")
    holders = Counter(sample.rack(1).count(only_discarded) for sample in samples(state.view(0), 200))
    assert set(holders) == {0, 1}


@pytest.mark.one_way
@pytest.mark.parametrize("rules", ALL_RULES, ids=str)
def test_the_truth_is_never_ruled_out(rules: Rules) -> None:
    """Marks and epochs err on the side of knowing less: what really is fits them at every step."""
    with compiled_kernels():
        for state, _ in steps(rules, seed=4):
            memory = state.everything().memory
            if memory.epoch:
                marked = Counter(kind for kind, _ in memory.marks)
                for kind, marks in marked.items():
                    places = state.bag[kind] + sum(state.rack(s).count(kind) for s in range(rules.players))
                    assert marks <= places
                    oldest = min(epoch for k, epoch in memory.marks if k == kind)
                    fresh = sum(
                        min(state.rack(s).count(kind), sum(epoch >= oldest for epoch in memory.racks[s]))
                        for s in range(rules.players)
                    )
                    assert marks <= state.bag[kind] + fresh
