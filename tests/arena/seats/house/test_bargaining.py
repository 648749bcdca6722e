"""What house bots offer and answer, and when they keep to it, at drawn tables."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest

import engine
from arena.claims.language import Proposition
from arena.claims.offers import Offer, Reply
from arena.records.record import Shown
from arena.records.talk import Said
from arena.seats.house import PLAIN, Dials, Promises
from arena.seats.house.answering import answers
from arena.seats.house.bargaining import complaints, offers
from arena.seats.house.cards import distribute_truck
from arena.seats.house.deals_by_floor import speaks_first
from arena.seats.house.listening import Listener
from arena.seats.house.memory import Memory
from arena.seats.house.position import Position
from arena.seats.house.speaking import Idea, TalkSituation
from arena.seats.house.votes import cast_vote
from arena.seats.house.worth import Bargain, gain_of_other
from arena.talk.speech import TalkTurn
from tests.arena.seats.house.asking import promising, question_of, situation_of
from tests.arena.seats.house.test_memory import (
    CARD,
    VOTE,
    accepted,
    begun,
    elected,
    message_of,
    offered,
    record,
    said,
)
from tests.engine.helpers import draw

KEY = b"key"
SEATS = ("A", "B", "C", "D")
HQ, TRUCK = 5, 4
LOYAL = Dials(honesty=1, pledge_keeping=1, greed=0.8, gullibility=0.5)
FALSE = Dials(honesty=0, pledge_keeping=0, greed=0.8, gullibility=0.5)
LEVEL = {HQ: "A.pin_up B.pin_up C.pin_up", 3: "A.gunman B.gunman D.gunman D.pin_up"}
"""Three who could be Chief, with a vote each."""


def stage(
    phase: str,
    places: Mapping[int, str],
    *records: Shown,
    seat: str = "A",
    dials: Dials = PLAIN,
    keys: Mapping[str, object] | None = None,
    **turn: object,
) -> TalkSituation:
    """Return a turn to talk on the floor that opens a phase, of A, after hearing these.

    `keys` say what else is drawn; `turn` changes what the turn is.
    """
    drawn: dict[str, object] = {
        **(keys or {}),
        **({"zombies": {3: 5}} if phase == "attack" else {}),
    }
    table = draw(phase, places, seats=4, floors=True, **drawn)  # type: ignore[arg-type]
    view = table.view_data(seat)
    memory = Memory(seat, "moh", SEATS)
    memory.catch_up([begun(), *records])
    position, opened = Position(view), table.floor
    assert opened is not None
    given: dict[str, object] = {
        "id": f"{seat}.t9", "seat": seat, "task": "speak", "floor": opened.kind,
        "place": opened.place, "present": opened.present, "round": 1, "phase": str(view["phase"]),
        "turn": 1, "turns": 1, "reply": 1, "replies": 1, "messages": 2, "whispers": True,
        "characters": 400, "wave": 900,
    }  # fmt: skip
    beliefs = Listener(KEY, dials, position, memory).beliefs()
    return TalkSituation(
        TalkTurn(**{**given, **turn}), position, beliefs, memory, dials, KEY  # type: ignore[arg-type]
    )  # fmt: skip


def acts(ideas: Sequence[Idea]) -> list[str]:
    """Return what the ideas do with deals."""
    found = [act for idea in ideas for act in idea.deals]
    return ["offer" if isinstance(act, Offer) else act.act for act in found]


PEACE = {"kind": "ally", "until": 1}
MY_VOTE = {"kind": "vote", "vote": "chief", "target": "B"}


def test_an_offer_that_pays_is_accepted_by_who_heard_it() -> None:
    """B and C have two votes each: A can't win, and B pays for the vote with peace."""
    places = {HQ: "A.pin_up B.gunman C.gunman", 3: "A.tough_guy"}
    talk = stage(
        "chief", {**places, 6: "B.pin_up D.gunman"}, offered("B.t1", "A", [PEACE], [MY_VOTE])
    )
    (answer,) = answers(talk)
    (act,) = answer.deals
    assert isinstance(act, Reply)
    assert (act.act, answer.to) == ("accept", ("B",))


def test_an_offer_that_costs_more_than_it_brings_is_not_accepted() -> None:
    """A decides alone who is Chief, and would rather be it than see B play a card."""
    places = {HQ: "A.gunman A.pin_up B.pin_up", 3: "C.gunman D.gunman"}
    way = {"kind": "play", "moment": "move"}
    talk = stage("chief", places, offered("B.t1", "A", [way], [MY_VOTE]))
    assert acts(answers(talk)) in (["decline"], ["offer"])


def test_who_cheated_before_is_not_dealt_with_again() -> None:
    """B was to vote for A, and voted for C."""
    first = offered("A.t1", "B", [CARD], [VOTE])
    broken = first, accepted("B.t1", first), elected(A="A", B="C", C="C"), begun(2)
    vote = {"kind": "vote", "vote": "chief", "target": "A", "player": "B"}
    again = offered("B.t2", "A", [vote], [{**PEACE, "until": 2}])
    assert acts(answers(stage("chief", LEVEL, again))) == ["accept"]
    assert acts(answers(stage("chief", LEVEL, *broken, again))) == ["decline"]


def test_what_a_bot_can_not_do_it_does_not_promise() -> None:
    """To play a card on command, for a vote that it would like to have."""
    vote = {"kind": "vote", "vote": "chief", "target": "A"}
    talk = stage("chief", LEVEL, offered("B.t1", "A", [vote], [{"kind": "play", "moment": "move"}]))
    assert acts(answers(talk)) == ["decline"]


def counters(talk: TalkSituation) -> list[Offer]:
    """Return the counter-offers that are made there, in whatever draw one is."""
    turns = (replace(talk.turn, id=f"A.t{number}") for number in range(20))
    found = [
        act
        for turn in turns
        for idea in answers(
            TalkSituation(turn, talk.position, talk.beliefs, talk.memory, talk.dials, talk.key)
        )
        for act in idea.deals
    ]
    return [act for act in found if isinstance(act, Offer)]


def test_who_has_a_better_idea_counters_while_it_can_be_answered() -> None:
    """B wants A's vote; A would rather have B's, or, where that comes too late, peace for peace."""
    asked = offered("B.t1", "A", [{"kind": "go", "location": 3}], [MY_VOTE])
    early, late = (counters(stage("chief", LEVEL, asked, replies=n)) for n in (2, 1))
    assert early
    assert late
    for act in (*early, *late):
        assert act.counters == message_of(asked)
    assert {each.target for act in early for each in act.wants} == {"A"}
    assert any(each.kind == "vote" for act in early for each in act.wants)
    assert {each.kind for act in late for each in (*act.gives, *act.wants)} == {"ally"}


def test_nothing_is_countered_that_can_not_be_answered_any_more() -> None:
    """Before an attack the last beat of replies is the last word."""
    pact = {"kind": "vote", "vote": "attack", "negated": True, "target": "A"}
    mine = {"kind": "play", "moment": "attack"}
    talk = stage("attack", BESIEGED, offered("B.t1", "A", [pact], [mine]))
    assert counters(talk) == []
    assert acts(answers(talk)) == ["decline"]


def at_once(offer: Shown, **changed: int) -> Shown:
    """Return the record of an offer in wave 1000, so changed."""
    assert isinstance(offer.data, Said)
    return replace(offer, data=replace(offer.data, wave=1000, **changed))


def test_of_two_offers_that_crossed_the_earlier_is_answered() -> None:
    """A waits for B's answer to its own offer, or answers B's."""
    vote = {"kind": "vote", "vote": "chief", "target": "A"}
    mine = at_once(offered("A.t1", "B", [PEACE], [vote]))
    theirs = at_once(offered("B.t1", "A", [{**vote}], [PEACE]))
    assert acts(answers(stage("chief", LEVEL, mine, theirs, wave=1001))) == []
    mine = at_once(mine, message=message_of(theirs) + 1)
    assert acts(answers(stage("chief", LEVEL, theirs, mine, wave=1001))) == ["accept"]


def test_an_offer_whose_occasion_is_over_is_declined_as_too_late() -> None:
    """The vote at the truck is over when the Chief is elected."""
    old = {"kind": "vote", "vote": "truck", "target": "B"}
    (late,) = answers(stage("chief", LEVEL, offered("B.t1", "A", [CARD], [old])))
    assert (late.intent, acts([late])) == ("refuse_late", ["decline"])


def test_nobody_agrees_to_vote_otherwise_than_announced() -> None:
    """A has just said to vote for C."""
    word = said("A.t1", {"kind": "vote", "vote": "chief", "target": "C"})
    places = {HQ: "A.pin_up B.gunman C.gunman", 3: "A.gunman", 6: "B.pin_up D.gunman"}
    talk = stage("chief", places, word, offered("B.t1", "A", [PEACE], [MY_VOTE]))
    assert acts(answers(talk)) == ["decline"]


def test_what_was_whispered_is_answered_in_a_whisper() -> None:
    """And what was offered aloud, aloud."""
    vote = {"kind": "vote", "vote": "chief", "target": "A"}
    offer = offered("B.t1", "A", [vote], [PEACE])
    assert not answers(stage("chief", LEVEL, offer))[0].secret
    whispered = replace(offer, seen_by=("A", "B"))
    assert answers(stage("chief", LEVEL, whispered))[0].secret


def offer_in(talk: TalkSituation) -> Idea | None:
    """Return the deal that is offered there, in whatever draw one is looked for."""
    for number in range(20):
        turn = replace(talk.turn, id=f"A.t{number}", reply=0)
        again = TalkSituation(
            turn, talk.position, talk.beliefs, talk.memory, talk.dials, talk.key
        )  # fmt: skip
        for idea in offers(again):
            return idea
    return None


def test_votes_are_bought_where_they_decide() -> None:
    """With a vote each, not by who has more votes than all others."""
    idea = offer_in(stage("chief", LEVEL))
    assert idea is not None
    (offer,) = idea.deals
    assert isinstance(offer, Offer)
    assert {each.vote for each in (*offer.gives, *offer.wants)} & {"chief"}
    alone = {HQ: "A.gunman A.pin_up B.pin_up", 3: "C.gunman D.gunman"}
    assert offer_in(stage("chief", alone)) is None


def test_what_is_promised_to_one_is_not_offered_to_another() -> None:
    """A card is sold; who does not keep a word sells it twice."""
    first = offered("A.t1", "B", [CARD], [{"kind": "vote", "vote": "truck", "target": "A"}])
    places = {TRUCK: "A.pin_up B.pin_up C.pin_up", 3: "A.gunman B.gunman C.gunman D.gunman"}
    kept = stage("truck", places, first, accepted("B.t1", first), dials=LOYAL)
    again = offered("C.t1", "A", [{"kind": "ally"}], [CARD])
    assert acts(answers(kept)) == []
    loyal = stage("truck", places, first, accepted("B.t1", first), again, dials=LOYAL)
    false = stage("truck", places, first, accepted("B.t1", first), again, dials=FALSE)
    assert acts(answers(loyal)) == ["decline"]
    assert acts(answers(false)) == ["accept"]


def test_who_broke_a_deal_is_told_so_once() -> None:
    """In the words of the deal."""
    deal = offered("A.t1", "B", [CARD], [VOTE])
    broken = deal, accepted("B.t1", deal), elected(A="A", B="C", C="C")
    (complaint,) = complaints(stage("chief", LEVEL, *broken))
    assert (complaint.to, complaint.slots["get"]) == (("B",), "your vote for Chief")
    assert [each.proposition for each in complaint.claims] == [Proposition(kind="lied", player="B")]
    text = "I was promised your vote for Chief, B. I'm still waiting."
    assert list(complaints(stage("chief", LEVEL, *broken, said("A.t2", text=text)))) == []
    other = "I was promised your vote on anybody but B, C. I'm still waiting."
    assert list(complaints(stage("chief", LEVEL, *broken, said("A.t2", text=other)))) != []


def offered_in(talk: TalkSituation) -> set[Offer]:
    """Return all deals that are offered there, whatever the draw."""
    found: set[Offer] = set()
    for number in range(60):
        turn = replace(talk.turn, id=f"A.t{number}", reply=0)
        again = TalkSituation(
            turn, talk.position, talk.beliefs, talk.memory, talk.dials, talk.key
        )  # fmt: skip
        acts = (act for idea in offers(again) for act in idea.deals)
        found |= {each for each in acts if isinstance(each, Offer)}
    return found


def refused(offer: Offer, number: int) -> tuple[Shown, Shown]:
    """Return that A offers this, and that it is declined."""
    gives, wants = ([each.data() for each in side] for side in (offer.gives, offer.wants))
    (to,) = offer.to
    made = offered(f"A.t{number}", to, gives, wants)
    reply = {"act": "decline", "deal": message_of(made)}
    return made, said(f"{to}.t{number}", to=("A",), deals=[reply])


def test_what_was_turned_down_is_followed_by_one_better_offer_at_most() -> None:
    """Declined is whatever A offers, until nothing is left; in the next round it offers again."""
    heard: list[Shown] = []
    made: list[Offer] = []
    while found := offered_in(stage("chief", LEVEL, *heard)):
        offer = min(found, key=str)
        heard += refused(offer, len(made))
        made.append(offer)
    talk = stage("chief", LEVEL)
    for other in {each.to[0] for each in made}:
        worth = [
            gain_of_other(talk, Bargain(other, *each.between("A", other)))
            for each in made
            if each.to == (other,)
        ]
        assert len(worth) <= 2
        assert worth == sorted(set(worth))
    assert made
    assert offered_in(stage("chief", LEVEL, *heard, begun(2), round=2))


def test_what_one_has_declined_one_does_not_offer() -> None:
    """B asks for A's vote at the price for which A would sell it."""
    offer = next(each for each in offered_in(stage("chief", LEVEL)) if each.to == ("B",))
    gives, wants = ([each.data() for each in side] for side in (offer.wants, offer.gives))
    theirs = offered("B.t1", "A", gives, wants)
    no = {"act": "decline", "deal": message_of(theirs)}
    declined = said("A.t1", to=("B",), deals=[no])
    assert offer in offered_in(stage("chief", LEVEL, theirs))
    assert offer not in offered_in(stage("chief", LEVEL, theirs, declined))


def test_of_two_who_may_speak_one_makes_the_offers() -> None:
    """Both know which, and in the next round it may be the other: never do mirror images cross."""
    for round_ in (1, 2, 3, 4):
        turn = {"round": round_}
        one, two = (stage("chief", LEVEL, seat=seat, **turn) for seat in ("A", "B"))
        assert speaks_first(one, "B") is not speaks_first(two, "A")
        offers_ = [offered_in(stage("chief", LEVEL, seat=seat, **turn)) for seat in ("A", "B")]
        crossed = [
            any(each.to == (other,) for each in found)
            for found, other in zip(offers_, ("B", "A"), strict=True)
        ]
        assert crossed != [True, True]


SEARCHED = record("truck_searched", {"player": "A", "count": 2}, actor="A")
ALONE = {TRUCK: "A.pin_up", HQ: "A.gunman B.pin_up C.pin_up", 3: "B.gunman C.gunman D.gunman"}


def test_who_searches_alone_offers_the_card_to_several_elsewhere() -> None:
    """The first of them to accept has it."""
    turn = {"floor": "gift", "place": TRUCK, "present": ("A",)}
    found = offered_in(stage("truck", ALONE, SEARCHED, **turn))
    several = [each for each in found if len(each.to) > 1]
    assert several
    for offer in several:
        assert set(offer.to) <= {"B", "C", "D"}
        for other in offer.to:
            (card,), (price,) = offer.between("A", other)
            assert (card.kind, card.target, price.player) == ("give", other, other)


def test_peace_is_offered_beyond_the_round_where_that_gains() -> None:
    """Until the end of the next."""
    found = offered_in(stage("chief", LEVEL))
    until = {term.until for each in found for term in (*each.gives, *each.wants)} - {None}
    assert until == {1, 2}


def test_dice_are_asked_of_who_has_looked_alone() -> None:
    """For peace; where nobody has, nobody is asked."""
    for looked in (["B"], ["C"], []):
        talk = {"keys": {"dice": [1, 1, 2, 3], "dice_seen_by": looked}}
        found = [
            offer
            for round_ in (1, 2)
            for offer in offered_in(stage("destinations", LEVEL, round=round_, **talk))
        ]
        asked = {each.to[0] for each in found if any(t.kind == "tell" for t in each.wants)}
        assert asked == set(looked)


# --- kept or broken ---

BESIEGED = {3: "A.pin_up B.gunman C.pin_up", 1: "B.pin_up B.tough_guy C.gunman", 6: "D.gunman"}


def besieged() -> engine.Table:
    """Return a table where A, B and C vote on who is eaten."""
    table = draw("attack", BESIEGED, seats=4, zombies={3: 5})
    while table.pending()[0].kind != "cast_vote":
        table.answer(table.pending()[0].seat, "pass")
    return table


def test_a_word_is_broken_where_that_pays_by_who_does_not_keep_it() -> None:
    """A spares whom it would vote for only if it means to; whom it would not, in any case."""
    table = besieged()
    best = cast_vote(situation_of(table, "A"))
    (other,) = {"B", "C"} - {best}
    meant = promising(table, "A", Promises(spared=frozenset({best})))
    loose = promising(table, "A", Promises(loosely_spared=frozenset({best})))
    harmless = promising(table, "A", Promises(loosely_spared=frozenset({other})))
    assert cast_vote(meant) == other
    assert cast_vote(loose) == best
    assert cast_vote(harmless) == best


@pytest.mark.parametrize(("seat", "paid"), [("B", True), ("C", False)])
def test_a_card_goes_to_who_was_promised_it_unless_another_pays_more(
    seat: str, *, paid: bool
) -> None:
    """B's vote for A is believed."""
    table = draw("truck", {TRUCK: "A.pin_up", 3: "B.gunman C.gunman D.gunman"}, seats=4)
    options = question_of(table, "A").options
    loose = promising(table, "A", Promises(loose_recipient="C"))
    bids = {"B": 0.95} if paid else {}
    chosen = distribute_truck(loose._replace(beliefs=replace(loose.beliefs, bids=bids)))
    assert next(o for o in options if o.id == chosen).args["recipient"] == seat


def test_a_promised_card_is_not_given_away_for_thanks() -> None:
    """C voted for A at the truck, B pays with peace: to break the deal would bring nothing."""
    table = draw("truck", {TRUCK: "A.pin_up", 3: "B.gunman C.gunman D.gunman"}, seats=4)
    options = question_of(table, "A").options
    loose = promising(table, "A", Promises(loose_recipient="B"))
    backed = loose._replace(beliefs=replace(loose.beliefs, backers=frozenset({"C"})))
    free = backed._replace(beliefs=replace(backed.beliefs, promises=Promises()))
    to = [
        next(o for o in options if o.id == distribute_truck(each)).args["recipient"]
        for each in (backed, free)
    ]
    assert to == ["B", "C"]


def test_who_is_owed_a_card_wants_its_giver_to_search_in_the_re_vote_too() -> None:
    """A's own side is done with the first ballot; without the truck B has no card to give."""
    places = {TRUCK: "A.pin_up B.pin_up C.pin_up", 3: "A.gunman B.gunman C.gunman D.gunman"}
    card, mine = {"kind": "give", "target": "A"}, {"kind": "vote", "vote": "truck", "target": "B"}
    deal = offered("B.t1", "A", [card], [mine])
    tied = record(
        "votes_revealed",
        {
            "kind": "truck", "place": TRUCK, "number": 1, "ballots": {"A": "B", "C": "C"},
            "weights": {"A": 1, "C": 1}, "totals": {"B": 1, "C": 1}, "leaders": ["B", "C"],
        },
    )  # fmt: skip
    talk = stage("truck", places, deal, accepted("A.t1", deal), tied)
    assert talk.memory.bound() == []
    assert talk.beliefs.stakes["truck", "B"] > 0
