"""Temptation: when breaking a promise was pivotal, when it gains points, and what it does."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.claims.language import Proposition
from arena.lab.game import Ballot, Vote
from arena.lab.measures.tempting import (
    effect_of,
    effects,
    ex_ante,
    ex_post,
    is_pivotal,
    trials,
)
from tests.arena.claims.helpers import p
from tests.arena.lab.simulated import read
from tests.arena.lab.word_games import counted, games
from tests.breadth import EACH_FAMILY, EACH_RULESET

TEMPTED = "planted:pledge_breaker(0.5,tempted)"
GENEROUS = "planted:pledge_breaker(0.5,generous)"


def vote(kind: str = "attack") -> Vote:
    """Return a vote without ballots."""
    return Vote(at=1, round=1, kind=kind, place=4, present=("A", "B", "C"))


def ballot(weights: dict[str, int], number: int = 1, **cast: str) -> Ballot:
    """Return a ballot among A, B and C."""
    return Ballot(
        at=2, number=number, candidates=("A", "B", "C"), weights=weights, cast=cast, leaders=(),
        defaulted=frozenset(),
    )  # fmt: skip


def for_(target: str) -> Proposition:
    """Return A's promise to vote for somebody in an attack."""
    return p("vote", player="A", target=target, vote="attack")


@pytest.mark.parametrize(
    ("others", "pivotal"),
    [({"B": "B", "C": "C"}, True), ({"B": "B", "C": "B"}, True), ({"B": "B"}, True)],
)
def test_one_vote_in_three_can_break_or_make_a_tie(others: dict[str, str], pivotal: bool) -> None:  # noqa: FBT001 - a parameter
    """Two equal votes leave A to decide, or to make a lead shared: another outcome."""
    weights = {"A": 2, "B": 1, "C": 1}
    assert is_pivotal(vote(), ballot(weights, **others), "A", for_("B")) is pivotal


def test_who_is_outvoted_in_any_case_is_not_pivotal() -> None:
    """B has more votes than all others together."""
    weights = {"A": 1, "B": 3, "C": 1}
    assert not is_pivotal(vote(), ballot(weights, B="C", C="A"), "A", for_("B"))


@given(st.dictionaries(st.sampled_from("BC"), st.sampled_from("ABC"), min_size=2))
def test_who_decides_alone_always_is(others: dict[str, str]) -> None:
    """Whatever the others cast, more than half of the votes find whom they name."""
    weights = {"A": 3, "B": 1, "C": 1}
    assert is_pivotal(vote(), ballot(weights, **others), "A", for_("C"))


@given(
    st.dictionaries(st.sampled_from("BC"), st.sampled_from("ABC"), min_size=2),
    st.tuples(*[st.integers(1, 4)] * 3),
    st.sampled_from("ABC"),
    st.sampled_from("ABC"),
)
def test_it_does_not_depend_on_what_was_cast(
    others: dict[str, str], weights: tuple[int, int, int], one: str, other: str
) -> None:
    """The own ballot of who promised says nothing of whether it was tempted."""
    by_name = dict(zip("ABC", weights, strict=True))
    both = [ballot(by_name, A=cast, **others) for cast in (one, other)]
    first, second = (is_pivotal(vote(), each, "A", for_("B")) for each in both)
    assert first is second


def test_of_a_second_tie_for_the_truck_nobody_comes() -> None:
    """Two ties are one outcome at the re-vote of an election, and two at an attack."""
    weights = {"A": 1, "B": 2, "C": 1}
    tied = ballot(weights, number=2, B="B", C="A")
    promise = p("vote", player="A", target="A", vote="attack", negated=True)
    assert is_pivotal(vote(), tied, "A", promise)
    assert is_pivotal(vote("truck"), tied, "A", promise)
    even = ballot({"A": 1, "B": 1, "C": 1}, number=2, B="B", C="C")
    both_ties = ballot({"A": 0, "B": 1, "C": 1}, number=2, B="B", C="C")
    assert is_pivotal(vote("truck"), even, "A", promise)
    assert not is_pivotal(vote("truck"), both_ties, "A", promise)


@pytest.mark.parametrize(
    ("own", "others", "effect"),
    [
        (1, 0, "win-win"), (0, 1, "win-win"), (2, 1, "win-win"), (1, -1, "selfish"),
        (-1, 1, "altruistic"), (-1, 0, "sabotaging"), (0, -1, "sabotaging"), (-1, -2, "sabotaging"),
        (0, 0, None), (1e-12, 0, None),
    ],
)  # fmt: skip
def test_effects_by_who_gains_and_loses(own: float, others: float, effect: str | None) -> None:
    """Each pair of signs has one name; without any effect there is none."""
    assert effect_of(own, others) == effect


@pytest.mark.parametrize("family", EACH_FAMILY)
def test_the_tempted_break_only_where_they_decide_alone(family: str) -> None:
    """Every promise of theirs that was not pivotal is kept, and some others are broken."""
    rows = counted("temptation", games(family, TEMPTED, count=6))

    assert {each.outcome for each in rows if each.group == "no"} == {1.0}
    assert {each.outcome for each in rows if each.group == "yes"} == {0.0, 1.0}


@pytest.mark.parametrize("family", EACH_FAMILY)
def test_imagined_worlds_find_the_same(family: str) -> None:
    """Where one decides alone to lose a character breaking gains, where one is outvoted nothing."""
    played = games(family, TEMPTED, count=6)
    pivotal = {(each.at, each.actor): each.group for each in counted("temptation", played)}
    gains = {(each.at, each.actor): each.group for each in counted("temptation_ex_ante", played)}
    assert gains == pivotal
    assert gains


@pytest.mark.parametrize(("spec", "effect"), [(TEMPTED, "selfish"), (GENEROUS, "altruistic")])
@pytest.mark.parametrize("family", EACH_FAMILY)
def test_broken_promises_are_typed(family: str, spec: str, effect: str) -> None:
    """To spare oneself at another's cost is selfish, to take another's place altruistic."""
    assert {each.group for each in counted("broken_effect", games(family, spec, count=6))} == {
        effect
    }


@pytest.mark.parametrize("ruleset", EACH_RULESET)
def test_elections_are_not_imagined(ruleset: str) -> None:
    """What the truck and the Chief bring is no points: those trials are excluded."""
    game = read(ruleset)
    elections = {each.at for each in trials(game) if each.vote.kind != "attack"}
    assert elections == {each.at for each in ex_ante(game) if each.excluded == "no attack"}
    assert not [each for each in effects(game) if each.at in elections and not each.excluded]


@pytest.mark.parametrize("family", EACH_FAMILY)
def test_a_kept_promise_is_kept_in_each_trial(family: str) -> None:
    """What the log settles and what was cast agree."""
    for game in games(family, "planted:pledge_breaker(0.5)"):
        found = trials(game)
        assert found
        assert all(each.kept is each.promise.kept for each in found)
        assert len(list(ex_post(game))) == len(found)
