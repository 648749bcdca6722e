"""House bots at whole tables: deals are offered, answered and settled, and nothing is refused."""

import asyncio
from collections import Counter
from pathlib import Path

import pytest

from arena.config import TableConfig
from arena.records import Record
from arena.settings import TalkRules
from arena.table import play
from arena.transcript.reader import read

NAMES = ("Anna", "Bruno", "Clara", "Dmitri", "Esra", "Farid")
MIXED = ("house", "house:liar", "house:honest", "house:greedy", "house:gullible", "house:liar")


def records_of(out: Path, ruleset: str, seats: int, **rules: object) -> list[Record]:
    """Play a game of different bots; return its records."""
    config = TableConfig(
        ruleset=ruleset,
        seats=dict(zip(NAMES[:seats], MIXED[:seats], strict=True)),
        seed="deals",
        talk=TalkRules.model_validate(rules),
    )
    return list(read(asyncio.run(play(config, out)).folder).records)


@pytest.mark.parametrize("ruleset", ["moh", "osaczeni"])
@pytest.mark.parametrize("protocol", ["simultaneous", "round_robin", "bidding"])
@pytest.mark.parametrize(
    ("seats", "rules"),
    [
        (3, {"messages": 1}),
        (4, {"replies": 3, "turns": 2}),
        (5, {"replies": 0, "whispers": False}),
        (6, {"speakers": "all", "characters": 80}),
    ],
)
def test_nothing_that_bots_say_of_deals_is_refused(
    tmp_path: Path, ruleset: str, protocol: str, seats: int, rules: dict[str, object]
) -> None:
    """Under every protocol, at every table: no default stands in, every limit is kept."""
    records = records_of(tmp_path, ruleset, seats, protocol=protocol, **rules)
    kinds = Counter(each["type"] for each in records)
    assert kinds["turn_defaulted"] == kinds["answer_defaulted"] == 0
    assert kinds["deal_offered"]
    acts = [act for each in records if each["type"] == "said" for act in each["data"]["deals"]]
    answered = [each["data"] for each in records if each["type"] == "deal_answered"]
    said = Counter(each["act"] for each in acts)
    # What a bot says of a deal comes to pass: none of it was about a deal that was closed.
    for act, answer in (("accept", "accepted"), ("decline", "declined")):
        assert said[act] == sum(each["answer"] == answer for each in answered)
    counters = sum("counters" in act for act in acts)
    assert counters == sum(each["answer"] == "countered" for each in answered)


@pytest.mark.parametrize("ruleset", ["moh", "osaczeni"])
def test_deals_happen_and_the_honest_keep_them(tmp_path: Path, ruleset: str) -> None:
    """A handful is accepted in a game; who always keeps a word breaks none."""
    answers, outcomes = Counter[str](), Counter[str]()
    for seed in range(4):
        config = TableConfig(
            ruleset=ruleset, seats=dict.fromkeys(NAMES[:5], "house:honest"), seed=str(seed)
        )
        for each in read(asyncio.run(play(config, tmp_path)).folder).records:
            if each["type"] == "deal_answered":
                answers[each["data"]["answer"]] += 1
            elif each["type"] == "deal_settled":
                outcomes[each["data"]["outcome"]] += 1
    assert 2 * 4 <= answers["accepted"] <= 15 * 4
    assert answers["declined"]
    assert outcomes["kept"] > 10 * outcomes["broken"]
