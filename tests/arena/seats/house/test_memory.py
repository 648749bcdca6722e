"""What a house bot remembers of what it heard, and whom it trusts."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import count

import pytest

from arena.records.record import Shown
from arena.records.talk import Said
from arena.seats.house.memory import MADE_GOOD, Memory
from tests.arena.records_of import shown_of

SEATS = ("A", "B", "C", "D")
WAVES = count(1)
MESSAGES = count(1)
Data = Mapping[str, object]


def record(kind: str, data: Data, *, actor: str | None = None, round_: int = 1) -> Shown:
    """Return a record that everybody perceives."""
    plain = {"type": kind, "round": round_, "phase": "arrival", "actor": actor, "data": data}
    return shown_of([plain])[0]


def said(
    turn: str,
    *claims: Data,
    to: tuple[str, ...] = (),
    text: str = "",
    deals: Sequence[Data] = (),
) -> Shown:
    """Return what the seat of this turn says."""
    speech = {
        "turn": turn, "floor": "dice", "wave": next(WAVES), "message": next(MESSAGES),
        "messages": 1, "text": text or turn, "to": list(to), "whisper": False,
        "claims": list(claims), "deals": list(deals),
    }  # fmt: skip
    return record("said", speech, actor=turn.partition(".")[0])


def offered(
    turn: str, to: str, gives: Sequence[Data], wants: Sequence[Data], **more: object
) -> Shown:
    """Return what the seat of this turn says when it offers a deal; its number is the message's."""
    offer = {"act": "offer", "to": [to], "gives": list(gives), "wants": list(wants), **more}
    return said(turn, to=(to,), deals=[offer])


def accepted(turn: str, offer: Shown) -> Shown:
    """Return what the seat of this turn says when it accepts an offer."""
    reply = {"act": "accept", "deal": message_of(offer)}
    return said(turn, to=(str(offer.actor),), deals=[reply])


def message_of(record: Shown) -> int:
    """Return the number of a message."""
    assert isinstance(record.data, Said)
    return record.data.message


def begun(round_: int = 1) -> Shown:
    """Return the beginning of a round."""
    return record("phase_began", {"round": round_, "phase": "truck"}, round_=round_)


def memory_of(*records: Shown) -> Memory:
    """Return A's memory after a first round began and these."""
    memory = Memory("A", "moh", SEATS)
    memory.catch_up([begun(), *records])
    return memory


PEEKED = record("dice_peeked", {"player": "B", "by": "badge"}, actor="B")
REVEALED = record("dice_revealed", {"dice": [1, 1, 2, 3]})
TWO_AT_5 = {"kind": "zombies", "location": 5, "relation": "=", "count": 2}
TWO_AT_1 = {"kind": "zombies", "location": 1, "relation": "=", "count": 2}


def test_nothing_is_known_of_anybody_at_first() -> None:
    """Trust is a half."""
    assert [memory_of().trust(seat) for seat in SEATS] == [0.5] * 4


def test_who_gives_cards_is_trusted_more() -> None:
    """And who votes against me in an attack, less."""
    gift = record("card_given", {"player": "B", "recipient": "A"}, actor="B")
    votes = record(
        "votes_revealed",
        {
            "kind": "attack", "place": 3, "number": 1, "ballots": {"C": "A", "D": "B"},
            "weights": {}, "totals": {"A": 1, "B": 1}, "leaders": ["A", "B"],
        },
    )  # fmt: skip
    memory = memory_of(gift, votes)
    assert memory.trust("B") > memory.trust("D") == 0.5 > memory.trust("C")
    assert memory.facts.leaders == ("A", "B")


def test_a_witness_who_told_the_truth_gains_trust_and_one_who_lied_loses_it() -> None:
    """It turns out when the box is lifted."""
    true = memory_of(PEEKED, said("B.t1", TWO_AT_1), REVEALED)
    false = memory_of(PEEKED, said("B.t1", TWO_AT_5), REVEALED)
    assert false.trust("B") < 0.5 < true.trust("B")
    assert [each.lie for each in false.lies_of("B")] == [True]


def test_who_guessed_wrong_is_no_liar() -> None:
    """B never looked under the box."""
    memory = memory_of(said("B.t1", TWO_AT_5), REVEALED)
    assert memory.lies_of("B") == []
    assert [each.lie for each in memory.caught] == [False]


def test_a_broken_announcement_is_a_lie_that_one_is_caught_with() -> None:
    """B says 5 and goes to 3."""
    gone = record("destinations_revealed", {"destinations": {"B": 3}})
    memory = memory_of(said("B.t1", {"kind": "go", "location": 5}), gone)
    (caught,) = memory.lies_of("B")
    assert caught.assertion.said.location == 5
    assert memory.trust("B") < 0.5


GIFT = record("card_given", {"player": "B", "recipient": "A"}, actor="B")


def test_a_favour_ends_what_is_to_be_said_of_lies_before_it() -> None:
    """B lied and then gives A a card: no accusation; one who gives C a card is accused still."""
    lied = (PEEKED, said("B.t1", TWO_AT_5), REVEALED)
    for_c = record("card_given", {"player": "B", "recipient": "C"}, actor="B")
    memory = memory_of(*lied, GIFT)
    assert set(memory.lies_of("B")) == memory.accused
    assert not memory_of(*lied, for_c).accused
    assert memory.trust("B") < memory_of(GIFT).trust("B")  # what it taught is not forgotten


def test_a_word_that_was_kept_is_a_favour_as_well() -> None:
    """B promised A a vote for Chief and gave it: the lie of before is at rest; C's vote is none."""
    lied = (PEEKED, said("B.t1", TWO_AT_5), REVEALED)
    vote = {"kind": "vote", "vote": "chief", "target": "A"}
    for to, rests in ((("A",), True), ((), False)):
        memory = memory_of(*lied, said("B.t2", vote, to=to), elected(B="A"))
        assert (set(memory.lies_of("B")) == memory.accused) is rests


def test_an_announcement_that_was_taken_back_is_no_lie() -> None:
    """Only the last word counts."""
    gone = record("destinations_revealed", {"destinations": {"B": 3}})
    first, second = ({"kind": "go", "location": place} for place in (5, 3))
    assert memory_of(said("B.t1", first), said("B.t2", second), gone).lies_of("B") == []
    assert memory_of(said("B.t1", second), said("B.t2", first), gone).lies_of("B") != []


def gone_to_3() -> Shown:
    """Return that B went to 3."""
    return record("destinations_revealed", {"destinations": {"B": 3}})


def test_an_announcement_is_taken_back_only_before_all_who_heard_it() -> None:
    """B whispers another destination to me: the others were told the first one."""
    first, second = ({"kind": "go", "location": place} for place in (5, 3))
    whispered = replace(said("B.t2", second, to=("A",)), seen_by=("B", "A"))
    assert len(memory_of(said("B.t1", first), whispered, gone_to_3()).lies_of("B")) == 1


def test_a_word_about_another_takes_no_announcement_back() -> None:
    """B says where B goes, then where C will go."""
    own, other = {"kind": "go", "location": 5}, {"kind": "go", "player": "C", "location": 3}
    memory = memory_of(said("B.t1", own), said("B.t2", other), gone_to_3())
    assert [each.assertion.turn for each in memory.lies_of("B")] == ["B.t1"]


def test_an_announcement_to_me_that_was_taken_back_is_no_cheat() -> None:
    """I heard both."""
    first, second = ({"kind": "go", "location": place} for place in (5, 3))
    both = said("B.t1", first, to=("A",)), said("B.t2", second, to=("A",))
    assert memory_of(*both, gone_to_3()).cheated == set()
    assert memory_of(both[0], gone_to_3()).cheated == {("go", "B")}


def test_a_destination_on_a_condition_may_be_found_broken_in_a_later_round() -> None:
    """What was said in the round before is still known."""
    condition = {"kind": "vote", "player": "C", "target": "D", "vote": "chief"}
    promise = said("B.t1", {"kind": "go", "location": 5, "condition": condition})
    votes = {
        "kind": "chief", "place": 5, "number": 1, "ballots": {"C": "D", "D": "C"},
        "weights": {}, "totals": {"C": 1, "D": 1}, "leaders": ["C", "D"],
    }  # fmt: skip
    memory = memory_of(promise, gone_to_3(), begun(2), record("votes_revealed", votes, round_=2))
    assert [each.assertion.turn for each in memory.lies_of("B")] == ["B.t1"]


def test_lies_are_remembered_for_a_round() -> None:
    """In the round after the next they are forgotten, and trust comes back slowly."""
    gone = record("destinations_revealed", {"destinations": {"B": 3}})
    lie = said("B.t1", {"kind": "go", "location": 5})
    next_round, later = memory_of(lie, gone, begun(2)), memory_of(lie, gone, begun(2), begun(3))
    assert len(next_round.lies_of("B")) == 1
    assert later.lies_of("B") == []
    assert next_round.trust("B") < later.trust("B") < 0.5


def test_own_texts_are_remembered_for_good() -> None:
    """So that none is said twice."""
    memory = memory_of(said("A.t1", text="one"), begun(2), said("A.t2", text="two"), said("B.t1"))
    assert memory.used == ["one", "two"]


def test_the_last_ten_messages_of_anybody_are_remembered() -> None:
    """So that none of their wordings is used again so soon, in the next round either."""
    both = said("B.t1", text="one"), said("A.t1", text="two")
    assert list(memory_of(*both, begun(2)).lately) == ["one", "two"]
    more = [said(f"C.t{number}", text=str(number)) for number in range(9)]
    assert list(memory_of(*both, *more).lately) == ["two", *map(str, range(9))]


def test_who_called_me_a_liar_is_remembered_for_a_round() -> None:
    """Whether that was true or not; who says that of others, or I of others, is not."""
    lied = {"kind": "lied", "player": "A"}
    other = {"kind": "lied", "player": "C"}
    memory = memory_of(said("B.t1", lied), said("D.t1", other), said("A.t1", other))
    assert memory.accusers == {"B"}
    assert memory_of(said("B.t1", lied), begun(2)).accusers == set()


def test_a_new_lie_can_be_spoken_of_again() -> None:
    """What I said of the last one is no reason to be silent for the rest of the game."""
    lied = {"kind": "lied", "player": "B"}
    first = PEEKED, said("B.t1", TWO_AT_5), REVEALED
    memory = memory_of(*first)
    assert [each in memory.accused for each in memory.lies_of("B")] == [False]
    spoken = *first, said("A.t1", lied)
    memory = memory_of(*spoken)
    assert [each in memory.accused for each in memory.lies_of("B")] == [True]
    later = begun(2), begun(3), begun(4), PEEKED, said("B.t2", TWO_AT_5), REVEALED
    again = memory_of(*spoken, *later)
    assert [each in again.accused for each in again.lies_of("B")] == [False]


def test_what_one_hears_of_a_player_counts_as_the_teller_does() -> None:
    """C is called a liar by B, who is trusted; an accusation against me tells me nothing."""
    lied = {"kind": "lied", "player": "C"}
    assert memory_of(said("B.t1", lied)).trust("C") < 0.5
    broken = (
        said("B.t1", {"kind": "go", "location": 5}),
        record("destinations_revealed", {"destinations": {"B": 3}}),
    )
    assert memory_of(said("B.t1", lied)).trust("C") < memory_of(*broken, said("B.t2", lied)).trust(
        "C"
    )
    assert memory_of(said("B.t1", {"kind": "lied", "player": "A"})).trust("A") == 0.5


def test_who_offers_me_something_is_liked_a_little() -> None:
    """Peace or a card, to me and not to another."""
    peace = {"kind": "ally", "target": "A"}
    assert memory_of(said("B.t1", peace, to=("A",))).trust("B") > 0.5
    assert memory_of(said("B.t1", {"kind": "ally", "target": "C"}, to=("C",))).trust("B") == 0.5


def test_the_last_word_of_a_player_is_found_by_what_it_was_about() -> None:
    """Of this round."""
    go, other = {"kind": "go", "location": 5}, {"kind": "go", "location": 3}
    memory = memory_of(said("B.t1", go), said("B.t2", other), said("C.t1", TWO_AT_5))
    found = memory.last_claim("B", {"go", "zombies"})
    assert found is not None
    assert found.turn == "B.t2"
    assert memory.last_claim("B", {"zombies"}) is memory.last_claim("D", {"go"}) is None
    assert memory_of(said("B.t1", go), begun(2)).last_claim("B", {"go"}) is None


@pytest.mark.parametrize(("to", "cheated"), [(("A",), {("vote", "B")}), (("C",), set())])
def test_a_promise_to_me_that_was_broken_is_never_forgotten(
    to: tuple[str, ...], cheated: set[tuple[str, str]]
) -> None:
    """By kind and by who gave it."""
    promise = said("B.t1", {"kind": "vote", "target": "A", "vote": "chief"}, to=to)
    votes = {
        "kind": "chief", "place": 5, "number": 1, "ballots": {"A": "A", "B": "B"},
        "weights": {}, "totals": {"A": 1, "B": 1}, "leaders": ["A", "B"],
    }  # fmt: skip
    memory = memory_of(promise, record("votes_revealed", votes), begun(2), begun(3), begun(9))
    assert memory.cheated == cheated


def test_own_promises_are_open_until_they_are_judged() -> None:
    """A says to go to 5; then all see where A goes."""
    promise = said("A.t1", {"kind": "go", "location": 5}, TWO_AT_1)
    gone = record("destinations_revealed", {"destinations": {"A": 5}})
    assert [each.said.kind for each in memory_of(promise).promises()] == ["go"]
    assert memory_of(promise, gone).promises() == []


@pytest.mark.parametrize("cut", [0, 1, 2, 3, 4])
def test_the_fold_is_the_same_in_one_go_or_in_parts(cut: int) -> None:
    """A memory that catches up is the memory that heard it all."""
    records = [begun(), PEEKED, said("B.t1", TWO_AT_5), REVEALED]
    memory = Memory("A", "moh", SEATS)
    memory.catch_up(records[:cut])
    assert memory.follows(records)
    memory.catch_up(records)
    assert memory.trust("B") == memory_of(*records[1:]).trust("B")
    assert not memory.follows(records[:2])
    assert not memory.follows([*records[:3], PEEKED, PEEKED])


CARD = {"kind": "give"}
VOTE = {"kind": "vote", "vote": "chief", "target": "A"}


def elected(number: int = 1, **ballots: str) -> Shown:
    """Return the ballots of a vote on the Chief."""
    totals = dict.fromkeys(ballots.values(), 1)
    data = {
        "kind": "chief", "place": 5, "number": number, "ballots": ballots, "weights": {},
        "totals": totals, "leaders": list(totals),
    }  # fmt: skip
    return record("votes_revealed", data)


def test_a_deal_that_was_accepted_binds_both() -> None:
    """A owes B a card of the truck, B owes A a vote; an offer alone binds nobody."""
    offer = offered("A.t1", "B", [CARD], [VOTE])
    assert memory_of(offer).bound() == memory_of(offer).owed() == []
    memory = memory_of(offer, accepted("B.t1", offer))
    assert [(each.kind, each.player, each.target) for each in memory.bound()] == [
        ("give", "A", "B")
    ]
    ((_, owed),) = memory.owed()
    assert (owed.kind, owed.player, owed.target) == ("vote", "B", "A")


def test_who_breaks_a_deal_with_me_is_remembered_and_frees_me() -> None:
    """B votes for C: A owes nothing any more, and trusts B less than before."""
    offer = offered("A.t1", "B", [CARD], [VOTE])
    memory = memory_of(offer, accepted("B.t1", offer), elected(A="A", B="C", C="C"))
    assert memory.bound() == []
    ((by, _, terms),) = memory.betrayed
    assert (by, [each.kind for each in terms]) == ("B", ["vote"])
    assert memory.trust("B") < 0.5
    assert ("vote", "B") in memory.cheated


def test_of_a_broken_deal_nothing_is_said_after_a_favour() -> None:
    """It is remembered all the same, and that B broke such a word."""
    offer = offered("A.t1", "B", [CARD], [VOTE])
    broken = (offer, accepted("B.t1", offer), elected(A="A", B="C", C="C"))
    (before,), (after,) = memory_of(*broken).betrayed, memory_of(*broken, GIFT).betrayed
    assert (before.by, before.round) == ("B", 1)
    assert after == before._replace(round=MADE_GOOD)
    assert memory_of(*broken, GIFT).cheated == memory_of(*broken).cheated


def test_who_keeps_a_deal_is_trusted_more_by_all_who_heard_of_it() -> None:
    """Most by the other party."""
    mine = offered("A.t1", "B", [CARD], [VOTE])
    theirs = offered("C.t1", "D", [CARD], [VOTE | {"target": "C"}])
    kept = memory_of(mine, accepted("B.t1", mine), elected(A="A", B="A", C="C"))
    seen = memory_of(theirs, accepted("D.t1", theirs), elected(C="C", D="C", A="A"))
    assert kept.trust("B") > seen.trust("D") > 0.5
