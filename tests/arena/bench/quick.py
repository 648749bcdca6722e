"""A benchmark of a few seconds, whose figures mean nothing."""

from dataclasses import dataclass
from typing import Any

from arena.bench import Plan

__all__ = ["QUICK", "Benched"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Benched:
    """A run of `arena bench --json`."""

    figures: dict[str, Any]
    """What was measured, before it was printed."""
    code: int
    out: str
    err: str


QUICK = Plan(
    rounds=1,
    slice_seconds=0.02,
    games=1,
    simulated_games=1,
    simulation_rounds=1,
    concurrent_games=2,
    thinking_seconds=(0.001,),
    evenings=1,
    paused_games=2,
    served_tables=1,
    served_seconds=0.01,
    starts=1,
    talks=2,
    elections=2,
    bargains=1,
    reports=1,
    wins=4,
    named_house_wins=4,
    ruleset_talks=1,
    ruleset_wins=4,
    model_games=1,
    model_protocols=("anthropic",),
    model_latency=0.01,
    model_calls=3,
    tournament_games=4,
    tournament_processes=(1,),
    lab_games=2,
    lab_processes=1,
    lab_memory_games=2,
)
