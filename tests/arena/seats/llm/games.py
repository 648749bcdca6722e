"""Tables of models against the loopback provider, and what they wrote and were sent."""

import asyncio
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from arena.config import TableConfig
from arena.provider import Provider, ReceivedRequest
from arena.records.record import Record as LogRecord
from arena.table import Outcome, play
from arena.table.verify import Verification, verify

NAMES = ("Anna", "Bruno", "Clara", "Dmitri", "Esra", "Farid")
PROTOCOLS = ("openai", "openai-compatible", "anthropic")
EACH_PROTOCOL = [
    "openai-compatible",
    *(pytest.param(each, marks=pytest.mark.slow) for each in ("openai", "anthropic")),
]
"""For tests of what is the same on each: the usual run takes one, CI all."""
LATE: Mapping[str, Any] = {
    "seed": "1",
    "scenario": {
        "scenario": 1, "ruleset": "moh", "seats": list(NAMES[:3]), "phase": "truck", "round": 3,
        "locations": {
            "1": ["Anna.pin_up", "Bruno.pin_up"],
            "3": ["Anna.gunman", "Clara.tough_guy"],
            "5": ["Anna.tough_guy", "Bruno.gunman", "Clara.pin_up"],
        },
        "zombies": {"1": 2, "3": 3, "5": 3, "6": 1},
    },
}  # fmt: skip
"""A table of three whose game is over after a dozen questions to each."""
FAST = {"max_output": 512, "call_seconds": 20.0}
ME = re.compile(r"You are (\w+)\.")
Record = Mapping[str, Any]
Mixed = tuple[Outcome, Sequence[ReceivedRequest]]
"""A game with a model on each protocol, and what the models were sent."""


def spec(server: Provider, protocol: str = "openai-compatible", model: str = "m") -> str:
    """Return the SPEC of a model that the server plays."""
    return f"{protocol}:{model}@{server.url}"


def table(specs: Sequence[str], **given: Any) -> TableConfig:
    """Return a table of these seats, Anna first; models are asked as `settings` says."""
    settings = given.pop("settings", {})
    models = {each: {**FAST, **settings} for each in specs if "@" in each}
    data = {"seats": dict(zip(NAMES, specs, strict=False)), "seed": "4", "models": models, **given}
    return TableConfig.model_validate(data)


def played(config: TableConfig, out: Path, **given: Any) -> Outcome:
    """Play a game."""
    return asyncio.run(play(config, out, **given))


def records(folder: Path, name: str = "calls.jsonl") -> list[Record]:
    """Return the records of a file."""
    return [json.loads(line) for line in (folder / name).read_bytes().splitlines()]


def of_type(found: Iterable[Record], *types: str) -> list[Record]:
    """Return the data of the records of these types."""
    return [each["data"] for each in found if each["type"] in types]


def failed(folder: Path) -> list[tuple[str, str]]:
    """Return who failed and why, in order."""
    return [(each["seat"], each["reason"]) for each in of_type(records(folder), "answer_failed")]


def truth(folder: Path) -> Verification:
    """Return what verification says."""
    return verify(folder)


def said_to(body: Any) -> list[Any]:
    """Return the content of a request, in the order in which a model reads it."""
    if "input" in body:
        return list(body["input"])
    messages: list[Any] = [{"role": "system", "content": body.get("system")}]
    for message in body["messages"]:
        content = message["content"]
        if isinstance(content, list):
            messages += [{"role": message["role"], "content": block} for block in content]
        else:
            messages.append(message)
    return messages if body.get("system") else messages[1:]


def by_seat(requests: Iterable[ReceivedRequest]) -> dict[str, list[Any]]:
    """Return the bodies that each seat's model got, in their order."""
    found: dict[str, list[Any]] = {}
    for seen in requests:
        body = seen.json
        who = ME.findall(json.dumps(said_to(body)[0], ensure_ascii=False))[-1]
        found.setdefault(who, []).append(body)
    return found


def prefix_breaks(bodies: Sequence[Any]) -> list[int]:
    """Return at which requests the content does not begin with that of the one before."""
    return [
        at
        for at, (before, after) in enumerate(pairwise(bodies), start=1)
        if said_to(after)[: len(said_to(before))] != said_to(before)
        or before.get("tools") != after.get("tools")
        or before.get("tool_choice") != after.get("tool_choice")
    ]


def distinct(bodies: Sequence[Any]) -> list[str]:
    """Return the bodies in order, those that were sent again once."""
    return list(dict.fromkeys(json.dumps(body) for body in bodies))


def stopped_at(config: TableConfig, out: Path, record: int) -> Path:
    """Play until so many records are written, then stop; return the folder."""

    async def game() -> Path:
        stop = asyncio.Event()

        def heard(each: LogRecord) -> None:
            if each.i == record:
                stop.set()

        return (await play(config, out, on_record=heard, stop=stop)).folder

    return asyncio.run(game())
