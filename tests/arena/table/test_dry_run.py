"""What a table of models would take: its own seats, over models that only count."""

import asyncio
from functools import cache

import pytest

from arena.config import TableConfig
from arena.table.dry_run import Estimate, estimates

SPEC = "openai-compatible:m@http://127.0.0.1:9/v1"
"""Nobody listens there, and nobody has to."""


@cache
def usual() -> Estimate:
    """Return what it would take without settings; several tests compare with it."""
    return estimated()


def estimated(llm: dict[str, bool] | None = None, **settings: object) -> Estimate:
    """Return what one model at a table of three would take."""
    config = TableConfig.model_validate(
        {
            "seats": {"Ada": SPEC, "Ben": "house", "Cyd": "house"},
            "llm": llm or {},
            "models": {SPEC: {"max_output": 512, **settings}},
        }
    )
    found = asyncio.run(estimates(config))
    assert found is not None
    return found.seats["Ada"]


@pytest.mark.slow
def test_a_conversation_only_grows_and_most_of_it_repeats() -> None:
    """Every call but the first begins with what was sent before."""
    found = usual()
    assert found.calls > 30
    assert found.repeated / found.input > 0.9
    assert found.new is not None
    assert found.new < 2_000


@pytest.mark.slow
def test_a_context_limit_holds_and_costs_summaries() -> None:
    """With a limit the model sums up, more calls are made, and none is longer than it."""
    limit = 14_000
    short, long = estimated(context=limit), usual()
    assert long.longest > limit >= short.longest
    assert short.calls > long.calls
    assert short.input < long.input


@pytest.mark.slow
def test_a_model_without_tools_is_sent_none() -> None:
    """They stand in its system text instead, and the same is asked."""
    words, tools = estimated(tools=False), usual()
    assert words.calls == tools.calls
    assert words.new is not None
    assert 0 < words.repeated < words.input


@pytest.mark.slow
def test_a_ledger_costs_little_and_a_plan_is_no_reason_to_fail() -> None:
    """It adds less than 60 tokens to a call; a table with plans is estimated without any."""
    without, with_ledger, plans = (
        estimated({"ledger": False}),
        usual(),
        estimated({"plans": True}),
    )
    assert without.calls == with_ledger.calls == plans.calls
    assert without.new is not None
    assert with_ledger.new is not None
    assert without.new <= with_ledger.new < without.new + 60
