"""Benchmarks of games of language models against the fake provider, run as a separate process."""

import asyncio
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from time import process_time

from arena.bench.tables import NAMES
from arena.calls.history import history
from arena.calls.records import CallAnswered, CallFailed, CallRecord, CallSent
from arena.calls.spending import BYTES, spent
from arena.config import TableConfig
from arena.hash_chain import encode
from arena.table import play
from arena.transcript.reader import read

PROTOCOLS = ("openai", "openai-compatible", "anthropic")
RULESETS = ("moh", "osaczeni")
"""One ruleset per family."""


@contextmanager
def provider(latency: float = 0.0) -> Iterator[str]:
    """Run `arena provider` as a context manager; yield its address."""
    command = [sys.executable, "-m", "arena.faces.cli", "provider", "--port", "0"]
    command += ["--latency", str(latency)]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)  # noqa: S603 - our own
    try:
        assert process.stderr is not None  # noqa: S101 - a pipe was asked for
        first_line = process.stderr.readline()
        yield next(word for word in first_line.split() if word.startswith("http://"))
    finally:
        process.terminate()
        process.communicate()


def model_games(
    out: Path, games: int, protocols: Sequence[str] = PROTOCOLS
) -> list[dict[str, object]]:
    """Play whole games of each family over each protocol; return one row per combination."""
    with provider() as url:
        return [
            {
                "ruleset": ruleset,
                "protocol": protocol,
                **_figures(f"{protocol}:loopback@{url}", ruleset, out, games),
            }
            for protocol in protocols
            for ruleset in RULESETS
        ]


def _figures(spec: str, ruleset: str, out: Path, games: int) -> dict[str, object]:
    seats = dict.fromkeys(NAMES, spec)
    table = TableConfig(ruleset=ruleset, seats=seats, seed="0")
    first = table.model_copy(
        update={"budget": table.budget.model_copy(update={"calls": 1, "on_budget": "stop"})}
    )
    asyncio.run(play(first, out))  # warm up: imports are not measured
    began = process_time()
    outcomes = [
        asyncio.run(play(table.model_copy(update={"seed": str(seed)}), out))
        for seed in range(1, 1 + games)
    ]
    worked = process_time() - began
    calls_of = [read(each.folder).calls for each in outcomes]
    found = [spent(history(calls, seats)) for calls in calls_of]
    return {
        "games": games,
        "system_and_tools_tokens": max(map(_tokens_told_first, calls_of)),
        "calls_median": median(each.calls for each in found),
        "input_tokens_median": median(each.input for each in found),
        "output_tokens_median": median(each.output for each in found),
        "new_tokens_median": median(each.new_tokens or 0.0 for each in found),
        "repeated_share": sum(each.repeated for each in found) / sum(each.size for each in found),
        "cache_share": sum(each.cached for each in found) / sum(each.input for each in found),
        "ms_per_call": 1000 * worked / sum(each.calls for each in found),
    }


def _tokens_told_first(records: Iterable[CallRecord]) -> float:
    """Return the prompt tokens (four bytes each) of the first call before its question."""
    sent = next(each.data for each in records if isinstance(each.data, CallSent))
    return sum(len(encode(each).encode()) for each in (sent.tools, sent.items[0])) / BYTES


def waves(records: Iterable[CallRecord]) -> int:
    """Return the number of sequential waits in a game; calls that overlap in time count as one."""
    count = under_way = 0
    for record in records:
        if isinstance(record.data, CallSent):
            count += under_way == 0
            under_way += 1
        elif isinstance(record.data, CallAnswered | CallFailed):
            under_way -= 1
    return count
