"""Tables outlive the server: the same links, the same frames, nothing asked twice."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from arena.config import TableConfig
from arena.faces.web import wording
from arena.faces.web.drafts import Drafts
from arena.faces.web.hosted import Hosted
from arena.faces.web.hosting import Hosting
from arena.provider import Provider
from arena.table.verify import verify
from arena.talk.speech import Message
from tests.arena.faces.web.served import Event, Guest, answer, served

pytestmark = pytest.mark.usefixtures("toy")


async def play_some(ana: Guest, most: int) -> None:
    """Answer so many questions, then leave."""
    asked = set[str]()
    async for event in ana.events():
        if event.name != "now" or event.data["asked"] in {None, *asked}:
            continue
        if len(asked) == most:
            return
        asked.add(event.data["asked"])
        for line in answer(event.data):
            await ana.line(event.data["asked"], line)


def given(folder: Path) -> list[str]:
    """Return what was asked and answered, from what a game's calls say."""
    lines = map(json.loads, (folder / "calls.jsonl").read_text().splitlines())
    return [each["data"]["asked"] for each in lines if each["type"] == "person_answered"]


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", ["moh", "osaczeni"])
async def test_a_table_outlives_the_server_under_the_same_links(
    ruleset: str, tmp_path: Path
) -> None:
    """What was told is the same, byte for byte; the rest follows, and nothing is asked twice."""
    async with served(tmp_path) as server:
        first = (await server.links(ruleset=ruleset))["Ana"]
        await play_some(first, 6)
    async with served(tmp_path) as server:
        again = server.guest(first.token)
        await again.play()
    assert again.frames[: len(first.frames)] == first.frames
    assert again.seen[-1].name == "over"
    folder = tmp_path / f"{ruleset}-0001"
    assert len(given(folder)) == len(set(given(folder))) > 6
    assert verify(folder).ok


async def test_a_page_that_was_cut_off_reads_on_after_the_restart(tmp_path: Path) -> None:
    """`Last-Event-ID` means the same frame as before."""
    async with served(tmp_path) as server:
        ana = (await server.links(ruleset="toy"))["Ana"]
        await play_some(ana, 3)
    last = max(each.id for each in ana.seen if each.id is not None)
    async with served(tmp_path) as server:
        await server.guest(ana.token).play(last=last)
        whole = server.guest(ana.token)
        await whole.play()
        rest = server.guest(ana.token)
        await rest.play(last=last)
    assert next(each.id for each in rest.seen if each.name == "frame") == last + 1
    assert ana.frames[: last + 1] + rest.frames == whole.frames


async def test_a_game_waits_until_one_of_its_people_comes(tmp_path: Path) -> None:
    """Who looks on, or asks about it, sees it as it stands, and that it waits."""
    async with served(tmp_path) as server:
        links = await server.links(ruleset="toy")
        await play_some(links["Ana"], 2)
    async with served(tmp_path) as server:
        watcher = server.guest(links["public:0"].token)
        async for event in watcher.events():
            if event.name == "now":
                assert event.data["title"].startswith("The table waits")
                break
        (table,) = server.hosting.tables
        assert table.state == "waits"
        response = await server.guest(links["Ana"].token).line(None, "board")
        assert response.status_code == 200
        assert response.json()["told"]
        assert table.state == "waits"
        await server.guest(links["Ana"].token).asked()
        assert table.state == "played"


@pytest.mark.parametrize("given", [{}, {"on_outage": "pause"}])
async def test_a_house_bot_goes_on_for_a_provider_that_is_down(
    given: dict[str, Any], tmp_path: Path
) -> None:
    """Where the table does not say what else; people are at it, who have come to play."""
    with Provider() as provider:
        seats = {"Ana": "human", "Ben": f"openai:m@{provider.url}", "Cyd": "random"}
        config = TableConfig.model_validate({"ruleset": "toy", "seats": seats, "llm": given})
        async with served(tmp_path) as server:
            folder = (await server.hosting.begin(config, waits=True)).folder
            header = json.loads((folder / "game.json").read_bytes())
    assert header["llm"]["rules"]["on_outage"] == given.get("on_outage", "house")


async def test_a_finished_game_can_be_read_after_a_restart(tmp_path: Path) -> None:
    """With who kept faith, as it was told before."""
    async with served(tmp_path) as server:
        links = await server.links(ruleset="toy")
        await links["Ana"].play()
    async with served(tmp_path) as server:
        again = server.guest(links["Ana"].token)
        await again.play()
        assert again.frames == links["Ana"].frames
        hosted = (await server.host.get("/api/tables")).json()
        assert [each["state"] for each in hosted] == ["over"]


async def test_what_is_prepared_outlives_the_server(tmp_path: Path) -> None:
    """It stands at the same turn again; when it is said, nothing of it is kept."""
    async with served(tmp_path) as server:
        ana = (await server.links(ruleset="toy"))["Ana"]
        while (now := await ana.asked())["task"] != "speak":
            await ana.line(now["asked"], answer(now)[0])
        await ana.line(now["asked"], "say Trust me.")
    async with served(tmp_path) as server:
        again = server.guest(ana.token)
        then = await again.asked()
        assert then["asked"] == now["asked"]
        assert then["messages"]["prepared"] == ["Trust me."]
        await again.line(then["asked"], "done")
        assert not (tmp_path / ".server" / "toy-0001.json").exists()


async def test_what_is_prepared_while_a_table_waits_is_kept(tmp_path: Path) -> None:
    """To be said once the game goes on."""
    async with served(tmp_path) as server:
        links = await server.links(ruleset="toy")
        await play_some(links["Ana"], 2)
    async with served(tmp_path) as server:
        ana = server.guest(links["Ana"].token)
        (table,) = server.hosting.tables
        assert (await ana.line(None, "say Later.")).json()["taken"] is False
        assert table.state == "waits"
        now = await ana.asked()
        prepared = now["messages"]["prepared"] if now["task"] == "speak" else now["ahead"]
        assert prepared == ["Later."]


async def test_nothing_is_put_into_a_place_or_a_chair_once_they_are_made(tmp_path: Path) -> None:
    """All that a place calls, and all that a chair tells, is given to it as it is made."""
    async with served(tmp_path) as server:
        links = await server.links(ruleset="toy")
        await play_some(links["Ana"], 2)
    async with served(tmp_path) as server:
        (table,) = server.hosting.tables
        place = table.places["Ana"]
        before = [id(each) for each in (*hooks_of(place), *hooks_of(place.chair))]
        assert len(before) == 3
        await server.guest(links["Ana"].token).asked()
        assert table.state == "played"
        assert [id(each) for each in (*hooks_of(place), *hooks_of(place.chair))] == before


def hooks_of(made: object) -> list[object]:
    """Return what an object calls of others: functions, and who is no record of the game."""
    return [each for each in vars(made).values() if callable(each) or isinstance(each, Hosted)]


def test_drafts_that_can_not_be_read_are_none(tmp_path: Path) -> None:
    """A file that somebody changed costs no game."""
    file = tmp_path / "drafts.json"
    Drafts(file).keep("Ana.t1", [Message(text="Hello.")])
    assert Drafts(file).of("Ana.t1") == [Message(text="Hello.")]
    file.write_text(file.read_text().replace("text", "words"))
    assert Drafts(file).of("Ana.t1") == []
    file.write_text("{")
    assert Drafts(file).of("Ana.t1") == []


async def test_another_game_in_the_same_folder_has_other_links(tmp_path: Path) -> None:
    """Who has the link of a game that was deleted does not come to the one in its place."""
    async with served(tmp_path) as server:
        ana = (await server.links(ruleset="toy"))["Ana"]
    (tmp_path / "toy-0001").rename(tmp_path.parent / f"{tmp_path.name}-gone")
    async with served(tmp_path, seed=2) as server:
        await server.links(ruleset="toy")
        assert (await server.guest(ana.token).get("/api/head")).status_code == 403


@pytest.mark.slow
async def test_a_broken_transcript_stops_no_other_table(tmp_path: Path) -> None:
    """That is told at its table, why only to the host, and the others go on."""
    async with served(tmp_path) as server:
        one, two = (
            (await server.links(ruleset="toy"))["Ana"],
            (await server.links(ruleset="toy"))["Ana"],
        )
        await play_some(one, 2)
        await play_some(two, 2)
    log = tmp_path / "toy-0001" / "log.jsonl"
    log.write_bytes(log.read_bytes().replace(b'"round":0', b'"round":7', 1))
    async with served(tmp_path) as server:
        async for event in server.guest(one.token).events():
            if event.name == "now" and event.data["title"] == wording.STOPPED:
                break
        else:
            pytest.fail("nobody is told there")
        stopped = [each["stopped"] for each in (await server.host.get("/api/tables")).json()]
        assert "log.jsonl" in stopped[0]
        assert stopped[1] is None
        await server.guest(two.token).play()
        assert [each.is_finished for each in server.hosting.tables].count(True) == 1


async def test_who_looks_on_later_is_told_later(tmp_path: Path) -> None:
    """Nothing is sent before its time, however long ago one came."""
    async with served(tmp_path) as server:
        links = await server.links(ruleset="toy")
        await links["Ana"].asked()
        found: list[Event] = []

        async def read() -> None:
            found.extend([each async for each in links["public:30"].events()])

        reading = asyncio.create_task(read())
        await links["public:0"].get("/api/head")
        await links["Ana"].play()
        (table,) = server.hosting.tables
        late = table.viewpoint("public", 30.0)
        assert late.count == table.viewpoint("public", 0.0).count > 20
        time = asyncio.get_running_loop().time()
        assert late.frames(0, 10_000, time) == []
        assert len(late.frames(0, 10_000, time + 30)) == late.count
        reading.cancel()
    assert found == []


async def test_pages_of_one_link_are_not_more_than_a_few(tmp_path: Path) -> None:
    """The oldest gives way; the newest read on."""
    async with served(tmp_path) as server:
        ana = (await server.links(ruleset="toy"))["Ana"]
        streams = [ana.events() for _ in range(10)]
        for each in streams:
            await anext(each)
        reading = [asyncio.create_task(_to_end(each)) for each in streams]
        await asyncio.gather(*reading[:2])
        ended, _ = await asyncio.wait(reading[2:], timeout=0.2)
        assert not ended
        for each in reading:
            each.cancel()
        await asyncio.gather(*reading, return_exceptions=True)


async def _to_end(stream: object) -> None:
    async for _ in stream:  # type: ignore[attr-defined]
        pass


def test_a_folder_without_games_is_an_empty_server(tmp_path: Path) -> None:
    """The key is made; nothing is found."""
    hosting = Hosting(tmp_path / "new")
    hosting.find()
    assert hosting.tables == ()
