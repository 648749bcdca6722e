"""How an answer to a turn to talk is read."""

import json
from typing import Any

import pytest

from arena.claims.language import Claim, Proposition
from arena.errors import InvalidAnswer
from arena.seats.llm.read_talk import bidden, spoken, summarized
from arena.settings import TalkRules
from arena.talk.speech import Speech
from tests.arena.seats.llm.questions import RULES, VOCABULARY, turn

GO = {"kind": "go", "location": 4}


def said(rules: TalkRules = RULES, **given: Any) -> Speech | None:
    """Return the speech."""
    return spoken(turn(), json.dumps(given), rules, VOCABULARY).speech


def refused(rules: TalkRules = RULES, **given: Any) -> InvalidAnswer:
    """Return why it is not taken."""
    with pytest.raises(InvalidAnswer) as caught:
        said(rules, **given)
    return caught.value


def test_a_speech_is_read() -> None:
    """Every key has its place."""
    full = {"text": "Off I go.", "to": ["Bruno"], "whisper": True, "claims": [GO], "note": "a lie"}
    taken = spoken(turn(), json.dumps(full), RULES, VOCABULARY)
    claim = Claim(proposition=Proposition(kind="go", location=4))
    assert taken.speech == Speech(text="Off I go.", to=("Bruno",), whisper=True, claims=(claim,))
    assert taken.note == "a lie"


@pytest.mark.parametrize("text", [None, "", "  \n"], ids=repr)
def test_no_text_is_silence(text: object) -> None:
    """To say nothing is possible, with a note or without."""
    taken = spoken(turn(), json.dumps({"text": text, "note": "hm"}), RULES, VOCABULARY)
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
        {},
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
    assert bidden(json.dumps({"urgency": urgency, "note": "n"})).urgency == 3


@pytest.mark.parametrize("urgency", [5, -1, True, None, "much", 2.5, [2], 10**30], ids=repr)
def test_what_is_no_bid_is_malformed(urgency: object) -> None:
    """The sentence says what is one."""
    with pytest.raises(InvalidAnswer, match="a whole number from 0 to 4"):
        bidden(json.dumps({"urgency": urgency}))


def test_a_summary_is_words() -> None:
    """It is cut where it is too long."""
    assert summarized('{"summary": " all well "}') == "all well"
    assert len(summarized(json.dumps({"summary": "x" * 9000}))) == 8000
    assert summarized('{"summary": "abc"}', characters=2) == "ab"


@pytest.mark.parametrize("text", ['{"summary": ""}', '{"summary": 3}', "{}", "well"])
def test_what_is_no_summary_is_malformed(text: str) -> None:
    """Nothing to go on from."""
    with pytest.raises(InvalidAnswer):
        summarized(text)
