"""The rules in four languages: the same pages, no number of their own, and a word for every option."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sixfold import CATALOGUE
from sixfold.guide import facts, figures

SOURCES = Path(__file__).parents[2] / "web/src"
LANGUAGES = ("en", "de", "pl", "pt")
PAGES: dict[str, dict[str, Any]] = {
    language: json.loads((SOURCES / f"rules/{language}.json").read_text(encoding="utf-8"))
    for language in LANGUAGES
}
WORDS: dict[str, dict[str, Any]] = {
    language: json.loads((SOURCES / f"words/{language}.json").read_text(encoding="utf-8"))
    for language in LANGUAGES
}
MOST_VALUES = 9
"""Options with more are not offered to people (state/options.ts)."""


def blocks(language: str, game: str) -> Iterator[Any]:
    for section in PAGES[language][game]["sections"]:
        yield from section["body"]


def skeleton(page: dict[str, Any]) -> Any:
    """A page without its words."""
    return [
        (section["id"], [_shape(block) for block in section["body"]], bool(section["title"]))
        for section in page["sections"]
    ]


def _shape(block: Any) -> Any:
    match block:
        case str():
            return "paragraph"
        case list():
            return len(block)
        case dict():
            assert set(block) == {"figure", "alt", "caption"}
            return block["figure"]


def texts(language: str, game: str) -> Iterator[tuple[str, set[str]]]:
    """Every text of a page, with the names of the numbers that it may use."""
    known = set(facts(game))
    drawn = {figure.name: known | set(figure.values) for figure in figures(game)}
    page = PAGES[language][game]
    yield page["summary"], known
    for section in page["sections"]:
        yield section["title"], set()
    for block in blocks(language, game):
        if isinstance(block, dict):
            yield block["alt"], drawn[block["figure"]]
            yield block["caption"], drawn[block["figure"]]
        else:
            for text in [block] if isinstance(block, str) else block:
                yield text, known


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_game_has_a_page_with_the_same_parts_in_every_language(language: str) -> None:
    assert list(PAGES[language]) == list(CATALOGUE)
    for game in CATALOGUE:
        assert skeleton(PAGES[language][game]) == skeleton(PAGES["en"][game]), game


@pytest.mark.parametrize("game", CATALOGUE)
def test_every_worked_example_is_shown_once(game: str) -> None:
    shown = [block["figure"] for block in blocks("en", game) if isinstance(block, dict)]
    assert sorted(shown) == sorted(figure.name for figure in figures(game))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", CATALOGUE)
def test_every_number_in_the_rules_comes_from_the_engine(language: str, game: str) -> None:
    for text, known in texts(language, game):
        named = set(re.findall(r"\{(\w+)\}", text))
        assert named <= known, text
        assert not re.search(r"\d", re.sub(r"\{\w+\}", "", text)), text
        assert text.count("**") % 2 == 0, text


@pytest.mark.parametrize("game", CATALOGUE)
def test_every_language_gives_the_same_numbers(game: str) -> None:
    pages = [[re.findall(r"\{\w+\}", text) for text, _ in texts(language, game)] for language in LANGUAGES]
    for numbers in zip(*pages, strict=True):
        assert len({frozenset(each) for each in numbers}) == 1, numbers


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_option_and_value_that_people_choose_has_words_and_no_other(language: str) -> None:
    wanted = set()
    for game in CATALOGUE.values():
        for option in game.options_for(game.players[-1]):
            if len(option.values) > MOST_VALUES:
                continue
            wanted |= {f"option.{option.name}", f"explain.{option.name}"}
            for value in option.values:
                if value in ("on", "off"):
                    wanted.add(f"value.{value}")
                elif not value.isdecimal():
                    wanted.add(f"value.{option.name}_{value}")
    there = {word for word in WORDS[language] if word.startswith(("option.", "explain.", "value."))}
    assert there == wanted
