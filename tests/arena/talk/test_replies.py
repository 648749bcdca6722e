"""Who is asked to reply: those who were addressed in the beat before, once, and nobody else."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.claims.language import Proposition
from arena.claims.offers import Offer, Reply
from arena.settings import BEFORE_A_DECISION, FLOORS
from arena.talk.discussion import Act
from arena.talk.speech import Message, Speech, TalkTurn
from engine import Floor
from tests.arena.talk.test_discussion import EVERYWHERE, SEATS, TRUCK, VIEW, discussion, waves
from tests.breadth import examples

ALL_HERE = Floor(kind="truck", place=4, present=SEATS, round=2)
LOUD = Speech.of("To the whole table.")
STEADY = examples(150)


def offer(*to: str) -> Offer:
    """Return an offer of a vote for a card."""
    gives = Proposition(kind="vote", target=to[0], vote="chief")
    return Offer(to=to, gives=(gives,), wants=(Proposition(kind="give"),))


def by(**speeches: Speech | None) -> Callable[[TalkTurn], Act]:
    """Return what each seat does with its main turns; replies are to the whole table."""

    def act(turn: TalkTurn) -> Act:
        said = speeches.get(turn.seat, LOUD) if turn.reply == 0 else LOUD
        return Act(turn=turn, speech=said)

    return act


def replies(floor: Floor, act: Callable[[TalkTurn], Act], **rules: object) -> list[list[str]]:
    """Return who is asked to reply, wave after wave."""
    talk = discussion(**{"speakers": "all", **rules})
    talk.begin(floor, VIEW)
    found = []
    while turns := talk.turns:
        if turns[0].reply:
            found.append([turn.seat for turn in turns])
        talk.take([act(turn) for turn in turns])
    return found


@pytest.mark.parametrize("kind", FLOORS)
def test_replies_come_before_a_decision_and_nowhere_else(kind: str) -> None:
    """Ada speaks to Ben: he is asked where something is decided next, destinations included."""
    floor = Floor(kind=kind, place=4, present=SEATS, round=2)
    asked = replies(floor, by(Ada=Speech.of("Ben?", to=("Ben",))), floors=[kind])
    decides = kind in {"truck", "gift", "chief", "dice", "revote", "attack", "tie"}
    assert asked == ([["Ben"]] if decides else [])
    assert (kind in BEFORE_A_DECISION) is decides


@pytest.mark.parametrize(
    ("speech", "asked"),
    [
        (Speech.of("Ben?", to=("Ben",)), ["Ben"]),
        (Speech.of("You two.", to=("Dan", "Ben")), ["Dan", "Ben"]),
        (Speech.of("Psst.", to=("Cyd",), whisper=True), ["Cyd"]),
        (Speech.of("Who gives me a card?", deals=(offer("Dan"),)), ["Dan"]),
        (Speech.of("Ben?", to=("Ben",), deals=(offer("Dan", "Cyd"),)), ["Cyd", "Dan", "Ben"]),
        (Speech.of("No.", deals=(Reply(act="decline", deal=1),)), []),
        (LOUD, []),
        (None, []),
    ],
)
def test_who_is_addressed_by_name_or_offered_a_deal_is_asked(
    speech: Speech | None, asked: list[str]
) -> None:
    """In the order in which they speak; to the whole table is to nobody in particular."""
    assert replies(ALL_HERE, by(Ada=speech)) == ([asked] if asked else [])


def test_each_message_of_a_turn_calls_its_own_listeners() -> None:
    """One aloud to Ben, one whispered to Dan."""
    said = Speech(
        messages=(
            Message(text="Ben, go.", to=("Ben",)),
            Message(text="Stay.", to=("Dan",), whisper=True),
        )
    )
    assert replies(ALL_HERE, by(Ada=said)) == [["Dan", "Ben"]]


def test_the_replies_are_one_sealed_wave() -> None:
    """Whoever replies has the same wave, and a turn that says which beat it is."""
    talk = discussion(speakers="all")
    talk.begin(ALL_HERE, VIEW)
    assert {(turn.reply, turn.replies) for turn in talk.turns} == {(0, 1)}
    before = talk.turns[0].wave
    called = by(Ada=Speech.of("All.", to=("Ben", "Cyd", "Dan")))
    talk.take([called(turn) for turn in talk.turns])
    assert [turn.seat for turn in talk.turns] == ["Cyd", "Dan", "Ben"]
    assert {(turn.reply, turn.wave, turn.task) for turn in talk.turns} == {(1, before + 1, "speak")}


def test_a_reply_opens_no_further_beat() -> None:
    """Ben answers Ada by name, and with an offer: she is not asked again."""

    def act(turn: TalkTurn) -> Act:
        other = "Ben" if turn.seat == "Ada" else "Ada"
        if turn.seat not in {"Ada", "Ben"}:
            return Act(turn=turn)
        return Act(turn=turn, speech=Speech.of("So?", to=(other,), deals=(offer(other),)))

    assert replies(TRUCK, act) == [["Ada", "Ben"]]
    assert replies(TRUCK, act, replies=0) == []


def test_with_two_beats_the_second_is_for_those_addressed_in_the_first() -> None:
    """Ada calls Ben, he calls Cyd, she calls Dan: he is too late."""
    calls = {"Ada": "Ben", "Ben": "Cyd", "Cyd": "Dan"}

    def act(turn: TalkTurn) -> Act:
        speaks = turn.seat == "Ada" if turn.reply == 0 else turn.seat in calls
        said = Speech.of("You.", to=(calls[turn.seat],)) if speaks else None
        return Act(turn=turn, speech=said)

    assert replies(ALL_HERE, act, replies=2) == [["Ben"], ["Cyd"]]
    assert replies(ALL_HERE, act, replies=1) == [["Ben"]]


def test_who_has_had_the_floor_since_is_not_asked() -> None:
    """In round robin from Cyd on, Cyd calls Ben and Ben calls Cyd: only she could not answer."""
    act = by(Cyd=Speech.of("Ben?", to=("Ben",)), Ben=Speech.of("Cyd?", to=("Cyd",)))
    assert replies(TRUCK, act, protocol="round_robin") == [["Cyd"]]
    assert replies(TRUCK, act) == [["Cyd", "Ben"]]


def test_silence_is_an_answer() -> None:
    """Ben had the floor after Cyd called him, and said nothing."""
    act = by(Cyd=Speech.of("Ben?", to=("Ben",)), Ben=None)
    assert replies(TRUCK, act, protocol="round_robin") == []


def test_who_was_called_on_an_earlier_turn_answers_unless_they_had_the_floor_since() -> None:
    """Ada calls Ben on the first of two turns: he has spoken on the second, or only listens."""

    def act(turn: TalkTurn) -> Act:
        to = ("Ben",) if (turn.seat, turn.turn) == ("Ada", 1) else ()
        return Act(turn=turn, speech=Speech.of("Hm.", to=to))

    assert replies(ALL_HERE, act, turns=2) == []
    elsewhere = Floor(kind="truck", place=4, present=("Ada", "Cyd"), round=2)
    assert replies(elsewhere, act, turns=2, speakers="present") == [["Ben"]]


def test_who_only_listens_answers_too() -> None:
    """Cyd and Ben are at the truck: Ada hears of it elsewhere, and the card may be hers."""
    calls = by(Cyd=Speech.of("A card for whoever pays.", deals=(offer("Ada", "Ben"),)))
    assert replies(TRUCK, calls, speakers="present") == [["Ben", "Ada"]]
    whispers = by(Cyd=Speech.of("Psst.", to=("Dan",), whisper=True))
    assert replies(TRUCK, whispers, speakers="present") == [["Dan"]]


def test_nobody_replies_where_nobody_may_speak() -> None:
    """Neither on a floor that is not in use nor where there is no talk at all."""
    calls = by(Cyd=Speech.of("Ada?", to=("Ada",)))
    assert replies(TRUCK, calls, floors=["chief"]) == []
    assert replies(TRUCK, calls, protocol="off") == []


def test_who_has_no_voice_is_not_asked() -> None:
    """Dan is out of the game, Ben can't talk at all."""
    calls = by(Cyd=Speech.of("Ada, Ben and Dan.", to=("Ada", "Ben", "Dan")))
    assert replies(ALL_HERE, calls) == [["Dan", "Ada", "Ben"]]
    for talkers in (("Cyd", "Ada"), ("Cyd", "Dan", "Ada")):
        talk = discussion(talkers, speakers="all", eliminated=False)
        assert waves(talk, ALL_HERE, calls, eliminated=["Dan"]) == ["speak Cyd Ada", "speak Ada"]


def test_whom_the_highest_bidder_called_answers_without_a_bid() -> None:
    """Ben wins the floor and calls Dan."""

    def act(turn: TalkTurn) -> Act:
        if turn.task == "bid":
            return Act(turn=turn, bid=4 if turn.seat == "Ben" else 1)
        return Act(turn=turn, speech=Speech.of("Dan?", to=("Dan",) if turn.seat == "Ben" else ()))

    talk = discussion(protocol="bidding")
    assert waves(talk, ALL_HERE, act) == ["bid Ada Ben Cyd Dan", "speak Ben", "speak Dan"]


def test_where_nobody_bids_nobody_replies() -> None:
    """A floor of zeros ends, also where somebody was called on a turn before."""

    def act(turn: TalkTurn) -> Act:
        if turn.task == "bid":
            return Act(turn=turn, bid=int(turn.seat == "Ben" and turn.turn == 1))
        return Act(turn=turn, speech=Speech.of("Dan?", to=("Dan",)))

    bids = "bid Ada Ben Cyd Dan"
    talk = discussion(protocol="bidding", turns=3)
    assert waves(talk, ALL_HERE, lambda turn: Act(turn=turn, bid=0)) == [bids]
    assert waves(talk, ALL_HERE, act) == [bids, "speak Ben", bids]


def test_what_was_said_on_another_floor_calls_nobody_on_this_one() -> None:
    """Ada called Ben where nobody replies; at the truck he is not asked for it."""
    talk = discussion(speakers="all")
    waves(talk, EVERYWHERE, by(Ada=Speech.of("Ben?", to=("Ben",))))
    assert waves(talk, ALL_HERE, by()) == ["speak Cyd Dan Ada Ben"]


# --- whatever is said ---


def anything(seed: int) -> Callable[[TalkTurn], Act]:
    """Return seats that address each other, offer and counter, or are silent, at random."""

    def act(turn: TalkTurn) -> Act:
        drawn = Random(f"{seed} {turn.id}")  # noqa: S311 - what is said, no secret
        if turn.task == "bid":
            return Act(turn=turn, bid=drawn.randint(0, 4))
        if drawn.random() < 0.2:
            return Act(turn=turn)
        others = [seat for seat in SEATS if seat != turn.seat]
        said = []
        for _ in range(drawn.randint(1, 2)):
            to = tuple(drawn.sample(others, drawn.randint(0, 3)))
            deals = (offer(*to),) if to and drawn.random() < 0.6 else ()
            said.append(Message(text="Deal?", to=to, whisper=bool(to), deals=deals))
        return Act(turn=turn, speech=Speech(messages=tuple(said)))

    return act


RULES = st.fixed_dictionaries(
    {
        "protocol": st.sampled_from(["simultaneous", "round_robin", "bidding"]),
        "turns": st.integers(1, 3),
        "replies": st.integers(0, 3),
        "speakers": st.sampled_from(["present", "present_first", "all"]),
    }
)
KINDS = st.sampled_from(FLOORS)
SEEDS = st.integers(0, 10**6)


def turns_of(seed: int, rules: dict[str, Any], kind: str, **changed: object) -> list[TalkTurn]:
    """Return every turn of a floor on which anything is said."""
    floor = Floor(kind=kind, place=4, present=("Cyd", "Ben"), round=2)
    talk, found = discussion(**{**rules, "floors": [kind], **changed}), list[TalkTurn]()
    talk.begin(floor, VIEW)
    act = anything(seed)
    while turns := talk.turns:
        found += turns
        talk.take([act(turn) for turn in turns])
    return found


@STEADY
@given(seed=SEEDS, rules=RULES, kind=KINDS)
def test_who_only_offers_and_counters_cannot_lengthen_a_floor(
    seed: int, rules: dict[str, Any], kind: str
) -> None:
    """A floor has at most its turns and its replies, times the seats, whatever is said."""
    found = turns_of(seed, rules, kind)
    spoken = [turn for turn in found if turn.task == "speak"]
    assert len(spoken) <= (rules["turns"] + rules["replies"]) * len(SEATS)
    assert len(found) - len(spoken) <= rules["turns"] * len(SEATS)
    waves = Counter(turn.wave for turn in found if turn.reply)
    assert len(waves) <= rules["replies"]
    assert len({(turn.seat, turn.wave) for turn in found}) == len(found)


@STEADY
@given(seed=SEEDS, rules=RULES, kind=KINDS)
def test_without_replies_it_is_the_protocol_of_before_to_the_turn(
    seed: int, rules: dict[str, Any], kind: str
) -> None:
    """Replies come after all turns, and change none of them."""
    main = [each for each in turns_of(seed, rules, kind) if not each.reply]
    bare = turns_of(seed, rules, kind, replies=0)
    assert {each.replies for each in bare} <= {0}
    assert [replace(each, replies=0) for each in main] == list(bare)
