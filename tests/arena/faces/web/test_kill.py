"""A real server that is killed while people vote and speak: nothing is lost, or asked twice."""

import asyncio
import json
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from arena.table.verify import verify
from tests.arena.faces.web.processes import at, begun, end_all, given, serving, to_the_end, until
from tests.arena.faces.web.served import whoever_is_asked


@pytest.fixture(autouse=True)
def ended() -> Iterator[None]:
    """End the servers of a test, however it ended."""
    yield
    end_all()


def speaks_with_all(now: dict[str, Any]) -> bool:
    """Tell whether one may speak where all others may, too."""
    return now["task"] == "speak" and now["place"] is None


@pytest.mark.slow
async def test_a_server_that_is_killed_in_mid_vote_and_mid_speech_loses_nothing(
    tmp_path: Path,
) -> None:
    """Ana has voted and Bo has not; then Ana has prepared words: both go on where they were."""
    process = serving(tmp_path)
    tokens = await begun(process)
    async with at(process, *tokens) as (ana, bo):
        voting = [until(each, lambda now: now["kind"] == "cast_vote") for each in (ana, bo)]
        vote, other = await asyncio.gather(*voting)
        assert (await ana.line(vote["asked"], vote["options"][0]["key"])).json()["taken"]
        process.end(signal.SIGKILL)

    process = serving(tmp_path)
    async with at(process, *tokens) as (ana, bo):
        assert (await bo.asked())["asked"] == other["asked"]
        talking = [until(each, speaks_with_all) for each in (ana, bo)]
        turn, _ = await asyncio.gather(*talking)
        assert vote["asked"] not in {e.data["asked"] for e in ana.seen if e.name == "now"}
        assert (await ana.line(turn["asked"], "say Trust me.")).status_code == 200
        process.end(signal.SIGKILL)

    process = serving(tmp_path)
    async with at(process, *tokens) as (ana, bo):
        again = await ana.asked()
        assert (again["asked"], again["messages"]["prepared"]) == (turn["asked"], ["Trust me."])
        assert (await ana.line(turn["asked"], "done")).json()["taken"]
        await asyncio.gather(to_the_end(ana), to_the_end(bo))
        assert sum("Trust me." in each for each in bo.frames) == 1
    assert process.end(signal.SIGINT) == 0
    folder = tmp_path / "moh-0001"
    assert len(given(folder)) == len(set(given(folder)))
    assert verify(folder).ok


@pytest.mark.slow
async def test_ctrl_c_stops_all_games_so_that_they_can_go_on(tmp_path: Path) -> None:
    """Exit code 0, streams end, and the session in each transcript has ended."""
    process = serving(tmp_path)
    tokens = await begun(process)
    async with at(process, *tokens) as (ana, bo):
        await whoever_is_asked(ana, bo)
        reading = asyncio.create_task(to_the_end(ana))
        code = await asyncio.to_thread(process.end, signal.SIGINT)
        with pytest.raises(Exception):  # noqa: B017, PT011 - whichever way the stream ends
            await reading
    assert code == 0
    last = (tmp_path / "moh-0001" / "calls.jsonl").read_text().splitlines()[-1]
    assert json.loads(last)["type"] == "session_ended"
