"""A game that was killed with models at the table goes on as if nothing had happened."""

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from arena.errors import ConfigError, TranscriptError
from arena.provider import Provider, Trouble
from arena.table import resume
from tests.arena.seats.llm.games import (
    EACH_PROTOCOL,
    LATE,
    by_seat,
    distinct,
    failed,
    of_type,
    played,
    prefix_breaks,
    records,
    spec,
    stopped_at,
    table,
    truth,
)  # fmt: skip

SHORT = {"talk": {"floors": ["attack"]}}
CHILD = """
import asyncio, json, sys
from pathlib import Path
from arena.config import TableConfig
from arena.table import play, resume
given = json.loads(sys.argv[1])
if given["resume"]:
    asyncio.run(resume(Path(given["out"])))
else:
    asyncio.run(play(TableConfig.model_validate(given["config"]), Path(given["out"])))
"""


def child(config: Any, out: Path, *, go_on: bool = False) -> subprocess.Popen[bytes]:
    """Play in a process of its own."""
    given = {"config": config.model_dump(mode="json"), "out": str(out), "resume": go_on}
    return subprocess.Popen(
        [sys.executable, "-c", CHILD, json.dumps(given)],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip


def killed_at(server: Provider, count: int, process: subprocess.Popen[bytes]) -> None:
    """Kill a process with SIGKILL once the server has so many requests."""
    end = time.monotonic() + 200
    while len(server.requests) < count and process.poll() is None:
        assert time.monotonic() < end, "the game does not get on"
        time.sleep(0.005)
    assert process.poll() is None, "the game ended before it could be killed"
    os.kill(process.pid, signal.SIGKILL)
    process.wait()


@pytest.mark.slow
@pytest.mark.parametrize("protocol", EACH_PROTOCOL)
def test_a_killed_game_goes_on_with_the_same_bytes_and_asks_nothing_twice(
    protocol: str, tmp_path: Path
) -> None:
    """SIGKILL twice: each seat is sent what it is sent in a game that nobody kills.

    Only calls that were under way are made again, and those are booked at their worst case.
    """
    with Provider() as server:
        whole = played(table([spec(server, protocol)] * 3, **SHORT), tmp_path / "whole")
        expected = {seat: distinct(each) for seat, each in by_seat(server.requests).items()}
        answered = len(server.requests)
    with Provider(latency=0.02) as server:
        config = table([spec(server, protocol)] * 3, **SHORT)
        killed_at(server, 20, child(config, tmp_path / "killed"))
        (folder,) = (tmp_path / "killed").iterdir()
        killed_at(server, 45, child(config, folder, go_on=True))
        outcome = asyncio.run(resume(folder))
        sent = by_seat(server.requests)
        count = len(server.requests)
    assert outcome.finished
    assert truth(folder).ok, truth(folder).why
    assert {seat: distinct(each) for seat, each in sent.items()} == expected
    found = records(folder)
    lost = [each for each in of_type(found, "call_failed") if each["fault"] == "lost"]
    assert count - answered <= len(lost) <= 6
    worst = {each["call"]: each["worst"] for each in of_type(found, "call_sent")}
    assert all(each["booked"] == worst[each["call"]] for each in lost)
    assert outcome.result == whole.result


@pytest.mark.parametrize(
    ("given", "record"),
    [(LATE, 30), *(pytest.param({}, each, marks=pytest.mark.slow) for each in (1, 17, 60, 120))],
)
def test_a_game_that_was_stopped_anywhere_goes_on(
    given: Mapping[str, Any], record: int, tmp_path: Path
) -> None:
    """Wherever it stood, the resumed game ends like the one that was not stopped."""
    with Provider() as server:
        config = table([spec(server), spec(server), "random"], **SHORT, **given)
        whole = played(config, tmp_path / "whole")
        before = len(server.requests)
        folder = stopped_at(config, tmp_path / "stopped", record)
        outcome = asyncio.run(resume(folder))
        sent = by_seat(server.requests[before:])
    assert outcome.finished
    assert truth(folder).ok, truth(folder).why
    assert failed(folder) == []
    log = (whole.folder / "log.jsonl").read_bytes().splitlines()
    kinds = [json.loads(line)["data"] for line in log if b'"answer"' in line]
    again = [each["data"] for each in records(folder, "log.jsonl") if each["type"] == "answer"]
    assert [each for each in again if "option" in each] == [
        each for each in kinds if "option" in each and "reason" not in each
    ]
    assert all(prefix_breaks([json.loads(each) for each in distinct(bodies)]) == []
               for bodies in sent.values())  # fmt: skip


@pytest.mark.slow
def test_corrections_time_outs_and_failures_are_the_same_again(tmp_path: Path) -> None:
    """What failed stays failed, and the conversation goes on as it stood."""
    troubles = [
        Trouble(kind="bad_option", at=(2,)),
        Trouble(kind="hang", at=(4,)),
        Trouble(kind="overloaded", at=(6,)),
        Trouble(kind="bad_request", at=(9,)),
    ]
    with Provider(troubles) as server:
        config = table(
            [spec(server), "random", "random"], settings={"call_seconds": 20.0},
            limits={"answer_seconds": 2.5}, talk={"protocol": "off"},
        )  # fmt: skip
        folder = stopped_at(config, tmp_path, 150)
        was = failed(folder)
        assert was
        outcome = asyncio.run(resume(folder))
        (bodies,) = by_seat(server.requests).values()
    assert outcome.finished
    assert truth(folder).ok, truth(folder).why
    assert failed(folder)[: len(was)] == was
    # What was refused is asked in another conversation, once.
    assert prefix_breaks([json.loads(each) for each in distinct(bodies)]) == [8]


def test_a_game_with_a_bot_in_a_model_s_place_goes_on(tmp_path: Path) -> None:
    """Who was replaced stays replaced, and is not asked again."""
    with Provider() as server:
        config = table([spec(server)] * 3, budget={"calls": 6}, talk={"protocol": "off"})
        folder = stopped_at(config, tmp_path, 90)
        outcome = asyncio.run(resume(folder))
        assert len(server.requests) == 6
    assert outcome.finished
    assert truth(folder).ok, truth(folder).why


def test_costs_so_far_count_when_a_game_goes_on(tmp_path: Path) -> None:
    """A budget is for the game, not for a session."""
    with Provider() as server:
        config = table([spec(server), "random", "random"], budget={"calls": 12}, **SHORT)
        folder = stopped_at(config, tmp_path, 60)
        made = len(server.requests)
        assert 0 < made < 12
        asyncio.run(resume(folder))
        assert len(server.requests) == 12


def test_a_reply_that_is_gone_from_the_record_is_found_out(tmp_path: Path) -> None:
    """An answer without the reply that it rests on is not asked for again, but refused."""
    with Provider() as server:
        config = table([spec(server), "random", "random"], **SHORT)
        folder = stopped_at(config, tmp_path, 60)
        lines = (folder / "calls.jsonl").read_bytes().splitlines(keepends=True)
        keep = next(at for at, line in enumerate(lines) if b'"call_answered"' in line)
        (folder / "calls.jsonl").write_bytes(b"".join(lines[: keep + 1]))
        made = len(server.requests)
        with pytest.raises(TranscriptError, match="has no reply"):
            asyncio.run(resume(folder))
        assert len(server.requests) == made


def test_prompts_of_another_version_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game can't go on with other words than it was begun with."""
    with Provider() as server:
        config = table([spec(server), "random", "random"], **SHORT)
        folder = stopped_at(config, tmp_path, 30)
        monkeypatch.setattr("arena.table.opened_models.prompts_digest", lambda _: "0" * 64)
        with pytest.raises(ConfigError, match="other prompts"):
            asyncio.run(resume(folder))
        monkeypatch.undo()
        assert asyncio.run(resume(folder)).finished
