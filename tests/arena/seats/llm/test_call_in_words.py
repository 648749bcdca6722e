"""Tool calls found in words."""

import json
import time
from contextlib import suppress
from itertools import pairwise
from typing import Any

import pytest

from arena.errors import InvalidAnswer
from arena.seats.llm import call_forms, written_json
from arena.seats.llm.answers import invalid, json_object
from arena.seats.llm.read_reply import closing_call, find_call
from tests.arena.seats.llm.questions import KEYS
from tests.breadth import breadth

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
    name, arguments = find_call(text)
    assert name == "cast_vote"
    assert json.loads(arguments) == {"option": "Anna"}


def test_a_call_inside_the_arguments_of_a_call_is_content() -> None:
    """What somebody quotes is not what he calls."""
    inner = {"tool": "bid", "arguments": {"urgency": 4}}
    text = json.dumps({"tool": "say", "arguments": {"text": "Hi", "note": inner}})
    assert find_call(text)[0] == "say"


def test_a_call_inside_a_string_is_content() -> None:
    """Words of others that are repeated stay words."""
    text = json.dumps({"thought": CALL}) + json.dumps({"tool": "say", "arguments": {}})
    assert find_call(text) == ("say", "{}")


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
        find_call(text)
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


REPEATED = [
    "```\n", "```json\n{", "<parameter=a>", "<function=bid>", "<function=bid><parameter=urgency>",
    "<function=bid><parameter=urgency>[", "<bid><urgency>3</urgency>",
    "<arg_key>a</arg_key><arg_value>", "bid(", "\nbid(a=", "\nbid(a=1)", "[bid(a=1),", "[bid(a='",
    '\nbid{"a":', '\nbid{"a":)', "\nbid", "bid[CALL_ID]", "[TOOL_CALLS]bid[ARGS]",
    "Action: bid\n", "to=functions.", "<|call|>", "<|", "<a", "<", '{"name":[1,1,1,1,1,1,{"a":',
    '{"name":', "{'name':", '{"name":{"bid":{"urgency":', "{}", "}{", "[",
    '{"tool":"bid","arguments":{"urgency":3}}', '{"tool":"bid","arguments":', '{"a":"}', "\\'",
    '\\"', "'a", '"', " ", "\n", "a.", "*", "9", "print(", "bid(urgency=1), ",
    "call:bid{urgency:<escape>", 'call:bid{urgency:<|"|>3<|"|>}', "call:", "call:bid", "<escape>",
    '<|"|>', "bid{a:", "{a:", "a:", "\nx = bid(a=", "\nx = await ", "\nx ", ">>>", "print(x)",
    "<tool_call>bid", "<tool_call>bid<tool_sep><arg_key>", "<longcat_arg_key>", "<__", "longcat_",
    "<longcat_arg_key>a</longcat_arg_key><longcat_arg_value>", "]<]minimax[>[", "<++",
    '<|open|>call tool="bid"<|sep|>', '<|open|>argument key="a"<|sep|>', 'index="1"', "[[",
    "[Tool: ",
    '<|open|>call tool="bid"<|sep|><|open|>argument key="urgency"<|sep|>3<|close|>argument<|sep|>',
]  # fmt: skip
"""Beginnings and ends of calls: each is repeated until a text is as long as is looked at."""


class Read:
    """How many characters were read in order to decode them."""

    characters = 0


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> Read:
    """Count what the standard library's decoder reads, and what is read as Python writes it."""
    count, decode, as_python = Read(), json.JSONDecoder.raw_decode, call_forms.python_as_json

    def decoded(self: json.JSONDecoder, s: str, idx: int = 0) -> tuple[Any, int]:
        end = len(s)
        try:
            value, end = decode(self, s, idx)
        except json.JSONDecodeError as error:
            end = error.pos
            raise
        finally:
            count.characters += end - idx
        return value, end

    def python_as_json(text: str, at: int) -> tuple[str, int]:
        found = as_python(text, at)
        count.characters += found[1] - at
        return found

    monkeypatch.setattr(json.JSONDecoder, "raw_decode", decoded)
    for module in (call_forms, written_json):
        monkeypatch.setattr(module, "python_as_json", python_as_json)
    return count


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_what_is_read_is_bounded(text: str, read: Read) -> None:
    """A text that looks like thousands of objects is read a few times at most."""
    with pytest.raises(InvalidAnswer):
        find_call(text)
    assert read.characters <= 5 * len(text)


@pytest.mark.parametrize("long", breadth([8_000, 32_000], [8_000]))
@pytest.mark.parametrize("part", REPEATED)
def test_any_text_is_read_a_few_times(part: str, long: int, read: Read) -> None:
    """Whatever it repeats, whether it goes on behind that or not, and however long it is."""
    for text in (
        part * (long // len(part)),
        f"{part * (long // 2 // len(part))}{'}' * (long // 2)}",
    ):
        with suppress(InvalidAnswer):
            find_call(text, KEYS, "bid")
        assert read.characters <= 10 * len(text)
        read.characters = 0


@pytest.mark.slow
def test_all_hostile_texts_are_read_before_anybody_waits() -> None:
    """All take a few seconds; one that is read anew from each of its places would take as long."""
    began = time.process_time()
    for one, other in pairwise([*REPEATED, *HOSTILE]):
        text = (one + other) * (32_000 // len(one + other))
        with suppress(InvalidAnswer):
            find_call(text, KEYS, "bid")
        with suppress(InvalidAnswer):
            closing_call(f"{text[:-1]}x", KEYS, "bid")
        with suppress(InvalidAnswer):
            json_object(f"```\n{text}", KEYS["bid"])
    assert time.process_time() - began < 30


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_a_call_behind_anything_is_found(text: str) -> None:
    """Whatever was thought before, the answer at the end counts."""
    assert find_call(f"{text}\n{CALL}")[0] == "cast_vote"


def test_a_long_call_is_found_as_a_whole(read: Read) -> None:
    """One with many objects inside is read once, and none of them is taken for it."""
    claims = [{"kind": "vote", "at": {"name": "bid", "arguments": {}}} for _ in range(150)]
    call = json.dumps({"tool": "say", "arguments": {"text": "x" * 9_000, "claims": claims}})
    name, arguments = find_call(f"{{Anna}} {{ {call}")
    assert name == "say"
    assert read.characters <= len(call)
    assert json.loads(arguments)["claims"] == claims


def test_calls_inside_an_object_have_to_be_the_same() -> None:
    """None of them is the one that counts, however deep it lies."""
    move, bid = {"tool": "move", "arguments": {}}, {"tool": "bid", "arguments": {"a": 1}}
    text = json.dumps({"answers": [bid, {"x": [bid]}], "then": 1})
    assert find_call(text) == ("bid", '{"a": 1}')
    with pytest.raises(InvalidAnswer, match="2 tools"):
        find_call(json.dumps({"answers": [move, {"x": [bid]}], "then": 1}))


def test_half_a_line_is_not_looked_at() -> None:
    """It might be half a quotation."""
    call = "{'tool': 'bid', 'arguments': {'urgency': 4}}"
    text = json.dumps({"tool": "say", "arguments": {"note": f"{'x' * 40_000} {call} so"}})
    with pytest.raises(InvalidAnswer):
        find_call(text, KEYS, "bid")
    assert find_call(f"{'x' * 40_000}\n{call}", KEYS, "bid")[0] == "bid"


def test_why_an_answer_is_invalid_is_safe_to_show() -> None:
    """The reason comes before the words, which are escaped."""
    refused = invalid("malformed", "Your answer is \x1b[2J.")
    assert isinstance(refused, InvalidAnswer)
    assert (refused.reason, refused.why) == ("malformed", str(refused))
    assert refused.why.isprintable()
