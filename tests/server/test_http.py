"""Everything by HTTP: tables, links, lists, a whole game, its record and its replay."""

import random

import pytest

from server.client import choose
from server.serving import Running
from server.visiting import Json, Visitor, awaited
from sixfold import CATALOGUE
from sixfold.notation import GameRecord


async def play_to_the_end(visitor: Visitor, table: str) -> Json:
    """Play all seats of a hot-seat table by HTTP, and return the last view."""
    rng = random.Random(7)
    view: Json = (await visitor.get(f"/api/tables/{table}")).json()
    rules = (await visitor.get("/api/rules", params={"game": view["table"]["settings"]["game"]})).json()
    while view["game"]["phase"] != "over":
        answer = await visitor.command(table, do="play", v=view["v"], move=choose(view, rules, rng))
        assert answer["is"] == "ack", answer
        view = (await visitor.get(f"/api/tables/{table}")).json()
    return view


@awaited
async def test_a_whole_game_by_http_has_a_record_that_verifies_and_a_replay(server: Running) -> None:
    ada = await Visitor.arrive(server.url)
    table = await ada.make_table(game="hex(players=2)", hot_seat=True, seats=["me", "me"])
    assert (await ada.get(f"/api/tables/{table}/record")).status_code == 404, "not before the end"
    await ada.command(table, do="start")
    view = await play_to_the_end(ada, table)
    assert view["game"]["outcome"]["places"]

    answer = await Visitor(server.url).get(f"/api/tables/{table}/record")
    assert answer.status_code == 200, "a replay needs its link and nothing else"
    assert answer.headers["content-type"].startswith("text/plain")
    record = GameRecord.parse(answer.text)
    record.verify()

    made = view["game"]["made"]
    steps: list[Json] = []
    while len(steps) <= made:
        query = {"first": len(steps), "count": 25}
        page = (await Visitor(server.url).get(f"/api/tables/{table}/replay", params=query)).json()
        assert (page["first"], page["made"]) == (len(steps), made)
        steps += page["steps"]
    assert [step["game"]["made"] for step in steps] == list(range(made + 1))
    assert steps[-1]["game"]["outcome"] == view["game"]["outcome"]


@awaited
async def test_a_finished_game_is_on_ones_own_page(server: Running) -> None:
    ada = await Visitor.arrive(server.url)
    table = await ada.make_table(game="hex-solo")
    await ada.command(table, do="start")
    view = await play_to_the_end(ada, table)
    (score,) = view["game"]["outcome"]["scores"]
    profile = (await ada.get("/api/me")).json()
    assert [(result["table"], result["score"]) for result in profile["results"]] == [(table, score)]
    assert [(best["games"], best["score"]) for best in profile["bests"]] == [(1, score)]
    assert [listed["id"] for listed in (await ada.get("/api/me/tables")).json()["tables"]] == [table]


@awaited
async def test_a_table_made_twice_with_one_key_is_one_table(server: Running) -> None:
    ada = await Visitor.arrive(server.url)
    first, second = await ada.make_table(key="k" * 16), await ada.make_table(key="k" * 16)
    assert first == second
    assert await ada.make_table(key="m" * 16) != first


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"game": "chess"},
        {"game": "hex(players=9)"},
        {"game": "hex", "public": 1},
        {"game": "hex", "unknown": 1},
        {"game": "hex", "seats": ["me"]},
        {"game": "hex", "seats": ["me", "me"]},
        {"game": "hex", "games": 0},
        {"game": "hex", "clock": {"is": "live"}},
        {"game": "hex" * 200},
        [],
        "hex",
        None,
    ],
)
@awaited
async def test_a_table_that_cannot_be_is_refused_with_a_reason(server: Running, body: object) -> None:
    ada = await Visitor.arrive(server.url)
    answer = await ada.post("/api/tables", body)
    assert answer.status_code == 400, answer.text
    assert answer.json()["code"] in ("bad_message", "bad_settings")
    assert answer.json()["detail"]


@awaited
async def test_links_open_what_they_say_and_no_more(server: Running) -> None:
    ada, bob, eve = [await Visitor.arrive(server.url, name) for name in ("Ada", "Bob", "Eve")]
    table = await ada.make_table(game="hex(players=3)")

    async def link(**what: object) -> str:
        answer = await ada.post(f"/api/tables/{table}/links", what)
        assert answer.status_code == 201, answer.text
        secret: str = answer.json()["secret"]
        assert len(secret) >= 22, "128 bits"
        return secret

    secrets = [await link(purpose="join"), await link(purpose="sit", seat=2), await link(purpose="watch")]
    assert len(set(secrets)) == 3
    opened = await bob.post("/api/links", {"secret": secrets[1]})
    assert opened.json() == {"table": table, "purpose": "sit", "seat": 2}
    watching = await eve.post("/api/links", {"secret": secrets[2]})
    assert watching.json() == {"table": table, "purpose": "watch"}
    assert (await eve.get(f"/api/tables/{table}")).status_code == 200
    assert (await eve.command(table, do="sit", seat=1))["code"] == "forbidden"
    assert (await bob.command(table, do="sit", seat=2))["is"] == "ack"


@pytest.mark.parametrize("secret", ["x" * 22, "", "y" * 65, None])
@awaited
async def test_a_link_that_is_none_is_refused(server: Running, secret: object) -> None:
    ada = await Visitor.arrive(server.url)
    answer = await ada.post("/api/links", {"secret": secret})
    assert answer.status_code in (400, 404)


@awaited
async def test_public_tables_are_in_the_lobby_and_others_are_not(server: Running) -> None:
    ada = await Visitor.arrive(server.url)
    public, private = await ada.make_table(public=True), await ada.make_table()
    listed = [table["id"] for table in (await Visitor(server.url).get("/api/tables")).json()["tables"]]
    assert public in listed
    assert private not in listed


@awaited
async def test_a_guide_has_the_games_numbers_and_pictures_and_may_be_kept(server: Running) -> None:
    answer = await Visitor(server.url).get("/api/guide", params={"game": "hex-duel"})
    guide = answer.json()
    assert guide["facts"]["cells_2"] == "91"
    assert [figure["name"] for figure in guide["figures"]] == ["pull", "win"]
    assert all(figure["svg"].startswith("<svg ") for figure in guide["figures"])
    assert "max-age" in answer.headers["cache-control"]
    assert (await Visitor(server.url).get("/api/guide", params={"game": "chess"})).status_code == 404


@awaited
async def test_public_games_under_way_are_listed_unless_nobody_may_watch(server: Running) -> None:
    ada = await Visitor.arrive(server.url)
    wanted: dict[str, dict[str, object]] = {
        "seen": {"public": True},
        "closed": {"public": True, "spectators": False},
        "private": {},
    }
    made = {
        name: await ada.make_table(seats=["me", "me"], hot_seat=True, **how) for name, how in wanted.items()
    }
    waiting = await ada.make_table(public=True)
    for table in made.values():
        assert (await ada.command(table, do="start"))["is"] == "ack"
    answer = (await Visitor(server.url).get("/api/running")).json()
    listed = {table["id"] for table in answer["tables"]}
    assert listed & {*made.values(), waiting} == {made["seen"]}


@awaited
async def test_lists_come_page_by_page_without_a_gap(server: Running) -> None:
    ada = await Visitor.arrive(server.url)
    made = [await ada.make_table() for _ in range(60)]
    seen: list[str] = []
    page = (await ada.get("/api/me/tables")).json()
    while page.get("more"):
        seen += [table["id"] for table in page["tables"]]
        page = (await ada.get("/api/me/tables", params={"more": page["more"]})).json()
    seen += [table["id"] for table in page["tables"]]
    assert sorted(seen) == sorted(made)


@pytest.mark.parametrize("more", ["nonsense", "1", "'; drop table", "%00", "x" * 101])
@awaited
async def test_a_page_that_is_none_is_refused(server: Running, more: str) -> None:
    ada = await Visitor.arrive(server.url)
    for path in ("/api/tables", "/api/running", "/api/replays", "/api/me/tables"):
        answer = await ada.get(path, params={"more": more})
        assert (answer.status_code, answer.json()["code"]) == (400, "bad_message"), path


@awaited
async def test_every_game_is_listed_with_its_options_and_its_fixed_things(server: Running) -> None:
    visitor = Visitor(server.url)
    games = (await visitor.get("/api/games")).json()["games"]
    assert [game["name"] for game in games] == list(CATALOGUE)
    for game in games:
        entry = CATALOGUE[game["name"]]
        assert [option["name"] for option in game["options"]] == [
            option.name for option in entry.options_for(entry.players[-1])
        ]
        rules = (await visitor.get("/api/rules", params={"game": game["name"]})).json()
        assert rules["name"] == game["name"]
        assert len(rules["kinds"]) == len(rules["counts"])


@pytest.mark.parametrize(
    "query", ["", "?game=chess", "?game=hex(", "?game=", "?other=1", "?game=" + "x" * 301]
)
@awaited
async def test_rules_that_are_none_are_refused(server: Running, query: str) -> None:
    answer = await Visitor(server.url).get(f"/api/rules{query}")
    assert answer.status_code == 400
    assert answer.json()["detail"]


@awaited
async def test_commands_by_http_are_refused_with_a_status_that_says_why(server: Running) -> None:
    ada = await Visitor.arrive(server.url)
    table = await ada.make_table()
    tries = [
        ({"do": "start", "key": "a"}, 409, "seats_open"),
        ({"do": "play", "key": "b", "v": 0, "move": "rg d5 e5"}, 409, "not_started"),
        ({"do": "play", "key": "c", "move": "rg d5 e5"}, 400, "bad_message"),
        ({"do": "sit", "key": "d", "seat": 0}, 409, "seat_taken"),
        ({"do": "fly", "key": "e"}, 400, "bad_message"),
    ]
    for body, status, code in tries:
        answer = await ada.post(f"/api/tables/{table}", body)
        assert (answer.status_code, answer.json()["code"]) == (status, code)


@awaited
async def test_a_body_over_4_kb_is_too_large(server: Running) -> None:
    ada = await Visitor.arrive(server.url)
    answer = await ada.post("/api/tables", {"game": "hex", "key": "k" * 5000})
    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")


@pytest.mark.parametrize("body", [b"", b"{", b'{"name": "\xff"}', b"\x00", b"[" * 4000, b'{"name":1e999}'])
@awaited
async def test_a_body_that_is_no_json_is_refused(server: Running, body: bytes) -> None:
    answer = await Visitor(server.url).request(
        "POST", "/api/guests", content=body, headers={"content-type": "application/json"}
    )
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_message")


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/api/nothing", 404),
        ("PUT", "/api/me", 405),
        ("POST", "/api/games", 405),
        ("TRACE", "/", 405),
        ("HEAD", "/api/games", 200),
        ("HEAD", "/api/tables/x/events", 405),
        ("GET", "/api/games/", 404),
        ("GET", "/api/tables/x/socket", 404),
    ],
)
@awaited
async def test_what_is_not_there_is_said_so(server: Running, method: str, path: str, status: int) -> None:
    answer = await Visitor(server.url).request(method, path)
    assert answer.status_code == status
    if status >= 400 and method != "HEAD":
        assert answer.json()["is"] == "refused"


@awaited
async def test_metrics_count_what_happens(server: Running) -> None:
    before = server.metric('sixfold_commands_total{kind="stand"}')
    ada = await Visitor.arrive(server.url)
    table = await ada.make_table()
    await ada.command(table, do="stand", seat=0)
    await ada.command(table, do="sit", seat=0)
    assert server.metric('sixfold_commands_total{kind="stand"}') == before + 1
    assert server.metric("sixfold_act_seconds_count") >= 2
    assert server.metric("sixfold_commit_seconds_count") >= 2
