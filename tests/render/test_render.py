"""Positions as pictures: for every game and theme, saying what a view knows and no more."""

import itertools
import random
import re
import subprocess
import sys
from functools import cache
from itertools import pairwise
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from composing import compose, compose_cards
from playing import ALL_RULES, any_rules, played_match, position_of, seeds, shuffle_hidden
from sixfold import OVER, Match, Move, Rules, SixfoldError, State
from sixfold.render import RenderError, png, raster, rgb, svg

SVG = "{http://www.w3.org/2000/svg}"
THEMES = ("light", "dark")


def moves_of(match: Match) -> list[Move]:
    return [event.score.move for event in match.events if event.score]


@cache
def under_way(rules: Rules) -> Match:
    return played_match(rules, 3, 20)


def words_of(picture: str) -> list[str]:
    return [element.text or "" for element in ElementTree.fromstring(picture).iter(f"{SVG}text")]


# ---------------------------------------------------------------- every game


@pytest.mark.parametrize("rules", ALL_RULES, ids=str)
@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("width", [360, 1200])
def test_every_game_is_drawn_from_every_seat(rules: Rules, theme: str, width: int) -> None:
    match = under_way(rules)
    laid = [move for move in moves_of(match) if not move.is_word]
    for position in (match.state, match.view(None), match.view(0)):
        picture = svg(position, theme=theme, placements=laid, last_move=laid[-1], width=width)
        root = ElementTree.fromstring(picture)
        assert root.tag == f"{SVG}svg"
        assert root.get("width") == str(width)
        words = words_of(picture)
        for seat in range(rules.players):
            assert any(f"{seat + 1}" in line for line in words if line.startswith("seat"))


@settings(max_examples=25, deadline=None)
@given(any_rules(), seeds, st.sampled_from(THEMES), st.sampled_from([100, 360, 1200]))
def test_any_position_of_any_game_is_valid_xml(rules: Rules, seed: int, theme: str, width: int) -> None:
    state = position_of(rules, seed)
    for position in (state, state.view(None)):
        root = ElementTree.fromstring(svg(position, theme=theme, width=width))
        defined = {shape.get("id") for shape in root.iter(f"{SVG}path") if shape.get("id")}
        used = {element.get("href", "").removeprefix("#") for element in root.iter(f"{SVG}use")}
        assert used <= defined


@settings(max_examples=20, deadline=None)
@given(any_rules(), seeds)
def test_the_moves_of_any_game_lie_on_its_board(rules: Rules, seed: int) -> None:
    match = played_match(rules, seed, random.Random(seed).randrange(60))
    moves = moves_of(match)
    last = next((move for move in reversed(moves) if not move.is_word), None)
    assert svg(match.state, placements=moves, last_move=last) != svg(match.state) or last is None


@pytest.mark.parametrize("rules", ALL_RULES, ids=str)
def test_a_game_is_drawn_from_its_lot_to_its_end(rules: Rules) -> None:
    assert ElementTree.fromstring(svg(State.new(rules)))
    match = played_match(rules, 1)
    assert match.actor == OVER
    words = words_of(svg(match.state))
    assert any("win" in line or line == "the game is over" for line in words)
    for score in match.outcome().scores:
        assert str(score) in words


# ---------------------------------------------------------------- what a picture says


def test_the_weakest_colours_are_marked_in_place_and_named_once() -> None:
    state = compose("hex(players=2)", tracks=["7 4 9 5 11 4", "8 7 5 6 9 10"])
    picture = svg(state)
    assert picture.count("stroke-dasharray") == 3
    words = words_of(picture)
    assert words.count("weakest") == 2
    bold = [e.text for e in ElementTree.fromstring(picture).iter(f"{SVG}text") if e.get("font-weight")]
    assert [word for word in bold if word and word.isdigit()] == ["4", "4", "4", "5", "5"]


def test_where_all_are_equal_none_is_marked() -> None:
    assert "stroke-dasharray" not in svg(compose("hex(players=2)"))


def test_a_tile_is_one_piece_when_its_placement_is_known() -> None:
    state = compose("hex(players=2)", tiles=["rg d5 d6"])
    assert svg(state, placements=["rg d5 d6"]) != svg(state)
    assert svg(state, placements=["gr d6 d5"]) == svg(state, placements=["rg d5 d6"])
    assert svg(state, last_move="rg d5 d6") != svg(state, placements=["rg d5 d6"])
    assert svg(state, placements=["keep"], last_move="keep") == svg(state)


def test_the_card_played_last_is_marked_where_it_lies() -> None:
    # Both have rg as their newest card; seat 1 is to play, so seat 2 laid it last.
    state = compose_cards("cards(players=2)", open_cards=["rb rg", "ob rg"], mover=0)
    other = compose_cards("cards(players=2)", open_cards=["rb rg", "ob rg"], mover=1)
    ring = 'fill="#2b2a28"'
    plain = svg(state).count(f"{ring}/>")
    drawn = [svg(position, last_move="rg") for position in (state, other)]
    assert [picture.count(f"{ring}/>") for picture in drawn] == [plain + 1] * 2
    assert drawn[0] != drawn[1]


def test_the_duel_has_one_sheet_with_tokens_where_they_are_held() -> None:
    free = svg(compose("hex-duel", tracks=["8 0 0 0 2 0", "0 8 0 0 0 0"], tokens="------"))
    held = svg(compose("hex-duel", tracks=["9 0 0 0 2 0", "0 9 0 0 0 0"], tokens="12----"))
    assert words_of(held).count("markers") == 2
    assert held.count("<use") == free.count("<use") + 2


def test_pyramids_are_drawn() -> None:
    without = compose("square(players=2)", tiles=["rg a1 a2"])
    tiles = ["rg a2 b2", "bo b1 c1"]
    with_one = compose("square(players=2)", tiles=tiles, pyramids=["a1"])
    assert "#b3aa97" not in svg(without)
    assert svg(with_one).count("#b3aa97") == 1


@pytest.mark.parametrize("rules", ALL_RULES, ids=str)
@pytest.mark.parametrize("width", [360, 1200])
def test_words_stay_on_the_page_and_off_each_other(rules: Rules, width: int) -> None:
    for match in (under_way(rules), played_match(rules, 1)):
        lines = sorted(placed_words(ElementTree.fromstring(svg(match.state, width=width)), 0, 0))
        for _, left, right, words in lines:
            assert left >= 0, words
            assert right <= width, words
        for (y, _, right, words), (other_y, left, _, others) in pairwise(lines):
            assert other_y > y or left >= right, (words, others)


Line = tuple[float, float, float, str]
"""A line's height on the page, where it begins and ends at most, and what it says."""
WIDE = 0.6
"""The mean width of a letter in the widest typefaces, in font sizes."""


def placed_words(element: ElementTree.Element, x: float, y: float) -> list[Line]:
    moved = re.fullmatch(r"translate\(([-\d.]+) ([-\d.]+)\)", element.get("transform", ""))
    if moved:
        x, y = x + float(moved.group(1)), y + float(moved.group(2))
    lines = [line for child in element for line in placed_words(child, x, y)]
    if element.tag == f"{SVG}text":
        words = element.text or ""
        length = WIDE * float(element.get("font-size", "0")) * len(words)
        shift = {"start": 0, "middle": 0.5, "end": 1}[element.get("text-anchor", "start")]
        left = x + float(element.get("x", "0")) - shift * length
        lines.append((round(y + float(element.get("y", "0"))), left, left + length, words))
    return lines


# ---------------------------------------------------------------- secrecy


@settings(max_examples=20, deadline=None)
@given(any_rules(), seeds)
def test_nothing_hidden_is_in_a_picture(rules: Rules, seed: int) -> None:
    state = position_of(rules, seed)
    rng = random.Random(seed)
    seat = rng.choice([None, *range(rules.players)])
    picture = svg(state.view(seat))
    for other in itertools.islice(state.view(seat).samples(rng), 2):
        assert svg(other.view(seat)) == picture


@pytest.mark.parametrize("rules", [r for r in ALL_RULES if r.players > 1], ids=str)
def test_hidden_tiles_lie_face_down_and_a_state_shows_them(rules: Rules) -> None:
    state = under_way(rules).state
    other = shuffle_hidden(state, 0, random.Random(1))
    assert svg(state) != svg(other)
    assert svg(state.view(0)) == svg(other.view(0))
    assert svg(state.view(0)).count("<use") < svg(state).count("<use")


# ---------------------------------------------------------------- pixels


@pytest.mark.parametrize("game", ["hex-duel", "square(players=4)", "cards(players=3)"])
@pytest.mark.parametrize("width", [360, 900])
def test_png_and_pixels_have_the_size_that_the_svg_names(game: str, width: int) -> None:
    state = State.new(Rules.parse(game))
    root = ElementTree.fromstring(svg(state, width=width))
    size = (int(root.get("height", 0)), int(root.get("width", 0)))
    image = png(state, width=width)
    assert image.startswith(b"\x89PNG")
    assert (int.from_bytes(image[20:24]), int.from_bytes(image[16:20])) == size
    pixels = rgb(state, width=width)
    assert pixels.dtype.name == "uint8"
    assert pixels.shape == (*size, 3)


def test_pixels_are_in_the_colours_of_the_theme() -> None:
    state = State.new(Rules.parse("hex(players=2)"))
    assert rgb(state, width=360)[0, 0].tolist() == [0xF3, 0xEF, 0xE6]
    assert rgb(state, theme="dark", width=360)[0, 0].tolist() == [0x1D, 0x21, 0x26]


@pytest.mark.parametrize("width", [100, 361, 700, 999])
def test_the_ground_reaches_every_edge(width: int) -> None:
    pixels = rgb(State.new(Rules.parse("square(players=3)")), theme="dark", width=width)
    for edge in (pixels[0], pixels[-1], pixels[:, 0], pixels[:, -1]):
        assert (edge == [0x1D, 0x21, 0x26]).all()


def test_words_are_in_the_pixels() -> None:
    """The heading's row has ink in it: a missing font would leave it blank without a word."""
    heading = rgb(State.new(Rules.parse("hex(players=2)")), width=360)[12:32, 12:150]
    assert (heading.min(axis=2) < 0x60).sum() > 50


def test_without_a_font_png_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    raster._check_fonts.cache_clear()
    real = raster._rasterise
    monkeypatch.setattr(raster, "_rasterise", lambda svg: real(re.sub("<text.*?</text>", "", svg)))
    with pytest.raises(RenderError, match="no font was found"):
        png(State.new(Rules.parse("hex-solo")), width=360)


@pytest.mark.parametrize(
    ("missing", "message"), [("resvg_py", "PNG needs resvg"), ("PIL", "pixels need Pillow")]
)
def test_a_missing_library_is_named(missing: str, message: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, missing, None)
    with pytest.raises(RenderError, match=re.escape("pip install 'sixfold[render]'")) as caught:
        rgb(State.new(Rules.parse("hex-solo")), width=360)
    assert message in str(caught.value)


def test_svg_needs_no_further_library() -> None:
    code = (
        "import sys; from sixfold import Rules, State; from sixfold.render import svg\n"
        "svg(State.new(Rules.parse('hex'))); print(*sys.modules)"
    )
    loaded = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout
    assert not {"numba", "resvg_py", "PIL", "rich", "typer"} & set(loaded.split())


# ---------------------------------------------------------------- mistakes


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"theme": "blue"}, "no theme is called 'blue'; there are light and dark"),
        ({"width": 99}, "a picture is 100 to 8000 pixels wide, not 99"),
        ({"width": 8001}, "a picture is 100 to 8000 pixels wide, not 8001"),
        ({"last_move": "rg d5"}, "'rg d5' does not read like a move"),
        ({"last_move": "rg d5 d6"}, "rg d5 d6 does not lie on this board"),
        ({"placements": ["bb e5 e6"]}, "bb e5 e6 does not lie on this board"),
        ({"placements": ["rb e5 e6", "rb e5 e6"]}, "rb e5 e6 does not lie on this board"),
        ({"placements": ["rr a1 a2"]}, "there is no cell 'a1'"),
    ],
)
def test_mistakes_are_explained(arguments: dict[str, object], message: str) -> None:
    state = compose("hex(players=2)", tiles=["rb e5 e6"])
    with pytest.raises(SixfoldError, match=re.escape(message)):
        svg(state, **arguments)  # type: ignore[arg-type]  # wrong on purpose


def test_a_last_card_that_nobody_laid_is_refused() -> None:
    state = compose_cards("cards(players=2)", open_cards=["rb rg", "ob rg"])
    with pytest.raises(SixfoldError, match="yp is nobody's newest open card"):
        svg(state, last_move="yp")
