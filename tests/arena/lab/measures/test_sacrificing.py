"""Protect and sacrifice: the leading target, and the signed graph."""

from collections.abc import Sequence
from itertools import combinations

import numpy as np
import pytest

from arena.lab.arrays import Ints
from arena.lab.measures import MEASURES
from arena.lab.measures.sacrificing import balance_of, leading_against, signs_of
from arena.lab.permuting import casts
from tests.arena.lab.company_games import counted, game, played, vote
from tests.breadth import EACH_FAMILY


def test_the_leading_target_is_without_the_voters_own_votes() -> None:
    """A vote of its own would make who it votes against lead."""
    (ballot,) = vote(10, {"Ada": "Ben", "Ben": "Ada", "Cyd": "Ada"}, weights={"Ada": 3}).ballots
    assert leading_against(ballot, "Ada") == ["Ada"]
    assert leading_against(ballot, "Cyd") == ["Ben"]


def test_votes_count_by_their_weight() -> None:
    """Two votes of one outweigh one of another; as many are a tie."""
    cast = {"Ada": "Ada", "Ben": "Cyd", "Cyd": "Ben"}
    (even,) = vote(10, cast).ballots
    (heavy,) = vote(10, cast, weights={"Ben": 2}).ballots
    assert sorted(leading_against(even, "Ada")) == ["Ben", "Cyd"]
    assert leading_against(heavy, "Ada") == ["Cyd"]


def test_who_does_not_vote_against_the_leading_target_protects_it() -> None:
    """Who does sacrifices it; who leads itself, or sees a tie, could do neither."""
    cast = {"Ada": "Dan", "Ben": "Dan", "Cyd": "Ben", "Dan": "Ada"}
    call = vote(10, cast, weights={"Ada": 2})
    rows = {each.actor: each for each in MEASURES["sacrifice"].counted(game([call]))}
    assert rows["Ben"].outcome == 0
    assert rows["Cyd"].outcome == 1
    assert rows["Dan"].excluded == "is the leading target"
    assert rows["Ada"].excluded == "no single leading target"
    assert {each.group for each in rows.values()} == {"of 4"}


def test_an_election_sacrifices_nobody() -> None:
    """Only attacks count."""
    call = vote(10, {"Ada": "Ben", "Ben": "Ben", "Cyd": "Ada"}, kind="chief")
    assert list(MEASURES["sacrifice"].counted(game([call]))) == []


@pytest.mark.parametrize(
    ("signs", "share"),
    [((1, 1, 1), 1.0), ((1, -1, -1), 1.0), ((1, 1, -1), 0.0), ((-1, -1, -1), 0.0)],
)
def test_a_triad_is_balanced_where_the_product_of_its_signs_is_positive(
    signs: tuple[int, int, int], share: float
) -> None:
    """A friend's friend, an enemy's enemy."""
    one, two, three = signs
    graph = np.array([[[0, one, two], [one, 0, three], [two, three, 0]]])
    assert balance_of(graph) == [share]


def test_without_three_signs_there_is_no_triad() -> None:
    """Which is not a share of 0."""
    assert np.isnan(balance_of(np.array([[[0, 1, 1], [1, 0, 0], [1, 0, 0]]])))
    rows = list(MEASURES["balance"].counted(game([vote(10, {"Ada": "Ben", "Ben": "Ada"})])))
    assert {each.excluded for each in rows} == {"no triad with three signs"}


def test_the_graph_of_signs_is_of_votes_against_and_of_those_spared() -> None:
    """As the ballots fell, and with another's vote in their place, by whom each vote is for."""
    call = vote(10, {"Ada": "Dan", "Ben": "Dan", "Cyd": "Ben", "Dan": "Ada"})
    whole = game([call])
    (votes,) = casts(whole, ("attack",))
    fell = [whole.seats.index(each.target) for each in votes]
    instead = [*fell[:2], whole.seats.index("Dan"), fell[3]]
    found = signs_of(whole, [votes], np.array([fell, instead]))
    assert _named(whole.seats, found[0]) == {
        "Ada Dan": -1,
        "Ben Dan": -1,
        "Ben Cyd": -1,
        "Cyd Dan": 1,
    }
    assert _named(whole.seats, found[1]) == {"Ada Dan": -1, "Ben Dan": -1, "Cyd Dan": -1}


def _named(seats: Sequence[str], signs: Ints) -> dict[str, int]:
    pairs = combinations(range(len(seats)), 2)
    return {f"{seats[a]} {seats[b]}": int(signs[a, b]) for a, b in pairs if signs[a, b]}


@pytest.mark.parametrize("family", EACH_FAMILY)
def test_the_balance_of_a_game_is_the_same_whenever_it_is_counted(family: str) -> None:
    """Its draws are keyed by the game."""
    games = played(family, *["random"] * 5, count=6)
    once = [each.outcome for each in counted("balance", *games)]
    assert once
    assert once == [each.outcome for each in counted("balance", *games)]
