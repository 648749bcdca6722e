"""How house bots answer offers: what they accept, what they counter, and why they refuse."""

from collections.abc import Mapping
from dataclasses import replace

import pytest

from arena.claims.language import Proposition
from arena.claims.offers import Offer, Reply
from arena.families import FAMILIES
from arena.seats.house import DIALS, PLAIN, plans
from arena.seats.house.answering import answers, as_mine, payments
from arena.seats.house.moves import choose_destination
from arena.seats.house.plans import whereabouts
from arena.seats.house.refusals import refusal
from arena.seats.house.speaking import TalkSituation, family_wordings
from arena.seats.house.votes import cast_vote
from arena.seats.house.worth import Bargain, value
from tests.arena.seats.house.test_bargaining import (
    BESIEGED,
    HQ,
    LEVEL,
    LOYAL,
    MY_VOTE,
    PEACE,
    acts,
    stage,
)
from tests.arena.seats.house.test_memory import (
    CARD,
    PEEKED,
    REVEALED,
    TWO_AT_5,
    VOTE,
    accepted,
    begun,
    elected,
    message_of,
    offered,
    said,
)

WEAK = {HQ: "A.pin_up B.gunman C.gunman", 3: "A.gunman", 6: "B.pin_up D.gunman"}
"""A is Chief by nobody's choice but B's and C's."""
PLAY = {"kind": "play", "moment": "move"}


def only_answer(talk: TalkSituation) -> tuple[str, Mapping[str, object]]:
    """Return the intent and the slots of the one answer there is."""
    (answer,) = answers(talk)
    return answer.intent, answer.slots


# --- accepted ---


def test_a_term_ends_with_its_offer() -> None:
    """Peace without an end of its own is no peace for good where the offer ends."""
    deal = offered("B.t1", "A", [{"kind": "ally"}], [VOTE], until=2)
    talk = stage("chief", LEVEL, deal)
    ((number, made),) = talk.memory.deals.deals.items()
    bargain = as_mine(talk, made)
    assert number == message_of(deal)
    assert {each.until for each in (*bargain.mine, *bargain.theirs)} == {2}


def test_what_one_would_do_anyway_is_accepted_for_little() -> None:
    """Whom A votes for in the attack, against whom it does not vote: for a card that B plays."""
    ballot = plans.ballot(stage("attack", BESIEGED), "attack", 3)
    assert ballot is not None
    planned = cast_vote(ballot)
    (spared,) = {"B", "C"} - {planned}
    vote = {"kind": "vote", "vote": "attack", "location": 3, "target": planned}
    against = {**vote, "target": spared}
    for asked, how in (
        (vote, {"accept"}),
        ({**against, "negated": True}, {"accept"}),
        (against, {"decline", "offer"}),
    ):
        talk = stage("attack", BESIEGED, offered("D.t1", "A", [PLAY], [asked]))
        assert set(acts(answers(talk))) <= how, asked


def test_peace_with_who_is_spared_already_is_free() -> None:
    """What A has promised B costs nothing again."""
    deal = offered("A.t1", "B", [PEACE], [VOTE])
    offer = offered("B.t2", "A", [PLAY], [{**PEACE, "target": "B"}])
    bound = stage("chief", LEVEL, deal, accepted("B.t1", deal), offer, dials=LOYAL)
    assert acts(answers(bound)) == ["accept"]


def test_two_offers_that_go_together_are_both_accepted() -> None:
    """B pays for A's vote, C for peace; of two who pay for A's vote one is told of the other."""
    peace = {"kind": "ally", "until": 1}
    vote = {"kind": "vote", "vote": "chief", "target": "B"}
    other = {**vote, "target": "C"}
    both = offered("B.t1", "A", [peace], [vote]), offered("C.t1", "A", [peace], [peace])
    assert acts(answers(stage("chief", WEAK, *both))) == ["accept", "accept"]
    rivals = offered("B.t2", "A", [peace], [vote]), offered("C.t2", "A", [peace], [other])
    first, second = answers(stage("chief", WEAK, *rivals))
    assert (acts([first]), second.intent) == (["accept"], "refuse_better")


# --- refused ---


def test_what_is_not_in_ones_hands_is_refused_as_such() -> None:
    """To play a card on command."""
    peace = {"kind": "ally", "until": 1}
    talk = stage("chief", LEVEL, offered("B.t1", "A", [peace], [PLAY]))
    assert only_answer(talk)[0] == "refuse_unable"


def test_who_has_said_otherwise_says_so() -> None:
    """A backs C already, and votes for nobody else, nor buys votes for itself."""
    word = said("A.t1", {"kind": "vote", "vote": "chief", "target": "C"})
    talk = stage("chief", WEAK, word, offered("B.t1", "A", [PEACE], [MY_VOTE]))
    assert only_answer(talk) == (
        "refuse_bound",
        {"give": "my vote for Chief", "names": "B"},
    )
    vote = {"kind": "vote", "vote": "chief", "target": "A"}
    talk = stage("chief", LEVEL, word, offered("B.t1", "A", [vote], [PEACE]))
    assert acts(answers(talk)) != ["accept"]


def test_who_would_be_paid_with_a_vote_for_a_vote_refuses() -> None:
    """B and A can't both be elected, whether both votes are in the deal or A has announced its."""
    theirs = {"kind": "vote", "vote": "chief", "target": "A"}
    talk = stage("chief", LEVEL, offered("B.t1", "A", [theirs], [MY_VOTE]))
    assert only_answer(talk)[0] == "refuse_mutual"
    deal = offered("B.t1", "A", [theirs], [PEACE])
    later = offered("B.t2", "A", [PEACE], [MY_VOTE])
    talk = stage("chief", LEVEL, deal, accepted("A.t1", deal), later)
    assert only_answer(talk)[0] == "refuse_mutual"
    word = said("A.t1", {"kind": "vote", "vote": "chief", "target": "B"})
    talk = stage("chief", LEVEL, word, offered("B.t1", "A", [theirs], [PEACE]))
    assert only_answer(talk)[0] == "refuse_mutual"


def test_a_broken_deal_is_named_with_its_round_and_with_whom() -> None:
    """Of one's own before those of others that one has heard of."""
    vote = {"kind": "vote", "vote": "chief", "target": "A", "player": "B"}
    for offerer, whom in (("A", "me"), ("C", "C")):
        first = offered(f"{offerer}.t1", "B", [CARD], [{**VOTE, "target": offerer}])
        (elect,) = {"A", "C"} - {offerer}
        broken = first, accepted("B.t1", first), elected(A="A", B=elect, C="C"), begun(2)
        again = offered("B.t2", "A", [vote], [{**PEACE, "until": 2}])
        talk = trusting(stage("chief", LEVEL, *broken, again), 0.0)
        assert only_answer(talk) == ("refuse_broken", {"whom": whom, "when": 1, "names": "B"})


def trusting(talk: TalkSituation, trust: float) -> TalkSituation:
    """Return the same turn of who trusts B so far."""
    beliefs = replace(talk.beliefs, trust={**talk.beliefs.trust, "B": trust})
    return TalkSituation(talk.turn, talk.position, beliefs, talk.memory, talk.dials, talk.key)


def test_a_lie_is_named_with_its_round_and_else_there_is_no_trust() -> None:
    """B told of dice that were not there; or B is not trusted for what nobody can name."""
    vote = {"kind": "vote", "vote": "chief", "target": "A", "player": "B"}
    offer = offered("B.t2", "A", [vote], [PEACE])
    lied = PEEKED, said("B.t1", TWO_AT_5), REVEALED
    talk = trusting(stage("chief", LEVEL, *lied, offer), 0.0)
    assert only_answer(talk) == ("refuse_lied", {"when": 1, "names": "B"})
    talk = trusting(stage("chief", LEVEL, offer), 0.0)
    assert only_answer(talk)[0] == "refuse_wary"
    assert acts(answers(trusting(talk, 0.5))) == ["accept"]


@pytest.mark.parametrize("dials", [PLAIN, *DIALS.values()], ids=["plain", *DIALS])
def test_the_price_that_is_named_would_be_taken(dials: object) -> None:
    """Whatever is asked of A for nothing that it can use."""
    named = 0
    for asked in (MY_VOTE, {"kind": "ally"}, {"kind": "ally", "until": 1}):
        offer = offered("B.t1", "A", [{"kind": "ally", "target": "C"}], [asked])
        talk = stage("chief", WEAK, offer, dials=dials)  # type: ignore[arg-type]
        theirs = Proposition(kind="ally", player="B", target="C")
        mine = Proposition.read({**asked, "player": "A", "target": "B"})
        why = refusal(talk, Bargain("B", (mine,), (theirs,)))
        if why is None or why.intent != "refuse_price":
            continue
        named += 1
        prices = {
            "peace this round": Proposition(kind="ally", player="B", target="A", until=1),
            "peace up to the end of round 2": Proposition(
                kind="ally", player="B", target="A", until=2
            ),
            "the true dice": Proposition(kind="tell", player="B", target="A"),
            "your vote for Chief": Proposition(kind="vote", player="B", target="A", vote="chief"),
        }
        wanted = [prices[each] for each in str(why.slots["want"]).split(" and ")]
        assert (
            value(talk, Bargain("B", (mine,), tuple(wanted))).pays
            or value(talk, Bargain("B", (mine,), (theirs, *wanted))).pays
        )
    assert named


def test_who_votes_for_themselves_sells_no_vote() -> None:
    """A alone decides who is Chief: for its vote, and peace besides, there is no price."""
    places = {HQ: "A.gunman A.pin_up B.pin_up", 3: "C.gunman D.gunman"}
    talk = stage("chief", places, dials=LOYAL)
    vote = Proposition(kind="vote", player="A", target="B", vote="chief")
    peace = Proposition(kind="ally", player="A", target="B")
    card = Proposition(kind="play", player="B", moment="move")
    why = refusal(talk, Bargain("B", (vote, peace), (card,)))
    assert why is not None
    assert why.intent == "refuse_stand"
    dear = refusal(talk, Bargain("B", (peace, replace(peace, target="C")), (card,)))
    assert dear is not None
    assert dear.intent == "refuse_price"


REASONS = sorted(each for each in family_wordings("moh") if each.startswith("refuse_"))


@pytest.mark.parametrize("family", FAMILIES)
def test_each_reason_has_six_wordings_that_name_who_is_refused(family: str) -> None:
    """In both families."""
    assert len(REASONS) == 13
    for reason in REASONS:
        wordings = family_wordings(family)[reason]
        assert len(wordings) >= 6
        assert all("{names}" in each for each in wordings)


# --- countered ---


def test_where_another_deal_gains_both_it_is_mostly_offered_in_its_place() -> None:
    """And it names the offer that it answers."""
    asked = offered("B.t1", "A", [{"kind": "go", "location": 3}], [MY_VOTE])
    talk = stage("chief", LEVEL, asked, replies=2)
    found = []
    for number in range(40):
        turn = replace(talk.turn, id=f"A.t{number}")
        again = TalkSituation(
            turn, talk.position, talk.beliefs, talk.memory, talk.dials, talk.key
        )  # fmt: skip
        found += [act for idea in answers(again) for act in idea.deals]
    assert len(found) == 40
    counters = [act for act in found if isinstance(act, Offer)]
    assert 25 < len(counters) < 40
    assert {each.counters for each in counters} == {message_of(asked)}


# --- dice and ways ---

SEEN = {"keys": {"dice": [1, 1, 2, 3], "dice_seen_by": ["A"]}}
TELL = {"kind": "tell"}


def told_by(talk: TalkSituation) -> list[tuple[tuple[int, ...] | None, bool]]:
    """Return the dice that each answer tells, and whether it accepts."""
    return [
        (
            next((each.proposition.dice for each in idea.claims), None),
            any(isinstance(act, Reply) and act.act == "accept" for act in idea.deals),
        )
        for idea in answers(talk)
    ]


def test_who_has_looked_sells_the_dice_and_tells_them_in_the_same_breath() -> None:
    """Truly, where a word is kept; not twice to who has heard them."""
    offer = offered("B.t1", "A", [PEACE], [TELL])
    talk = stage("destinations", LEVEL, offer, dials=LOYAL, **SEEN)
    (answer,) = answers(talk)
    assert (answer.intent, answer.to, acts([answer])) == ("dice_paid", ("B",), ["accept"])
    claims = [each.proposition for each in answer.claims]
    assert claims
    for each in claims:
        assert each.dice == (1, 1, 2, 3) or [1, 1, 2, 3].count(each.location or 0) == each.count
    report = said("A.t1", {"kind": "dice", "dice": [1, 1, 2, 3]})
    (answer,) = answers(stage("destinations", LEVEL, report, offer, dials=LOYAL, **SEEN))
    assert (answer.intent, answer.claims) == ("deal_accept", ())


def test_who_has_told_other_dice_sells_none() -> None:
    """The first word would break the deal."""
    report = said("A.t1", {"kind": "dice", "dice": [1, 2, 2, 3]})
    offer = offered("B.t1", "A", [PEACE], [TELL])
    assert only_answer(stage("destinations", LEVEL, report, offer, **SEEN))[0] == "refuse_told"
    unseen = stage("destinations", LEVEL, offer, keys={"dice": [1, 1, 2, 3], "dice_seen_by": ["C"]})
    assert only_answer(unseen)[0] == "refuse_unable"


def test_who_sold_the_dice_before_the_election_tells_them_once() -> None:
    """To the one that they were sold to."""
    deal = offered("A.t1", "B", [{**TELL, "target": "B"}], [VOTE])
    agreed = deal, accepted("B.t1", deal)
    (payment,) = payments(stage("destinations", LEVEL, *agreed, dials=LOYAL, **SEEN))
    assert (payment.to, payment.secret) == (("B",), True)
    told = said("A.t2", {"kind": "dice", "dice": [1, 1, 2, 3]}, to=("B",))
    assert list(payments(stage("destinations", LEVEL, *agreed, told, **SEEN))) == []


def test_where_one_has_agreed_to_go_or_not_one_goes_or_does_not() -> None:
    """By who keeps a word."""
    free = choose_destination(whereabouts(stage("destinations", LEVEL)))
    other = next(each for each in "126" if each != free)
    for negated, location in ((True, int(free)), (False, int(other))):
        way = {"kind": "go", "player": "A", "location": location, "negated": negated}
        deal = offered("A.t1", "B", [way], [PEACE])
        talk = stage("destinations", LEVEL, deal, accepted("B.t1", deal), dials=LOYAL)
        chosen = choose_destination(whereabouts(talk))
        assert (chosen == str(location)) is not negated
