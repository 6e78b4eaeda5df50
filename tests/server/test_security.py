"""As a stranger would try it: other people's pages, tokens, headers and paths."""

import asyncio
import socket

import pytest
from websockets.exceptions import InvalidStatus

from server.serving import Running
from server.visiting import Visitor, awaited
from sixfold.server.web.security import may_come_from

OWN = "https://play.example.org"


@pytest.mark.parametrize(
    ("method", "origin", "by_cookie", "is_socket", "allowed"),
    [
        ("GET", None, True, False, True),  # a link was followed
        ("GET", "https://evil.example", True, False, True),  # the answer is not readable there
        ("POST", OWN, True, False, True),
        ("POST", OWN.upper(), True, False, True),
        ("POST", "https://evil.example", True, False, False),
        ("POST", "https://evil.example", False, False, False),
        ("POST", "https://play.example.org.evil.example", True, False, False),
        ("POST", "http://play.example.org", True, False, False),
        ("POST", "https://play.example.org:444", True, False, False),
        ("POST", "null", True, False, False),
        ("POST", "", True, False, False),
        ("POST", None, True, False, False),  # a cookie, but no word of where from
        ("POST", None, False, False, True),  # a program
        ("DELETE", "https://evil.example", True, False, False),
        ("GET", OWN, True, True, True),
        ("GET", "https://evil.example", True, True, False),
        ("GET", None, True, True, False),
        ("GET", None, False, True, True),
    ],
)
def test_where_a_request_may_come_from(
    method: str, origin: str | None, by_cookie: bool, is_socket: bool, allowed: bool
) -> None:
    headers = {} if origin is None else {"origin": origin}
    assert may_come_from(method, headers, OWN, by_cookie, is_socket) is allowed


@awaited
async def test_another_page_cannot_act_with_somebodys_cookie(server: Running) -> None:
    ada = await Visitor.arrive(server.url)
    browser = Visitor(server.url, cookie=f"sixfold={ada.token}")
    for origin in ("https://evil.example", "null", server.url.replace("127.0.0.1", "localhost")):
        answer = await browser.post("/api/me/codes", headers={"origin": origin})
        assert (answer.status_code, answer.json()["code"]) == (403, "forbidden")
    assert (await browser.post("/api/me/codes")).status_code == 403
    assert (await browser.post("/api/me/codes", headers={"origin": server.url})).status_code == 201


@awaited
async def test_another_page_cannot_open_a_socket(server: Running) -> None:
    ada = await Visitor.arrive(server.url)
    table = await ada.make_table()
    browser = Visitor(server.url, cookie=f"sixfold={ada.token}")
    for options in ({"origin": "https://evil.example"}, {"origin": "null"}, {}):
        with pytest.raises(InvalidStatus) as refusal:
            async with browser.socket(table, **options):
                pass
        assert refusal.value.response.status_code == 403
    async with browser.socket(table, origin=server.url) as heard:
        assert (await heard.next())["is"] == "hello"


@awaited
async def test_a_form_of_another_page_cannot_post(server: Running) -> None:
    ada = await Visitor.arrive(server.url)
    for content_type in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""):
        answer = await ada.request(
            "POST", "/api/tables", content=b'{"game":"hex"}', headers={"content-type": content_type}
        )
        assert (answer.status_code, answer.json()["code"]) == (400, "bad_message")


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"authorization": "Bearer"},
        {"authorization": "Bearer x"},
        {"authorization": "Basic QWRhOkFkYQ=="},
        {"authorization": f"Bearer {'A' * 43}"},
        {"authorization": f"Bearer {'A' * 8000}"},
        {"authorization": "Bearer \u00e9".encode("latin-1").decode("latin-1")},
        {"cookie": "sixfold="},
        {"cookie": f"sixfold={'A' * 43}"},
        {"cookie": f"__Host-sixfold={'A' * 43}"},
        {"cookie": ';;;=;"'},
        {"x-forwarded-for": "127.0.0.1"},
    ],
)
@awaited
async def test_without_a_good_token_one_is_nobody(server: Running, headers: dict[str, str]) -> None:
    sent = {name: value.encode("latin-1") for name, value in headers.items()}
    for path in ("/api/me", "/api/me/export", "/api/me/tables", "/api/tables/x"):
        answer = await Visitor(server.url).request("GET", path, headers=sent)
        assert (answer.status_code, answer.json()["code"]) == (401, "unauthorised")
        assert answer.headers["www-authenticate"] == "Bearer"


@awaited
async def test_somebody_elses_token_opens_nothing_of_mine(server: Running) -> None:
    ada, eve = await Visitor.arrive(server.url), await Visitor.arrive(server.url, "Eve")
    table = await ada.make_table()
    for answer in (
        await eve.get(f"/api/tables/{table}"),
        await eve.post(f"/api/tables/{table}", {"do": "sit", "seat": 1, "key": "k"}),
        await eve.post(f"/api/tables/{table}/links", {"purpose": "join"}),
        await eve.get(f"/api/tables/{table}/events"),
        await eve.get(f"/api/tables/{table}/replay"),
        await eve.get(f"/api/tables/{table}/record"),
    ):
        assert answer.status_code in (403, 404, 409), answer.text
        assert answer.json()["is"] == "refused"
    async with eve.socket(table) as heard:
        assert (await heard.next())["is"] == "refused"
        assert await heard.close_code() in (4403, 4404)


@awaited
async def test_every_answer_has_the_headers_that_keep_strangers_out(server: Running) -> None:
    visitor = Visitor(server.url)
    answers = [
        await visitor.get(path)
        for path in ("/", "/api/games", "/api/me", "/nothing", "/health", "/metrics", "/api/openapi.json")
    ]
    answers.append(await visitor.post("/api/me", {}))
    answers.append(await visitor.post("/api/guests", {}, headers={"origin": "https://evil.example"}))
    for answer in answers:
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert "//" not in policy, "nothing from third parties"
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "no-referrer"
        assert answer.headers["cross-origin-resource-policy"] == "same-origin"
        assert "access-control-allow-origin" not in answer.headers
        assert "server" not in answer.headers
        assert "strict-transport-security" not in answer.headers


@awaited
async def test_forwarded_headers_count_only_from_a_trusted_proxy(server: Running, strict: Running) -> None:
    forwarded = {"x-forwarded-for": "203.0.113.9", "x-forwarded-proto": "https"}
    answer = await Visitor(server.url).post("/api/guests", {"name": "Ada"}, headers=forwarded)
    assert answer.headers["set-cookie"].startswith("sixfold=")
    assert "Secure" not in answer.headers["set-cookie"]
    answer = await Visitor(strict.url).post("/api/guests", {"name": "Ada"}, headers=forwarded)
    assert answer.headers["set-cookie"].startswith("__Host-sixfold=")
    assert "Secure" in answer.headers["set-cookie"].split("; ")
    assert answer.headers["strict-transport-security"]


@awaited
async def test_limits_count_people_behind_a_proxy_one_by_one(strict: Running) -> None:
    async def arrive(address: str) -> int:
        headers = {"x-forwarded-for": address}
        return (await Visitor(strict.url).post("/api/guests", {"name": "Ada"}, headers=headers)).status_code

    assert [await arrive("203.0.113.1") for _ in range(4)] == [201, 201, 201, 429]
    assert await arrive("203.0.113.2") == 201
    assert await arrive("10.0.0.1, 203.0.113.1") == 429, "only the last hop is the proxy's word"


@awaited
async def test_nobody_chooses_their_own_address(public: Running) -> None:
    statuses = list[int]()
    while 429 not in statuses:
        headers = {"x-forwarded-for": f"203.0.113.{len(statuses)}"}
        answer = await Visitor(public.url).post("/api/codes", {"code": "wrong"}, headers=headers)
        statuses.append(answer.status_code)
        assert len(statuses) <= 3


@awaited
async def test_behind_tls_cookies_are_secure_and_only_pages_of_the_public_address_act(
    public: Running,
) -> None:
    arrived = await Visitor(public.url).post("/api/guests", {"name": "Ada"}, headers={"origin": OWN})
    assert arrived.headers["strict-transport-security"]
    cookie = arrived.headers["set-cookie"].partition(";")[0]
    assert cookie.startswith("__Host-sixfold=")
    browser = Visitor(public.url, cookie=cookie)
    assert (await browser.post("/api/me/codes", headers={"origin": OWN})).status_code == 201
    assert (await browser.post("/api/me/codes", headers={"origin": public.url})).status_code == 403
    plain = Visitor(public.url, cookie=cookie.replace("__Host-", ""))
    assert (await plain.get("/api/me")).status_code == 401, "a cookie that plain HTTP could have set"


@pytest.mark.parametrize(
    "path",
    [
        "/../settings.py",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/..%2f..%2fetc/passwd",
        "/client/../serve.py",
        "//etc/passwd",
        "/api/../metrics/../../etc/passwd",
        "/api/tables/..%2f..%2fetc%2fpasswd",
        "/api/tables/%00",
        "/api/tables/x/record%00.txt",
        "/api/tables/" + "x" * 5000,
        "/api/tables/%ff%fe",
        "/API/ME",
        "/api/me/",
    ],
)
@awaited
async def test_paths_lead_nowhere_else(server: Running, path: str) -> None:
    ada = await Visitor.arrive(server.url)
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    writer.write(
        f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nAuthorization: Bearer {ada.token}\r\n"
        "Connection: close\r\n\r\n".encode()
    )
    answer = await reader.read()
    writer.close()
    assert answer.split()[1] in (b"404", b"400"), answer[:200]
    assert b"root:" not in answer


@awaited
async def test_a_head_that_never_ends_is_cut_off(server: Running) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    writer.write(b"GET / HTTP/1.1\r\nHost: x\r\n")
    try:
        for _ in range(100):
            writer.write(b"X-Long: " + b"a" * 1000 + b"\r\n")
            await writer.drain()
        answer = await reader.read()
    except ConnectionError:
        answer = b""
    writer.close()
    assert answer == b"" or answer.startswith(b"HTTP/1.1 400")


@pytest.mark.parametrize(
    ("begun", "answer"),
    [
        (b"", b""),
        (b"GET / HTTP/1.1\r\nHost: x\r\n", b""),
        (
            b"POST /api/guests HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{",
            b"HTTP/1.1 400",
        ),
    ],
)
@awaited
async def test_a_request_that_does_not_come_in_time_is_cut_off(
    public: Running, begun: bytes, answer: bytes
) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", public.port)
    writer.write(begun)
    async with asyncio.timeout(5):
        try:
            assert (await reader.read(12)) == answer
        except ConnectionError:
            assert answer == b""
    writer.close()


@pytest.mark.parametrize(
    "head",
    [
        b"GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n",
        b"POST /api/guests HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n",
        b"POST /api/guests HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999999999999\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00",
        b"GET / HTTP/9.9\r\n\r\n",
        b"GET  /  HTTP/1.1\r\nHost: a b\r\n : x\r\n\r\n",
    ],
)
def test_broken_requests_are_refused_and_the_server_lives_on(server: Running, head: bytes) -> None:
    with socket.create_connection(("127.0.0.1", server.port), timeout=5) as line:
        line.sendall(head)
        line.shutdown(socket.SHUT_WR)
        answer = line.recv(4096)
    assert not answer.startswith(b"HTTP/1.1 5")
    assert asyncio.run(Visitor(server.url).get("/health")).status_code == 200


@awaited
async def test_too_many_requests_from_one_address_are_asked_to_wait(strict: Running) -> None:
    visitor = Visitor(strict.url, **{"x-forwarded-for": "198.51.100.10"})
    assert [(await visitor.get("/api/games")).status_code for _ in range(41)] == [200] * 40 + [429]
    assert (await visitor.get("/health")).status_code == 200


@awaited
async def test_metrics_can_be_off(public: Running) -> None:
    assert (await Visitor(public.url).get("/metrics")).status_code == 404
