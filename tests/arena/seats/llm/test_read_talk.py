"""How an answer to a turn to talk is read."""

import json
from typing import Any

import pytest

from arena.claims.language import Claim, Proposition
from arena.errors import InvalidAnswer
from arena.seats.llm.answers import SpeechAnswer
from arena.seats.llm.read_talk import read_bid, read_speech, read_summary
from arena.settings import TalkRules
from arena.talk.speech import Message, Speech
from tests.arena.seats.llm.questions import KEYS, RULES, VOCABULARY, keys, turn

GO = {"kind": "go", "location": 4}


def spoken(given: object, rules: TalkRules = RULES) -> SpeechAnswer:
    """Return what the arguments of `say` are read as."""
    return read_speech(turn(), json.dumps(given), rules, VOCABULARY, None, keys=keys(rules))


def said(rules: TalkRules = RULES, **given: Any) -> Message | None:
    """Return the one message of a speech."""
    speech = spoken({"messages": [given]}, rules).speech
    return None if speech is None else speech.messages[0]


def refused(rules: TalkRules = RULES, **given: Any) -> InvalidAnswer:
    """Return why a message is not taken."""
    with pytest.raises(InvalidAnswer) as caught:
        said(rules, **given)
    return caught.value


def test_a_speech_is_read() -> None:
    """Every key has its place; each message has its own listeners."""
    whisper = {"text": "Off I go.", "to": ["Bruno"], "whisper": True, "claims": [GO]}
    taken = spoken({"note": "a lie", "messages": [whisper, {"text": "Hi"}]})
    claim = Claim(proposition=Proposition(kind="go", location=4))
    first = Message(text="Off I go.", to=("Bruno",), whisper=True, claims=(claim,))
    assert taken.speech == Speech(messages=(first, Message(text="Hi")))
    assert taken.note == "a lie"


@pytest.mark.parametrize(
    "messages", [None, [], "", [{"text": None}], [{"text": ""}, {"text": "  \n"}]], ids=repr
)
def test_no_text_is_silence(messages: object) -> None:
    """To say nothing is possible, with a note or without."""
    taken = spoken({"messages": messages, "note": "hm"})
    assert taken.speech is None
    assert taken.note == "hm"


def test_what_is_possible_is_said_after_something_long() -> None:
    """What came is cut in its middle, and the end of the sentence stays."""
    wrong = refused(text="Hi", to=["Zoe" * 5000])
    assert wrong.why.endswith("Bruno, Clara, each once.")
    assert len(wrong.why) < 600


@pytest.mark.parametrize("to", [None, [], "", "all", ["all"], "Everybody", "null"], ids=repr)
def test_all_are_addressed_in_many_ways(to: object) -> None:
    """Nobody in particular is the whole table."""
    message = said(text="Hi", to=to)
    assert message is not None
    assert message.to == ()


@pytest.mark.parametrize("to", ["Bruno", ["Bruno"], "bruno", [" BRUNO "], "@Bruno"], ids=repr)
def test_a_listener_is_known_by_name(to: object) -> None:
    """A single name need not be in a list."""
    message = said(text="Hi", to=to)
    assert message is not None
    assert message.to == ("Bruno",)


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
        ({"text": "Hi", "claims": [{"kind": "go", "location": 9}]}, "9"),
        ({"text": "Hi", "claims": [GO] * 6}, "at most 5"),
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
        {"text": "Hi", "claims": "go"},
        {"text": "Hi", "claims": ["go"]},
        {"text": "Hi", "claims": [{"kind": "go", "where": 4}]},
        {"text": "Hi", "claims": [{"location": 4}]},
        {"text": "Hi", "volume": 11},
    ],
)
def test_what_is_not_of_its_type_is_malformed(given: dict[str, Any]) -> None:
    """It can't be read as a speech at all."""
    assert refused(**given).reason == "malformed"


@pytest.mark.parametrize("given", [{}, {"messages": 3}, {"messages": ["Hi"]}], ids=repr)
def test_what_holds_no_messages_is_malformed(given: dict[str, Any]) -> None:
    """The sentence says what a message is."""
    with pytest.raises(InvalidAnswer, match="Possible: a") as caught:
        spoken(given)
    assert caught.value.reason == "malformed"


@pytest.mark.parametrize("value", [11, None])
def test_a_key_that_the_tool_does_not_have_is_named(value: object) -> None:
    """Null or not, in a message too; where nothing can be claimed, claims are one."""
    with pytest.raises(InvalidAnswer, match=r'key "text"\. Possible: note, messages\.'):
        spoken({"messages": [], "text": value})
    possible = "Possible: text, to, whisper"
    why = refused(text="Hi", volume=value).why
    assert why == f'Your message has the unknown key "volume". {possible}, claims.'
    wrong = refused(TalkRules(claims=0), text="Hi", claims=value)
    assert wrong.why.endswith(f'key "claims". {possible}.')
    with pytest.raises(InvalidAnswer, match=r'key "text"\. Possible: note, urgency\.'):
        read_bid(json.dumps({"urgency": 3, "text": value}), keys=KEYS)


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
    assert read_bid(json.dumps({"urgency": urgency, "note": "n"}), keys=KEYS).urgency == 3


@pytest.mark.parametrize("urgency", [5, -1, True, None, "much", 2.5, [2], 10**30], ids=repr)
def test_what_is_no_bid_is_malformed(urgency: object) -> None:
    """The sentence says what is one."""
    with pytest.raises(InvalidAnswer, match="a whole number from 0 to 4"):
        read_bid(json.dumps({"urgency": urgency}), keys=KEYS)


def test_a_summary_is_words() -> None:
    """It is cut where it is too long."""
    assert read_summary('{"summary": " all well "}', keys=KEYS) == "all well"
    assert len(read_summary(json.dumps({"summary": "x" * 9000}), keys=KEYS)) == 8000
    assert read_summary('{"summary": "abc"}', keys=KEYS, characters=2) == "ab"


@pytest.mark.parametrize("text", ['{"summary": ""}', '{"summary": 3}', "{}", "well"])
def test_what_is_no_summary_is_malformed(text: str) -> None:
    """Nothing to go on from."""
    with pytest.raises(InvalidAnswer):
        read_summary(text, keys=KEYS)
