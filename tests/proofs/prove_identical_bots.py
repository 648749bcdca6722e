"""V14: duplicates of one seed, played by identical bots, differ in nothing.

Two SPECs that say the same are two entrants of one conduct.
"""

from collections.abc import Mapping
from functools import cache
from typing import Any

import pytest

from arena.config import TableConfig
from arena.lab.estimates import estimate
from arena.lab.filling import rows_of
from arena.lab.measures import MEASURES
from arena.lab.reading import game_of
from arena.lab.tables import Tables
from arena.table import simulate
from tests.proofs.kept import Figures

FAMILIES = ("moh", "osaczeni")
NAMES = ("Ada", "Ben", "Cyd", "Dan")
ONE, SAME, OTHER = "planted:liar(0.5)", "planted:liar(0.50)", "planted:liar(1)"
SEEDS = tuple(range(6))
TALK = {"protocol": "round_robin", "replies": 0}
Rows = Mapping[str, list[Mapping[str, Any]]]


@cache
def duplicates(family: str, at: int, spec: str) -> tuple[Rows, ...]:
    """Play each seed with an entrant in one seat, the others' in the rest; return all rows."""
    seats = dict.fromkeys(NAMES, ONE) | {NAMES[at]: spec}
    table = TableConfig.model_validate({"ruleset": family, "seats": seats, "talk": TALK})
    return tuple(
        rows_of(game_of(each.header, each.bodies, game="g")) for each in simulate(table, SEEDS)
    )


def without_names(rows: Rows) -> dict[str, list[dict[str, Any]]]:
    """Leave out who the entrants were, and what the hashes make of it, clusters too."""
    hidden = {"entrant", "spec", "digest", "cluster", "course"}
    return {
        table: [{key: row[key] for key in row.keys() - hidden} for row in found]
        for table, found in rows.items()
    }


def outcomes(rows: Rows, seat: str) -> list[tuple[str, int, float | None]]:
    """Return what each measure counts of a seat."""
    return [
        (row["measure"], row["at"], row["outcome"])
        for row in rows["opportunities"]
        if row["actor"] == seat
    ]


@pytest.mark.parametrize("family", FAMILIES)
def test_identical_bots_have_a_paired_difference_of_0(family: str) -> None:
    """In every seat of every seed, each row of each table is the same for both entrants."""
    for at in range(len(NAMES)):
        for one, same in zip(
            duplicates(family, at, ONE), duplicates(family, at, SAME), strict=True
        ):
            assert without_names(one) == without_names(same)


@pytest.mark.parametrize("family", FAMILIES)
def test_other_bots_have_one(family: str) -> None:
    """A bot that lies more is told apart in the same seats and seeds."""
    pairs = [
        (outcomes(one, NAMES[at]), outcomes(other, NAMES[at]))
        for at in range(len(NAMES))
        for one, other in zip(
            duplicates(family, at, ONE), duplicates(family, at, OTHER), strict=True
        )
    ]
    assert any(one != other for one, other in pairs)


@pytest.mark.parametrize("family", FAMILIES)
def test_rotated_lineups_give_identical_bots_the_same_estimates(
    family: str, figures: Figures
) -> None:
    """Each of two entrants once in every seat, on the same seeds: every estimate is the same."""
    found = {spec: rotated(family, spec) for spec in (ONE, SAME)}
    figures |= {"lie": found[ONE]["lie"]}
    assert found[ONE] == found[SAME]
    assert found[ONE]["lie"] not in {None, 0, 1}


def rotated(family: str, spec: str) -> dict[str, float | None]:
    """Return every measure over all lineups in which the entrant sits in one seat, by its seat."""
    games = []
    for at in range(len(NAMES)):
        seats = dict.fromkeys(NAMES, ONE) | {NAMES[at]: spec}
        table = TableConfig.model_validate({"ruleset": family, "seats": seats, "talk": TALK})
        for number, each in enumerate(simulate(table, SEEDS)):
            game = game_of(each.header, each.bodies, game=f"g{at}-{number}")
            named = {name: "it" if name == NAMES[at] else "others" for name in NAMES}
            object.__setattr__(game, "entrants", named)
            games.append(game)
    with Tables.in_memory(games) as tables:
        return {
            f"{each.measure}{each.group}": each.value
            for measure in MEASURES.values()
            for each in estimate(tables, measure)
            if each.entrant == "it"
        }
