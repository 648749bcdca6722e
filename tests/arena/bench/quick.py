"""A benchmark of a few seconds, whose figures mean nothing."""

import json
from pathlib import Path
from typing import Any

from arena.bench import Plan

QUICK = Plan(
    rounds=1,
    slice_seconds=0.02,
    games=1,
    simulated_games=1,
    simulation_rounds=1,
    concurrent_games=2,
    thinking_seconds=(0.001,),
    paused_games=2,
    served_tables=1,
    served_seconds=0.01,
    starts=1,
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


def measured() -> dict[str, Any]:
    """Return what such a benchmark found once, for tests of how figures are shown.

    `prove_benchmark` holds it to the form of what is measured now.
    """
    file = Path(__file__).with_name("measured.json")
    found: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return found
