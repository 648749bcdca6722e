"""Voting power, against the textbook, against counting by hand, and against the rules."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.config import TableConfig
from arena.lab.game import Ballot, Game, Vote
from arena.lab.reading import game_of
from arena.lab.voting_power import (
    AfterTie,
    after_tie,
    banzhaf,
    decisiveness,
    is_pivotal,
    power_of,
    shapley_shubik,
    weights_for,
)
from arena.table import simulate
from tests.breadth import EACH_FAMILY

FAMILIES = ("moh", "osaczeni")
NAMES = ("Ada", "Ben", "Cyd", "Dan", "Eve")
WEIGHTS = st.lists(st.integers(1, 4), min_size=2, max_size=5).map(tuple)


def others_of(weights: Sequence[int], at: int) -> tuple[int, ...]:
    """Return the weights of all but one, sorted."""
    return tuple(sorted([*weights[:at], *weights[at + 1 :]]))


def power(weights: Sequence[int], targets: int) -> list[float]:
    """Return the decisiveness of each voter, where a tie leaves it open among the tied."""
    return [
        float(decisiveness(own, others_of(weights, at), targets, "tied"))
        for at, own in enumerate(weights)
    ]


# --- V11 ---


@pytest.mark.parametrize(
    ("weights", "targets", "expected"),
    [
        ((2, 1, 1), 3, [1, 2 / 3, 2 / 3]),
        ((3, 1, 1), 3, [1, 0, 0]),
        ((2, 1, 1, 1), 4, [0.9375, 0.5625, 0.5625, 0.5625]),
    ],
)
def test_decisiveness_of_v11(weights: tuple[int, ...], targets: int, expected: list[float]) -> None:
    """Plurality with a second stage has the decisiveness of metrics.md V11."""
    assert power(weights, targets) == pytest.approx(expected)


def test_banzhaf_of_v11() -> None:
    """Weights (2, 1, 1) have a Banzhaf index of 3 : 1 : 1."""
    assert (banzhaf(2, (1, 1)), banzhaf(1, (1, 2))) == (Fraction(3, 5), Fraction(1, 5))


def test_shapley_shubik_of_v11() -> None:
    """Weights (2, 1, 1) have a Shapley-Shubik index of 4 : 1 : 1."""
    assert (shapley_shubik(2, (1, 1)), shapley_shubik(1, (1, 2))) == (
        Fraction(4, 6), Fraction(1, 6),
    )  # fmt: skip


# --- by counting ---


@given(WEIGHTS)
def test_indices_add_up_to_one(weights: tuple[int, ...]) -> None:
    """Both indices are shares of the power of all."""
    for index in (banzhaf, shapley_shubik):
        assert sum(index(own, others_of(weights, at)) for at, own in enumerate(weights)) == 1


@given(WEIGHTS)
def test_shapley_shubik_counts_orders(weights: tuple[int, ...]) -> None:
    """It is the share of orders in which the first voter brings more than half together."""
    made, orders = 0, list(permutations(range(len(weights))))
    for order in orders:
        before = sum(weights[each] for each in order[: order.index(0)])
        made += before <= sum(weights) / 2 < before + weights[0]
    assert shapley_shubik(weights[0], others_of(weights, 0)) == Fraction(made, len(orders))


@given(WEIGHTS)
def test_banzhaf_counts_swings(weights: tuple[int, ...]) -> None:
    """It is the first voter's share of all coalitions that a voter turns from losing to winning."""
    half = sum(weights) / 2
    swings = [0] * len(weights)
    for members in product((False, True), repeat=len(weights)):
        votes = sum(each for each, is_in in zip(weights, members, strict=True) if is_in)
        for at, is_in in enumerate(members):
            swings[at] += is_in and votes - weights[at] <= half < votes
    assert banzhaf(weights[0], others_of(weights, 0)) == Fraction(swings[0], sum(swings))


@given(WEIGHTS, st.integers(2, 4), st.sampled_from(["tied", "all", "nobody"]))
def test_decisiveness_counts_profiles(
    weights: tuple[int, ...], targets: int, after: AfterTie
) -> None:
    """Counting vote totals finds what listing every profile of the others does."""
    decided = 0
    for profile in product(range(targets), repeat=len(weights) - 1):
        outcomes = {by_hand(weights, (own, *profile), targets, after) for own in range(targets)}
        decided += len(outcomes) > 1
    found = decisiveness(weights[0], others_of(weights, 0), targets, after)
    assert found == Fraction(decided, targets ** (len(weights) - 1))


def by_hand(
    weights: Sequence[int], profile: Sequence[int], targets: int, after: AfterTie
) -> frozenset[int]:
    """Return who may be found."""
    totals = [
        sum(w for w, at in zip(weights, profile, strict=True) if at == one)
        for one in range(targets)
    ]  # fmt: skip
    leading = frozenset(at for at in range(targets) if totals[at] == max(totals))
    if len(leading) == 1 or after == "tied":
        return leading
    return frozenset(range(targets) if after == "all" else ())


# --- against the rules ---


def games(family: str, count: int, **rules: str) -> Iterator[Game]:
    """Play games of bots that vote at random, in silence."""
    table = TableConfig.model_validate(
        {
            "ruleset": family, "seats": dict.fromkeys(NAMES, "random"),
            "talk": {"protocol": "off"}, "rules": rules,
        }
    )  # fmt: skip
    for at, each in enumerate(simulate(table, range(count))):
        yield game_of(each.header, each.bodies, game=f"g{at}")


def ballots(family: str, count: int, **rules: str) -> Iterator[tuple[Vote, Ballot]]:
    """Yield the ballots of such games."""
    for game in games(family, count, **rules):
        for vote in game.votes:
            for ballot in vote.ballots:
                yield vote, ballot


def found_by_the_rules(ballot: Ballot, cast: Mapping[str, str]) -> frozenset[str | None]:
    """Cast these ballots at the table; return who may be found then, as the table shows it."""
    assert ballot.moment is not None
    table = ballot.moment.table.fork()
    known = len(table.events)
    for question in table.pending():
        table.answer(question.seat, cast[question.seat], question.id)
    for event in table.events_since(known):
        if event.type == "player_chosen":
            data = event.data()
            if data["by"] != "lot":
                return frozenset({data["player"]})
            revealed = [e for e in table.events_since(known) if e.type == "votes_revealed"]
            return frozenset(revealed[-1].data()["leaders"])
    return frozenset(each.id for each in table.pending()[0].options)


@pytest.mark.slow
@pytest.mark.parametrize("family", EACH_FAMILY)
def test_power_is_what_the_rules_play(family: str) -> None:
    """Every profile of a ballot, cast at a forked table, gives the decisiveness of each voter."""
    seen = set()
    for vote, ballot in ballots(family, 12):
        voters, options = list(ballot.weights), ballot.candidates
        key = (tuple(sorted(ballot.weights.values())), len(options), ballot.number, vote.kind)
        if key in seen or len(options) ** len(voters) > 300:
            continue
        seen.add(key)
        profiles = [
            dict(zip(voters, each, strict=True)) for each in product(options, repeat=len(voters))
        ]
        outcomes = {tuple(p.items()): found_by_the_rules(ballot, p) for p in profiles}
        for voter in voters:
            decided: dict[object, set[object]] = {}
            for items, outcome in outcomes.items():
                rest = tuple(each for each in items if each[0] != voter)
                decided.setdefault(rest, set()).add(outcome)
            share = Fraction(sum(len(each) > 1 for each in decided.values()), len(decided))
            assert power_of(vote.kind, ballot, voter) == share
    assert len(seen) >= 5


@pytest.mark.parametrize("family", EACH_FAMILY)
def test_pivotal_ballots_are_those_that_the_rules_turn(family: str) -> None:
    """Where no tie is near, who was pivotal is who changes whom the table finds."""
    checked = set()
    for vote, ballot in ballots(family, 6):
        for voter in ballot.cast:
            found = [
                found_by_the_rules(ballot, {**ballot.cast, voter: each})
                for each in ballot.candidates
            ]
            if all(len(each) == 1 for each in found):
                turned = len(set(found)) > 1
                assert is_pivotal(vote, ballot, voter) == turned
                checked.add(turned)
    assert checked == {True, False}


def test_after_a_tie_the_rules_of_moh_vote_again_then_find_nobody_or_draw() -> None:
    """MOH-21, MOH-22: a re-vote between the tied, then nobody, or in an attack the lot."""
    found = {
        (vote.kind == "attack", ballot.number): after_tie(vote.kind, ballot)
        for vote, ballot in ballots("moh", 12)
        if len(ballot.candidates) > 2 or ballot.number > 1
    }
    assert found == {
        (False, 1): "tied", (True, 1): "tied", (False, 2): "nobody", (True, 2): "tied",
    }  # fmt: skip


def test_where_all_stand_again_all_may_be_found_after_a_tie() -> None:
    """MOH-21 as some editions read it: a re-vote is between all who were candidates."""
    found = {
        after_tie(vote.kind, each)
        for vote, each in ballots("moh", 6, revote_candidates="present")
        if each.number == 1 and len(each.candidates) > 2
    }
    assert found == {"all"}


def test_the_token_decides_between_the_tied() -> None:
    """OSA-21: a tie leaves it open among the tied."""
    assert {after_tie(vote.kind, each) for vote, each in ballots("osaczeni", 6)} == {"tied"}


# --- by hand ---


def vote(
    cast: Mapping[str, str], weights: Mapping[str, int], *, chosen: str | None,
    again: Mapping[str, str] | None = None, kind: str = "attack", tie: str | None = None,
) -> Vote:  # fmt: skip
    """Return a vote with a first ballot, and a re-vote in which each has one vote."""
    made = Vote(at=1, round=1, kind=kind, place=4, present=tuple(cast), chosen=chosen)
    made.ballots = [ballot(1, cast, weights)]
    if again is not None:
        made.ballots.append(ballot(2, again, dict.fromkeys(again, 1)))
    if tie is not None:
        made.tie = 9, "A", tie
    return made


def ballot(number: int, cast: Mapping[str, str], weights: Mapping[str, int]) -> Ballot:
    """Return a ballot for those who vote (in a re-vote: whoever is voted for), without a table."""
    candidates = tuple(weights) if number == 1 else tuple(sorted(set(cast.values())))
    totals = dict.fromkeys(candidates, 0)
    for voter, each in cast.items():
        totals[each] += weights[voter]
    leaders = tuple(each for each in candidates if totals[each] == max(totals.values()))
    return Ballot(
        at=number, number=number, candidates=candidates, weights=weights, cast=cast,
        leaders=leaders, defaulted=frozenset(),
    )  # fmt: skip


def pivotal(made: Vote) -> set[str]:
    """Return who was pivotal in the first ballot."""
    first = made.ballots[0]
    return {each for each in first.cast if is_pivotal(made, first, each)}


def test_a_majority_of_two_votes_is_held_by_neither() -> None:
    """With A, B, C for B at one vote each, nobody alone could have changed it."""
    made = vote(dict.fromkeys("ABC", "B"), dict.fromkeys("ABC", 1), chosen="B")
    assert pivotal(made) == set()


def test_who_can_force_a_tie_is_pivotal() -> None:
    """At 2 to 1, whoever of the two can make it a three-way tie, or the third win, is pivotal."""
    made = vote({"A": "B", "B": "C", "C": "B"}, dict.fromkeys("ABC", 1), chosen="B")
    assert pivotal(made) == {"A", "C"}


def test_a_tie_counts_as_its_re_vote_was_cast() -> None:
    """Who made a tie is not pivotal where the re-vote found whom the other choices had found."""
    cast, weights = {"A": "B", "B": "A"}, {"A": 1, "B": 1}
    back = vote(cast, weights, chosen="A", again={"A": "A", "B": "A"})
    assert pivotal(back) == {"B"}  # A's other choice would have found A as well


def test_the_holders_choice_is_what_came_of_a_tie() -> None:
    """Where the token decided for A, only who could have turned that away from A was pivotal."""
    made = vote({"A": "B", "B": "A"}, {"A": 1, "B": 1}, chosen="A", tie="A")
    assert pivotal(made) == {"B"}


def test_a_lot_leaves_it_open() -> None:
    """A tie that the lot decided has another outcome than any choice that ends it."""
    made = vote({"A": "B", "B": "A"}, {"A": 1, "B": 1}, chosen="A", again={"A": "A", "B": "B"})
    assert pivotal(made) == {"A", "B"}


@pytest.mark.parametrize("family", EACH_FAMILY)
def test_who_has_no_power_is_never_pivotal(family: str) -> None:
    """Realised pivotality needs power beforehand; and both ends of it occur."""
    seen = set()
    for made, each in ballots(family, 6):
        for voter in each.cast:
            had = power_of(made.kind, each, voter)
            was = is_pivotal(made, each, voter)
            assert had > 0 or not was
            seen.add((had > 0, was))
    assert seen == {(True, True), (True, False), (False, False)}


def test_weights_of_the_others_are_sorted() -> None:
    """The cache knows a ballot by its weights, whoever has them."""
    made = ballot(1, {"A": "A", "B": "A", "C": "A"}, {"A": 3, "B": 2, "C": 1})
    assert weights_for(made, "B") == (2, (1, 3))
