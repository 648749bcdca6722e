"""V16: what a seat is worth where all seats are the same bot, and that it is measured fairly."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache

import pytest

from arena.config import TableConfig
from arena.lab.seat_effects import SeatEffect, name_effects, seat_effects
from arena.lab.tables import Tables
from arena.table import simulate
from tests.proofs.kept import Figures

FAMILIES = ("moh", "osaczeni")
NAMES = ("Ada", "Ben", "Cyd", "Dan")
SAME = "planted:strength(0)"
GAMES = 40
"""Of each lineup: four of them."""


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
