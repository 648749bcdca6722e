"""Whole games of bots and of models, and what the commands tell of them.

One seat a game is a model's, since what a provider's cache serves depends on which of two calls
comes first.
"""

import asyncio
import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import engine
from arena.config import TableConfig
from arena.provider import Abilities, Provider, Trouble
from arena.table import play
from tests.arena.whole_games.plain import command, records

NAMES = ("Anna", "Bruno", "Clara", "Dmitri", "Esra", "Farid")
BOTS = ("house:liar", "house", "random", "house:honest", "house:greedy", "house:gullible")
PROTOCOLS = ("openai", "openai-compatible", "anthropic")
TALKS = ("simultaneous", "round_robin", "bidding")
SHORT = {"floors": ["truck", "dice", "attack"], "characters": 200, "claims": 3}
VARIANTS: Mapping[str, Mapping[str, Any]] = {
    "hints-none": {"llm": {"hints": "none"}},
    "dynamic": {"llm": {"tool_schema": "dynamic"}},
    "context": {"settings": {"context": 30_000}},
    "trouble": {"trouble": ("rate_limit@3,9:0.01", "not_json@5,6,7,20", "refusal@11")},
    "no-tool-choice": {"without": ("tool_choice",)},
    "no-tools": {"without": ("tools",)},
}
"""Games of one model each, beside one for each ruleset and protocol."""


def _games() -> Iterator[str]:
    for ruleset in engine.rulesets():
        yield from (f"bots {ruleset} {seats}" for seats in (3, 5, 6))
        yield from (f"models {ruleset} {protocol}" for protocol in PROTOCOLS)
    yield from (f"variant {name}" for name in VARIANTS)
    yield "texts"


GAMES = tuple(_games())


def bots(ruleset: str, count: int, out: Path) -> dict[str, Any]:
    """Play a game of bots; return its files, its verdict and its replays."""
    return _told(played_by_bots(ruleset, count, out), NAMES[:count])


def played_by_bots(ruleset: str, count: int, out: Path) -> Path:
    """Play a game of bots at a table of `count`; return its folder."""
    at = engine.rulesets().index(ruleset)
    config = TableConfig.model_validate(
        {
            "ruleset": ruleset,
            "seats": dict(zip(NAMES[:count], BOTS, strict=False)),
            "seed": f"same {count}",
            "talk": {"protocol": TALKS[(at + count) % 3], "turns": 1 + (count == 3)},
        }
    )
    return asyncio.run(play(config, out)).folder


class ModelGame(NamedTuple):
    """A game with one model in it."""

    folder: Path
    sent: Sequence[str]
    """The bodies of its requests, sorted."""
    port: str
    """Of its provider."""


def models(ruleset: str, protocol: str, out: Path, variant: Mapping[str, Any]) -> dict[str, Any]:
    """Play a game with a model; return as of a game of bots, its calls and its requests."""
    game = played_by_model(ruleset, protocol, out, variant)
    told = _told(game.folder, ("Anna", "Dmitri"))
    told["calls"] = _by_seat(records(game.folder / "calls.jsonl"))
    told["replay --calls"] = [
        command("replay", str(game.folder), *given)
        for given in (("--calls", "Anna", "--json"), ("--calls", "--as", "Anna", "--json"))
    ]
    return {
        name: json.loads(json.dumps(each).replace(f":{game.port}", ":PORT"))
        for name, each in {**told, "requests": game.sent}.items()
    }


def played_by_model(
    ruleset: str, protocol: str, out: Path, variant: Mapping[str, Any]
) -> ModelGame:
    """Play a game of a model, Anna, and three bots."""
    abilities = Abilities(**dict.fromkeys(variant.get("without", ()), False))
    troubles = tuple(Trouble.read(each) for each in variant.get("trouble", ()))
    with Provider(troubles, abilities=abilities) as server:
        spec = f"{protocol}:m@{server.url if protocol != 'anthropic' else server.root}"
        seats = {"Anna": spec, "Bruno": "house:liar", "Clara": "house", "Dmitri": "random"}
        config = TableConfig.model_validate(
            {
                "ruleset": ruleset, "seats": seats, "seed": "same", "talk": SHORT,
                "models": {spec: {"max_output": 512, **variant.get("settings", {})}},
                "llm": variant.get("llm", {}), "personas": {"Anna": "bluffer"},
            }
        )  # fmt: skip
        folder = asyncio.run(play(config, out)).folder
        sent = sorted(seen.body.decode() for seen in server.requests)
        return ModelGame(folder, sent, server.root.rpartition(":")[2])


def _told(folder: Path, seats: Sequence[str]) -> dict[str, Any]:
    """Return what a game's folder holds and what the commands tell of it."""
    told: dict[str, Any] = {
        "header": json.loads((folder / "game.json").read_bytes()),
        "log": records(folder / "log.jsonl"),
        "verify": command("verify", str(folder), "--json").replace(str(folder), "FOLDER"),
    }
    for who in (*seats[:2], "public", "all"):
        for form in ((), ("--json",)):
            told[" ".join(("replay", who, *form))] = command(
                "replay", str(folder), "--as", who, *form
            )
    return told


def texts() -> dict[str, Any]:
    """Return what the commands tell of the rulesets."""
    given = [("rulesets", "--json"), ("rulesets", "--diff", "moh", "osaczeni")]
    for ruleset in engine.rulesets():
        given += [("rulesets", ruleset), ("rulesets", "--options", ruleset)]
        given.append(("rulesets", "--diff", "moh", ruleset))
    return {" ".join(each): command(*each) for each in given}


def _by_seat(records: Sequence[Any]) -> dict[str, list[Any]]:
    """Return the records of calls by the seat that they are of."""
    owner: dict[int, str] = {}
    found: dict[str, list[Any]] = {}
    for record in records:
        data = record["data"]
        if record["type"] == "call_sent":
            owner[data["call"]] = data["seat"]
        seat = data.get("seat") or owner.get(data.get("call", -1), "")
        found.setdefault(seat, []).append(record)
    return dict(sorted(found.items()))
