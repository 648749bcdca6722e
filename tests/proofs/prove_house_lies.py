"""House bots at the lab's tables: what their dials draw is what is measured.

The honesty dial is a coin for each turn: a bot that means it reports the dice as it saw them.
Where the coin falls the other way, it lies, keeps silent, or lies to one and not to the other, as
its tactics have it; so the dial plants that coin and not a rate, and its lies are fewer than that.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from hashlib import blake2b

import pytest

from arena.config import TableConfig
from arena.lab.estimate import Estimate
from arena.lab.estimates import estimate
from arena.lab.game import Game, Report
from arena.lab.measures import MEASURES
from arena.lab.reading import game_of
from arena.lab.tables import Tables
from arena.seats.house import DIALS, PLAIN, Dials
from arena.seats.house.listening import means_it
from arena.table.new_header import bots_seed
from arena.table.simulation import simulate
from tests.proofs.kept import Figures

FAMILIES = ("moh", "osaczeni")
SEATS = {
    "Ada": "house", "Ben": "house:liar", "Cyd": "house:honest", "Dan": "house:greedy",
    "Eve": "house:gullible",
}  # fmt: skip
GAMES = 40


def dials(spec: str) -> Dials:
    """Return the dials of a SPEC."""
    return DIALS.get(spec.partition(":")[2], PLAIN)


@cache
def games(family: str) -> tuple[Game, ...]:
    """Return talking games of all kinds of house bots."""
    table = TableConfig.model_validate({"ruleset": family, "seats": SEATS})
    return tuple(
        game_of(each.header, each.bodies, game=f"g{at}")
        for at, each in enumerate(simulate(table, range(GAMES)))
    )


def reports(family: str) -> Iterator[tuple[bool, Report]]:
    """Yield each report of dice seen, and whether its bot drew that it means what it says."""
    for game in games(family):
        key = blake2b(bots_seed(game.header.seed).encode(), digest_size=32).digest()
        for each in game.reports:
            if each.saw:
                said = each.message
                yield means_it(key, said.turn, dials(SEATS[said.speaker]), "dice"), each


@cache
def estimated(family: str, measure: str) -> Mapping[str, Estimate]:
    """Return what the lab estimates in these games, by SPEC."""
    with Tables.in_memory(games(family), (measure,)) as tables:
        return {each.entrant: each for each in estimate(tables, MEASURES[measure])}


@pytest.mark.parametrize("family", FAMILIES)
def test_no_report_that_was_meant_is_counted_as_a_lie(family: str, figures: Figures) -> None:
    """Not one of some hundreds; and each lie is one that was not meant."""
    found = list(reports(family))
    meant = [each for honest, each in found if honest]
    lies = sum(each.false for honest, each in found if not honest)
    figures |= {"meant": len(meant), "lies": lies}
    assert len(meant) > 100
    assert not any(each.false for each in meant)
    assert lies > 50


@pytest.mark.parametrize("family", FAMILIES)
def test_lies_are_as_many_as_the_bots_told(family: str) -> None:
    """By bot: the same count as of false reports, and never more than its coin allows."""
    for spec, each in estimated(family, "lie").items():
        own = [one for _, one in reports(family) if SEATS[one.message.speaker] == spec]
        assert each.opportunities == len(own) > 0
        assert each.value == pytest.approx(sum(one.false for one in own) / len(own))
        assert each.low is not None
        assert each.low <= 1 - dials(spec).honesty


@pytest.mark.parametrize("family", FAMILIES)
def test_who_is_more_honest_lies_less(family: str, figures: Figures) -> None:
    """From the liar to the honest one, whose lies and broken deals are none, or nearly so."""
    lies, deals = estimated(family, "lie"), estimated(family, "deal")
    share = {spec: each.value or 0.0 for spec, each in lies.items()}
    kept = {spec: each.value or 0.0 for spec, each in deals.items()}
    figures |= {"lies": share, "deals_kept": kept}
    assert share["house:liar"] > max(share["house"], share["house:gullible"])
    assert min(share["house"], share["house:gullible"]) > share["house:honest"] == 0
    assert kept["house:liar"] < kept["house:greedy"] < kept["house"] <= kept["house:honest"]
