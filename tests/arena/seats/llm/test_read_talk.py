"""How an answer to a turn to talk is read."""

import json
from typing import Any

import pytest

from arena.claims.deals import Deals
from arena.claims.language import Claim, Proposition
from arena.errors import InvalidAnswer
from arena.seats.llm.read_talk import read_bid, read_speech, read_summary
from arena.settings import TalkRules
from arena.talk.speech import Message, Speech
from tests.arena.seats.llm.questions import RULES, VOCABULARY, turn

GO = "I go 4"


def read(rules: TalkRules = RULES, **given: Any) -> Speech | None:
    """Return the speech; `given` are the arguments."""
    return read_speech(turn(), json.dumps(given), rules, VOCABULARY, Deals()).speech


def said(rules: TalkRules = RULES, **given: Any) -> Message | None:
    """Return the one message that is `given`; None: silence."""
    speech = read(rules, messages=[given])
    if speech is None:
        return None
    (message,) = speech.messages
    return message


def refused(rules: TalkRules = RULES, **given: Any) -> InvalidAnswer:
    """Return why it is not taken."""
    with pytest.raises(InvalidAnswer) as caught:
        said(rules, **given)
    return caught.value


def test_a_speech_is_read() -> None:
    """Every key has its place."""
    full = {"text": "Off I go.", "to": ["Bruno"], "whisper": True, "claims": [GO]}
    given = {"note": "a lie", "messages": [full, {"text": "I stay.", "to": []}]}
    taken = read_speech(turn(), json.dumps(given), RULES, VOCABULARY, Deals())
    claim = Claim(proposition=Proposition(kind="go", location=4))
    first = Message(text="Off I go.", to=("Bruno",), whisper=True, claims=(claim,))
    assert taken.speech == Speech(messages=(first, Message(text="I stay.")))
    assert taken.note == "a lie"


@pytest.mark.parametrize("text", [None, "", "  \n"], ids=repr)
def test_no_text_is_silence(text: object) -> None:
    """To say nothing is possible, with a note or without."""
    given = {"note": "hm", "messages": [{"text": text}]}
    taken = read_speech(turn(), json.dumps(given), RULES, VOCABULARY, Deals())
    assert taken.speech is None
    assert taken.note == "hm"


@pytest.mark.parametrize("messages", [None, [], "null", ""], ids=repr)
def test_no_message_is_silence(messages: object) -> None:
    """An empty list, or none."""
    assert read(messages=messages) is None


def test_a_message_need_not_be_in_a_list() -> None:
    """Its meaning is certain."""
    assert read(messages={"text": "Hi"}) == Speech.of("Hi")


def test_there_are_no_more_messages_than_the_table_has() -> None:
    """Two where it says nothing."""
    with pytest.raises(InvalidAnswer) as caught:
        read(messages=[{"text": "Hi"}] * 3)
    assert "it has 3 messages. Possible: 1 to 2." in caught.value.why


def lost(*claims: object, **given: Any) -> list[str]:
    """Return why lines were lost; the words and the first line are heard."""
    message = said(text="Hi", claims=[GO, *claims], **given)
    assert message is not None
    assert message.claims[0] == Claim(proposition=Proposition(kind="go", location=4))
    return [each.why for each in message.unread]


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("I go 9", "Possible: 1, 2, 3, 4, 5, 6"),
        ("go west", "can't be read from 'go' on. Possible: zombies, dice"),
        ({"kind": "go", "location": 4}, "is no text"),
        (7, "is no text"),
        ("accept 7", "You can't answer deal 7. There is none that you could."),
        ("withdraw 7", "You can't withdraw deal 7. There is none that you could."),
    ],
)
def test_a_line_that_cannot_be_read_is_lost_alone(line: object, why: str) -> None:
    """The words are heard, with the other lines; the speaker is told."""
    (told,) = lost(line)
    assert why in told


def test_lines_past_the_most_are_lost() -> None:
    """The first five are taken."""
    told = 'Your line "I go 4" is one too many. Possible: 5 in a message.'
    assert lost(*[GO] * 6) == [told] * 2


def test_a_message_has_one_offer() -> None:
    """Another is lost."""
    peace = "offer Bruno: I spare Bruno / Bruno spares me"
    (told,) = lost(peace, peace)
    assert told.endswith("Possible: one offer in a message.")


def test_an_offer_has_to_be_heard() -> None:
    """Whoever it is to must be whispered to as well."""
    (told,) = lost("offer Clara: I spare Clara / Clara spares me", to=["Bruno"], whisper=True)
    assert "Clara would not hear it" in told


def test_claims_may_come_as_one_text() -> None:
    """A line each."""
    message = said(text="Hi", claims=f"{GO}\nI saw\n")
    assert message is not None
    assert [each.proposition.kind for each in message.claims] == ["go", "saw"]


def test_what_is_possible_is_said_after_something_long() -> None:
    """What came is cut in its middle, and the end of the sentence stays."""
    wrong = refused(text="Hi", to=["Zoe" * 5000])
    assert wrong.why.endswith("Bruno, Clara, each once.")
    assert len(wrong.why) < 600


@pytest.mark.parametrize("to", [None, [], "", "all", ["all"], "Everybody", "null"], ids=repr)
def test_all_are_addressed_in_many_ways(to: object) -> None:
    """Nobody in particular is the whole table."""
    speech = said(text="Hi", to=to)
    assert speech is not None
    assert speech.to == ()


@pytest.mark.parametrize("to", ["Bruno", ["Bruno"], "bruno", [" BRUNO "], "@Bruno"], ids=repr)
def test_a_listener_is_known_by_name(to: object) -> None:
    """A single name need not be in a list."""
    speech = said(text="Hi", to=to)
    assert speech is not None
    assert speech.to == ("Bruno",)


@pytest.mark.parametrize("whisper", [None, False, "false", "null"], ids=repr)
def test_whisper_may_be_left_out(whisper: object) -> None:
    """Then all hear the words."""
    speech = said(text="Hi", to=["Bruno"], whisper=whisper)
    assert speech is not None
    assert not speech.whisper


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"text": "x" * 401}, "401 characters"),
        ({"text": "a\x07b"}, "printable"),
        ({"text": "a\u202eb"}, "printable"),
        ({"text": "Hi", "to": ["Zoe"]}, "Bruno, Clara"),
        ({"text": "Hi", "to": ["Anna"]}, "Bruno, Clara"),
        ({"text": "Hi", "whisper": True}, "whisper to nobody"),
        ({"text": None, "claims": [GO]}, "without a text"),
    ],
)
def test_a_speech_against_the_rules_of_talk_is_illegal(given: dict[str, Any], says: str) -> None:
    """The sentence says what is possible."""
    wrong = refused(**given)
    assert wrong.reason == "illegal"
    assert says in wrong.why


@pytest.mark.parametrize(
    "given",
    [
        {"text": 3},
        {"text": "Hi", "to": 3},
        {"text": "Hi", "to": [3]},
        {"text": "Hi", "whisper": "perhaps"},
        {"text": "Hi", "claims": 3},
        {"text": "Hi", "volume": 11},
        {"text": "Hi", "volume": None},
    ],
)
def test_what_is_not_of_its_type_is_malformed(given: dict[str, Any]) -> None:
    """It can't be read as a speech at all."""
    assert refused(**given).reason == "malformed"


@pytest.mark.parametrize(
    "given", [{}, {"text": "Hi"}, {"messages": ["Hi"]}, {"messages": 3}], ids=repr
)
def test_messages_are_objects(given: dict[str, Any]) -> None:
    """A speech is a list of them."""
    with pytest.raises(InvalidAnswer) as caught:
        read(**given)
    assert caught.value.reason == "malformed"


def test_line_ends_and_tabs_become_what_may_be_said() -> None:
    """Their meaning is certain."""
    speech = said(text="one\r\ntwo\tthree ")
    assert speech is not None
    assert speech.text == "one\ntwo three"


def test_no_whisper_where_the_table_has_none() -> None:
    """The table's rules count, not the model's wish."""
    wrong = refused(TalkRules(whispers=False), text="psst", to=["Bruno"], whisper=True)
    assert "everybody hears everything" in wrong.why


@pytest.mark.parametrize("urgency", [3, "3", 3.0, " 3 "], ids=repr)
def test_a_bid_is_a_number(urgency: object) -> None:
    """Also one that comes as text."""
    assert read_bid(json.dumps({"urgency": urgency, "note": "n"})).urgency == 3


@pytest.mark.parametrize("urgency", [5, -1, True, None, "much", 2.5, [2], 10**30], ids=repr)
def test_what_is_no_bid_is_malformed(urgency: object) -> None:
    """The sentence says what is one."""
    with pytest.raises(InvalidAnswer, match="a whole number from 0 to 4"):
        read_bid(json.dumps({"urgency": urgency}))


def test_a_summary_is_words() -> None:
    """It is cut where it is too long."""
    assert read_summary('{"summary": " all well "}') == "all well"
    assert len(read_summary(json.dumps({"summary": "x" * 9000}))) == 8000
    assert read_summary('{"summary": "abc"}', characters=2) == "ab"


@pytest.mark.parametrize("text", ['{"summary": ""}', '{"summary": 3}', "{}", "well"])
def test_what_is_no_summary_is_malformed(text: str) -> None:
    """Nothing to go on from."""
    with pytest.raises(InvalidAnswer):
        read_summary(text)
