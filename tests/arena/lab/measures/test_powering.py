"""Measures of voting power: a row a ballot, and what comes of them."""

from collections.abc import Callable, Iterator
from functools import cache

import pytest

from arena.config import TableConfig
from arena.lab.estimates import estimate
from arena.lab.game import Game
from arena.lab.measure import Opportunity
from arena.lab.measures import MEASURES
from arena.lab.measures.powering import (
    banzhafs,
    conversions,
    pivots,
    powers,
    shapleys,
)
from arena.lab.reading import game_of
from arena.lab.tables import Tables
from arena.table import simulate
from tests.breadth import EACH_FAMILY

FAMILIES = ("moh", "osaczeni")
NAMES = ("Ada", "Ben", "Cyd", "Dan", "Eve")
Counted = Callable[[Game], Iterator[Opportunity]]
ALL: tuple[Counted, ...] = (powers, banzhafs, shapleys, pivots)
IDS = ("powers", "banzhafs", "shapleys", "pivots")


@cache
def games(family: str, count: int = 8) -> tuple[Game, ...]:
    """Return games of bots that vote at random, in silence."""
    table = TableConfig.model_validate(
        {"ruleset": family, "seats": dict.fromkeys(NAMES, "random"), "talk": {"protocol": "off"}}
    )
    return tuple(
        game_of(each.header, each.bodies, game=f"g{at}")
        for at, each in enumerate(simulate(table, range(count)))
    )


@pytest.mark.parametrize("family", EACH_FAMILY)
@pytest.mark.parametrize("counted", ALL, ids=IDS)
def test_every_ballot_cast_is_an_opportunity(family: str, counted: Counted) -> None:
    """Each voter of each ballot has a row there, and so has who breaks a tie with the token."""
    for game in games(family):
        cast = [(b.at, voter) for v in game.votes for b in v.ballots for voter in b.cast]
        broken = [v.tie[:2] for v in game.votes if v.tie is not None]
        assert sorted((each.at, each.actor) for each in counted(game)) == sorted(cast + broken)


def test_who_breaks_a_tie_decides_alone() -> None:
    """OSA-21: the tie break is a ballot of one, in all four measures."""
    for counted in ALL:
        rows = [each for game in games("osaczeni") for each in counted(game)]
        assert {each.outcome for each in rows if each.group == "tie"} == {1.0}


@pytest.mark.parametrize("family", EACH_FAMILY)
@pytest.mark.parametrize("counted", [banzhafs, shapleys], ids=IDS[1:3])
def test_indices_of_a_ballot_add_up_to_one(family: str, counted: Counted) -> None:
    """What one voter has of the power of a ballot, the others have not."""
    for game in games(family):
        totals: dict[int, float] = {}
        for each in counted(game):
            totals[each.at] = totals.get(each.at, 0) + (each.outcome or 0)
        assert totals
        assert list(totals.values()) == pytest.approx([1] * len(totals))


@pytest.mark.parametrize("family", EACH_FAMILY)
def test_a_group_names_own_and_all_weights(family: str) -> None:
    """First ballots are named by their weights; re-votes and ties stand apart."""
    seen = set()
    for game in games(family):
        firsts = {b.at: b for v in game.votes for b in v.ballots if b.number == 1}
        for each in powers(game):
            if each.at in firsts:
                weights = firsts[each.at].weights
                ordered = "+".join(str(w) for w in sorted(weights.values())[::-1])
                assert each.group == f"{weights[each.actor]} of {ordered}"
            seen.add(each.group)
    assert seen >= {"revote" if family == "moh" else "tie", "2 of 2+1"}


@pytest.mark.parametrize("family", EACH_FAMILY)
def test_favourable_is_to_find_whom_one_voted_for_or_not_oneself(family: str) -> None:
    """In an election the vote found the own last choice; in an attack somebody else."""
    kinds = set()
    for game in games(family):
        rows = {(each.at, each.actor): each for each in conversions(game)}
        for vote in game.votes:
            for voter in vote.ballots[0].cast if vote.ballots else ():
                row = rows[vote.ballots[0].at, voter]
                if row.excluded:
                    assert row.weight == 0
                    continue
                last = [b.cast[voter] for b in vote.ballots][-1]
                lucky = vote.chosen != voter if vote.kind == "attack" else vote.chosen == last
                assert (row.outcome or 0) * row.weight == pytest.approx(float(lucky))
                kinds.add((vote.kind == "attack", lucky))
    assert len(kinds) == 4


@pytest.mark.parametrize("family", EACH_FAMILY)
def test_who_has_no_power_converts_none(family: str) -> None:
    """A voter who can change nothing is left out with the reason, not counted as lucky."""
    rows = [each for game in games(family) for each in conversions(game)]
    assert {(each.excluded, each.outcome) for each in rows if not each.weight} == {
        ("no power", None)
    }


@pytest.mark.parametrize("family", EACH_FAMILY)
def test_kinds_of_ballots_are_estimated_apart(family: str) -> None:
    """Beside all ballots together, those of V11 have an estimate each; and all are of all games."""
    with Tables.in_memory(games(family)) as tables:
        found = {each.group: each for each in estimate(tables, MEASURES["power"])}
    assert set(found) == {"", *MEASURES["power"].groups}
    rows = [each for game in games(family) for each in powers(game)]
    assert found[""].opportunities == len(rows)
    assert found[""].value == pytest.approx(sum(each.outcome or 0 for each in rows) / len(rows))
    assert found["2 of 2+1"].value == 1
    assert found["1 of 2+1"].value == 0
