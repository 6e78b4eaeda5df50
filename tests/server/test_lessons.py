"""Lessons by HTTP: anyone may learn, nothing is kept, and whatever cannot be is refused."""

import pytest

from server.serving import Running
from server.visiting import Visitor, awaited
from sixfold.lessons import LESSONS


@awaited
async def test_every_lesson_can_be_learnt_to_its_end_by_its_examples(server: Running) -> None:
    stranger = Visitor(server.url)
    listed = (await stranger.get("/api/lessons")).json()["lessons"]
    assert [lesson["name"] for lesson in listed] == list(LESSONS)
    for each in listed:
        lesson = (await stranger.get(f"/api/lessons/{each['name']}")).json()
        assert len(lesson["steps"]) == each["steps"]
        assert (await stranger.get("/api/rules", params={"game": lesson["rules"]})).status_code == 200
        for number, step in enumerate(lesson["steps"]):
            made = step["game"]["made"]
            assert step["game"]["actor"] == 0
            assert len(step["game"].get("moves", ())) == made, "everything that lies there has a move"
            for count in range(1, len(step["example"]) + 1):
                body = {"moves": step["example"][:count]}
                tried = (await stranger.post(f"/api/lessons/{each['name']}/{number}", body)).json()
                assert tried["game"]["made"] == made + count
                assert tried["game"]["moves"][-1]["number"] == made + count - 1
                assert tried.get("goes_on", False) == (count < len(step["example"]))
                assert "missed" not in tried


@awaited
async def test_a_legal_move_that_misses_the_aim_is_told_what_it_missed(server: Running) -> None:
    answer = await Visitor(server.url).post("/api/lessons/hex/1", {"moves": ["gy i2 i3"]})
    assert answer.status_code == 200
    assert answer.json()["missed"] == "points"


@awaited
async def test_a_game_that_ends_in_a_lesson_shows_its_outcome(server: Running) -> None:
    end = [step.name for step in LESSONS["hex"].steps].index("end")
    answer = await Visitor(server.url).post(f"/api/lessons/hex/{end}", {"moves": ["rr g8 g9"]})
    assert answer.json()["game"]["outcome"] == {"reason": "full", "scores": [9, 9], "places": [1, 2]}


@pytest.mark.parametrize(
    ("path", "body", "status", "code"),
    [
        ("chess/0", {"moves": ["rg d5 e5"]}, 404, "not_found"),
        ("hex/99", {"moves": ["rg d5 e5"]}, 404, "not_found"),
        ("hex/-1", {"moves": ["rg d5 e5"]}, 404, "not_found"),
        ("hex/٣", {"moves": ["rg d5 e5"]}, 404, "not_found"),
        ("hex/1", {"moves": ["rb e4 e3"]}, 409, "illegal_move"),
        ("hex/1", {"moves": ["rb e7 d8", "gy d5 d6"]}, 409, "illegal_move"),
        ("hex/1", {"moves": ["nonsense"]}, 409, "illegal_move"),
        ("hex/1", {"moves": []}, 400, "bad_message"),
        ("hex/1", {"moves": ["keep"] * 5}, 400, "bad_message"),
        ("hex/1", {"moves": ["x" * 21]}, 400, "bad_message"),
        ("hex/1", {"moves": "rb e7 d8"}, 400, "bad_message"),
        ("hex/1", {}, 400, "bad_message"),
        ("hex/1", {"moves": ["rb e7 d8"], "seat": 1}, 400, "bad_message"),
    ],
)
@awaited
async def test_what_cannot_be_is_refused(
    server: Running, path: str, body: object, status: int, code: str
) -> None:
    answer = await Visitor(server.url).post(f"/api/lessons/{path}", body)
    assert (answer.status_code, answer.json()["code"]) == (status, code)


@awaited
async def test_trying_counts_as_asking(strict: Running) -> None:
    eager = Visitor(strict.url, **{"x-forwarded-for": "203.0.113.77"})
    codes = [(await eager.post("/api/lessons/hex/1", {"moves": ["rb e7 d8"]})).status_code for _ in range(41)]
    assert codes.count(200) == 40
    assert codes[-1] == 429
