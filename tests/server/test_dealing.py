"""What chance decided, published after the end so that anybody can compute it again."""

import pytest

from playing import ALL_RULES, played_match
from server.serving import Running
from server.visiting import Visitor, awaited
from sixfold import Dealer, Rules
from sixfold.server.tables.dealing import dealing_of
from web.dealings import TARGET, dealings


@pytest.mark.parametrize("rules", ALL_RULES, ids=str)
def test_published_draws_follow_from_the_seed_and_the_set_of_tiles_alone(rules: Rules) -> None:
    match = played_match(rules, 5)
    dealing = dealing_of(match)
    dealer = Dealer.from_hex(dealing.seed)
    assert dealer.commitment == dealing.commitment
    assert len(dealing.draws) == match.draws
    bag = list(rules.tile_counts)
    for index, draw in enumerate(dealing.draws):
        for kind in draw.back:
            bag[kind] += 1
        if draw.seat is None:
            assert dealer.below(index, rules.players) == draw.got
        else:
            assert dealer.pick(index, list(enumerate(bag))) == draw.got
            bag[draw.got] -= 1
    assert sum(bag) + len(dealing.back) == dealing.bag


@awaited
async def test_nobody_is_told_the_draws_of_a_game_that_goes_on(server: Running) -> None:
    ada = await Visitor.arrive(server.url)
    table = await ada.make_table(game="hex-solo", public=True)
    await ada.command(table, do="start")
    answer = await ada.get(f"/api/tables/{table}/dealing")
    assert (answer.status_code, answer.json()["code"]) == (409, "not_over")
    assert (await Visitor(server.url).get(f"/api/tables/{table}/dealing")).status_code == 404
    await ada.command(table, do="resign", seat=0)
    dealing = (await Visitor(server.url).get(f"/api/tables/{table}/dealing")).json()
    assert [draw["seat"] for draw in dealing["draws"]] == [0]


def test_the_games_of_the_clients_tests_are_what_the_engine_deals() -> None:
    assert TARGET.read_bytes() == dealings(), "python tests/web/dealings.py writes them anew"
