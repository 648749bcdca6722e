"""Whole games against servers as people run them: no default, and nothing asked in vain twice."""

from pathlib import Path

import pytest

from arena.provider import Provider
from arena.provider.likenesses import LIKENESSES
from tests.arena.seats.llm.games import (
    failed,
    of_type,
    played,
    records,
    spec,
    table,
    truth,
)  # fmt: skip

LEARNED = {
    "kimi": 1,  # that no call can be forced
    "thoughts_refused": 1,
    "new_limit": 1,
    "no_parallel": 1,
    "stream_only": 1,
    "unforced": 4,  # a call, and three tries again: the server might have been ill
}
"""Requests that each refuses before its SPEC has learned how to ask; the others refuse none."""
CORRECTED = {"toolless": 2}
"""Answers in a row without a call before one is asked for in words."""


@pytest.mark.parametrize("like", LIKENESSES)
def test_a_whole_game_has_no_default(like: str, tmp_path: Path) -> None:
    """One conversation, all answers taken, and each lesson learned once a SPEC."""
    with Provider(like=like) as server:
        game = table([spec(server), "random", "random"], seed="7")
        outcome = played(game, tmp_path)
        refused = [each for each in server.requests if each.status != 200]
    found = records(outcome.folder)
    assert truth(outcome.folder).ok
    assert failed(outcome.folder) == []
    assert outcome.counts["Anna"].corrections == CORRECTED.get(like, 0)
    anew = max(each["epoch"] for each in of_type(found, "call_sent"))
    assert anew == (2 if like == "toolless" else 1)
    assert len(refused) == LEARNED.get(like, 0), [each.json for each in refused]
