"""A game that was played at a table, to play back by the same links: not before its end is told."""

import asyncio
from pathlib import Path
from unittest.mock import patch

import pytest

from arena.faces.web import hosted
from arena.faces.web.replay_data import game, viewpoints
from arena.transcript.reader import read
from tests.arena.faces.web.served import served

pytestmark = pytest.mark.usefixtures("toy")


@pytest.mark.slow
async def test_the_whole_game_is_there_once_it_is_over(tmp_path: Path) -> None:
    """With every viewpoint of it; before that it is nobody's, and strangers have it never."""
    async with served(tmp_path) as server:
        links = await server.links(ruleset="toy")
        ana, late = links["Ana"], links["public:120"]
        await ana.asked()
        early = [await each.get("/api/replay") for each in (ana, links["public:0"])]
        await ana.play()
        assert [each.status_code for each in early] == [409, 409]
        assert early[0].json()["why"].startswith("The game is not over")
        found = [await each.get("/api/replay") for each in (ana, links["public:0"])]
        stranger = await server.guest("nobody").get("/api/replay")
        assert stranger.status_code == 403
        assert (await late.get("/api/replay")).status_code == 409
        (table,) = server.hosting.tables
    transcript = read(table.folder)
    who = viewpoints(transcript.seats)
    assert [each.json() for each in found] == 2 * [game(transcript, who)]
    assert {"all", "public", "Ana", "Bo", "Cy"} == set(who)


@pytest.mark.slow
async def test_it_is_made_once_for_all_who_ask(tmp_path: Path) -> None:
    """Again after it could not be made; a restart forgets nothing."""
    async with served(tmp_path) as server:
        await (await server.links(ruleset="toy"))["Ana"].play()
    async with served(tmp_path) as server:
        (table,) = server.hosting.tables
        ana = server.guest(server.hosting.tokens(table)["Ana"])
        await ana.play()
        log = (table.folder / "log.jsonl").read_bytes()
        (table.folder / "log.jsonl").write_bytes(b"{}\n")
        broken = await ana.get("/api/replay")
        assert broken.status_code == 503
        assert str(tmp_path) not in broken.text
        (table.folder / "log.jsonl").write_bytes(log)
        with patch.object(hosted, "zipped", wraps=hosted.zipped) as made:
            asked = (ana.get("/api/replay") for _ in range(5))
            found = await asyncio.gather(*asked)
        assert {each.status_code for each in found} == {200}
        assert len({each.content for each in found}) == 1
        assert made.call_count == 1
