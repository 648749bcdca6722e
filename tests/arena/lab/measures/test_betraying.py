"""Betrayal: the first hostile act while a tie is live."""

import pytest

from arena.lab.game import Vote
from arena.lab.measures import MEASURES
from arena.lab.measures.betraying import acts
from tests.arena.lab.company_games import counted, game, gift, played, vote
from tests.breadth import EACH_FAMILY

STABS, LOYAL = "planted:betrayer(3)", "planted:loyal(right)"


def favours(at: int, round_: int = 1) -> Vote:
    """Return an election in which Ada and Ben vote for each other."""
    cast = {"Ada": "Ben", "Ben": "Ada", "Cyd": "Cyd"}
    return vote(at, cast, kind="truck", round_=round_)


def strike(at: int, round_: int, cast: dict[str, str] | None = None) -> Vote:
    """Return an attack in which Ada votes against Ben, and Ben against Cyd."""
    return vote(at, cast or {"Ada": "Ben", "Ben": "Cyd", "Cyd": "Cyd"}, round_=round_)


def test_a_vote_against_is_hostile_and_one_in_an_election_is_for() -> None:
    """For oneself it is neither."""
    found = {
        (each.actor, each.towards, each.hostile)
        for each in acts(game([favours(10), vote(20, {"Ada": "Ben", "Ben": "Ben"})]))
    }
    assert found == {("Ada", "Ben", False), ("Ben", "Ada", False), ("Ada", "Ben", True)}


def test_a_gift_is_cooperative_where_there_was_a_choice() -> None:
    """A forced one is no act."""
    gifts = [gift(1, "Ada", "Ben"), gift(2, "Ben", "Ada", among=("Ada", "Ben"))]
    assert [(each.actor, each.towards) for each in acts(game(gifts=gifts))] == [("Ada", "Ben")]


def test_to_spare_the_leading_target_is_cooperative() -> None:
    """Two vote against Cyd; Dan, who could too, does not."""
    cast = {"Ada": "Cyd", "Ben": "Cyd", "Cyd": "Cyd", "Dan": "Ada"}
    kind = [each for each in acts(game([vote(10, cast)])) if not each.hostile]
    assert [(each.actor, each.towards) for each in kind] == [("Dan", "Cyd")]


def test_the_first_vote_against_a_live_tie_is_a_betrayal() -> None:
    """Of the one who gave it; the other had an occasion too and did not."""
    rows = counted("betrayal", game([favours(10), strike(20, 2)]))
    assert {(each.actor, each.outcome) for each in rows} == {("Ada", 1.0), ("Ben", 0.0)}


def test_both_who_strike_in_one_ballot_betray() -> None:
    """They vote under seal."""
    both = {"Ada": "Ben", "Ben": "Ada", "Cyd": "Cyd"}
    rows = counted("betrayal", game([favours(10), strike(20, 2, both)]))
    assert {(each.actor, each.outcome) for each in rows} == {("Ada", 1.0), ("Ben", 1.0)}


def test_who_is_struck_first_and_strikes_back_betrays_nobody() -> None:
    """It is excluded."""
    back = {"Ada": "Cyd", "Ben": "Ada", "Cyd": "Cyd"}
    whole = game([favours(10), strike(20, 2, {"Ada": "Ben", "Ben": "Cyd", "Cyd": "Cyd"}),
                  strike(30, 2, back)])  # fmt: skip
    found = {each.actor: each for each in MEASURES["betrayal"].counted(whole)}
    assert found["Ada"].outcome == 1
    assert found["Ben"].excluded == "the other struck first"


def test_cooperation_one_way_is_no_tie() -> None:
    """Nor is one with a hostile act in the window."""
    one_way = vote(10, {"Ada": "Ben", "Ben": "Ben", "Cyd": "Cyd"}, kind="truck")
    assert counted("betrayal", game([one_way, strike(20, 2)])) == []
    hostile = [favours(10), strike(15, 1), strike(20, 2)]
    assert counted("betrayal", game(hostile)) == []


def test_a_tie_lives_as_long_as_the_window() -> None:
    """Four rounds after the acts it is live with W = 4, and with 2 and 3 no more."""
    whole = game([favours(10), strike(20, 5)])
    found = {name: len(counted(name, whole)) for name in ("betrayal_w2", "betrayal", "betrayal_w4")}
    assert found == {"betrayal_w2": 0, "betrayal": 0, "betrayal_w4": 2}


def test_a_round_without_a_vote_against_the_other_is_no_occasion() -> None:
    """It stands in the table with the reason."""
    rows = list(MEASURES["betrayal"].counted(game([favours(10), favours(20, 2)])))
    assert {each.excluded for each in rows} == {"no vote against it"}


@pytest.mark.slow
@pytest.mark.parametrize("family", EACH_FAMILY)
def test_a_scripted_stab_is_found_and_nothing_else(family: str) -> None:
    """V9, precision and recall 1: before its round never, from it on in each live round."""
    specs = (STABS, LOYAL, *["planted:greedy"] * 3)
    rows = [
        each
        for each in counted("betrayal_w2", *played(family, *specs, count=40))
        if {each.actor, *each.others} == {"Ada", "Ben"}
    ]
    assert {each.round >= 3 for each in rows if each.actor == "Ada"} == {True, False}
    for each in rows:
        assert each.outcome == float(each.actor == "Ada" and each.round >= 3)
