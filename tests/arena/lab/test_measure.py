"""The registry of measures: what each says of itself, and that its opportunities are in order."""

from collections.abc import Sequence
from functools import cache

import pytest

from arena.lab.measure import Opportunity
from arena.lab.measures import MEASURES, opportunities
from arena.lab.proofs import PROOFS
from arena.lab.proofs.proving import is_proven
from tests.arena.lab.simulated import read
from tests.breadth import EACH_RULESET

SEEDS = ("5", "6")


@cache
def counted(ruleset: str) -> dict[str, Sequence[Opportunity]]:
    """Return what is counted in two games of a ruleset, by measure."""
    found: dict[str, list[Opportunity]] = {name: [] for name in MEASURES}
    for seed in SEEDS:
        for name, each in opportunities(read(ruleset, seed)):
            found[name].append(each)
    return {name: tuple(each) for name, each in found.items()}


@pytest.mark.parametrize("name", MEASURES)
def test_every_measure_says_what_it_is(name: str) -> None:
    """In sentences; numbers are those of the catalogue."""
    measure = MEASURES[name]
    assert measure.id == name
    assert name.isidentifier()
    assert 1 <= measure.number <= 40
    for sentence in (measure.definition, measure.needs, measure.source):
        assert sentence.endswith(".")
        assert "  " not in sentence
    assert measure.name
    assert measure.unit
    assert measure.least >= 1


def test_measures_have_names_of_their_own() -> None:
    """No two could be mixed up where they are shown."""
    names = [each.name for each in MEASURES.values()]
    assert sorted(set(names)) == sorted(names)


@pytest.mark.parametrize("name", [name for name, each in MEASURES.items() if each.proof])
def test_every_measure_that_names_a_proof_has_a_planted_truth(name: str) -> None:
    """In the proof that it names."""
    proof = PROOFS[MEASURES[name].proof]
    assert name in {each.measure for each in proof.truths}


def test_a_measure_without_a_proof_is_not_proven() -> None:
    """Nothing is planted for it, so it is not shown."""
    planted = {truth.measure for proof in PROOFS.values() for truth in proof.truths}
    unnamed = {name for name, each in MEASURES.items() if not each.proof}
    assert not unnamed & planted
    assert not any(is_proven(MEASURES[name]) for name in unnamed)


def test_every_planted_truth_is_of_a_measure() -> None:
    """None is proven that there is not."""
    planted = {truth.measure for proof in PROOFS.values() for truth in proof.truths}
    assert planted <= set(MEASURES)


@pytest.mark.parametrize("ruleset", EACH_RULESET)
def test_what_is_excluded_has_a_reason_and_what_counts_an_outcome(ruleset: str) -> None:
    """Never both, never neither."""
    for name, rows in counted(ruleset).items():
        for each in rows:
            assert (each.outcome is None) is (each.excluded is not None), (name, each)
            assert each.excluded != ""
            assert each.weight >= 0


@pytest.mark.parametrize("ruleset", EACH_RULESET)
def test_outcomes_fit_the_shape_of_their_measure(ruleset: str) -> None:
    """A share's lie between 0 and 1; those of a difference stand in one of two groups."""
    for name, rows in counted(ruleset).items():
        measure = MEASURES[name]
        for each in rows:
            if each.outcome is None or measure.estimate is not None:
                continue
            if measure.shape == "share":
                assert 0 <= each.outcome <= 1, (name, each)
            if measure.shape == "difference":
                assert each.group in {"yes", "no"}, (name, each)


@pytest.mark.parametrize("ruleset", EACH_RULESET)
def test_every_opportunity_can_be_looked_up(ruleset: str) -> None:
    """Its record and its seats are those of the game, in a round that there was."""
    for seed in SEEDS:
        game = read(ruleset, seed)
        for name, each in opportunities(game):
            assert game.records[each.at].at == each.at, name
            assert each.actor in game.seats, name
            assert set(each.others) <= set(game.seats) - {each.actor}, (name, each)
            assert each.round in {*game.rounds, 0}, name


@pytest.mark.parametrize("ruleset", EACH_RULESET)
def test_counting_twice_counts_the_same(ruleset: str) -> None:
    """No measure changes a game, or what another measure finds in it."""
    game = read(ruleset)
    first = list(opportunities(game))
    backwards = [
        (name, each) for name in reversed(MEASURES) for each in MEASURES[name].counted(game)
    ]
    assert sorted(map(repr, backwards)) == sorted(map(repr, first))
    assert list(opportunities(game)) == first
