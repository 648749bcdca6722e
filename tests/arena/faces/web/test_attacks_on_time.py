"""Who keeps asking learns nothing of how quickly others answer in windows for cards."""

import asyncio
from itertools import product
from pathlib import Path

import pytest

from arena.faces.web import app, serving
from tests.arena.faces.web.served import Guest, served
from tests.arena.faces.web.test_differences_over_http import table
from tests.arena.faces.web.twins import rest

LOOKS = ("last", "board", "votes", "options", "clock", "promises", "room 4", "9", "done", "0")
ASKED = (None, "A.1", "A.t1")
"""For which question, or none, it is said."""
HANDS = {"A": [], "B": ["threat", "camera"], "C": [], "D": ["pistol"]}
PACE = 600.0
"""Seconds: nothing that happens in a window for cards is told in this test."""


async def seen(guest: Guest, asked: str | None) -> list[tuple[int, str]]:
    """Return what a seat is told that asks for everything, and tries to answer."""
    replies = [await guest.line(asked, each) for each in LOOKS]
    return [(each.status_code, each.text) for each in replies]


async def test_looks_and_errors_tell_no_sooner_than_the_page(tmp_path: Path) -> None:
    """B passes in a window for cards, at once; A, who is asked next, is not told yet."""
    async with served(tmp_path, pace=PACE) as server:
        hosted = await server.hosting.begin(table("moh", hands=HANDS))
        guests = {w: server.guest(t) for w, t in server.hosting.tokens(hosted).items()}
        for seat in ("A", "B", "C"):
            now = (await rest(hosted))[seat]
            assert (await guests[seat].line(now["asked"], "done")).json()["taken"]
        asks = await rest(hosted)
        assert {each["kind"] for each in asks.values()} == {"play_vote_card"}
        before = [await seen(guests["A"], asked) for asked in ASKED]
        assert (await guests["B"].line(asks["B"]["asked"], "0")).json()["taken"]
        await rest(hosted, is_asked=False)
        assert hosted.viewpoint("A")._unheard  # something has happened, and A is not told of it
        assert [await seen(guests["A"], asked) for asked in ASKED] == before


async def test_a_connection_on_which_no_request_comes_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Silent, or with headers that never end, also after a first request."""
    monkeypatch.setattr(serving, "IDLE", 0.05)
    monkeypatch.setattr(serving, "HEAD_SECONDS", 0.3)
    async with served(tmp_path) as server:
        port = int(server.root.rpartition(":")[2])
        whole = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
        for sent, first in product((b"", whole[:-2] + b"X: "), (b"", whole)):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(first + sent)
            said = await reader.read()
            assert said.startswith(b"HTTP/1.1 200") is bool(first)
            writer.close()


async def test_a_body_that_does_not_come_is_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The link's other requests are answered meanwhile."""
    monkeypatch.setattr(app, "BODY_SECONDS", 0.05)
    async with served(tmp_path) as server:
        ana = (await server.links())["Ana"]
        head = (
            "POST /api/line HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
            f"Authorization: Bearer {ana.token}\r\nContent-Length: 100\r\n\r\n{{"
        )
        port = int(server.root.rpartition(":")[2])
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(head.encode())
        assert (await ana.get("/api/head")).status_code == 200
        assert (await reader.readline()).startswith(b"HTTP/1.1 408")
        writer.close()


async def test_who_looks_on_late_does_so_after_a_restart(tmp_path: Path) -> None:
    """What was just told is not told at once to those who are behind."""
    async with served(tmp_path) as server:
        links = await server.links()
        await links["Ana"].asked()
        assert links["Ana"].frames
    async with served(tmp_path) as server:
        (hosted,) = server.hosting.tables
        late, now = hosted.viewpoint("public", 120.0), asyncio.get_running_loop().time()
        assert late.count > 0
        assert late.frames(0, 100, now) == []
        assert len(late.frames(0, 100, now + 121.0)) == late.count
        assert hosted.viewpoint("public").frames(0, 1, now)
