"""Proofs: what counts as found, in how many replicates, and that these can be played again."""

from dataclasses import replace
from math import comb
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.lab.estimate import Estimate
from arena.lab.proofs import PROOFS
from arena.lab.proofs.proof import (
    FAMILIES,
    Found,
    Proof,
    Replicate,
    Truth,
    passes,
    region,
    replicate,
    verdicts,
)
from arena.table.simulation import simulate
from tests.breadth import EACH_FAMILY

LIAR, HONEST = "planted:liar(0.5)", "planted:liar(0)"
SMALL = Proof(
    id="small",
    says="Of three bots one tells lies of the dice half the time.",
    seats={"Ada": LIAR, "Ben": HONEST, "Cyd": HONEST},
    truths=(
        Truth(measure="lie", entrant=LIAR, value=0.5),
        Truth(measure="lie", entrant=HONEST, value=0, kind="exact"),
    ),
    games=2,
)


def found(value: float | None, low: float | None = None, high: float | None = None,
          **more: Any) -> Replicate:  # noqa: ANN401 - any field  # fmt: skip
    """Return a replicate in which one estimate came out so."""
    one = Estimate(
        measure="lie", entrant="abe", value=value, low=low, high=high, opportunities=10, clusters=5
    )
    return [replace(one, **more)]


def judged(truth: Truth, *replicates: Replicate) -> Found:
    """Return what came of a truth."""
    proof = Proof(id="by_hand", says="", seats={}, truths=(truth,))
    (one,) = verdicts(proof, "moh", replicates)
    return one


def planted(kind: Any = "covered", value: float = 0.3, **more: Any) -> Truth:  # noqa: ANN401 - any field
    """Return a truth."""
    return Truth(measure="lie", entrant="abe", value=value, kind=kind, **more)


HELD, MISSED = found(0.35, 0.2, 0.4), found(0.5, 0.4, 0.6)
UNKNOWN = found(None, opportunities=0)

# --- how many replicates may miss ---


def chance(held: int, count: int, share: float) -> float:
    """Return the chance that so many of `count` are held."""
    return comb(count, held) * share**held * (1 - share) ** (count - held)


@pytest.mark.parametrize("share", [0.95, 0.05])
@pytest.mark.parametrize("count", [1, 12, 200])
def test_a_region_leaves_out_a_twentieth_of_a_percent_on_either_side(
    count: int, share: float
) -> None:
    """And not one number more than it has to: the exact binomial, term by term."""
    numbers = region(count, share)
    below = sum(chance(each, count, share) for each in range(numbers[0]))
    above = sum(chance(each, count, share) for each in range(numbers[-1] + 1, count + 1))
    assert max(below, above) <= 0.0005 + 1e-12
    assert below + chance(numbers[0], count, share) > 0.0005 - 1e-12
    assert above + chance(numbers[-1], count, share) > 0.0005 - 1e-12
    assert 0 <= numbers[0] <= numbers[-1] <= count


@given(st.integers(1, 300), st.floats(0.01, 0.99))
def test_the_region_of_misses_is_that_of_hits_mirrored(count: int, share: float) -> None:
    """Which of the two is counted makes no difference."""
    hits, misses = region(count, share), region(count, 1 - share)
    assert abs(hits[0] - (count - misses[-1])) <= 1
    assert abs(hits[-1] - (count - misses[0])) <= 1


# --- covered ---


def test_intervals_that_hold_the_value_often_enough_prove_it() -> None:
    """190 of 200 are what 95 % says."""
    one = judged(planted(), *[HELD] * 190, *[MISSED] * 10)
    assert (one.passed, one.held, one.replicates, one.opportunities) == (True, 190, 200, 2000)
    assert one.mean == pytest.approx((190 * 0.35 + 10 * 0.5) / 200)


def test_intervals_that_miss_too_often_do_not() -> None:
    """The bound is that of the region."""
    least = region(200, 0.95)[0]
    assert judged(planted(), *[HELD] * least, *[MISSED] * (200 - least)).passed
    assert not judged(planted(), *[HELD] * (least - 1), *[MISSED] * (201 - least)).passed


def test_intervals_that_always_hold_the_value_say_too_little() -> None:
    """In 200 replicates some have to miss; in 12 all may hold."""
    assert not judged(planted(), *[HELD] * 200).passed
    assert judged(planted(), *[HELD] * 12).passed


@pytest.mark.parametrize("bound", [(0.3, 0.5), (0.1, 0.3)])
def test_a_bound_belongs_to_its_interval(bound: tuple[float, float]) -> None:
    """A value on it is held."""
    assert judged(planted(), found(0.3, *bound)).held == 1


def test_an_estimate_without_bounds_holds_nothing() -> None:
    """It is no replicate: there was nothing that could have held."""
    one = judged(planted(), *[found(0.3)] * 12)
    assert (one.held, one.replicates, one.passed) == (0, 0, False)


@pytest.mark.parametrize("kind", ["covered", "alarm"])
def test_two_replicates_prove_nothing(kind: str) -> None:
    """So few that all may miss, or all raise an alarm: whatever came out would do."""
    assert not judged(planted(kind), HELD, HELD).passed
    assert judged(planted(kind), HELD, HELD, HELD).passed
    assert not judged(planted(kind), MISSED, MISSED, MISSED).passed


# --- exact ---


def test_what_is_certain_has_to_come_out_every_time() -> None:
    """One replicate that is off is too many; rounding is not off."""
    assert judged(planted("exact"), found(0.3), found(0.1 + 0.2)).passed
    assert not judged(planted("exact"), *[found(0.3)] * 199, found(0.3001)).passed


def test_what_is_certain_is_not_found_by_an_interval() -> None:
    """However well it holds the value."""
    assert not judged(planted("exact"), HELD).passed


# --- alarm ---


def test_alarms_may_be_rare_but_not_frequent() -> None:
    """An interval that leaves out the value of no effect is one; none at all is no fault."""
    truth, most = planted("alarm"), region(200, 0.05)[-1]
    assert judged(truth, *[HELD] * 200).passed
    assert judged(truth, *[HELD] * (200 - most), *[MISSED] * most).passed
    assert not judged(truth, *[HELD] * (199 - most), *[MISSED] * (most + 1)).passed


# --- what there is to judge by ---


@pytest.mark.parametrize("kind", ["covered", "exact", "alarm"])
def test_a_truth_that_was_never_measured_is_not_found(kind: str) -> None:
    """No opportunity, no replicate, another entrant, another group."""
    for replicates in (
        [UNKNOWN] * 12, [], [found(0.3, 0.2, 0.4, entrant="zoe")] * 12,
        [found(0.3, 0.2, 0.4, group="red")] * 12, [found(0.3, 0.2, 0.4, measure="relay")] * 12,
    ):  # fmt: skip
        one = judged(planted(kind), *replicates)
        assert (one.passed, one.replicates, one.mean) == (False, 0, None)


def test_replicates_without_an_opportunity_are_left_out() -> None:
    """They neither hold nor miss."""
    one = judged(planted(), *[HELD] * 190, *[MISSED] * 10, *[UNKNOWN] * 50)
    assert (one.passed, one.replicates) == (True, 200)


def test_a_truth_may_ask_for_opportunities() -> None:
    """All replicates together must have so many."""
    assert judged(planted(least=120), *[HELD] * 12).passed
    assert not judged(planted(least=121), *[HELD] * 12).passed


def test_each_replicate_leaves_a_mark() -> None:
    """Held, missed, or without an opportunity: what was found follows from these alone."""
    one = judged(planted(), HELD, UNKNOWN, MISSED, *[HELD] * 9)
    assert (one.holds, one.held, one.replicates) == ("1.0" + "1" * 9, 10, 11)
    assert one.passed is passes("covered", one.holds) is True
    assert not passes("exact", one.holds)
    assert not passes("exact", "...")


def test_a_group_is_judged_by_its_own_estimates() -> None:
    """Where a measure has several."""
    both = [*found(0.3, 0.2, 0.4, group="red"), *found(0.9, 0.8, 1.0, group="blue")]
    assert judged(planted(group="red"), *[both] * 12).held == 12
    assert judged(planted(group="blue"), *[both] * 12).held == 0


def test_only_truths_of_the_family_are_judged() -> None:
    """And its games are only played where there are some."""
    truth = planted(families=("osaczeni",))
    proof = Proof(id="by_hand", says="", seats={}, truths=(truth,))
    assert proof.families == ("osaczeni",)
    assert verdicts(proof, "moh", [HELD]) == []
    assert [each.family for each in verdicts(proof, "osaczeni", [HELD])] == ["osaczeni"]


def test_what_came_of_a_truth_is_told_in_a_line_and_as_data() -> None:
    """Both say what was planted, found and held."""
    one = judged(planted(), *[HELD] * 12)
    assert str(one).startswith("ok ")
    assert "planted 0.3000 found 0.3500 held 12 of 12, 120 opportunities" in str(one)
    assert str(judged(planted(), MISSED)).startswith("NOT ")
    assert one.data() == {
        "proof": "by_hand", "family": "moh", "measure": "lie", "entrant": "abe", "group": "",
        "kind": "covered", "planted": 0.3, "found": one.mean, "replicates": 12, "held": 12,
        "opportunities": 120, "passed": True, "holds": "1" * 12,
    }  # fmt: skip


# --- games ---


@pytest.mark.parametrize("family", EACH_FAMILY)
def test_a_replicate_comes_out_the_same_twice(family: str) -> None:
    """And another number, or another proof's id, gives other games."""
    first = replicate(SMALL, family, 0)
    assert replicate(SMALL, family, 0) == first
    assert replicate(SMALL, family, 1) != first
    assert replicate(replace(SMALL, id="other"), family, 0) != first


@pytest.mark.parametrize("family", EACH_FAMILY)
def test_games_of_planted_seats_have_the_same_bytes_twice(family: str) -> None:
    """By their seed, which another seed changes."""
    one, again, other = simulate(SMALL.table(family), ["a", "a", "b"])
    assert one.lines == again.lines
    assert len(one.lines) > 100
    assert other.lines != one.lines


@pytest.mark.parametrize("family", EACH_FAMILY)
def test_a_replicate_has_the_measures_of_its_truths_for_every_entrant(family: str) -> None:
    """Each once, by name; the honest one's rate is exact."""
    estimates = replicate(SMALL, family, 0)
    assert [(each.measure, each.entrant) for each in estimates] == [("lie", HONEST), ("lie", LIAR)]
    assert estimates[0].value == 0
    assert estimates[0].opportunities > 0
    assert estimates[0].clusters <= SMALL.games


def test_options_of_a_ruleset_are_those_of_its_family() -> None:
    """The other family has its own."""
    proof = replace(SMALL, rules={"moh": {"dead_may_play_cards": True}})
    assert proof.table("moh").rules == {"dead_may_play_cards": True}
    assert proof.table("osaczeni").rules == {}
    assert proof.table("osaczeni").ruleset == "osaczeni"
    assert dict(proof.table("moh").seats) == dict(SMALL.seats)


@pytest.mark.parametrize("name", PROOFS)
def test_every_proof_plants_who_sits_at_its_table(name: str) -> None:
    """Each truth is of an entrant who plays, once, in a family that there is."""
    proof = PROOFS[name]
    assert proof.id == name
    planted_ = [(each.measure, each.entrant, each.group) for each in proof.truths]
    assert len(set(planted_)) == len(planted_) > 0
    for each in proof.truths:
        assert set(each.families) <= set(FAMILIES)
    for family in proof.families:
        assert proof.table(family).ruleset == family
