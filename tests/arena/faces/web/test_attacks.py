"""What somebody tries over HTTP who may not: each is refused, and tells them nothing."""

import asyncio
import json
import logging
import os
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from httpx2 import Response

from arena.errors import ConfigError
from arena.faces.web.addresses import urls
from arena.faces.web.limits import Rate, Rates
from arena.faces.web.links import Links
from arena.faces.web.lobby import Lobby
from arena.faces.web.serving import LOCAL, listener
from arena.settings import BudgetRules
from tests.arena.faces.web.served import TABLE, Guest, Server, served, whoever_is_asked

PATHS = ("/api/head", "/api/events", "/api/lobby", "/api/tables", "/api/links")
SEATS = {"Ana": "human", "Bo": "house", "Cy": "house"}
LINE = {"asked": None, "line": "board"}


def bare(response: Response) -> tuple[int, bytes, list[tuple[str, str]]]:
    """Return a response without its date."""
    headers = [(name, value) for name, value in response.headers.items() if name != "date"]
    return response.status_code, response.content, headers


def files(folder: Path) -> dict[str, str]:
    """Return what is in the files below a folder, by their paths."""
    found = [each for each in folder.rglob("*") if each.is_file()]
    return {str(each.relative_to(folder)): each.read_bytes().decode("latin-1") for each in found}


async def sent(
    server: Server, guest: Guest, headers: dict[str, str], body: object = LINE
) -> Response:
    """Send a line with headers of one's own."""
    return await server.http.post("/api/line", headers={**guest.headers, **headers}, json=body)


async def test_all_that_opens_nothing_is_answered_alike(tmp_path: Path) -> None:
    """No token, a wrong one, a cut one, one of another server, one of another kind."""
    async with served(tmp_path / "a") as server, served(tmp_path / "b") as other:
        ana = (await server.links())["Ana"]
        elsewhere = (await other.links())["Ana"]
        wrong = ("-", "x", ana.token[:-1], ana.token + "A", elsewhere.token, "é" * 43)
        for path in PATHS:
            seen = {
                str(bare(await server.http.get(path, headers={"authorization": value})))
                for token in wrong
                for value in [f"Bearer {token}".encode()]
            }
            seen.add(str(bare(await server.http.get(path))))
            assert len(seen) == 1
            assert "403" in seen.pop()
        without = await server.http.post("/api/line", json=LINE)
        assert without.status_code == 403


async def test_a_token_in_a_path_query_or_cookie_opens_nothing(tmp_path: Path) -> None:
    """It counts in one header only, which no other page can make a browser send."""
    async with served(tmp_path) as server:
        token = (await server.links())["Ana"].token
        for path in (f"/api/head?token={token}", f"/api/head/{token}", f"/table/{token}"):
            assert (await server.http.get(path)).status_code in {403, 404}
        cookie = {"cookie": f"token={token}; authorization=Bearer {token}"}
        assert (await server.http.get("/api/head", headers=cookie)).status_code == 403


async def test_a_seat_opens_nothing_but_itself(tmp_path: Path) -> None:
    """Neither the lobby nor another seat, and who looks on says nothing."""
    seats = {"Ana": "human", "Bo": "human", "Cy": "house"}
    async with served(tmp_path) as server:
        links = await server.links(seats=seats)
        assert len({each.token for each in links.values()}) == len(links)
        for guest in links.values():
            assert (await guest.get("/api/lobby")).status_code == 403
            assert (await guest.get("/api/tables")).status_code == 403
            assert (await guest.post("/api/tables", TABLE)).status_code == 403
        for path in ("/api/head", "/api/events"):
            assert (await server.host.get(path)).status_code == 403
        asked, other = await whoever_is_asked(links["Ana"], links["Bo"])
        assert (await other.line(asked, "1")).status_code == 409
        assert (await links["public:0"].line(asked, "1")).status_code == 403
        assert (await server.host.line(asked, "1")).status_code == 403


async def test_a_name_that_was_led_here_is_refused(tmp_path: Path) -> None:
    """DNS rebinding: the page of another name asks this address under that name."""
    async with served(tmp_path) as server:
        ana = (await server.links())["Ana"]
        port = server.root.rpartition(":")[2]
        evil = (
            "evil.example", f"evil.example:{port}", "127.0.0.1.evil.example", "", "[::1",
            "[::1].evil.example", "[::1]evil.example", "[::1]:80.evil.example", "[evil.example]",
            "[::1%evil.example]", f"[::1%25evil.example]:{port}", "[localhost]", "[127.0.0.1]",
            "evil.example@127.0.0.1", "127.0.0.1@evil.example", "::1", "127.0.0.1:80:evil",
        )  # fmt: skip
        for host in evil:
            headers = ana.headers | {"host": host}
            for path in ("/", "/api/head"):
                response = await server.http.get(path, headers=headers)
                assert response.status_code in {400, 403}, host
                if response.status_code == 403 and host:
                    assert response.json()["why"].startswith("This server is not called ")
                    assert "Possible: localhost, its address in numbers" in response.json()["why"]
        with listener("::", 0) as open_to_all:
            printed = [urlsplit(each).netloc for each in urls(open_to_all)]
        for host in (f"localhost:{port}", "127.0.0.1", f"[::1]:{port}", *printed):
            response = await server.http.get("/api/head", headers=ana.headers | {"host": host})
            assert response.status_code == 200, host


async def test_other_pages_post_nothing(tmp_path: Path) -> None:
    """A browser says where a request comes from, and it is held against the address."""
    elsewhere = (
        {"origin": "https://evil.example"},
        {"origin": "null"},
        {"origin": "http://127.0.0.1:1"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
    )
    async with served(tmp_path) as server:
        ana = (await server.links())["Ana"]
        for headers in elsewhere:
            assert (await sent(server, ana, headers)).status_code == 403, headers
        own = {"origin": server.root, "sec-fetch-site": "same-origin"}
        assert (await sent(server, ana, own)).status_code == 200
        behind_a_proxy = {"origin": "https://games.example", "sec-fetch-site": "same-origin"}
        assert (await sent(server, ana, behind_a_proxy)).status_code == 200


async def test_forms_are_no_lines(tmp_path: Path) -> None:
    """What a form can send without leave of the server is no JSON by its type."""
    async with served(tmp_path) as server:
        ana = (await server.links())["Ana"]
        for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data"):
            headers = {**ana.headers, "content-type": kind}
            response = await server.http.post(
                "/api/line", headers=headers, content=json.dumps(LINE)
            )
            assert response.status_code == 415


async def test_what_is_no_line_is_said_so(tmp_path: Path) -> None:
    """One sentence, no traceback."""
    bodies = (
        b"", b"{", b"[" * 50_00, b"null", b'{"line": 1}', b'{"asked": 1, "line": "1"}', b"\xff",
        b'{"asked": null, "line": "a", "line": ["b"]}',
    )  # fmt: skip
    async with served(tmp_path) as server:
        ana = (await server.links())["Ana"]
        headers = {**ana.headers, "content-type": "application/json"}
        for body in bodies:
            response = await server.http.post("/api/line", headers=headers, content=body)
            assert response.status_code == 422, body
            assert set(response.json()) == {"why"}, body


async def test_a_mark_before_a_line_is_none_of_it(tmp_path: Path) -> None:
    """The line is taken as the JSON behind the mark has it."""
    async with served(tmp_path) as server:
        ana = (await server.links())["Ana"]
        headers = {**ana.headers, "content-type": "application/json"}
        body = b'\xef\xbb\xbf{"asked": null, "line": "board"}'
        response = await server.http.post("/api/line", headers=headers, content=body)
        assert response.status_code == 200


async def test_text_that_no_reply_can_have_is_written_out(tmp_path: Path) -> None:
    """Half a pair of surrogates, in what is asked and in each kind of line."""
    async with served(tmp_path) as server:
        ana = (await server.links())["Ana"]
        headers = {**ana.headers, "content-type": "application/json"}
        for asked in ("null", '"\\ud800"'):
            for word in ("say", "room", "rules", "claim", "whisper Bo:", ""):
                body = f'{{"asked": {asked}, "line": "{word} \\ud800"}}'.encode()
                response = await server.http.post("/api/line", headers=headers, content=body)
                assert response.status_code in {409, 422}
                assert set(response.json()) == {"why"}


LINES = (
    "claim " + "not " * 3900 + "safe 3", "claim " + "Bo said " * 1900 + "safe 3",
    "claim " + "(" * 8000, "claim safe 3" + " if safe 3" * 1400, "accept " + "9" * 15_000,
    "offer Bo: " + "I go 5 and " * 1400 + "/ Bo goes 5", "whisper " + "Bo, " * 3000 + "Bo: hi",
    "say \x1b[2J", "say \u202e", "say \x00", "room " + "9" * 15_000, "9" * 16_000,
)  # fmt: skip
"""Nested, long, or of letters that would move a terminal."""


async def test_no_line_breaks_the_table(tmp_path: Path) -> None:
    """A sentence is the answer, the question stays open, and the game goes on."""
    async with served(tmp_path) as server:
        ana = (await server.links())["Ana"]
        async for event in ana.events():
            if event.name == "now" and event.data["task"] == "speak":
                break
            if event.name == "now" and event.data["asked"]:
                await ana.line(event.data["asked"], event.data["options"][0]["key"])
        for line in LINES:
            response = await ana.line(event.data["asked"], line)
            assert response.status_code == 422, line[:40]
            assert response.json()["why"].isprintable(), line[:40]
            assert (await ana.asked())["asked"] == event.data["asked"]
        assert (await ana.line(event.data["asked"], "done")).json()["taken"]
        assert (await ana.asked())["asked"] != event.data["asked"]


@pytest.mark.slow
async def test_a_room_of_people_can_look_on_by_one_link(tmp_path: Path) -> None:
    """More than a seat may have pages: each reads along to the end, none drives another out."""
    async with served(tmp_path) as server:
        links = await server.links(talk="off")
        watchers = [server.guest(links["public:0"].token) for _ in range(12)]

        async def read(watcher: Guest) -> None:
            async for _ in watcher.events():
                pass

        await asyncio.gather(links["Ana"].play(), *map(read, watchers))
        assert {each.seen[-1].name for each in watchers} == {"over"}


async def test_large_bodies_are_not_read(tmp_path: Path) -> None:
    """Said to be large, or large without saying so."""

    async def endless() -> object:
        for _ in range(1000):
            yield b" " * 1000

    async with served(tmp_path) as server:
        ana = (await server.links())["Ana"]
        long = {"asked": None, "line": "x" * 20_000}
        assert (await ana.post("/api/line", long)).status_code == 413
        headers = {**ana.headers, "content-type": "application/json"}
        response = await server.http.post("/api/line", headers=headers, content=endless())
        assert response.status_code == 413


async def test_who_is_too_fast_waits(tmp_path: Path) -> None:
    """Each link for itself, and tokens that open nothing by the address they come from."""
    few = Rates(lines=(3, 0.001), strangers=(4, 0.001))
    seats = {"Ana": "human", "Bo": "human", "Cy": "house"}
    async with served(tmp_path, rates=few) as server:
        links = await server.links(seats=seats)
        codes = [(await links["Ana"].line(None, "board")).status_code for _ in range(5)]
        assert codes == [200, 200, 200, 429, 429]
        assert (await links["Bo"].line(None, "board")).status_code == 200
        codes = [(await server.guest("x").get("/api/head")).status_code for _ in range(6)]
        assert codes == [403] * 4 + [429] * 2
        assert (await links["Bo"].get("/api/head")).status_code == 200


def test_a_rate_comes_back_with_time() -> None:
    """So many at once, then as they come."""
    now = [0.0]
    rate = Rate(2, 0.5, lambda: now[0])
    assert [rate.allows("a") for _ in range(3)] == [True, True, False]
    now[0] = 2.0
    assert [rate.allows("a") for _ in range(2)] == [True, False]


async def test_every_reply_says_what_a_page_may_do(tmp_path: Path) -> None:
    """Pages, files, the API and all refusals."""
    async with served(tmp_path) as server:
        ana = (await server.links())["Ana"]
        replies = [
            await server.http.get("/"), await server.http.get("/table"),
            await server.http.get("/static/none.js"), await ana.get("/api/head"),
            await server.http.get("/api/head"), await ana.line("x", "1"),
            await server.http.get("/", headers={"host": "evil.example"}),
            await server.http.request("DELETE", "/api/line"),
        ]  # fmt: skip
    for reply in replies:
        policy = reply.headers["content-security-policy"]
        assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self'; ")
        assert "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy
        assert reply.headers["x-content-type-options"] == "nosniff"
        assert reply.headers["referrer-policy"] == "no-referrer"
        assert "server" not in reply.headers
        assert "set-cookie" not in reply.headers
        assert "access-control-allow-origin" not in reply.headers
    assert all("no-store" in each.headers["cache-control"] for each in replies[3:6])


async def test_no_path_leads_to_other_files(tmp_path: Path) -> None:
    """What is served was read before, by its whole name."""
    paths = (
        "/static/../app.py", "/static/%2e%2e/app.py", "/static//etc/passwd",
        "/static/..%2f..%2f__init__.py", "/api/", "/.server/key",
    )  # fmt: skip
    async with served(tmp_path) as server:
        for path in paths:
            assert (await server.http.get(path)).status_code == 404, path


ABROAD: tuple[dict[str, object], ...] = (
    {"seats": {**SEATS, "Bo": "openai-compatible:m@http://127.0.0.1:1/v1"}},
    {"seats": {**SEATS, "Bo": "os:System"}},
    {"seats": {**SEATS, "Bo": "openai:m"}},
    {"seats": {**SEATS, "../Bo": "house"}},
    {"seats": {**SEATS, "Ana": "house"}},
    {"seats": {}},
    {"scenario": "../../etc/passwd"},
    {"scenario": "/etc/passwd.toml"},
    {"out": "/etc"},
    {"llm": {"prompts": "/etc"}},
    {"models": {"m": {}}},
    {"epilogues": "/etc/x"},
    {"seed": "1"},
    {"trace": True},
    {"talk": "loud"},
    {"answer_seconds": 1e9},
    {"words_a_minute": -1},
    {"words_a_minute": 10**6},
    {"words_a_minute": "fast"},
    {"answer_seconds": float("1e-3")},
    {"ruleset": "chess"},
    {"rules": {"no_such_rule": True}},
)
"""What only this machine may say of a table, or nobody."""


async def test_a_table_has_nothing_that_only_this_machine_may_say(tmp_path: Path) -> None:
    """No addresses, paths, classes, seeds; nothing is begun."""
    async with served(tmp_path) as server:
        for changes in ABROAD:
            response = await server.host.post("/api/tables", {**TABLE, **changes})
            assert response.status_code == 422, changes
            assert "why" in response.json()
            assert server.hosting.tables == ()
            assert set(files(tmp_path)) == {".server/key"}


async def test_only_so_many_tables_are_played(tmp_path: Path) -> None:
    """One more is refused with what to do."""
    async with served(tmp_path, most=2) as server:
        for _ in range(2):
            await server.links()
        response = await server.host.post("/api/tables", TABLE)
        assert response.status_code == 429
        assert "2 tables are being played" in response.json()["why"]


async def test_tokens_are_in_no_log_transcript_or_address(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nothing that is written has one in it; the key is its owner's alone."""
    caplog.set_level(logging.DEBUG)
    async with served(tmp_path) as server:
        links = await server.links()
        await links["Ana"].play()
        await server.guest("wrong").get("/api/head")
        tokens = [server.hosting.host, *(each.token for each in links.values())]
    ours = [each for each in caplog.records if not each.name.startswith(("httpx", "httpcore"))]
    said = "".join(each.getMessage() for each in ours) + "".join(capsys.readouterr())
    kept = "".join(files(tmp_path).values())
    assert not [token for token in tokens if token in said + kept]
    key = tmp_path / ".server" / "key"
    assert (key.stat().st_mode & 0o777, key.parent.stat().st_mode & 0o777) == (0o600, 0o700)


def test_links_hang_on_key_game_and_seat(tmp_path: Path) -> None:
    """The key is made once; names can't be put together otherwise."""
    links, again = Links.of(tmp_path), Links.of(tmp_path)
    assert links.token("moh-0001", "Ana") == again.token("moh-0001", "Ana")
    other = Links(os.urandom(32))
    made = [
        links.token("moh-0001", "Ana"), links.token("moh-0001", "Bo"), links.host,
        links.token("moh-0002", "Ana"), links.token("moh-0001A", "na"),
        other.token("moh-0001", "Ana"), other.host,
    ]  # fmt: skip
    assert len(set(made)) == len(made)
    assert all(len(each) == 43 for each in made)


def test_a_model_without_a_key_is_refused_before_anything_is_served(tmp_path: Path) -> None:
    """Who may sit down is said when the server begins."""
    del tmp_path
    with pytest.raises(ConfigError, match="needs a key"):
        Lobby.of(["openai:m"], BudgetRules(), {})
    with pytest.raises(ConfigError, match="Possible: the SPEC of a model"):
        Lobby.of(["house"], BudgetRules(), {})


@pytest.mark.parametrize(("host", "port"), [("example.com", 0), ("127.0.0.1", 70_000), ("", 0)])
def test_where_it_listens_is_a_number(host: str, port: int) -> None:
    """A name could be led elsewhere; what is possible is said."""
    with pytest.raises(ConfigError, match="Possible:"):
        listener(host, port)


def test_it_listens_on_this_machine_alone_unless_told() -> None:
    """The address that is bound is the local one."""
    listening = listener(LOCAL, 0)
    with listening:
        assert listening.getsockname()[0] == "127.0.0.1"
