"""V16: what a seat is worth where all seats are the same bot, and that it is measured fairly.

The effect of a seat is the mean place of who sits there, less that of the whole table. Where every
entrant sits everywhere as often, entrants have none of it.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple

import numpy as np
import pytest

from arena.config import TableConfig
from arena.lab.arrays import numbers
from arena.lab.intervals import Interval, mean
from arena.lab.tables import Tables
from arena.table import simulate
from tests.proofs.kept import Figures

FAMILIES = ("moh", "osaczeni")
NAMES = ("Ada", "Ben", "Cyd", "Dan")
SAME = "planted:strength(0)"
GAMES = 40
"""Of each lineup: four of them."""

RELATIVE = (
    "SELECT {by} AS who, game, "
    "place + (count(*) OVER (PARTITION BY game, place) - 1) / 2 "
    "- (count(*) OVER (PARTITION BY game) + 1) / 2 AS places FROM seats"
)
"""Those who tie share the mean of their places, so that the places of a game add up to the same."""


class _Relative(NamedTuple):
    """A row of `RELATIVE`."""

    who: object
    game: str
    places: float


class SeatEffect(NamedTuple):
    """How much worse than the middle a seat places; below 0, better."""

    who: str
    """The position, clockwise from 0, or the name at the table."""
    places: Interval
    games: int


def seat_effects(tables: Tables) -> list[SeatEffect]:
    """Return the effect of each position, with intervals by games."""
    return _effects(tables, "position")


def name_effects(tables: Tables) -> list[SeatEffect]:
    """Return the same of each name at the table."""
    return _effects(tables, "seat")


def _effects(tables: Tables, by: str) -> list[SeatEffect]:
    by_name: dict[str, list[float]] = {}
    for each in tables.rows_as(_Relative, f"{RELATIVE.format(by=by)} ORDER BY ALL"):
        by_name.setdefault(str(each.who), []).append(each.places)
    return [_effect(name, places) for name, places in by_name.items()]


def _effect(who: str, places: Sequence[float]) -> SeatEffect:
    return SeatEffect(who, mean(numbers(places), np.ones(len(places))), len(places))


def places(family: str, lineups: Sequence[Mapping[str, str]]) -> Iterator[tuple[object, ...]]:
    """Play games of each lineup, each on seeds of its own; yield game, seat, position, place."""
    for at, seats in enumerate(lineups):
        table = TableConfig.model_validate(
            {"ruleset": family, "seats": dict(seats), "talk": {"protocol": "off"}}
        )
        seeds = [f"V16 {family} {at} {number}" for number in range(GAMES)]
        for number, each in enumerate(simulate(table, seeds, keep="results")):
            for position, name in enumerate(seats):
                yield f"g{at}-{number}", name, position, each.result["placements"][name]


def rotations(specs: Mapping[str, str]) -> list[dict[str, str]]:
    """Return the lineups in which each name sits once in each position."""
    return [{name: specs[name] for name in (*NAMES[at:], *NAMES[:at])} for at in range(len(NAMES))]


@cache
def effects(family: str, strong: str = "") -> Mapping[str, Sequence[SeatEffect]]:
    """Return the effects of positions and of names over all rotations; `strong` plays better."""
    specs = dict.fromkeys(NAMES, SAME)
    if strong:
        specs[strong] = "planted:strength(0.6)"
    with Tables.in_memory() as tables:
        tables.connection.executemany(
            "INSERT INTO seats (game, seat, position, place) VALUES (?, ?, ?, ?)",
            [list(each) for each in places(family, rotations(specs))],
        )
        return {"position": seat_effects(tables), "name": name_effects(tables)}


@pytest.mark.parametrize("family", FAMILIES)
def test_effects_add_up_to_none(family: str, figures: Figures) -> None:
    """What one seat gains others lose; the effects themselves are kept."""
    found = effects(family)["position"]
    for each in found:
        figures[f"seat {each.who}"] = [round(float(x), 3) for x in each.places]
    assert [each.who for each in found] == ["0", "1", "2", "3"]
    assert {each.games for each in found} == {4 * GAMES}
    assert sum(each.places.value for each in found) == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize("family", FAMILIES)
def test_names_that_sat_everywhere_have_no_effect(family: str) -> None:
    """Rotated over all positions, names of the same bot place alike (99.9 % of the time)."""
    for each in effects(family)["name"]:
        width = each.places.high - each.places.value
        assert abs(each.places.value) < width * 3.3 / 1.96


@pytest.mark.parametrize("family", FAMILIES)
def test_a_stronger_bot_is_told_from_a_seat(family: str) -> None:
    """One who plays better places better by name, and by rotation that is nobody's position."""
    by_name = {each.who: each.places for each in effects(family, "Cyd")["name"]}
    assert by_name["Cyd"].high < 0
    moved = max(abs(each.places.value) for each in effects(family, "Cyd")["position"])
    assert moved < abs(by_name["Cyd"].value)
