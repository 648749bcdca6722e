"""What whole games write, tell and send, as digests that show whether a change changed any of it.

    python -m tests.arena.same_games      plays all games and writes golden/same_games.json again

Clocks, hashes, versions and the port of the loopback provider are left out. One seat a game is a
model's, since what a provider's cache serves depends on which of two calls comes first.
"""

import asyncio
import contextlib
import io
import json
import os
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

import engine
from arena.config import TableConfig
from arena.faces.cli import main
from arena.provider import Abilities, Provider, Trouble
from arena.table import play

__all__ = ["FILE", "GAMES", "digests"]

FILE = Path(__file__).with_name("golden") / "same_games.json"
NAMES = ("Anna", "Bruno", "Clara", "Dmitri", "Esra", "Farid")
BOTS = ("house:liar", "house", "random", "house:honest", "house:greedy", "house:gullible")
PROTOCOLS = ("openai", "openai-compatible", "anthropic")
TALKS = ("simultaneous", "round_robin", "bidding")
CLOCKS = frozenset({"at", "seconds", "hash", "digest", "versions", "python", "lines", "call", "i"})
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


def digests(game: str) -> dict[str, str]:
    """Play a game; return the SHA-256 of each thing that it gives, by name."""
    kind, *words = game.split()
    with tempfile.TemporaryDirectory() as folder:
        match kind, words:
            case "bots", [ruleset, seats]:
                given = _bots(ruleset, int(seats), Path(folder))
            case "models", [ruleset, protocol]:
                given = _models(ruleset, protocol, Path(folder), {})
            case "variant", [name]:
                given = _models("moh", "openai-compatible", Path(folder), VARIANTS[name])
            case _:
                given = _texts()
    return {name: sha256(_bytes(each)).hexdigest() for name, each in given.items()}


def _bots(ruleset: str, count: int, out: Path) -> dict[str, Any]:
    at = engine.rulesets().index(ruleset)
    config = TableConfig.model_validate(
        {
            "ruleset": ruleset,
            "seats": dict(zip(NAMES[:count], BOTS, strict=False)),
            "seed": f"same {count}",
            "talk": {"protocol": TALKS[(at + count) % 3], "turns": 1 + (count == 3)},
        }
    )
    return _told(asyncio.run(play(config, out)).folder, NAMES[:count])


def _models(ruleset: str, protocol: str, out: Path, variant: Mapping[str, Any]) -> dict[str, Any]:
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
        port = server.root.rpartition(":")[2]
        told = _told(folder, ("Anna", "Dmitri"))
        told["calls"] = _by_seat(_records(folder / "calls.jsonl"))
        told["replay --calls"] = [
            _run("replay", str(folder), *given)
            for given in (("--calls", "Anna", "--json"), ("--calls", "--as", "Anna", "--json"))
        ]
    return {
        name: json.loads(json.dumps(each).replace(f":{port}", ":PORT"))
        for name, each in {**told, "requests": sent}.items()
    }


def _told(folder: Path, seats: Sequence[str]) -> dict[str, Any]:
    """Return what a game's folder holds and what the commands tell of it."""
    told: dict[str, Any] = {
        "header": json.loads((folder / "game.json").read_bytes()),
        "log": _records(folder / "log.jsonl"),
        "verify": _run("verify", str(folder), "--json").replace(str(folder), "FOLDER"),
    }
    for who in (*seats[:2], "public", "all"):
        for form in ((), ("--json",)):
            told[" ".join(("replay", who, *form))] = _run("replay", str(folder), "--as", who, *form)
    return told


def _texts() -> dict[str, Any]:
    given = [("rulesets", "--json"), ("rulesets", "--diff", "moh", "osaczeni")]
    for ruleset in engine.rulesets():
        given += [("rulesets", ruleset), ("rulesets", "--options", ruleset)]
        given.append(("rulesets", "--diff", "moh", ruleset))
    return {" ".join(each): _run(*each) for each in given}


def _run(*args: str) -> str:
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        assert main(args) == 0, args
    return out.getvalue()


def _records(file: Path) -> list[Any]:
    return [json.loads(line) for line in file.read_bytes().splitlines()]


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


def _without_clocks(value: Any) -> Any:  # noqa: ANN401 - JSON data in, JSON data out
    match value:
        case dict():
            return {k: _without_clocks(each) for k, each in value.items() if k not in CLOCKS}
        case list():
            return [_without_clocks(each) for each in value]
        case _:
            return value


def _bytes(value: object) -> bytes:
    if isinstance(value, str) and value.startswith("{"):
        value = json.loads(value)
    if isinstance(value, list):
        value = [json.loads(e) if isinstance(e, str) and e.startswith("{") else e for e in value]
    return json.dumps(_without_clocks(value), ensure_ascii=False, sort_keys=False).encode()


def written() -> dict[str, dict[str, str]]:
    """Return the digests of all games."""
    return {game: digests(game) for game in GAMES}


if __name__ == "__main__":
    os.environ["COLUMNS"] = "100"
    FILE.parent.mkdir(exist_ok=True)
    FILE.write_text(json.dumps(written(), indent=1) + "\n", encoding="utf-8")
