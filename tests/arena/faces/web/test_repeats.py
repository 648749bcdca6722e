"""What is sent again is done once; what was typed ahead is told of, and outlives the server."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from httpx2 import Response

from tests.arena.faces.web.served import TABLE, Guest, answer, served

pytestmark = pytest.mark.usefixtures("toy")


async def post(guest: Guest, asked: str | None, line: str, id_: str) -> Response:
    """Send a line with its own id."""
    return await guest.post("/api/line", {"asked": asked, "line": line, "id": id_})


async def until_speaking(guest: Guest, *, with_all: bool = False) -> dict[str, object]:
    """Answer until one may speak, or may with all others; return what is shown."""
    async for event in guest.events():
        if event.name != "now" or event.data["asked"] is None:
            continue
        if event.data["task"] == "speak" and not (with_all and event.data["place"]):
            return dict(event.data)
        for line in answer(event.data):
            await guest.line(event.data["asked"], line)
    raise AssertionError("the game is over")


def holds_the_floor(now: dict[str, Any]) -> list[str]:
    """Answer all, but do not end a turn to speak with all others: so who has spoken waits."""
    return [] if now["task"] == "speak" and now["place"] is None else answer(now)


async def prepared(guest: Guest) -> list[str]:
    """Return what stands prepared."""
    async for event in guest.events():
        if event.name == "now" and event.data["messages"] is not None:
            return list(event.data["messages"]["prepared"])
    raise AssertionError("the stream ended")


async def test_a_line_that_is_sent_again_is_done_once(tmp_path: Path) -> None:
    """The reply is the same; another id is another line."""
    async with served(tmp_path) as server:
        ana = (await server.links(ruleset="toy"))["Ana"]
        now = await until_speaking(ana)
        asked = str(now["asked"])
        first = await post(ana, asked, "say One.", "a")
        again = await post(ana, asked, "say One.", "a")
        assert first.status_code == again.status_code == 200
        assert first.content == again.content
        assert await prepared(ana) == ["One."]
        assert (await post(ana, asked, "say One.", "b")).status_code == 200
        assert await prepared(ana) == ["One.", "One."]
        done = await post(ana, asked, "done", "c")
        late = await post(ana, asked, "done", "c")
        assert done.json()["taken"]
        assert late.content == done.content
        assert (await post(ana, asked, "done", "d")).status_code == 409


async def test_a_line_that_is_sent_again_while_it_is_done(tmp_path: Path) -> None:
    """All who send it have its reply; so have refusals."""
    async with served(tmp_path) as server:
        ana = (await server.links(ruleset="toy"))["Ana"]
        asked = str((await until_speaking(ana))["asked"])
        replies = await asyncio.gather(*(post(ana, asked, "say One.", "a") for _ in range(8)))
        assert {each.content for each in replies} == {replies[0].content}
        assert await prepared(ana) == ["One."]
        wrong = [await post(ana, asked, "claim nonsense", "b") for _ in range(2)]
        assert [each.status_code for each in wrong] == [422, 422]


async def test_an_id_that_is_none_is_refused(tmp_path: Path) -> None:
    """It is text, and short."""
    async with served(tmp_path) as server:
        ana = (await server.links(ruleset="toy"))["Ana"]
        asked = (await ana.asked())["asked"]
        for id_ in (7, ["a"], "a" * 65):
            body = {"asked": asked, "line": "board", "id": id_}
            assert (await ana.post("/api/line", body)).status_code == 422


async def test_what_was_typed_ahead_outlives_the_server(tmp_path: Path) -> None:
    """It stands on the next turn to speak."""
    seats = {**TABLE["seats"], "Bo": "human"}
    async with served(tmp_path) as server:
        links = await server.links(ruleset="toy", seats=seats)
        ana = links["Ana"]
        holding = asyncio.create_task(links["Bo"].play(holds_the_floor))
        now = await until_speaking(ana, with_all=True)
        await ana.line(str(now["asked"]), "done")
        assert (await ana.line(None, "say Wait for me.")).status_code == 200
        holding.cancel()
    async with served(tmp_path) as server:
        ana, bo = (server.guest(links[who].token) for who in ("Ana", "Bo"))
        playing = asyncio.create_task(bo.play())
        await until_speaking(ana)
        assert await prepared(ana) == ["Wait for me."]
        playing.cancel()


async def test_what_can_not_be_said_any_more_is_told_with_the_turn(tmp_path: Path) -> None:
    """Only who had typed it ahead is told, and why."""
    seats = {**TABLE["seats"], "Bo": "human"}
    async with served(tmp_path) as server:
        links = await server.links(ruleset="toy", seats=seats)
        ana, bo = links["Ana"], links["Bo"]
        holding = asyncio.create_task(bo.play(holds_the_floor))
        now = await until_speaking(ana, with_all=True)
        await ana.line(str(now["asked"]), "done")
        assert (await ana.line(None, "accept 99")).status_code == 200
        holding.cancel()
        playing = asyncio.create_task(bo.play())
        again = await until_speaking(ana)
        (told,) = again["told"]  # type: ignore[misc]
        assert "can't be said any more" in str(told)
        playing.cancel()
        assert "can't be said any more" not in str([each.text for each in bo.seen])


async def test_a_game_that_is_over_can_be_asked_about_after_a_restart(tmp_path: Path) -> None:
    """By lines, as before."""
    async with served(tmp_path) as server:
        ana = (await server.links(ruleset="toy"))["Ana"]
        await ana.play()
        before = (await ana.line(None, "reveal")).json()
    async with served(tmp_path) as server:
        again = server.guest(ana.token)
        assert (await again.line(None, "reveal")).json() == before
        for line in ("board", "votes", "promises", "rules vote"):
            reply = await again.line(None, line)
            assert reply.status_code == 200
            assert reply.json()["told"]
