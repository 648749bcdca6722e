"""Vote alignment: what two voters of a ballot have in common beyond chance."""

from itertools import product

import pytest

from arena.lab.estimates import estimate
from arena.lab.measures import MEASURES
from arena.lab.permuting import Cast, Shared
from arena.lab.tables import Tables
from tests.arena.lab.company_games import counted, game, played, vote
from tests.breadth import EACH_FAMILY

PAIR = "planted:bloc(Ada_Ben,1.0)"


def test_two_who_vote_for_the_same_third_are_fully_aligned() -> None:
    """Of three others each: the chance is 2/9, and so much is taken off."""
    cast = {"Ada": "Cyd", "Ben": "Cyd", "Cyd": "Dan", "Dan": "Ada"}
    rows = counted("alignment", game([vote(10, cast)]))
    own = [each for each in rows if each.actor == "Ada" and each.others == ("Ben",)]
    assert [each.outcome for each in own] == pytest.approx([1.0])
    assert [each.weight for each in own] == pytest.approx([7 / 9])


def test_who_votes_for_itself_is_expected_to() -> None:
    """So another is expected to vote for it as for any other: one in three."""
    cast = {"Ada": "Ada", "Ben": "Ada", "Cyd": "Dan", "Dan": "Cyd"}
    rows = counted("alignment", game([vote(10, cast)]))
    met = {each.actor: each for each in rows if each.others == ("Ada",)}
    assert met["Ben"].weight == pytest.approx(2 / 3)
    assert met["Ben"].outcome == pytest.approx(1.0)
    assert met["Cyd"].outcome == pytest.approx(-0.5)


def test_where_no_choice_tells_the_pair_is_excluded_with_the_reason() -> None:
    """Both for themselves could not agree; of two candidates, one for itself, neither differ."""
    both = game([vote(10, {"Ada": "Ada", "Ben": "Ben"})])
    one = game([vote(10, {"Ada": "Ada", "Ben": "Ada"})])
    measure = MEASURES["alignment"]
    assert {each.excluded for each in measure.counted(both)} == {"could not agree"}
    assert {each.excluded for each in measure.counted(one)} == {"could not differ"}


def test_the_expected_agreement_is_that_of_all_pairs_of_options() -> None:
    """Counted one by one, for every pattern of votes for oneself."""
    for own in product((True, False), repeat=2):
        cast = {"Ada": "Ada" if own[0] else "Dan", "Ben": "Ben" if own[1] else "Dan"}
        cast |= {"Cyd": "Cyd", "Dan": "Dan"}
        call = vote(10, cast)
        one, other = (
            Cast(vote=call, ballot=call.ballots[0], voter=each, target=cast[each])
            for each in ("Ada", "Ben")
        )
        pairs = list(product(one.options, other.options))
        same = sum(first == second for first, second in pairs)
        assert Shared(first=one, second=other).expected == pytest.approx(same / len(pairs))


def test_a_vote_that_a_default_gave_is_nobodys() -> None:
    """It makes no pair."""
    cast = {"Ada": "Cyd", "Ben": "Cyd", "Cyd": "Ada"}
    rows = counted("alignment", game([vote(10, cast, defaulted=["Ben"])]))
    assert {each.actor for each in rows} == {"Ada", "Cyd"}


def test_common_targets_are_thirds_in_attacks() -> None:
    """A vote for one of the two is no common target, nor is one in an election."""
    attack = {"Ada": "Cyd", "Ben": "Cyd", "Cyd": "Ben"}
    calls = [vote(10, attack), vote(20, attack, kind="truck")]
    found = {
        (each.actor, *each.others): each.outcome for each in counted("common_out", game(calls))
    }
    assert found["Ada", "Ben"] == 1
    assert found["Ada", "Cyd"] == 0
    assert len(found) == 6


@pytest.mark.parametrize("family", EACH_FAMILY)
def test_a_bloc_that_always_votes_together_has_kappa_one(family: str) -> None:
    """As the group of the estimate that is of the two entrants."""
    games = played(family, PAIR, PAIR, "random", "random", "random")
    with Tables.in_memory(games) as tables:
        found = estimate(tables, MEASURES["alignment"])
    (own,) = [each for each in found if (each.entrant, each.group) == (PAIR, PAIR)]
    assert own.opportunities > 0
    assert own.value == pytest.approx(1.0)
