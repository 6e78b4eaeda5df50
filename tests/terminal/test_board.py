"""Positions as pictures: complete, within the terminal, and readable without any colour."""

import io
from typing import Literal

import pytest
from rich.console import Console
from rich.text import Text

from composing import compose, compose_cards
from sixfold import Dealer, Match, Rules, State, View
from sixfold.notation import parse_position, write_position
from sixfold.terminal.board import Picture
from sixfold.terminal.colours import colour_theme

EVERY_GAME = [str(rules) for rules in Rules.every()]


def drawn(
    position: State | View, width: int = 80, marked: tuple[str, ...] = (), names: tuple[str, ...] = ()
) -> str:
    console = Console(file=io.StringIO(), width=width, markup=False, highlight=False, emoji=False)
    console.print(Picture.of(position, names, marked))
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def started(game: str) -> Match:
    return Match(Rules.parse(game), Dealer(bytes(32)))


@pytest.mark.parametrize("game", EVERY_GAME)
@pytest.mark.parametrize("width", [80, 120])
def test_every_game_fits_the_terminal_with_nothing_cut_off(game: str, width: int) -> None:
    match = started(game)
    names = tuple(f"seat {seat + 1} (lexmin)" for seat in range(match.rules.players))
    text = drawn(match.state, width, names=names)
    lines = text.splitlines()
    assert max(map(len, lines)) <= width
    assert "…" not in text
    assert len(lines) <= 38
    assert "\x1b" not in text


def test_a_hexagon_has_its_cells_where_row_letter_and_slanted_column_meet() -> None:
    state = compose("hex", tiles=["rg d6 e5", "bo f2 g1"])
    lines = drawn(state).splitlines()[1:13]
    rows = {line.split()[0]: line for line in lines[:11]}
    radius = 5
    for name, letter in {"d6": "r", "e5": "g", "f2": "b", "g1": "o", "a6": "R", "f11": "B"}.items():
        row, number = ord(name[0]) - ord("a") - radius, int(name[1:]) - 1 - radius
        assert rows[name[0]][4 + 2 * row + 4 * (number + radius)] == letter, name
    assert [line.split()[-1] for line in lines[6:11]] == ["11", "10", "9", "8", "7"]
    assert lines[11].split() == ["1", "2", "3", "4", "5", "6"]


def test_a_square_has_columns_on_top_and_shows_pyramids() -> None:
    state = compose("square", tiles=["rg a2 b2", "bo b1 c1"], pyramids=["a1"])
    lines = drawn(state).splitlines()
    assert lines[1].split() == [str(number) for number in range(1, 10)]
    row = {line.split()[0]: line.split()[1:] for line in lines[2:11]}
    assert (row["a"][:2], row["b"][:2], row["c"][:2]) == (["^", "r"], ["b", "g"], ["o", "·"])
    assert row["e"][4] == "R"


def test_tiles_laid_last_stand_in_brackets() -> None:
    text = drawn(compose("hex", tiles=["rg d6 e5", "bo f2 g1"]), marked=("f2", "g1"))
    assert "[b]" in text
    assert "[o]" in text
    assert "[r]" not in text


def test_the_weakest_colour_is_marked_and_named_once() -> None:
    text = drawn(compose("hex", tiles=["rg d6 e5"], tracks=["4 2 5 6 7 8", "3 1 1 4 4 4"]))
    assert text.count("◂") == 3
    assert "green 2" in text
    assert "green, blue 1" in text


def test_a_view_shows_the_own_rack_and_hides_the_others() -> None:
    state = started("hex(players=2)").state
    own = [state.rules.kinds[kind] for kind in state.rack(0)]
    text = drawn(state.view(0))
    assert "   ".join(own) in text
    assert "seat 2  6 hidden tiles" in text
    assert "6 hidden tiles" not in drawn(state)


def test_two_sheets_are_shown_one_after_the_other() -> None:
    text = drawn(compose("hex-team", tracks=["20 18 17 0 36 1", "0 0 0 0 0 0"]))
    assert "━━━━━━━━━│━──────── 20" in text
    assert "━━━━━━━━╸│───────── 17" in text
    assert "seats 1 + 3" in text


def test_the_duel_has_one_sheet_with_markers_pulled_to_both_sides() -> None:
    text = drawn(compose("hex-duel", tracks=["9 0 0 2 0 0", "0 3 0 0 0 0"], tokens="1-----"))
    assert "9 ● ━━━━━━━━━│─────────" in text
    assert "─────────│━━━──────   3" in text
    assert "2 markers │ 1 markers" in text


def test_cards_show_what_lies_open_and_the_four_areas() -> None:
    state = compose_cards("cards", open_cards=["rg bo", "yp gb"], tracks=["4 3 1 1 1 1", "0 0 0 0 0 0"])
    text = drawn(state)
    assert "rg   bo" in text
    assert "━━━│━──│────  4" in text
    assert "Seat 1: play a card." in text


@pytest.mark.parametrize("game", EVERY_GAME)
def test_a_written_position_looks_like_the_position(game: str) -> None:
    state = started(game).state
    assert drawn(parse_position(write_position(state))) == drawn(state)


@pytest.mark.parametrize("game", ["hex", "cards"])
def test_before_the_deal_the_lot_decides(game: str) -> None:
    assert "the lot decides who starts" in drawn(State.new(Rules.parse(game)))


@pytest.mark.parametrize(("colours", "red"), [("truecolor", "48;2;198;47;58"), ("standard", "97;41")])
def test_colour_never_replaces_a_letter(colours: Literal["truecolor", "standard"], red: str) -> None:
    state = compose("hex", tiles=["rg d6 e5", "bo f2 g1"])
    coloured = Console(
        file=io.StringIO(),
        width=80,
        force_terminal=True,
        color_system=colours,
        markup=False,
        highlight=False,
    )
    coloured.push_theme(colour_theme(coloured.color_system))
    coloured.print(Picture.of(state))
    assert isinstance(coloured.file, io.StringIO)
    assert red in coloured.file.getvalue()
    plain = Text.from_ansi(coloured.file.getvalue()).plain
    assert plain.split() == drawn(state).split()
