"""Whatever a model writes is a result or `InvalidAnswer`, never another exception."""

import json
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.errors import InvalidAnswer
from arena.projections.deals import Deals
from arena.seats.llm.answers import arguments_of
from arena.seats.llm.read_decision import read_decision
from arena.seats.llm.read_reply import find_call
from arena.seats.llm.read_talk import SUMMARY, read_bid, read_speech, read_summary
from arena.talk.speech import BIDS, Speech
from tests.arena.seats.llm.questions import (
    KEYS,
    MOVE,
    RULES,
    VOCABULARY,
    VOTE,
    WITH_ARGUMENTS,
    turn,
)
from tests.breadth import examples

NAMED = st.sampled_from(
    ["messages", "option", "character", "card", "location", "player", "note", "text", "to",
     "whisper", "claims", "urgency", "summary", "tool", "name", "arguments", "kind", "dice",
     "condition", "count"]
)  # fmt: skip
WORDS = st.sampled_from(
    [
        "pin_up",
        "sprint-pin_up-3",
        "Anna",
        "all",
        "null",
        "true",
        "3",
        "go",
        "zombies",
        "vote",
        ">=",
        "I go 4",
        "accept 7",
        "offer Bruno: I spare Bruno / Bruno spares me",
    ]
)
ATOMS = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20) | WORDS
VALUES = st.recursive(
    ATOMS,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(NAMED | st.text(max_size=5), inner, max_size=6)
    ),
    max_leaves=25,
)
OBJECTS = st.dictionaries(NAMED | st.text(max_size=5), VALUES, max_size=8)


def given_to(tool: str, text: str, keys: Mapping[str, tuple[str, ...]] = KEYS) -> dict[str, object]:
    """Return the arguments that a text is for a tool."""
    return arguments_of(text, keys[tool], tool)


READERS: tuple[Callable[[str], Any], ...] = (
    lambda text: read_decision(MOVE, given_to("move", text, WITH_ARGUMENTS), rule=None),
    lambda text: read_decision(MOVE, given_to("move", text), rule=None),
    lambda text: read_decision(
        VOTE, given_to("cast_vote", text, WITH_ARGUMENTS), rule="R. (MOH-17)"
    ),
    lambda text: read_speech(
        turn(), given_to("say", text), RULES, VOCABULARY, Deals(), keys=KEYS["message"]
    ),
    lambda text: read_bid(given_to("bid", text)),
    lambda text: read_summary(given_to("summarize", text)),
    find_call,
)
DECIDING = READERS[:3]


def reads(text: str) -> None:
    """Assert that every reader takes what was possible, or refuses it in one harmless line."""
    for reader in READERS:
        came = outcome(reader, text)
        if reader in DECIDING and isinstance(came, str):
            assert came in {each.id for each in (*MOVE.options, *VOTE.options)}
        if isinstance(came, InvalidAnswer):
            assert came.reason in {"malformed", "illegal"}
            assert came.why.isprintable()
            assert 0 < len(came.why) < 4000
        else:
            assert was_possible(came)


def outcome(reader: Callable[[str], Any], text: str) -> object:
    """Return what a reader takes a text for, or its refusal."""
    try:
        return reader(text)
    except InvalidAnswer as refused:
        return refused


def was_possible(taken: object) -> bool:
    """Tell whether an answer is one that could be given."""
    match taken:
        case None:
            return True
        case Speech(messages=messages):
            return 0 < len(messages) <= turn().messages
        case int():
            return taken in BIDS
        case str():
            return 0 < len(taken) <= SUMMARY
        case (str() as name, str()):
            return name == name.strip()
        case _:
            return False


@examples(200)
@given(st.text())
def test_any_text(text: str) -> None:
    """Words, lone surrogates and control characters."""
    reads(text)


@pytest.mark.slow
@examples(150)
@given(OBJECTS)
def test_any_object(value: dict[str, Any]) -> None:
    """Objects with the right keys and wrong values, also infinite ones."""
    reads(json.dumps(value))


@pytest.mark.slow
@examples(100)
@given(VALUES, st.text(max_size=10))
def test_any_value_with_words_around_it(value: object, words: str) -> None:
    """Lists, numbers, nested strings, cut ends."""
    text = json.dumps(value)
    for each in (text, json.dumps(text), words + text, text[:-1], text + words):
        reads(each)


def test_very_deep_and_very_long_texts() -> None:
    """What breaks decoders breaks no game."""
    deep = "[" * 100_000
    nested = '{"messages":[{"claims":' + "[" * 900 + "]" * 900 + ',"text":"a"}]}'
    condition = (
        '{"messages":[{"text":"a","claims":['
        + '{"kind":"go","condition":' * 300
        + "null"
        + "}" * 300
        + "]}]}"
    )
    number = '{"option":' + "9" * 5000 + "}"
    for text in (deep, nested, condition, number, '{"urgency": 1e999}', '{"note": NaN, "to": NaN}'):
        reads(text)


def test_what_is_taken_is_one_of_the_options() -> None:
    """An id or a label, in whatever case, comes out as the id that went in."""
    for said, meant in (
        ("pin_up", "pin_up"),
        ("Pin-Up", "pin_up"),
        ("Move your Gunman", "gunman"),
        ("PASS", "pass"),
    ):
        assert read_decision(MOVE, {"option": said}, rule=None) == meant
