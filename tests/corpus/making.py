"""How each recorded game is played: `GAMES` has the catalogue."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

import engine
from arena.config import Overrides, TableConfig, load_table
from arena.provider import Abilities, Provider, Trouble
from arena.provider.protocol import EVERYTHING
from arena.seats import Scripted, Seat
from arena.seats.human import Chair
from arena.table import play
from tests.arena.faces.cli.served import KEYS, specs_at
from tests.arena.narration.bargaining import bargained
from tests.arena.narration.chatty import Chatty
from tests.arena.seats.human.sitters import Sitter, config, play_with
from tests.arena.seats.human.test_leaving import Walker, walked
from tests.arena.table.hagglers import Haggler
from tests.arena.table.talkers import Rote
from tests.corpus.claimants import Claimant

Play = Callable[[Path], Path]
"""Plays a game into a new folder below the given one; returns the game's own."""
NAMES = ("Ada", "Ben", "Cyd", "Dan", "Eve", "Fay")
HOUSE = dict(zip(NAMES, ("house", "house:liar", "house:honest", "house:greedy"), strict=False))
SCENE = {"Ana": "house", "Bo": "house:liar", "Cy": "house", "Di": "house"}
PLANTED = {
    "Ada": "planted:liar(0.5)", "Ben": "planted:pledge_breaker(0.5)", "Cyd": "planted:dealer(0.5)",
    "Dan": "planted:greedy", "Eve": "house:honest",
}  # fmt: skip
LONG_NAMES = ("Ada", "Bo", "Cyril", "Dee")
OFF = {"protocol": "off"}
FAULTS = (
    "rate_limit@3,9:0.01", "not_json@5,6,7,20", "refusal@11,12,13", "truncated@16,17,18",
    f"unavailable@{','.join(map(str, range(30, 40)))}:0.01",
)  # fmt: skip


def bots(seats: Mapping[str, str], seed: str, ruleset: str = "moh", **table: object) -> Play:
    """Return a game of seats that a config names."""
    return seated(lambda _: {}, {"ruleset": ruleset, "seats": dict(seats), "seed": seed, **table})


def seated(seats: Callable[[Sequence[str]], Mapping[str, Seat]], given: Mapping[str, Any]) -> Play:
    """Return a game in which some seats are taken by others than the config says."""

    def played(out: Path) -> Path:
        table = TableConfig.model_validate(given)
        return asyncio.run(play(table, out, seats=seats(tuple(table.seats)))).folder

    return played


def random(names: Sequence[str], seed: str, ruleset: str = "moh", **table: object) -> Play:
    """Return a game of seats that answer at random and don't talk."""
    return bots(dict.fromkeys(names, "random"), seed, ruleset, **table)


def scenario(name: str) -> Play:
    """Return a game of house bots that begins in a position."""
    return lambda out: asyncio.run(play(load_table(None, Overrides(scenario=name)), out)).folder


def talking(
    seat: Callable[[str, Sequence[str]], Seat], names: Sequence[str], seed: str,
    ruleset: str = "moh", **talk: object,
) -> Play:  # fmt: skip
    """Return a game of seats that answer at random and talk as their class does."""
    given = {
        "ruleset": ruleset, "seats": dict.fromkeys(names, "random"), "seed": seed, "talk": talk,
    }  # fmt: skip
    return seated(lambda each: {name: seat(name, each) for name in each}, given)


def bargaining(names: Sequence[str], seed: str, ruleset: str = "moh") -> Play:
    """Return a game of seats that offer, take, refuse and withdraw deals."""
    return lambda out: bargained(out, list(names), ruleset, seed=seed)


def demo_models(count: int) -> Play:
    """Return a game of models at the table of the demo, on three protocols in turn."""

    def played(out: Path) -> Path:
        with pytest.MonkeyPatch.context() as patch, Provider() as running:
            for name in KEYS:
                patch.delenv(name, raising=False)
            three = tuple(specs_at(running).values())
            seats = tuple(f"{name}={three[at % 3]}" for at, name in enumerate(NAMES[:count]))
            table = load_table(None, Overrides(count=count, seats=seats, seed="5"))
            return asyncio.run(play(table, out)).folder

    return played


def one_model(
    protocol: str, *troubles: str, ruleset: str = "moh", abilities: Abilities = EVERYTHING,
    **table: object,
) -> Play:  # fmt: skip
    """Return a game of one model and two bots, against a provider with troubles."""

    def played(out: Path) -> Path:
        with Provider(tuple(map(Trouble.read, troubles)), abilities=abilities) as server:
            spec = f"{protocol}:m@{server.root if protocol == 'anthropic' else server.url}"
            settings = {"max_output": 512, "retries": 1, "price": {"input": 2.0, "output": 8.0}}
            given = {
                "ruleset": ruleset, "seats": {"Ada": spec, "Ben": "house:liar", "Cyd": "house"},
                "seed": "4", "models": {spec: settings}, **table,
            }  # fmt: skip
            return asyncio.run(play(TableConfig.model_validate(given), out)).folder

    return played


def nobody_in_the_chair(out: Path) -> Path:
    """Play a game of somebody who never answers and two bots."""
    table = config(talk=OFF, people={"answer_seconds": 0.01})
    return asyncio.run(play(table, out, people={"Ana": Chair()})).folder


def one_person(person: Callable[[], Sitter], **table: object) -> Play:
    """Return a game of a person and two bots."""
    return lambda out: play_with({"Ana": person()}, out, config(**table)).folder


SEVERAL_MODELS = frozenset({"moh-models-3", "moh-models-6"})
"""Games in which models are asked at the same time: their calls come in any order."""

GAMES: Mapping[str, Play] = {
    # at random, without talk
    "moh-random-3": random(NAMES[:3], "4"),
    "moh-random-3-other": random(NAMES[:3], "6"),
    "moh-random-5": random(NAMES[:5], "11"),
    "moh-random-5-all-in-one-place": random(NAMES[:5], "53", talk=OFF),
    "moh-random-5-tie": random(NAMES[:5], "54", talk=OFF),
    "moh-pl-random-6": random(NAMES, "5", "moh-pl", talk=OFF),
    "osaczeni-random-4": random(NAMES[:4], "6", "osaczeni"),
    "osaczeni-random-3-tie": random(NAMES[:3], "4", "osaczeni", talk=OFF),
    "osaczeni-random-6": random(NAMES, "9", "osaczeni", talk=OFF),
    "moh-defaults-3": seated(
        lambda _: {"Ada": Scripted({"Ada.1": "rubbish"})},
        {"seats": dict.fromkeys(NAMES[:3], "random"), "seed": "4"},
    ),
    # house bots that talk
    **{f"{each}-house-4": bots(HOUSE, "5", each) for each in engine.rulesets()},
    **{f"{each}-house-4-other": bots(HOUSE, "6", each) for each in engine.rulesets()},
    **{f"{each}-house-4-scene": bots(SCENE, "3", each) for each in engine.rulesets()},
    "osaczeni-bidding-4": bots(
        dict.fromkeys(NAMES[:4], "house"), "6", "osaczeni", talk={"protocol": "bidding"}
    ),
    "moh-round-robin-3": bots(
        dict.fromkeys(NAMES[:3], "house"), "1", talk={"protocol": "round_robin", "turns": 2}
    ),
    "osaczeni-scenario-5": scenario("even-odds"),
    # seats of known conduct
    "osaczeni-planted-5": bots(PLANTED, "2", "osaczeni", talk={"protocol": "round_robin"}),
    # deals, claims and silences by rote
    "moh-bargaining-4": bargaining(NAMES[:4], "3"),
    "moh-bargaining-4-scene": bargaining(tuple(SCENE), "1"),
    "moh-bargaining-4-web": bargaining(tuple(SCENE), "the-seed-is-secret"),
    "osaczeni-bargaining-4": bargaining(NAMES[:4], "3", "osaczeni"),
    "moh-claims-4": talking(Chatty, NAMES[:4], "8"),
    "moh-claims-5-of-every-kind": talking(Claimant, NAMES[:5], "1"),
    "osaczeni-claims-3-of-every-kind": talking(
        lambda name, names: Claimant(name, names, "osaczeni"), NAMES[:3], "1", "osaczeni"
    ),
    "moh-deals-4": talking(Haggler, LONG_NAMES, "3"),
    "moh-talk-4": talking(Rote, LONG_NAMES, "3"),
    # language models
    "moh-models-3": demo_models(3),
    "moh-models-6": demo_models(6),
    "moh-model-plans": one_model("openai-compatible", llm={"plans": True}),
    "moh-model-faults": one_model("anthropic", *FAULTS),
    "moh-model-steps-down": one_model(
        "openai-compatible", abilities=Abilities(tools=False), talk=OFF
    ),
    "osaczeni-model-budget": one_model(
        "openai", ruleset="osaczeni", budget={"calls": 12}, personas={"Ada": "bluffer"}
    ),
    "moh-model-budget-defaults": one_model(
        "openai-compatible", budget={"calls": 5, "on_budget": "default"}, talk=OFF
    ),
    # people
    "moh-person": one_person(Sitter, talk={"protocol": "bidding"}),
    "moh-person-away": nobody_in_the_chair,
    "osaczeni-person-leaves": lambda out: (
        walked(out, Walker(5, returns=3), ruleset="osaczeni", rules={}, seed="4").folder
    ),
}
