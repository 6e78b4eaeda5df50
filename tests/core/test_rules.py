"""Games as text: `str(rules)` and `Rules.parse` are inverse, and a mistake is explained."""

import pickle
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from playing import ALL_RULES, any_rules
from sixfold import CATALOGUE, Rules, RulesError

pytestmark = pytest.mark.one_way


@given(any_rules())
def test_text_and_rules_are_inverse(rules: Rules) -> None:
    assert Rules.parse(str(rules)) == rules
    assert str(Rules.parse(str(rules))) == str(rules)
    assert pickle.loads(pickle.dumps(rules)) == rules


def test_the_catalogue_has_every_game() -> None:
    assert [str(rules) for rules in ALL_RULES] == [
        "hex(players=2)",
        "hex(players=3)",
        "hex(players=4)",
        "hex-solo",
        "hex-team",
        "hex-duel",
        "square(players=2)",
        "square(players=3)",
        "square(players=4)",
        "square-solo",
        "cards(players=2)",
        "cards(players=3)",
        "cards(players=4)",
        "cards(players=2,edition=pl)",
        "cards(players=3,edition=pl)",
        "cards(players=4,edition=pl)",
    ]


def test_every_option_of_every_game_can_be_chosen_and_is_written_only_if_it_is_not_the_default() -> None:
    for game in CATALOGUE.values():
        for players in game.players:
            default = Rules.of(game.name, players=players)
            for option in game.options_for(players):
                for value in option.values:
                    rules = Rules.of(game.name, players=players, **{option.name: value})
                    assert rules[option.name] == value
                    assert (f"{option.name}=" in str(rules)) == (value != default[option.name])


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("hex", "hex(players=2)"),
        ("hex()", "hex(players=2)"),
        (" hex ( players = 3 ) ", "hex(players=3)"),
        ("square(pyramid_points=colour,players=4)", "square(players=4,pyramid_points=colour)"),
        ("cards(edition=de)", "cards(players=2)"),
        ("cards(edition=pl,bonus_optional=on)", "cards(players=2,edition=pl)"),
        ("hex-duel(start=2,duel_exchange_side=own)", "hex-duel(start=2)"),
    ],
)
def test_text_is_read_generously_and_written_one_way(text: str, same: str) -> None:
    assert str(Rules.parse(text)) == same


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "does not read like a game"),
        ("hex(", "does not read like a game"),
        ("chess", "no game is called 'chess'; there are hex, hex-solo"),
        ("hex(players=5)", "hex is for 2 or 3 or 4 players, not '5'"),
        ("hex-solo(players=2)", "hex-solo is for 1 player, not '2'"),
        ("hex(colour=red)", "hex has no option 'colour'; it has players, start"),
        ("hex(players)", "'players' does not read like option=value"),
        ("hex(players=2,players=3)", "players is given twice"),
        ("hex(start=3)", "start is random or 1 or 2, not '3'"),
        ("hex-solo(start=1)", "hex-solo has no option 'start'"),
        ("square(printed=rgbor)", "printed is the letters r g b o p in any order, not 'rgbor'"),
        ("square(pair_tiles=9)", "pair_tiles is 1 to 8, not '9'"),
        ("square(players=4,pair_tiles=1,double_tiles=1)", "15 tiles are too few to deal 5 to each of 4"),
    ],
)
def test_a_mistake_is_explained(text: str, reason: str) -> None:
    with pytest.raises(RulesError, match=re.escape(reason)):
        Rules.parse(text)


@given(st.text(max_size=60) | st.from_regex(r"[a-z-]{2,8}\(([a-z_]+=[a-z0-9]+,?){0,3}\)", fullmatch=True))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        rules = Rules.parse(text)
    except RulesError:
        return
    assert Rules.parse(str(rules)) == rules
