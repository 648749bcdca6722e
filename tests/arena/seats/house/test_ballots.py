from collections.abc import Sequence
from itertools import product

import pytest

from arena.seats.house.ballots import MOST, Voter, leaning, lose_chance, odds


def by_hand(voters: Sequence[Voter], candidates: int, mine: int) -> list[list[float]]:
    """Count every way to vote one by one."""
    rows = []
    for choice in range(candidates):
        chances = [0.0] * candidates
        for ballots in product(range(candidates), repeat=len(voters)):
            totals = [mine * (at == choice) for at in range(candidates)]
            chance = 1.0
            for (weight, leans), ballot in zip(voters, ballots, strict=True):
                totals[ballot] += weight
                chance *= leans[ballot]
            tied = [at for at in range(candidates) if totals[at] == max(totals)]
            for at in tied:
                chances[at] += chance / len(tied)
        rows.append(chances)
    return rows


def test_who_may_not_vote_leaves_the_rest_as_it_was() -> None:
    """A Threat that is played with a chance of a third, always for the second candidate."""
    never, always = odds([(2, (1.0, 0.0))], 2, 1), odds([(2, (1.0, 0.0)), (1, (0.0, 1.0))], 2, 1)
    found = odds([(2, (1.0, 0.0)), (1, (0.0, 1 / 3))], 2, 1)
    for row, without, with_it in zip(found, never, always, strict=True):
        assert row == pytest.approx(
            [2 / 3 * a + 1 / 3 * b for a, b in zip(without, with_it, strict=True)]
        )


@pytest.mark.parametrize(
    ("voters", "candidates", "mine"),
    [
        ([], 2, 1),
        ([(2, (0.5, 0.5))], 2, 1),
        ([(1, (0.2, 0.3, 0.5)), (2, (0.6, 0.4, 0.0))], 3, 2),
        ([(3, (0.25,) * 4), (1, (0.1, 0.2, 0.3, 0.4)), (2, (0.0, 0.0, 1.0, 0.0))], 4, 0),
    ],
)
def test_the_odds_are_those_of_every_way_to_vote(
    voters: list[Voter], candidates: int, mine: int
) -> None:
    """Merging by totals loses nothing."""
    for found, expected in zip(
        odds(voters, candidates, mine), by_hand(voters, candidates, mine), strict=True
    ):
        assert found == pytest.approx(expected)


def test_somebody_always_wins() -> None:
    """Also where the least likely totals are left out of the count."""
    voters = [(weight, (1 / 6,) * 6) for weight in (1, 2, 3, 4, 5)]
    assert MOST < 6**5
    assert [sum(row) for row in odds(voters, 6, 2)] == pytest.approx([1.0] * 6)


def test_a_larger_ballot_than_all_others_decides() -> None:
    """Five votes against three."""
    rows = odds([(2, (0.5, 0.5)), (1, (0.5, 0.5))], 2, 5)
    assert rows[0] == pytest.approx([1.0, 0.0])
    assert rows[1] == pytest.approx([0.0, 1.0])


def test_a_voter_leans_to_those_who_appeal_and_away_from_himself() -> None:
    """Chances add up to one."""
    leans = leaning(3, 0, [1.0, 1.0, 3.0])
    assert sum(leans) == pytest.approx(1.0)
    assert leans[2] > leans[1] > leans[0] > 0
    assert leaning(2, None, [1.0, 1.0]) == (0.5, 0.5)


def test_who_is_alone_loses_and_who_is_hidden_does_not() -> None:
    """One candidate needs no ballot (MOH-23); without votes there is nobody to eat."""
    assert lose_chance(1, ()) == 1.0
    assert lose_chance(0, (2, 1)) == 0.0
    assert lose_chance(0, ()) == 0.0


def test_between_two_the_larger_weight_is_safe() -> None:
    """I vote for the other, and count for more."""
    assert lose_chance(2, (1,)) == 0.0
    assert lose_chance(1, (2,)) > 0.8
    assert 0.4 < lose_chance(1, (1,)) < 0.6


@pytest.mark.parametrize("others", [(1,), (2, 1), (3, 2, 1), (2, 2, 1, 1)])
def test_more_votes_of_mine_never_harm(others: tuple[int, ...]) -> None:
    """A Gunman or a Threat can only help."""
    chances = [lose_chance(mine, others) for mine in (1, 2, 3, 4, 5)]
    assert chances == sorted(chances, reverse=True)
    assert chances[0] > chances[-1]


def test_a_crowd_is_safer_than_a_pair_of_equals() -> None:
    """One of five is eaten less often than one of two."""
    assert lose_chance(1, (1, 1, 1, 1)) < lose_chance(1, (1,))
