"""What games of language models take, against the loopback provider in a process of its own."""

import asyncio
import json
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from time import perf_counter, process_time

from arena.bench.tables import NAMES
from arena.calls.history import history
from arena.calls.lines import decoded_call
from arena.calls.records import CallAnswered, CallFailed, CallRecord, CallSent
from arena.calls.spending import BYTES, spent
from arena.config import TableConfig
from arena.hash_chain import encode
from arena.models.opening import reader_of
from arena.records.talk import ClaimsUnread, Said
from arena.table import Outcome, play
from arena.transcript.reader import read

__all__ = [
    "ConcurrentGames", "model_games", "play_concurrently", "provider", "table", "waves",
]  # fmt: skip

PROTOCOLS = ("openai", "openai-compatible", "anthropic")
RULESETS = ("moh", "osaczeni")
"""One of each family."""


@contextmanager
def provider(latency: float = 0.0) -> Iterator[str]:
    """Run `arena provider` for the time of a `with` block; yield its address."""
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


def table(spec: str, seed: int, ruleset: str = "moh", **given: object) -> TableConfig:
    """Return a table of five seats of one model."""
    seats = dict.fromkeys(NAMES, spec)
    return TableConfig.model_validate(
        {"ruleset": ruleset, "seats": seats, "seed": str(seed), **given}
    )


def model_games(
    out: Path, games: int, protocols: Sequence[str] = PROTOCOLS
) -> list[dict[str, object]]:
    """Play whole games of each family on each protocol; return a row each."""
    rows: list[dict[str, object]] = []
    with provider() as url:
        for protocol in protocols:
            spec = f"{protocol}:loopback@{url}"
            first = table(spec, 0, budget={"calls": 1, "on_budget": "stop"})
            asyncio.run(play(first, out))  # imports are not what is measured
            for ruleset in RULESETS:
                found = _games(spec, ruleset, out, games)
                rows.append({"ruleset": ruleset, "protocol": protocol, **found})
    return rows


def _games(spec: str, ruleset: str, out: Path, games: int) -> dict[str, object]:
    began = process_time()
    outcomes = [asyncio.run(play(table(spec, 1 + at, ruleset), out)) for at in range(games)]
    worked = process_time() - began
    calls_of = [_calls(each) for each in outcomes]
    found = [spent(history(calls_of[at], _specs(each))) for at, each in enumerate(outcomes)]
    calls = sum(each.calls for each in found)
    size = sum(each.size for each in found)
    return {
        "games": games,
        "system_and_tools_tokens": max(map(_told_first, calls_of)),
        "calls_median": median(each.calls for each in found),
        "input_tokens_median": median(each.input for each in found),
        "output_tokens_median": median(each.output for each in found),
        "new_tokens_median": median(each.new_tokens or 0.0 for each in found),
        "speech_tokens_median": median(
            tokens for records in calls_of for tokens in _speeches_of_two_claims(spec, records)
        ),
        "unreadable_share": _unreadable_share(outcomes),
        "repeated_share": sum(each.repeated for each in found) / size,
        "cache_share": sum(each.cached for each in found) / sum(each.input for each in found),
        "ms_per_call": 1000 * worked / calls,
    }


def _speeches_of_two_claims(spec: str, records: Iterable[CallRecord]) -> Iterator[int]:
    """Yield the output tokens of each speech whose messages have two lines of claims."""
    read = reader_of(spec)
    replies = [read(each.data.raw) for each in records if isinstance(each.data, CallAnswered)]
    for reply in replies:
        said = [json.loads(call.arguments) for call in reply.calls if call.name == "say"]
        lines = [line for each in said for one in each["messages"] for line in one["claims"]]
        if len(lines) == 2 and reply.usage is not None:  # noqa: PLR2004 - what is asked for
            yield reply.usage.output


def _unreadable_share(outcomes: Sequence[Outcome]) -> float:
    """Return the share of lines of claims and deals that could not be read."""
    facts = [each.data for outcome in outcomes for each in read(outcome.folder).records]
    said = [each for each in facts if isinstance(each, Said)]
    heard = sum(len(each.claims) + len(each.deals) for each in said)
    unread = sum(len(each.lines) for each in facts if isinstance(each, ClaimsUnread))
    return unread / (heard + unread)


@dataclass(frozen=True, slots=True, kw_only=True)
class ConcurrentGames:
    """Games of models that are played at the same time in one process."""

    games: int
    latency: float
    """Seconds that the server takes for each call."""
    calls: int
    """Of all games."""
    seconds: float
    """What all games together took."""
    ideal: float
    """What the longest would take if nothing but the server took time."""
    processor: float
    """Seconds of processor time, all games together."""

    @property
    def share(self) -> float:
        """Share of the ideal that was reached."""
        return self.ideal / self.seconds


def play_concurrently(out: Path, games: int, latency: float, calls: int) -> ConcurrentGames:
    """Play games at once, each until it has made so many calls."""
    budget = {"calls": calls, "on_budget": "stop"}

    async def all_games(spec: str) -> list[Outcome]:
        await play(table(spec, 0, budget={"calls": 1, "on_budget": "stop"}), out / "first")
        tables = [table(spec, number, budget=budget) for number in range(games)]
        began.append((perf_counter(), process_time()))
        return await asyncio.gather(*(play(each, out / f"{at}") for at, each in enumerate(tables)))

    began: list[tuple[float, float]] = []
    with provider(latency) as url:
        outcomes = asyncio.run(all_games(f"openai-compatible:loopback@{url}"))
        seconds, worked = perf_counter() - began[0][0], process_time() - began[0][1]
    records = [_calls(each) for each in outcomes]
    return ConcurrentGames(
        games=games,
        latency=latency,
        calls=sum(isinstance(each.data, CallSent) for found in records for each in found),
        seconds=seconds,
        ideal=latency * max(map(waves, records)),
        processor=worked,
    )


def waves(records: Iterable[CallRecord]) -> int:
    """Return how many times a game waited: calls under way at the same time are one wait."""
    count = under_way = 0
    for record in records:
        if isinstance(record.data, CallSent):
            count += under_way == 0
            under_way += 1
        elif isinstance(record.data, CallAnswered | CallFailed):
            under_way -= 1
    return count


def _told_first(records: Iterable[CallRecord]) -> float:
    """Return the tokens of four bytes that the first call has before its question."""
    sent = next(each.data for each in records if isinstance(each.data, CallSent))
    return sum(len(encode(each).encode()) for each in (sent.tools, sent.items[0])) / BYTES


def _calls(outcome: Outcome) -> list[CallRecord]:
    lines = (outcome.folder / "calls.jsonl").read_bytes().splitlines()
    return [decoded_call(json.loads(line)) for line in lines]


def _specs(outcome: Outcome) -> dict[str, str]:
    header = json.loads((outcome.folder / "game.json").read_bytes())
    return {seat["name"]: seat["spec"] for seat in header["seats"]}
