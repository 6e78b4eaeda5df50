"""Records: readable, lossless, verified against the seed; a damaged one is refused by line and reason."""

import re
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from playing import ALL_RULES, any_rules, played_match, seeds
from sixfold import Dealer, DealingError, Match, RecordError, Rules
from sixfold.core.dealer import ScriptedDealer
from sixfold.notation import GameRecord


def record_of(rules: Rules, seed: int = 1, most_moves: int = 1000) -> str:
    return str(
        GameRecord.of(played_match(rules, seed, most_moves), {"players": "Ada, Max", "place": "the club"})
    )


@pytest.mark.parametrize("rules", ALL_RULES, ids=str)
def test_a_whole_game_comes_back_the_same_and_verifies(rules: Rules) -> None:
    match = played_match(rules, 3)
    text = str(GameRecord.of(match, {"players": "Ada, Max"}))
    back = GameRecord.parse(text)
    assert str(back) == text
    assert back.match.events == match.events
    assert back.match.state == match.state
    assert back.headers == {"players": "Ada, Max"}
    back.verify()


@given(any_rules(), seeds, st.integers(0, 40))
def test_a_game_that_goes_on_comes_back_the_same_and_keeps_its_seed_secret(
    rules: Rules, seed: int, moves: int
) -> None:
    match = played_match(rules, seed, moves)
    text = str(GameRecord.of(match))
    assert str(GameRecord.parse(text)) == text
    assert GameRecord.parse(text).match.state == match.state
    assert isinstance(match.dealer, Dealer)
    assert (match.dealer.seed.hex() in text) == match.is_over
    assert match.dealer.commitment in text


def test_a_record_is_one_line_a_turn() -> None:
    match = played_match(Rules.parse("hex(players=3)"), 1)
    lines = str(GameRecord.of(match)).splitlines()
    turns = {event.turn for event in match.events if event.actor >= 0}
    assert sum(bool(re.match(r"\d+\. ", line)) for line in lines) == len(turns)
    assert lines[0] == "Sixfold record 1"
    assert lines[-1].startswith("seed: ")


# ---------------------------------------------------------------- verifying


def test_verify_wants_the_seed_that_was_committed_to() -> None:
    text = record_of(Rules.parse("hex"))
    seed = (1).to_bytes(32).hex()
    other = (2).to_bytes(32).hex()
    with pytest.raises(DealingError, match="the seed is not the one that was committed to"):
        GameRecord.parse(text.replace(seed, other)).verify()


def test_verify_finds_a_draw_that_does_not_follow_from_the_seed() -> None:
    """Two honest-looking records: the draws of one game with the commitment and seed of another."""
    rules = Rules.parse("hex-solo")
    one, other = Dealer(bytes(32)), played_match(rules, 1)
    forged = GameRecord(other, {}, one.commitment, one.seed.hex())
    with pytest.raises(DealingError, match=r"draw \d+ must be .., the record has .."):
        GameRecord.parse(str(forged)).verify()


def test_verify_says_what_is_missing() -> None:
    scripted = Match(Rules.parse("hex-solo"), ScriptedDealer([0]))
    with pytest.raises(DealingError, match="no commitment"):
        GameRecord.of(scripted).verify()
    with pytest.raises(DealingError, match="no seed"):
        GameRecord.of(played_match(Rules.parse("hex-solo"), 1, 3)).verify()


# ---------------------------------------------------------------- damage

SOLO = record_of(Rules.parse("hex-solo"))
LINES = SOLO.splitlines()


def edited(number: int, old: str, new: str) -> str:
    """The record with one line changed; line numbers count from 1."""
    lines = list(LINES)
    assert re.search(old, lines[number - 1]), lines[number - 1]
    lines[number - 1] = re.sub(old, new, lines[number - 1], count=1)
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize(
    ("number", "old", "new", "reason"),
    [
        (1, "Sixfold", "Other", "a record begins with 'Sixfold record' and a version number"),
        (1, "1", "9", "version '9' is not known here, only 1"),
        (2, "hex-solo", "chess", "no game is called 'chess'"),
        (3, "[0-9a-f]{4}$", "", "a commitment is 64 hexadecimal digits"),
        (5, "place", "players", "players is given twice"),
        (5, "place.*", "earlier: 3 77aa", "'earlier' has numbers of draws, each with a seed"),
        (
            5,
            "place.*",
            f"earlier: 3 {'7' * 64}, 3 {'8' * 64}",
            "draws that were taken over are numbered upwards",
        ),
        (6, "deal 1: ..", "deal 1: zz", "there is no tile 'zz'"),
        (6, "deal 1", "deal 2", "the deal goes deal 1"),
        (7, "^1", "2", "this is turn 1, not '2'"),
        (7, "1: ", "2: ", "it is the turn of seat 1, not of seat 2"),
        (7, r"[a-k]\d+ ", "z9 ", "there is no cell 'z9'"),
        (8, r"\d+ \|", "17 |", "the markers stand at"),
        (8, r"\([rgboyp]\d", "(r9", "the move and its points are"),
        (8, r"\| ..$", "| rr rr", "1 tiles too many are drawn"),
        (8, r"\| ..$", "| -", "a draw is missing"),
        (8, r"\|", "#", "is not a turn, 'unfinished', 'stopped' or 'end: ...'"),
        (len(LINES) - 1, "full", "complete", "the result is 'end: full, places 1'"),
        (len(LINES) - 1, "end.*", "unfinished", "the game is over, so its 'end' has to follow"),
        (len(LINES), "seed", "sead", "only 'seed: ' and 64 hexadecimal digits may follow"),
    ],
)
def test_a_damaged_line_is_named_with_its_reason(number: int, old: str, new: str, reason: str) -> None:
    with pytest.raises(RecordError, match=re.escape(reason)) as caught:
        GameRecord.parse(edited(number, old, new))
    assert caught.value.line == number


@pytest.mark.parametrize("kept", range(len(LINES) - 1))
def test_a_truncated_record_is_refused_wherever_it_stops(kept: int) -> None:
    text = "\n".join(LINES[:kept])
    with pytest.raises(RecordError):
        GameRecord.parse(text)


def test_a_line_too_many_or_too_few_is_named() -> None:
    for number in range(7, len(LINES) - 1):
        with pytest.raises(RecordError) as caught:
            GameRecord.parse("\n".join(LINES[: number - 1] + LINES[number:]))
        assert caught.value.line == number
    with pytest.raises(RecordError, match="nothing may follow the seed"):
        GameRecord.parse(SOLO + "more\n")


def test_a_turn_that_is_not_over_is_named() -> None:
    lines = record_of(Rules.parse("cards(players=4)"), 2).splitlines()
    number = next(i for i, line in enumerate(lines) if ", " in line and re.match(r"\d+\. ", line))
    lines[number] = re.sub(r", [^|]* \|", " |", lines[number], count=1)
    with pytest.raises(RecordError) as caught:
        GameRecord.parse("\n".join(lines))
    assert caught.value.line == number + 1


@pytest.mark.parametrize("header", [{"game": "hex"}, {"Bad": "x"}, {"note": "two\nlines"}, {"note": " x"}])
def test_a_header_that_could_not_be_read_back_is_refused(header: dict[str, str]) -> None:
    with pytest.raises(RecordError, match="cannot be a header"):
        GameRecord.of(played_match(Rules.parse("hex-solo"), 1, 1), header)


@settings(max_examples=200)
@given(st.sampled_from(ALL_RULES), st.data())
def test_a_damaged_record_is_read_or_refused(rules: Rules, data: st.DataObject) -> None:
    text = record_of(rules, 1, 12)
    at = data.draw(st.integers(0, len(text)))
    cut = data.draw(st.integers(0, 6))
    new = data.draw(st.text("rgboyp 0123456789|.,:()-\nkeep", max_size=5))
    with suppress(RecordError):
        GameRecord.parse(text[:at] + new + text[at + cut :])


@given(st.text(max_size=300))
def test_any_text_is_refused_as_a_record(text: str) -> None:
    with pytest.raises(RecordError):
        GameRecord.parse(text)


def test_a_game_that_was_given_up_has_its_seed_and_can_be_verified() -> None:
    match = played_match(Rules.parse("hex"), 1, 5)
    record = GameRecord.of(match, {"resigned": "2"}, stopped=True)
    read = GameRecord.parse(str(record))
    assert str(read) == str(record)
    assert read.stopped
    read.verify()
    with pytest.raises(RecordError, match="'end' has to follow"):
        GameRecord.parse(record_of(Rules.parse("hex-solo"), 1).replace("end: full, places 1", "stopped"))
