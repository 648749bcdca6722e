"""What a term of a deal is worth, at drawn tables."""

from dataclasses import replace

import pytest

from arena.claims.language import Proposition
from arena.seats.house import DIALS, plans
from arena.seats.house.deals_by_floor import possible_deals
from arena.seats.house.speaking import TalkSituation
from arena.seats.house.votes import cast_vote
from arena.seats.house.worth import Bargain, gain, gain_of_other, is_feasible, saved_by_way, value
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
    assert is_feasible(talk, MINE)
    assert not is_feasible(talk, card)


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
        assert is_feasible(talk, joint) is able
        assert is_feasible(talk, spared)
        offered_ = [intent for intent, _ in possible_deals(talk)]
        assert ("attack_join" in offered_) is able
        assert "attack_pact" in offered_


def test_longer_peace_is_worth_more_and_costs_more() -> None:
    """Each round less than the one before; peace that has been promised costs nothing more."""
    talk = stage("chief", LEVEL)
    gains = []
    costs = []
    for until in (1, 2, None):
        theirs, mine = replace(QUIET, until=until), replace(PEACE, until=until)
        gains.append(value(talk, Bargain("B", (), (theirs,))).got)
        costs.append(value(talk, Bargain("B", (mine,), ())).cost)
    assert 0 < gains[0] < gains[1] < gains[2]
    assert 0 < costs[0] < costs[1] < costs[2]
    assert gains[1] < 2 * gains[0]


def test_what_one_would_vote_anyway_costs_nothing() -> None:
    """In the ballot that is next."""
    talk = stage("chief", LEVEL)
    ballot = plans.ballot(talk, "chief", None)
    assert ballot is not None
    planned = cast_vote(ballot)
    for target in ("A", "B", "C"):
        said = Proposition(kind="vote", player="A", target=target, vote="chief")
        cost = value(talk, Bargain("B", (said,), ())).cost
        assert (cost == 0) is (target == planned), target


@pytest.mark.parametrize(("taken", "gains"), [((), True), ((PEACE,), False)])
def test_what_has_just_been_taken_is_counted(
    taken: tuple[Proposition, ...], *, gains: bool
) -> None:
    """The vote that is sold to B is not sold to C as well."""
    talk = stage("chief", LEVEL)
    sold = tuple(replace(MINE, target="C") for _ in taken)
    assert (value(talk, Bargain("B", (MINE,), (QUIET,)), sold).name == 0) is gains


def test_the_other_party_counts_as_i_do() -> None:
    """Peace and a card are good for who is given them, and cost who gives them; so does a vote."""
    talk = stage("chief", LEVEL)
    vote = Bargain("B", (MINE,), ())
    assert gain_of_other(talk, vote) > 0
    assert gain_of_other(talk, Bargain("B", (), (THEIRS,))) < 0
    assert gain_of_other(talk, Bargain("B", (PEACE,), ())) > 0
    assert gain_of_other(talk, Bargain("B", (), (QUIET,))) < 0
    assert gain_of_other(talk, Bargain("B", (PEACE,), (QUIET,))) > 0
    places = {4: "A.gunman B.pin_up C.pin_up", 3: "A.pin_up B.gunman C.gunman D.gunman"}
    card = Proposition(kind="give", player="A", target="B")
    assert gain_of_other(stage("truck", places), Bargain("B", (card,), ())) > 0


def test_a_way_is_worth_what_it_saves() -> None:
    """That B stays away from where A goes; not where it makes no difference to A."""
    talk = stage("destinations", LEVEL)
    goal = plans.destination(talk)
    assert goal is not None
    away = Proposition(kind="go", player="B", location=goal, negated=True)
    saved = value(talk, Bargain("B", (), (away,))).promised
    assert saved == pytest.approx(saved_by_way(talk, away, "B"))
    gone = replace(away, negated=False)
    assert value(talk, Bargain("B", (), (gone,))).promised != saved
