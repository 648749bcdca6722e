"""Tool calls found in words."""

import json
from typing import Any

import pytest

from arena.errors import InvalidAnswer
from arena.seats.llm.answers import invalid
from arena.seats.llm.call_in_words import in_words

CALL = '{"tool": "cast_vote", "arguments": {"option": "Anna"}}'


@pytest.mark.parametrize(
    "text",
    [
        CALL,
        f"Let me think. {CALL}",
        f"```json\n{CALL}\n```\nDone.",
        '{"name": "cast_vote", "arguments": {"option": "Anna"}}',
        '{"tool": "cast_vote", "arguments": "{\\"option\\": \\"Anna\\"}"}',
        f'{{"tool": "move", "arguments": {{}}}} No, rather: {CALL}',
        f'{{"answer": {CALL}}}',
        f"a {{ b {CALL} {{",
        f"{CALL} {{and then",
        '{"thought": "x", "arguments": {"option": "Anna"}, "tool": " cast_vote "}',
    ],
)
def test_the_last_complete_call_is_found(text: str) -> None:
    """With words, fences and other objects around it."""
    name, arguments = in_words(text)
    assert name == "cast_vote"
    assert json.loads(arguments) == {"option": "Anna"}


def test_a_call_inside_the_arguments_of_a_call_is_content() -> None:
    """What somebody quotes is not what he calls."""
    inner = {"tool": "bid", "arguments": {"urgency": 4}}
    text = json.dumps({"tool": "say", "arguments": {"text": "Hi", "note": inner}})
    assert in_words(text)[0] == "say"


def test_a_call_inside_a_string_is_content() -> None:
    """Words of others that are repeated stay words."""
    text = json.dumps({"thought": CALL}) + json.dumps({"tool": "say", "arguments": {}})
    assert in_words(text) == ("say", "{}")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "I vote for Anna.",
        '{"tool": "cast_vote"}',
        '{"arguments": {}}',
        '{"tool": 3, "arguments": {}}',
        '{"tool": "cast_vote", "arguments": {',
        "[1, 2]",
        "{" * 50_000,
        '{"a":' * 20_000,
    ],
)
def test_without_a_call_nothing_is_taken(text: str) -> None:
    """The sentence says what is looked for."""
    with pytest.raises(InvalidAnswer) as caught:
        in_words(text)
    assert caught.value.reason == "malformed"
    assert "tool" in caught.value.why


HOSTILE = [
    '{"a":[' * 5300,
    "{" * 32_000,
    "{ " * 16_000,
    '{"' * 16_000,
    '{"a":' * 6_400,
    '{"a":' * 300 + "1" + "}" * 300,
    '{"a":' * 900 + "1" + "}" * 900 + " no",
    '{"a":1}' * 4_500,
    '{"a": "' * 4_500,
    "{Anna, Bruno} " * 2_200,
]


class Decoded:
    """How often, and from how many characters on, texts were decoded."""

    tries = 0
    characters = 0


@pytest.fixture
def decoded(monkeypatch: pytest.MonkeyPatch) -> Decoded:
    """Count what the standard library's decoder is asked for."""
    count, decode = Decoded(), json.JSONDecoder.raw_decode

    def counted(self: json.JSONDecoder, s: str, idx: int = 0) -> tuple[Any, int]:
        count.tries += 1
        count.characters += len(s) - idx
        return decode(self, s, idx)

    monkeypatch.setattr(json.JSONDecoder, "raw_decode", counted)
    return count


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_what_is_tried_is_bounded(text: str, decoded: Decoded) -> None:
    """A text that looks like thousands of objects is tried at no more than 400 places."""
    with pytest.raises(InvalidAnswer):
        in_words(text)
    assert decoded.tries <= 400
    assert decoded.characters <= 400 * 32_000


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_a_call_behind_anything_is_found(text: str) -> None:
    """Whatever was thought before, the answer at the end counts."""
    assert in_words(f"{text}\n{CALL}")[0] == "cast_vote"


def test_a_long_call_is_found_as_a_whole(decoded: Decoded) -> None:
    """One with many objects inside is read once, and none of them is taken for it."""
    claims = [{"kind": "vote", "at": {"name": "bid", "arguments": {}}} for _ in range(150)]
    call = json.dumps({"tool": "say", "arguments": {"text": "x" * 9_000, "claims": claims}})
    name, arguments = in_words(f"{{Anna}} {{ {call}")
    assert name == "say"
    assert json.loads(arguments)["claims"] == claims
    assert decoded.tries <= 2


def test_the_last_of_calls_inside_an_object_is_found() -> None:
    """A list of answers is read in its order."""
    calls = [{"tool": "move", "arguments": {}}, {"x": [{"tool": "bid", "arguments": {"a": 1}}]}]
    assert in_words(json.dumps({"answers": calls, "then": 1})) == ("bid", '{"a": 1}')


def test_why_an_answer_is_invalid_is_safe_to_show() -> None:
    """The reason comes before the words, which are escaped."""
    refused = invalid("malformed", "Your answer is \x1b[2J.")
    assert isinstance(refused, InvalidAnswer)
    assert (refused.reason, refused.why) == ("malformed", str(refused))
    assert refused.why.isprintable()
