"""Blocs: sets that vote together more than the luckiest set by chance."""

import pytest

from arena.lab.measures import MEASURES
from arena.lab.measures.blocs import ALPHA, ANY, MEMBER, blocs_of
from arena.lab.permuting import DRAWS, shared
from tests.arena.lab.company_games import counted, game, played, vote
from tests.breadth import EACH_FAMILY

TOGETHER = {"Ada": "Cyd", "Ben": "Cyd", "Cyd": "Dan", "Dan": "Cyd"}
LEFT, RIGHT = "planted:bloc(Ada_Ben_Cyd,1.0)", "planted:bloc(Dan_Eve_Fox,1.0)"


def test_two_who_always_vote_together_are_a_bloc() -> None:
    """The others take turns."""
    calls = [
        vote(10 * at, {**TOGETHER, "Cyd": third, "Dan": fourth}, round_=at)
        for at, (third, fourth) in enumerate([("Dan", "Ada"), ("Ada", "Ben")] * 5, 1)
    ]
    whole = game(calls)
    found = blocs_of(whole, list(shared(whole)))
    assert found is not None
    assert found.p <= ALPHA
    assert found.blocs == (frozenset({"Ada", "Ben"}),)


def test_one_common_vote_is_no_bloc() -> None:
    """It is what chance has."""
    whole = game([vote(10, TOGETHER)])
    found = blocs_of(whole, list(shared(whole)))
    assert found is not None
    assert found.blocs == ()
    assert found.p > ALPHA


def test_without_a_vote_that_tells_there_was_no_opportunity() -> None:
    """Which is not a game without a bloc."""
    rows = list(MEASURES["blocs"].counted(game([vote(10, {"Ada": "Ada", "Ben": "Ben"})])))
    assert rows
    assert {(each.outcome, each.excluded) for each in rows} == {
        (None, "no shared ballot that tells")
    }


@pytest.mark.parametrize("family", EACH_FAMILY)
def test_p_is_one_of_the_ranks_and_a_member_is_in_some_bloc(family: str) -> None:
    """Whoever was in one, there was one; p comes in steps of the draws and the game itself."""
    games = played(family, *["random"] * 6)
    for each in games:
        found = blocs_of(each, list(shared(each)))
        assert found is not None
        assert round(found.p * (DRAWS + 1)) in range(1, DRAWS + 2)
        assert bool(found.blocs) is (found.p <= ALPHA)
    rows = counted("blocs", *games)
    member = [each.outcome for each in rows if each.group == MEMBER]
    there = [each.outcome for each in rows if each.group == ANY]
    assert len(member) == len(there) == 6 * len(games)
    assert all(own <= any_ for own, any_ in zip(member, there, strict=True) if own and any_)


@pytest.mark.slow
@pytest.mark.parametrize("family", EACH_FAMILY)
def test_planted_blocs_are_recovered_and_never_mixed(family: str) -> None:
    """V8: two blocs of three are found in more than half of the games, and mostly unmixed."""
    games = played(family, LEFT, LEFT, LEFT, RIGHT, RIGHT, RIGHT, count=30)
    sides = (frozenset({"Ada", "Ben", "Cyd"}), frozenset({"Dan", "Eve", "Fox"}))
    found = [blocs_of(each, list(shared(each))) for each in games]
    blocs = [bloc for each in found if each is not None for bloc in each.blocs]
    assert sum(bool(each and each.blocs) for each in found) > len(games) / 2
    assert sum(any(bloc <= side for side in sides) for bloc in blocs) > 0.9 * len(blocs)


def test_the_stability_of_a_bloc_is_the_overlap_of_its_halves() -> None:
    """The same two in both halves: 1."""
    calls = [
        vote(10 * at, {**TOGETHER, "Cyd": third, "Dan": fourth}, round_=at)
        for at, (third, fourth) in enumerate([("Dan", "Ada"), ("Ada", "Ben")] * 5, 1)
    ]
    rows = list(MEASURES["bloc_stability"].counted(game(calls)))
    assert {each.actor for each in rows} == {"Ada", "Ben"}
    assert {each.excluded or each.outcome for each in rows} == {1.0}
