"""Whole games against servers as people run them: no default, and nothing asked in vain twice."""

import asyncio
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from arena.forms import HEADER
from arena.provider import Provider
from arena.provider.likenesses import LIKENESSES
from arena.table import resume
from tests.arena.seats.llm.games import (
    LATE,
    failed,
    of_type,
    played,
    records,
    spec,
    table,
    truth,
)  # fmt: skip
from tests.breadth import breadth

OK = 200
LEARNED = {
    "kimi": 1,  # that no call can be forced
    "thoughts_refused": 1,
    "new_limit": 1,
    "no_parallel": 1,
    "stream_only": 1,
    "gemma": 1,
    "mistral": 1,
    "alternating": 2,  # no rules of their own, and no results
    "ollama": 1,
    "no_bounds": 2,  # that no tools are taken, and no bounds
    "small_rate": 1,
    "unforced": 2,  # a call, and one try again: the server might have been ill
}
"""Requests that each refuses before its SPEC has learned how to ask; the others refuse none."""
LEARNING = 10
"""Records of calls in which the slowest learner has learned."""
CORRECTED = {"content_only": 2}
"""Answers in a row without a call before one is asked for in words."""
CONVERSATIONS = {"content_only": 3, "llama_cpp": 2, "no_bounds": 2, "ollama": 2}
"""One without what was twice the same chatter, and one for words; the others go on in the first."""

USUAL = ("alternating", "content_only", "gemini", "kimi", "no_bounds", "stream_only", "unforced")
"""One that departs in each way; the usual run takes them, CI all."""


@pytest.mark.parametrize(
    "given", [pytest.param(LATE, id="end"), pytest.param({}, id="whole", marks=pytest.mark.slow)]
)
@pytest.mark.parametrize("like", breadth(LIKENESSES, USUAL))
def test_a_game_has_no_default(like: str, given: Mapping[str, Any], tmp_path: Path) -> None:
    """One conversation, all answers taken, and each lesson learned once a SPEC."""
    with Provider(like=like) as server:
        config = table([spec(server), "random", "random"], settings={"retries": 1}, **given)
        outcome = played(config, tmp_path)
        refused = [each for each in server.requests if each.status != OK]
    found = records(outcome.folder)
    assert truth(outcome.folder).ok
    assert failed(outcome.folder) == []
    assert outcome.counts["Anna"].corrections == CORRECTED.get(like, 0)
    parts = max(each["epoch"] for each in of_type(found, "call_sent"))
    if like != "small_rate":
        assert parts == CONVERSATIONS.get(like, 1)
    elif given == LATE:
        return
    assert len(refused) == LEARNED.get(like, 0), [each.json for each in refused]


@pytest.mark.slow
@pytest.mark.parametrize(
    "like", ["unforced", "content_only", "kimi", "llama_cpp", "thoughts_refused"]
)
def test_a_game_killed_while_it_learns_ends_as_if_it_never_was(like: str, tmp_path: Path) -> None:
    """Cut behind each of the first records of its calls, before any answer is in the log."""
    with Provider(like=like) as server:
        given = {"talk": {"protocol": "off"}, "settings": {"retries": 1}, **LATE}
        game = table([spec(server), "random", "random"], **given)
        whole = played(game, tmp_path / "whole")
        calls = (whole.folder / "calls.jsonl").read_bytes().splitlines(keepends=True)
        for kept in range(1, LEARNING):
            folder = tmp_path / str(kept)
            _cut(whole.folder, folder, calls[:kept])
            outcome = asyncio.run(resume(folder))
            assert truth(folder).ok, truth(folder).why
            assert outcome.result == whole.result
            assert failed(folder) == []
            assert _steps(folder) == _steps(whole.folder)


def _cut(whole: Path, folder: Path, calls: list[bytes]) -> None:
    """Make the folder of a game as it stood before its model's first answer."""
    folder.mkdir()
    log = (whole / "log.jsonl").read_bytes().splitlines(keepends=True)
    answered = (at for at, line in enumerate(log) if b'"answer"' in line and b'"Anna.' in line)
    (folder / "log.jsonl").write_bytes(b"".join(log[: next(answered)]))
    (folder / "calls.jsonl").write_bytes(b"".join(calls))
    shutil.copy(whole / HEADER, folder)


def _steps(folder: Path) -> list[tuple[str, str, str]]:
    found = of_type(records(folder), "stepped_down")
    return [(each["asked"], each["before"], each["after"]) for each in found]
