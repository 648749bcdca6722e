"""What can be said: every refusal is one sentence with what came and what is possible."""

from dataclasses import replace
from typing import Any

import pytest

from arena.claims.facts import Facts
from arena.claims.language import Claim, Proposition
from arena.claims.offers import Offer, Reply
from arena.claims.vocabulary import Vocabulary
from arena.errors import ClaimError
from arena.projections.deals import Deals, Heard
from arena.settings import TalkRules
from arena.talk.plan import Plan, plan_problem
from arena.talk.speech import Message, Speech, TalkTurn, Unread, bid_problem, speech_problem
from engine import ruleset

SEATS = ("Ada", "Ben", "Cyd")
TURN = TalkTurn(
    id="Ada.t1", seat="Ada", task="speak", floor="dice", place=None, present=SEATS, round=1,
    phase="arrival", turn=1, turns=1, reply=0, replies=1, messages=2, whispers=True, characters=20,
    wave=1,
)  # fmt: skip

GOOD = Claim(proposition=Proposition(kind="saw", player="Ben"))
BAD = Claim(proposition=Proposition(kind="saw", player="Zoe"))


def problem(speech: object, deals: Deals | None = None, **rules: object) -> str | None:
    """Return why Ada can't say it."""
    table = TalkRules.model_validate({"characters": 20, "claims": 1, **rules})

    return speech_problem(speech, TURN, table, Vocabulary(ruleset("moh"), SEATS), deals)


@pytest.mark.parametrize(
    "speech",
    [
        Speech.of("x" * 20),
        Speech.of("two\nlines"),
        Speech.of("Żółw ¿qué? мёртв 😱"),
        Speech.of("👨\u200d👩\u200d👧 \u200cمی"),
        Speech.of("to both", to=("Ben", "Cyd")),
        Speech.of("psst", to=("Ben",), whisper=True),
        Speech.of("claim", claims=(GOOD,)),
    ],
)
def test_what_can_be_said(speech: Speech) -> None:
    """Words in any language, to anybody else at the table; and it comes back from plain data."""
    assert problem(speech) is None
    assert Speech.read(speech.data()) == speech


@pytest.mark.parametrize(
    "wrong",
    [
        {"text": 5}, {"to": "Ben"}, {"to": ["Ben", 5]}, {"whisper": 1}, {"claims": {}},
        {"deals": None}, {"unread": [{"line": "x"}]}, {"unread": [{"line": "x", "why": 1}]},
        {"unread": [{"line": "x", "why": "y", "at": 1}]}, {"unread": ["x"]},
    ],
)  # fmt: skip
def test_what_is_no_message_is_refused(wrong: dict[str, object]) -> None:
    """With what came, and what is possible; a key that no message has is let be."""
    whole = Speech.of("words", unread=(Unread(line="x", why="y"),)).data()[0]
    assert Message.read({**whole, "turn": "Ben.t1"}).text == "words"
    with pytest.raises(ClaimError, match="Possible: "):
        Message.read({**whole, **wrong})
    for key in wrong:
        with pytest.raises(ClaimError, match="Possible: text, to"):
            Message.read({name: each for name, each in whole.items() if name != key})


@pytest.mark.parametrize(
    ("speech", "said"),
    [
        ("words", "'words' is no speech. Possible: a Speech, or None for silence."),
        (Speech.of(" \n "), r"the text is ' \n '. Possible: words, or None in place of it."),
        (Speech.of("x" * 21), "the text has 21 characters. Possible: at most 20."),
        (
            Speech.of("a\x1b[2J"),
            r"the text holds '\x1b'. Possible: printable characters and line breaks.",
        ),
        (
            Speech.of("a\u202eb"),
            r"the text holds '\u202e'. Possible: printable characters and line breaks.",
        ),
        (
            Speech.of("a\ud800"),
            r"the text holds '\ud800'. Possible: printable characters and line breaks.",
        ),
        (
            Speech.of("hi", to=("Zoe",)),
            "it is addressed to Zoe. Possible: Ben, Cyd, each once.",
        ),
        (
            Speech.of("hi", to=("Ada",)),
            "it is addressed to Ada. Possible: Ben, Cyd, each once.",
        ),
        (
            Speech.of("hi", to=("Ben", "Ben")),
            "it is addressed to Ben, Ben. Possible: Ben, Cyd, each once.",
        ),
        (
            Speech.of("hi", to=("Ben",), whisper="yes"),
            "whisper is 'yes'. Possible: True or False.",
        ),
        (Speech.of("hi", whisper=True), "it is a whisper to nobody. Possible: Ben, Cyd."),
        (
            Speech.of("hi", claims=(GOOD,) * 2),
            "it has 2 claims. Possible: at most 1.",
        ),
        (
            Speech.of("hi", claims=("Ben lies",)),  # type: ignore[arg-type]
            "'Ben lies' is no claim. Possible: a Claim.",
        ),
        (
            Speech.of("hi", claims=(BAD,)),
            "Your claim saw has player 'Zoe'. Possible: Ada, Ben, Cyd.",
        ),
    ],
)
def test_what_can_not_be_said(speech: object, said: str) -> None:
    """Escape sequences, reversed text, lone surrogates, strangers, too much of anything."""
    assert problem(speech) == said


def test_no_whispers_where_the_table_has_none() -> None:
    """The option forbids them, not public words to somebody."""
    whisper = Speech.of("psst", to=("Ben",), whisper=True)
    expected = "it is a whisper. Possible: at this table everybody hears everything."
    assert problem(whisper, whispers=False) == expected
    assert problem(Speech.of("hey", to=("Ben",)), whispers=False) is None


@pytest.mark.parametrize(("bid", "fine"), [(0, True), (4, True), (-1, False), (5, False)])
def test_bids_go_from_0_to_4(bid: int, *, fine: bool) -> None:
    """Both sides of both bounds."""
    assert (bid_problem(bid) is None) is fine


@pytest.mark.parametrize("bid", [True, 2.0, "2", None])
def test_a_bid_is_a_whole_number(bid: object) -> None:
    """The sentence says what came."""
    assert bid_problem(bid) == f"the bid is {bid!r}. Possible: a whole number from 0 to 4."


@pytest.mark.parametrize(
    "fields",
    [
        {"kind": "go", "location": True},
        {"kind": "go", "location": 3.0},
        {"kind": "zombies", "location": 1, "relation": "=", "count": 1.0},
        {"kind": "zombies", "location": 1, "relation": "=", "count": False},
        {"kind": "ally", "target": "Ben", "until": 2.5},
        {"kind": "ally", "target": "Ben", "until": float("nan")},
        {"kind": "ally", "target": "Ben", "until": 10**5000},
        {"kind": "dice", "dice": (1, 2, 3, True)},
        {"kind": "dice", "dice": (1.0, 2, 3, 4)},
        {"kind": "dice", "dice": [1, 2, 3, 4]},
        {"kind": "saw", "negated": 1},
        {"kind": "saw", "negated": "no"},
        {"kind": "saw", "player": 7},
        {"kind": ["saw"]},
    ],
)
def test_a_claim_that_could_not_be_read_again_is_refused(fields: dict[str, Any]) -> None:
    """A seat that makes claims itself may put anything into them; the log takes plain values."""
    for claim in (
        Claim(proposition=Proposition(**fields)),
        Claim(proposition=Proposition(kind="saw"), condition=Proposition(**fields)),
    ):
        speech = Speech.of("Listen.", claims=(claim,))
        assert isinstance(problem(speech, characters=99, claims=5), str)


@pytest.mark.parametrize("odd", ["confidence", "said_by", "proposition"])
def test_a_claim_of_odd_parts_is_refused(odd: str) -> None:
    """Whatever stands in its own fields."""
    claim = Claim(**{"proposition": Proposition(kind="saw"), odd: 7})  # type: ignore[arg-type]
    speech = Speech.of("Listen.", claims=(claim,))
    assert isinstance(problem(speech, characters=99, claims=5), str)


@pytest.mark.parametrize(
    ("unread", "why"),
    [
        (("junk",), "'junk' is no line that can't be read. Possible: an Unread."),
        (
            (Unread(line=5, why="no"),),  # type: ignore[arg-type]
            "the line of what can't be read is 5. Possible: words, or None in place of it.",
        ),
        (
            (Unread(line="go", why="\ud800"),),
            r"the reason of what can't be read holds '\ud800'. "  # noqa: ISC004 - one sentence
            "Possible: printable characters and line breaks.",
        ),
        (
            (Unread(line="x" * 4_001, why="no"),),
            "the line of what can't be read has 4001 characters. Possible: at most 4000.",
        ),
        (
            (Unread(line="x", why="no"),) * 9,
            "it has 9 lines that can't be read. Possible: at most 8.",
        ),
    ],
)
def test_what_could_not_be_read_is_short_and_can_be_logged(unread: Any, why: str) -> None:  # noqa: ANN401
    """Whoever makes a seat may put anything there; a plan is held to the same."""
    assert problem(Speech.of("hi", unread=unread)) == why
    words = Vocabulary(ruleset("moh"), SEATS)
    assert plan_problem(Plan(unread=unread), "Ada", words) in {why, TOO_LONG_A_PLAN}
    assert problem(Speech.of("hi", unread=(Unread(line="x" * 4_000, why="no"),) * 8)) is None


TOO_LONG_A_PLAN = "the plan has 9 lines. Possible: at most 8."


@pytest.mark.parametrize("until", [0, -1, 1_000, 10**90])
def test_an_offer_is_until_a_round_that_there_can_be(until: int) -> None:
    """As the alliance in it is."""
    why = problem(Speech.of("so", deals=(replace(OFFER, until=until),)))
    assert why is not None
    assert why.startswith(f"Your offer has until {str(until)[:9]}")
    assert why.endswith("Possible: the number of a round from 1 to 999, or null.")
    assert problem(Speech.of("so", deals=(replace(OFFER, until=999),))) is None


# --- several messages, and deals ---

PSST = Message(text="psst", to=("Ben",), whisper=True)
ALOUD = Message(text="Hear me.")
SPARE = (Proposition(kind="ally"),)
OFFER = Offer(to=("Ben",), gives=SPARE, wants=SPARE)
NO_DEAL = (
    "a deal has {'act': 'accept', 'deal': True}. Possible: an offer, or accept, decline, withdraw."
)
LOST = Unread(line="zombies 5 >> 2", why="It can't be read.")


@pytest.mark.parametrize(
    "messages",
    [(ALOUD,), (ALOUD, PSST), (PSST, PSST), (Message(text="so", deals=(OFFER,), unread=(LOST,)),)],
)
def test_a_speech_of_messages_comes_back_from_plain_data(messages: tuple[Message, ...]) -> None:
    """A whisper beside a public message, deals, and what could not be read."""
    speech = Speech(messages=messages)
    assert problem(speech) is None
    assert Speech.read(speech.data()) == speech


@pytest.mark.parametrize(("count", "most", "fine"), [(0, 2, False), (2, 2, True), (3, 2, False)])
def test_a_turn_has_one_message_up_to_as_many_as_the_table_lets(
    count: int, most: int, *, fine: bool
) -> None:
    """Both sides of both bounds; the sentence says how many came."""
    expected = None if fine else f"it has {count} messages. Possible: 1 to {most}."
    assert problem(Speech(messages=(ALOUD,) * count), messages=most) == expected


def test_the_message_that_cannot_be_said_is_named() -> None:
    """Where there are several."""
    bad = Message(text="")
    why = "the text is ''. Possible: words, or None in place of it."
    assert problem(Speech(messages=(ALOUD, bad))) == f"message 2: {why}"
    assert problem(Speech(messages=(bad,))) == why
    odd = Speech(messages=(ALOUD, "words"))  # type: ignore[arg-type]
    assert problem(odd) == "message 2: 'words' is no message. Possible: a Message."


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"deals": (OFFER,), "claims": (GOOD,)}, "it has 2 claims. Possible: at most 1."),
        (
            {"to": ("Cyd",), "whisper": True, "deals": (OFFER,)},
            "Ben would not hear the offer. Possible: to whisper it to them too.",
        ),
        ({"deals": ("accept 1",)}, "'accept 1' is no deal. Possible: an Offer or a Reply."),
        (
            {"deals": (Offer(to=("Ada",), gives=SPARE, wants=SPARE),)},
            "Your offer is to ['Ada']. Possible: Ben, Cyd, each once.",
        ),
        (
            {"deals": (Offer(to=("Ben",), gives=(), wants=SPARE),)},
            "Your offer gives 0 things. Possible: 1 to 2.",
        ),
        (
            {"deals": (Offer(to=("Ben",), gives=SPARE, wants=SPARE * 3),)},
            "Your offer asks for 3 things. Possible: 1 to 2.",
        ),
        (
            {"deals": (Reply(act="accept", deal=True),)},
            NO_DEAL,
        ),
    ],
)
def test_what_can_not_be_said_of_deals(fields: dict[str, Any], why: str) -> None:
    """An offer that its addressee does not hear, to oneself, of nothing, or of too much."""
    assert problem(Speech.of("Deal?", **fields)) == why


def test_one_offer_in_a_message() -> None:
    """Its number is that of the message; two messages may have one each."""
    twice = Speech.of("Deal?", deals=(OFFER, OFFER))
    assert problem(twice, claims=2) == "it offers several deals. Possible: one offer in a message."
    each = Message(text="Deal?", deals=(OFFER,))
    assert problem(Speech(messages=(each, each))) is None


def test_who_is_addressed_is_named_or_offered_a_deal() -> None:
    """Each once, those named first."""
    both = Offer(to=("Cyd", "Ben"), gives=SPARE, wants=SPARE)
    assert Message(text="Deal?", to=("Ben",), deals=(both,)).addressed == ("Ben", "Cyd")
    assert Message(text="No.", deals=(Reply(act="decline", deal=1),)).addressed == ()


@pytest.mark.parametrize(("whisper", "fine"), [(False, True), (True, False)])
def test_an_answer_is_heard_by_who_offered(whisper: bool, fine: bool) -> None:  # noqa: FBT001
    """Ben offered; Ada may say aloud to Cyd that she accepts, and not whisper it to Cyd."""
    deals = Deals()
    heard = Heard(
        number=7, speaker="Ben", seen_by="all", wave=0, acts=(replace(OFFER, to=("Ada",)),)
    )
    facts = Facts(Vocabulary(ruleset("moh"), SEATS))
    assert [each.deal for each in deals.said(heard, facts)] == [7]
    accepts = Speech.of("Done.", to=("Cyd",), whisper=whisper, deals=(Reply(act="accept", deal=7),))
    why = "Ben would not hear your answer to deal 7. Possible: that they do."
    assert problem(accepts, deals) == (None if fine else why)
