"""Who leaves a table that is kept, and comes back: what they see, and what its keeper is told."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from arena.faces.person.wording import AWAY
from arena.table.verify import verify
from tests.arena.faces.web.served import Guest, answer, served

TWO = {"Ana": "human", "Bo": "human", "Cy": "house"}
"""While one plays, the other may be away."""


def reasons(folder: Path) -> list[str]:
    """Return who answered for people from when on."""
    lines = map(json.loads, (folder / "log.jsonl").read_text().splitlines())
    return [each["data"]["reason"] for each in lines if each["type"] == "seat_replaced"]


async def until(guest: Guest, title: str) -> dict[str, Any]:
    """Read until something is shown."""
    async for event in guest.events():
        if event.name == "now" and event.data["title"] == title:
            return dict(event.data)
    raise AssertionError("the stream ended")


@pytest.mark.slow
async def test_who_leaves_is_played_for_until_they_are_back(tmp_path: Path) -> None:
    """The open question is the bot's; the page says so, and how to play again."""
    async with served(tmp_path) as server:
        links = await server.links(seats=TWO, talk="off")
        ana, bo = links["Ana"], links["Bo"]
        now = await ana.asked()
        told = await ana.line(now["asked"], "leave")
        assert told.status_code == 200
        assert told.json()["taken"]
        assert (await until(ana, AWAY))["away"] is True
        refused = await ana.line(None, "1")
        assert refused.status_code == 422
        assert "back" in refused.json()["why"]
        asked, some = list[str](), asyncio.Event()

        def plays(now: dict[str, Any]) -> list[str]:
            asked.append(now["asked"])
            if len(asked) == 4:
                some.set()
            return answer(now)

        playing = asyncio.create_task(bo.play(plays))
        await some.wait()
        assert (await ana.line(None, "back")).status_code == 200
        await asyncio.gather(playing, ana.play())
    folder = tmp_path / "moh-0001"
    assert reasons(folder) == ["left", "back"]
    assert verify(folder).ok
    everybody = "\n".join(bo.frames)
    assert "has left; a house bot plays on" in everybody
    assert "is back, and plays again" in everybody


@pytest.mark.slow
async def test_a_table_that_all_have_walked_away_from_waits(tmp_path: Path) -> None:
    """After two time-outs nobody is there: it goes on when one of them comes, who plays again."""
    seconds = {"people": 0.05}
    async with served(tmp_path) as server:
        links = await server.links(talk="off", answer_seconds=10)
        (table,) = server.hosting.tables
        people = table.header.people
        assert people is not None
        object.__setattr__(people, "answer_seconds", seconds["people"])
        ana = links["Ana"]
        await until(ana, "The table waits until one of its players comes.")
        assert not table.is_played
        (state,) = (await server.host.get("/api/tables")).json()
        assert state["state"] == "waits"
        object.__setattr__(people, "answer_seconds", 60.0)
        again = server.guest(ana.token)
        await again.play()
        assert table.is_finished
    folder = tmp_path / "moh-0001"
    assert verify(folder).ok
    assert set(reasons(folder)) <= {"timeouts", "back"}


async def test_who_keeps_the_table_is_told_where_somebody_left(tmp_path: Path) -> None:
    """Only they are, and only until that person is back."""
    async with served(tmp_path) as server:
        links = await server.links(seats=TWO, talk="off")
        now = await links["Ana"].asked()
        await links["Ana"].line(now["asked"], "leave")
        await until(links["Ana"], AWAY)
        (table,) = (await server.host.get("/api/tables")).json()
        (sentence,) = table["left"]
        assert sentence.startswith("Ana let a house bot play on, at “")
        assert sentence.endswith("” in round 0.")
        await links["Ana"].line(None, "back")
        await asyncio.gather(links["Ana"].play(), links["Bo"].play())
        (table,) = (await server.host.get("/api/tables")).json()
        assert table["left"] == []
        assert (await links["Bo"].get("/api/tables")).status_code == 403


@pytest.mark.slow
async def test_away_outlasts_the_server(tmp_path: Path) -> None:
    """Who comes to the table that waits plays again; who does not is played for."""
    async with served(tmp_path) as server:
        links = await server.links(seats=TWO, talk="off")
        now = await links["Ana"].asked()
        await links["Ana"].line(now["asked"], "leave")
        await until(links["Ana"], AWAY)
        await links["Bo"].asked()
    async with served(tmp_path) as server:
        bo, ana = server.guest(links["Bo"].token), server.guest(links["Ana"].token)
        await bo.asked()
        await asyncio.gather(bo.play(), until(ana, AWAY))
    folder = tmp_path / "moh-0001"
    assert reasons(folder) == ["left"]
    assert verify(folder).ok
