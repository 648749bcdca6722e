"""Bots that give their word: what they plant, and when they say it."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.seats.planted import planted_seat
from arena.seats.planted.word_givers import decides_alone, decides_nothing
from arena.transcript.header import GameHeader
from engine import ruleset
from tests.arena.lab.word_games import NAMES, games
from tests.breadth import EACH_FAMILY

WEIGHTS = st.dictionaries(st.sampled_from(NAMES), st.integers(1, 5), min_size=1)
SPECS = (
    "planted:pledge_breaker(0.3)", "planted:pledge_breaker(0.3,tempted)",
    "planted:pledge_breaker(0.3,generous)", "planted:announcer(0.3,0.3)", "planted:planner(0.3)",
    "planted:dealer(0.8)", "planted:elector(0.5,0.3)",
)  # fmt: skip


@given(WEIGHTS)
def test_at_most_one_decides_alone(weights: dict[str, int]) -> None:
    """Where one does all others decide nothing, and where none does nobody is outvoted."""
    alone = [each for each in weights if decides_alone(each, weights)]
    outvoted = [each for each in weights if decides_nothing(each, weights)]
    assert len(alone) <= 1
    assert sorted([*alone, *outvoted]) == (sorted(weights) if alone else [])


@pytest.mark.slow
@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("family", EACH_FAMILY)
def test_all_of_them_speak_and_none_fails(family: str, spec: str) -> None:
    """What they say can be said, and what they choose can be chosen."""
    for game in games(family, spec):
        assert game.messages
        types = Counter(each.type for each in game.records)
        assert not types["turn_defaulted"] + types["answer_defaulted"]
        assert isinstance(game.header, GameHeader)


@pytest.mark.parametrize("family", EACH_FAMILY)
def test_the_tempted_promise_only_where_it_is_decided(family: str) -> None:
    """One with a majority promises a vote against itself, who is outvoted one against another."""
    said = 0
    for game in games(family, "planted:pledge_breaker(0.5,tempted)"):
        weights = {
            each.at: (each.ballots[0].at, each.ballots[0].weights)
            for each in game.votes
            if each.kind == "attack" and each.ballots
        }
        for claim in game.claims:
            later = [each for at, each in weights.items() if at > claim.at]
            made = claim.made
            if claim.truth not in {"true", "false"} or not later:
                continue
            said += 1
            alone = decides_alone(made.speaker, min(later)[1])
            assert alone is (made.said.target == made.speaker)
            assert alone or decides_nothing(made.speaker, min(later)[1])
    assert said


@pytest.mark.parametrize("family", EACH_FAMILY)
def test_electors_stand_where_they_can_be_voted_for(family: str) -> None:
    """Whoever has nobody at the parking lot or where the Chief is voted for goes there."""
    roles = ruleset(family).roles
    (game,) = games(family, "planted:elector(0.5,0.3)", count=1)
    chosen = [each for each in game.choices if each.kind == "choose_destination"]
    wanted = {roles["parking"], roles["hq"]}
    assert sum(each.chosen_args["location"] in wanted for each in chosen) * 2 > len(chosen)


@pytest.mark.parametrize("family", EACH_FAMILY)
def test_dealers_make_one_deal_for_a_vote(family: str) -> None:
    """Every offer is accepted, and no two are of the same attack."""
    for game in games(family, "planted:dealer(0.5)"):
        assert {each.ending for each in game.offers} == {"accepted"}
        assert all(not side.double_sold for each in game.offers for side in each.sides.values())


def test_the_same_seed_makes_the_same_draws() -> None:
    """Two seats of one seed draw alike, of another seed not."""
    one, same, other = (
        planted_seat("pledge_breaker(0.5)", seed, {}) for seed in ("a", "a", "b")
    )  # fmt: skip
    view = {"seats": list(NAMES)}
    order = [each.by_lot(view, "key") for each in (one, same, other)]  # type: ignore[attr-defined]
    assert order[0] == order[1] != order[2]
