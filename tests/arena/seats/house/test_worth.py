"""What a term of a deal is worth, at drawn tables."""

from dataclasses import replace

import pytest

from arena.claims.language import Proposition
from arena.seats.house import DIALS
from arena.seats.house.deals_by_floor import possible_deals
from arena.seats.house.speaking import TalkSituation
from arena.seats.house.worth import Bargain, gain, is_feasible
from tests.arena.seats.house.test_bargaining import FALSE, HQ, LEVEL, LOYAL, stage
from tests.arena.seats.house.test_memory import CARD, accepted, offered, said

PEACE = Proposition(kind="ally", player="A", target="B", until=1)
THEIRS = Proposition(kind="vote", player="B", target="A", vote="chief")
MINE = Proposition(kind="vote", player="A", target="B", vote="chief")
QUIET = Proposition(kind="ally", player="B", target="A", until=1)


def trusting(talk: TalkSituation, trust: float) -> TalkSituation:
    """Return the same turn of who trusts B so far."""
    beliefs = replace(talk.beliefs, trust={**talk.beliefs.trust, "B": trust})
    return TalkSituation(talk.turn, talk.position, beliefs, talk.memory, talk.dials, talk.key)


def test_what_another_promises_counts_as_far_as_they_are_trusted() -> None:
    """Nothing of who is trusted with nothing."""
    talk, deal = stage("chief", LEVEL), Bargain("B", (PEACE,), (THEIRS,))
    known, doubted, liar = (gain(trusting(talk, each), deal) for each in (0.5, 0.3, 0.0))
    assert known > doubted > liar
    assert liar < 0


def test_a_promise_costs_the_less_the_less_it_is_meant() -> None:
    """A vote for B, for a round of peace."""
    deal = Bargain("B", (MINE,), (QUIET,))
    loyal, false = (gain(stage("chief", LEVEL, dials=each), deal) for each in (LOYAL, FALSE))
    assert false > loyal


@pytest.mark.parametrize("dials", DIALS.values(), ids=DIALS)
def test_a_vote_that_changes_nothing_is_worth_nothing(dials: object) -> None:
    """A has more votes than the others together."""
    alone = {HQ: "A.gunman A.pin_up B.pin_up", 3: "C.gunman D.gunman"}
    talk = stage("chief", alone, dials=dials)  # type: ignore[arg-type]
    assert gain(talk, Bargain("B", (PEACE,), (THEIRS,))) <= 0


def test_a_card_is_worth_something_where_it_can_be_given() -> None:
    """Before the truck is searched, by who may search it; not once the Chief is elected."""
    card = Proposition(kind="give", player="B", target="A")
    deal = Bargain("B", (PEACE,), (card,))
    places = {4: "B.pin_up C.pin_up", 3: "A.gunman B.gunman C.gunman D.gunman"}
    nothing = Bargain("B", (PEACE,), (Proposition(kind="tell", player="B", target="C"),))
    truck = stage("truck", places)
    assert gain(truck, deal) > gain(truck, nothing)
    chief = stage("chief", LEVEL)
    assert gain(chief, deal) == pytest.approx(gain(chief, nothing))


def test_only_what_a_bot_can_do_is_feasible() -> None:
    """Votes, gifts, peace and ways; not cards on command."""
    talk = stage("chief", LEVEL)
    card = Proposition(kind="play", player="A")
    assert is_feasible(talk, Bargain("B", (MINE,), (QUIET,)))
    assert not is_feasible(talk, Bargain("B", (MINE, card), (QUIET,)))


def test_nobody_pays_for_what_is_owed_already() -> None:
    """The same card is worth nothing where B has sold or promised it to A; another vote is."""
    card = Proposition(kind="give", player="B", target="A")
    deal = Bargain("B", (PEACE,), (card,))
    nothing = Bargain("B", (PEACE,), (Proposition(kind="tell", player="B", target="C"),))
    places = {4: "B.pin_up C.pin_up", 3: "A.gunman B.gunman C.gunman D.gunman"}
    mine = {**CARD, "target": "A"}
    offer = offered("B.t1", "A", [mine], [{"kind": "ally", "target": "B"}])
    sold = stage("truck", places, offer, accepted("A.t1", offer))
    promised = stage("truck", places, said("B.t1", mine, to=("A",)))
    for talk in (sold, promised):
        assert gain(talk, deal) == pytest.approx(gain(talk, nothing))
    elsewhere = stage("truck", places, said("B.t1", {**CARD, "target": "C"}, to=("C",)))
    assert gain(elsewhere, deal) > gain(elsewhere, nothing)


def test_who_may_hide_agrees_to_no_joint_vote() -> None:
    """A character that hides has no vote: with another one there it would be left."""
    joint = Proposition(kind="vote", player="A", target="C", vote="attack", location=3)
    spared = replace(joint, target="B", negated=True)
    places = {3: "A.pin_up B.gunman C.pin_up", 1: "B.pin_up C.gunman", 6: "D.gunman"}
    for hand, more, able in (
        (["hidden"], "", False),
        ([], "", True),
        (["hidden"], " A.gunman", True),
    ):
        talk = stage("attack", {**places, 3: places[3] + more}, keys={"hands": {"A": hand}})
        assert is_feasible(talk, Bargain("B", (joint,), (QUIET,))) is able
        assert is_feasible(talk, Bargain("B", (spared,), (QUIET,)))
        offered_ = [intent for intent, _ in possible_deals(talk)]
        assert ("attack_join" in offered_) is able
        assert "attack_pact" in offered_
