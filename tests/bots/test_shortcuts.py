"""What the bots' kernels save themselves changes nothing: shortcuts come to what the long way comes to."""

import random

import numpy as np
import pytest

from playing import ALL_RULES, deciding
from sixfold import Phase, Rules
from sixfold.bots.kernel import features, screen, tiles
from sixfold.bots.kernel.memory import DESK
from sixfold.bots.weights import weights_for
from sixfold.core.records import new_record
from sixfold.core.scoring import explain

BOARDS = [rules for rules in ALL_RULES if rules.is_board_game]


@pytest.mark.parametrize("rules", BOARDS, ids=str)
def test_potentials_recounted_after_an_action_are_those_that_are_there(rules: Rules) -> None:
    rng = random.Random(1)
    desk = new_record(DESK)
    for seed in range(6):
        state = deciding(rules, seed)
        g, before = state.table, state.record
        features.survey_board(g, before, desk)
        actions = state.legal_actions()
        for action in [*rng.sample(actions, min(12, len(actions))), actions[-1]]:
            after = state.copy()
            after.apply_legal(action)
            features.recount_board(g, before, after.record, np.uint64(action), desk)
            recounted = desk.potentials.copy()
            features.count_potentials(g, after.record, desk)
            assert np.array_equal(recounted, desk.potentials)


@pytest.mark.parametrize("rules", BOARDS, ids=str)
def test_cells_on_which_nothing_scores_are_screened_as_if_each_were_looked_at(rules: Rules) -> None:
    network = weights_for(rules).network
    desk = new_record(DESK)
    state = deciding(rules, 3)
    g, s = state.table, state.record
    screen.screen_cells(g, s, network, desk)
    screened = desk.half_values.copy()
    far = screen.prepare_screen(g, s, desk)
    for cell in range(int(g.cells)):
        if features.has_room(g, s, cell):
            screen.describe_halves(g, s, desk, cell, far)
            screen.value_halves(network, desk, g.colours, desk.half_values[cell])
            assert np.array_equal(screened[cell], desk.half_values[cell])


def test_what_a_tile_scores_where_it_fits_best_is_what_its_best_move_scores() -> None:
    duel = Rules.parse("hex-duel")
    desk = new_record(DESK)
    scored = 0
    for seed in range(12):
        state = deciding(duel, seed)
        if state.phase is not Phase.PLACE or state.record.turn < 2:
            continue  # where moves are fewer than places
        best: dict[str, int] = {}
        for action in state.legal_actions():
            explained = explain(state, action)
            tile = explained.move.what
            best[tile] = max(best.get(tile, 0), sum(explained.points.values()))
        tiles.find_best_places(state.table, state.record, desk)
        for tile, points in best.items():
            one, two = (duel.colours.index(colour) for colour in tile)
            assert desk.best_places[one, two] == points
            scored += points > 0
    assert scored > 20
