"""How each recorded game is played: `GAMES` has the catalogue."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import engine
from arena.config import TableConfig
from arena.seats import Seat
from arena.table import play
from tests.arena.narration.bargaining import bargained
from tests.arena.narration.chatty import Chatty
from tests.arena.table.hagglers import Haggler
from tests.arena.table.talkers import Rote

__all__ = ["GAMES", "Play"]

Play = Callable[[Path], Path]
"""Plays a game into a new folder below the given one; returns the game's own."""
FIVE = ("Ada", "Ben", "Cyd", "Dan", "Eve")
HOUSE = dict(zip(FIVE, ("house", "house:liar", "house:honest", "house:greedy"), strict=False))
SCENE = {"Ana": "house", "Bo": "house:liar", "Cy": "house", "Di": "house"}
LONG_NAMES = ("Ada", "Bo", "Cyril", "Dee")


def bots(seats: Mapping[str, str], seed: str, ruleset: str = "moh", **table: object) -> Play:
    """Return a game of seats that a config names."""
    given = {"ruleset": ruleset, "seats": dict(seats), "seed": seed, **table}
    return seated(lambda _: {}, given)


def seated(seats: Callable[[Sequence[str]], Mapping[str, Seat]], given: Mapping[str, Any]) -> Play:
    """Return a game in which some seats are taken by others than the config says."""

    def played(out: Path) -> Path:
        config = TableConfig.model_validate(given)
        return asyncio.run(play(config, out, seats=seats(tuple(config.seats)))).folder

    return played


def random(names: Sequence[str], seed: str, ruleset: str = "moh", **table: object) -> Play:
    """Return a game of seats that answer at random and don't talk."""
    return bots(dict.fromkeys(names, "random"), seed, ruleset, **table)


def talking(
    seat: Callable[[str, Sequence[str]], Seat], names: Sequence[str], seed: str, **talk: object
) -> Play:
    """Return a game of seats that answer at random and talk as their class does."""
    given = {"seats": dict.fromkeys(names, "random"), "seed": seed, "talk": talk}
    return seated(lambda each: {name: seat(name, each) for name in each}, given)


def bargaining(names: Sequence[str], seed: str, ruleset: str = "moh") -> Play:
    """Return a game of seats that offer, take, refuse and withdraw deals."""
    return lambda out: bargained(out, list(names), ruleset, seed=seed)


GAMES: Mapping[str, Play] = {
    "moh-random-5": random(FIVE, "11"),
    "moh-random-3": random(FIVE[:3], "4"),
    "moh-random-3-other": random(FIVE[:3], "6"),
    "osaczeni-random-4": random(FIVE[:4], "6", "osaczeni"),
    **{f"{each}-house-4": bots(HOUSE, "5", each) for each in engine.rulesets()},
    **{f"{each}-house-4-other": bots(HOUSE, "6", each) for each in engine.rulesets()},
    **{f"{each}-house-4-scene": bots(SCENE, "3", each) for each in engine.rulesets()},
    "moh-bargaining-4": bargaining(FIVE[:4], "3"),
    "osaczeni-bargaining-4": bargaining(FIVE[:4], "3", "osaczeni"),
    "moh-bargaining-4-scene": bargaining(tuple(SCENE), "1"),
    "moh-claims-4": talking(Chatty, FIVE[:4], "8"),
    "moh-deals-4": talking(Haggler, LONG_NAMES, "3"),
    "moh-talk-4": talking(Rote, LONG_NAMES, "3"),
    "osaczeni-bidding-4": bots(
        dict.fromkeys(FIVE[:4], "house"), "6", "osaczeni", talk={"protocol": "bidding"}
    ),
}
