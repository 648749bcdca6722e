"""Votes and gifts drawn anew, within the options that each player had."""

from collections import Counter

import pytest

from arena.lab.permuting import casts, drawn, generator, shared
from tests.arena.lab.company_games import game, played, vote
from tests.breadth import EACH_FAMILY

CAST = {"Ada": "Ada", "Ben": "Cyd", "Cyd": "Dan", "Dan": "Ben"}


def test_who_voted_for_itself_still_does_and_who_did_not_never_does() -> None:
    """That is what a voter's options are."""
    (votes,) = casts(game([vote(10, CAST)]))
    options = {each.voter: each.options for each in votes}
    assert options["Ada"] == ("Ada",)
    assert options["Ben"] == ("Ada", "Cyd", "Dan")


def test_draws_stay_within_the_options() -> None:
    """Each as often as any other, of 199 draws."""
    whole = game([vote(10, CAST)])
    options = [each.options for (votes) in casts(whole) for each in votes]
    found = drawn(whole, "votes", options)
    assert found.shape == (199, 4)
    for at, own in enumerate(options):
        seen = Counter(whole.seats[number] for number in found[:, at])
        assert set(seen) == set(own)
        assert min(seen.values()) > 199 / len(own) / 2


def test_the_same_game_has_the_same_draws_and_each_purpose_its_own() -> None:
    """To the last bit."""
    whole = game([vote(10, CAST)])
    first, again, other = (
        generator(whole, purpose).random(8).tolist() for purpose in ("a", "a", "b")
    )
    assert first == again != other


def test_a_ballot_with_one_candidate_and_votes_by_default_are_left_out() -> None:
    """Nobody chose there."""
    calls = [vote(10, {"Ada": "Ada"}), vote(20, CAST, defaulted=["Ben", "Dan"])]
    assert [[each.voter for each in votes] for votes in casts(game(calls))] == [["Ada", "Cyd"]]


@pytest.mark.parametrize("family", EACH_FAMILY)
def test_chance_expects_as_much_agreement_as_random_bots_have(family: str) -> None:
    """Over all pairs, within four standard errors as if they were independent."""
    pairs = [
        each
        for one in played(family, *["random"] * 5, count=12)
        for each in shared(one)
        if each.excluded is None
    ]
    expected = sum(each.expected for each in pairs)
    spread = sum(each.expected * (1 - each.expected) for each in pairs) ** 0.5
    assert abs(sum(each.same for each in pairs) - expected) < 4 * spread
