"""A game of house bots that nobody has played: its seed is drawn anew in each run."""

from pathlib import Path

import pytest

import engine
from arena.calls.records import AnswerFailed
from arena.config import TableConfig
from arena.table import play
from arena.table.verify import verify
from arena.transcript.reader import read
from tests.arena.records_of import call_facts

SEATS = {"Ada": "house", "Ben": "house:liar", "Cyd": "house:honest", "Dan": "house:greedy"}
PROTOCOLS = ("simultaneous", "round_robin", "bidding")


@pytest.mark.slow
async def test_no_answer_and_no_message_is_refused(drawn_seed: int, tmp_path: Path) -> None:
    """A bot that raises would be silent and defaulted, and the game true all the same."""
    rulesets = engine.rulesets()
    table = {
        "ruleset": rulesets[drawn_seed % len(rulesets)], "seats": SEATS, "seed": drawn_seed,
        "talk": {"protocol": PROTOCOLS[drawn_seed // 8 % 3]},
    }  # fmt: skip
    outcome = await play(TableConfig.model_validate(table), tmp_path)
    transcript = read(outcome.folder)
    assert call_facts(AnswerFailed, transcript.calls) == []
    defaulted = ("answer_defaulted", "turn_defaulted")
    assert [each for each in transcript.records if each.type in defaulted] == []
    assert any(each.type == "said" for each in transcript.records)
    assert verify(outcome.folder).ok
