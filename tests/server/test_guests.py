"""Guests first: a name is enough, a token is who one is, a code takes one to another device."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.serving import Running
from server.visiting import Visitor, awaited
from sixfold.server.store.sqlite import SqliteStore
from sixfold.server.web.guests import BadNameError, Guests, clean_name


@given(st.text())
def test_a_name_is_one_clean_line_or_refused(text: str) -> None:
    try:
        name = clean_name(text)
    except BadNameError:
        return
    assert 1 <= len(name) <= 24
    assert name.isprintable()
    assert name == " ".join(name.split())
    assert clean_name(name) == name


def test_a_name_keeps_its_letters_in_any_language() -> None:
    assert clean_name("  Zoë\tMüller\n") == "Zoë Müller"
    assert clean_name("Łucja\u202e") == "Łucja"
    assert clean_name("e\u0301") == "é"


@awaited
async def test_a_code_is_good_once_and_only_for_a_while(tmp_path: Path) -> None:
    store = await SqliteStore.open(tmp_path)
    try:
        guests = Guests(store, 600)
        ada, token = await guests.welcome("Ada")
        code = await guests.new_code(ada)
        moved = await guests.redeem(f" {code[:3].lower()}-{code[3:]} ")
        assert moved is not None
        assert moved[0] == ada
        assert moved[1] != token
        assert await guests.by_token(moved[1]) == ada
        assert await guests.redeem(code) is None
        assert await Guests(store, 600).redeem(await Guests(store, -1).new_code(ada)) is None
    finally:
        await store.close()


@awaited
async def test_neither_token_nor_code_is_in_the_database(tmp_path: Path) -> None:
    store = await SqliteStore.open(tmp_path)
    guests = Guests(store, 600)
    ada, token = await guests.welcome("Ada")
    code = await guests.new_code(ada)
    await store.close()
    kept = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    assert b"Ada" in kept
    assert token.encode() not in kept
    assert code.encode() not in kept


@awaited
async def test_a_name_makes_a_guest_and_browsers_get_a_cookie_that_scripts_cannot_read(
    server: Running,
) -> None:
    answer = await Visitor(server.url).post("/api/guests", {"name": " Ada  L. "})
    assert answer.status_code == 201
    assert answer.json()["name"] == "Ada L."
    assert "token" not in answer.json()
    cookie = answer.headers["set-cookie"]
    assert cookie.startswith("sixfold=")
    assert {"HttpOnly", "SameSite=Lax", "Path=/"} <= set(cookie.split("; "))
    me = await Visitor(server.url).get("/api/me", headers={"cookie": cookie.partition(";")[0]})
    assert (me.status_code, me.json()["id"]) == (200, answer.json()["id"])


@awaited
async def test_programs_get_a_token_of_256_bits_and_no_cookie(server: Running) -> None:
    answer = await Visitor(server.url).post("/api/guests", {"name": "Bot", "bearer": True})
    assert "set-cookie" not in answer.headers
    assert len(answer.json()["token"]) == 43
    me = await Visitor(server.url, answer.json()["token"]).get("/api/me")
    assert me.json()["name"] == "Bot"


@pytest.mark.parametrize("name", ["", "   ", "\u202e\u200b", "x" * 25, "y" * 201, None, 7])
@awaited
async def test_a_name_that_cannot_be_shown_is_refused(server: Running, name: object) -> None:
    answer = await Visitor(server.url).post("/api/guests", {"name": name})
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_message")


@awaited
async def test_a_code_moves_a_guest_to_another_device_once(server: Running) -> None:
    ada = await Visitor.arrive(server.url)
    made = (await ada.post("/api/me/codes")).json()
    assert made["good_for"] == 600_000
    there = await Visitor(server.url).post("/api/codes", {"code": made["code"], "bearer": True})
    assert there.status_code == 201
    assert there.json()["id"] == ada.id
    assert there.json()["token"] != ada.token
    again = await Visitor(server.url).post("/api/codes", {"code": made["code"]})
    assert (again.status_code, again.json()["code"]) == (404, "not_found")
    assert (await ada.get("/api/me")).status_code == 200, "the first device stays"


@awaited
async def test_a_device_that_is_left_is_nobody(server: Running) -> None:
    ada = await Visitor.arrive(server.url)
    code = (await ada.post("/api/me/codes")).json()["code"]
    other = Visitor(
        server.url,
        (await Visitor(server.url).post("/api/codes", {"code": code, "bearer": True})).json()["token"],
    )
    gone = await ada.request("DELETE", "/api/me/token")
    assert gone.status_code == 204
    assert "Max-Age=0" in gone.headers["set-cookie"]
    assert (await ada.get("/api/me")).status_code == 401
    assert (await other.get("/api/me")).status_code == 200


@awaited
async def test_a_new_name_is_seen_at_the_table(server: Running) -> None:
    ada = await Visitor.arrive(server.url)
    table = await ada.make_table()
    answer = await ada.request("PATCH", "/api/me", json={"name": "Ada II"})
    assert (answer.status_code, answer.json()["name"]) == (200, "Ada II")
    view = (await ada.get(f"/api/tables/{table}")).json()
    assert view["table"]["seats"][0]["name"] == "Ada II"


@awaited
async def test_a_guest_takes_everything_along_and_is_forgotten(server: Running) -> None:
    ada = await Visitor.arrive(server.url, "Forget me")
    table = await ada.make_table(public=True)
    await ada.command(table, do="say", text="hello there")
    export = await ada.get("/api/me/export")
    assert "attachment" in export.headers["content-disposition"]
    assert export.json()["profile"]["name"] == "Forget me"
    assert [line["text"] for line in export.json()["said"]] == ["hello there"]
    assert [listed["id"] for listed in export.json()["tables"]] == [table]

    bob = await Visitor.arrive(server.url, "Bob")
    async with ada.socket(table) as own:
        await own.until("view")
        assert (await ada.request("DELETE", "/api/me")).status_code == 204
        await own.until("closing", code="gone")
        await own.close_code()
    assert (await ada.get("/api/me")).status_code == 401
    async with bob.socket(table) as watching:
        view = await watching.until("view")
        assert "Forget me" not in str(view)
        assert "hello there" not in str(await watching.next())


@awaited
async def test_too_many_new_guests_from_one_address_are_asked_to_wait(strict: Running) -> None:
    before = strict.metric('sixfold_rate_limited_total{limit="new_guests"}')
    crowd = Visitor(strict.url, **{"x-forwarded-for": "198.51.100.1"})
    answers = [await crowd.post("/api/guests", {"name": "Ada"}) for _ in range(4)]
    assert [answer.status_code for answer in answers] == [201, 201, 201, 429]
    assert answers[-1].json()["code"] == "too_many"
    assert 1900 <= int(answers[-1].headers["retry-after"]) <= 2000
    assert strict.metric('sixfold_rate_limited_total{limit="new_guests"}') == before + 1


@awaited
async def test_codes_cannot_be_guessed(strict: Running) -> None:
    eve = Visitor(strict.url, **{"x-forwarded-for": "198.51.100.2"})
    guesses = ("AAAAAAAA2", "AAAAAAAA3", "AAAAAAAA4", "A")
    statuses = [(await eve.post("/api/codes", {"code": code})).status_code for code in guesses]
    assert statuses == [404, 404, 429, 429]


@awaited
async def test_links_cannot_be_guessed(strict: Running) -> None:
    eve = await Visitor.arrive(strict.url, **{"x-forwarded-for": "198.51.100.3"})
    statuses = [
        (await eve.post("/api/links", {"secret": f"{number:022}"})).status_code for number in range(4)
    ]
    assert statuses == [404, 404, 429, 429]
