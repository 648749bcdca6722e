"""Tool calls found in words."""

import json

import pytest

from arena import errors
from arena.tools import NotTaken, in_words

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
    with pytest.raises(NotTaken) as caught:
        in_words(text)
    assert caught.value.reason == "malformed"
    assert "tool" in caught.value.why


def test_why_an_answer_is_not_taken_is_said_in_the_order_of_all_errors() -> None:
    """The reason comes before the words, as in the class that it is a kind of; they are escaped."""
    refused = NotTaken("malformed", "Your answer is \x1b[2J.")
    assert (refused.reason, refused.why) == ("malformed", str(refused))
    assert errors.NotTaken("malformed", "x").reason == refused.reason
    assert refused.why.isprintable()
