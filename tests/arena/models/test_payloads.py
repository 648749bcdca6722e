import json
import re
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.models.sdk import body_of
from arena.models.types import Step, Tool
from tests.arena.models.helpers import (
    PROTOCOLS,
    SAY,
    SCHEMA,
    STEPS,
    conversations,
    model,
    raw_reply,
    system,
    three_turns,
    user,
)
from tests.breadth import examples

LISTS = {"openai": "input", "openai-compatible": "messages", "anthropic": "messages"}
CALLED = '{"tool": "say", "arguments": {"text": "Hi", "note": null}}'
"""The call of the first answer, in words."""


def payload(protocol: str, step: Step = "forced", **given: object) -> dict[str, Any]:
    """Return the body for three turns."""
    return model(protocol, **given).payload(three_turns(protocol), [SAY], step)


def test_responses_three_turns() -> None:
    """The output of the provider goes back as it came, a tool's result refers to its call."""
    body = payload("openai")
    assert body | {"prompt_cache_key": "KEY"} == {
        "model": "gpt-9",
        "tools": [
            {
                "type": "function",
                "name": "say",
                "description": "Say something to the table.",
                "parameters": SCHEMA,
                "strict": True,
            }
        ],
        "tool_choice": "required",
        "parallel_tool_calls": False,
        "input": [
            {"role": "system", "content": "The rules."},
            {"role": "user", "content": "First?"},
            {
                "type": "reasoning",
                "id": "rs_1",
                "summary": [{"type": "summary_text", "text": "Hm."}],
                "encrypted_content": "gAAA",
            },
            {
                "type": "function_call",
                "id": "fc_call_1",
                "call_id": "call_1",
                "name": "say",
                "arguments": '{"text": "Hi", "note": null}',
                "status": "completed",
            },
            {"type": "function_call_output", "call_id": "call_1", "output": "Taken."},
            {"role": "user", "content": "Second?"},
            {
                "type": "message",
                "id": "msg_1",
                "role": "assistant",
                "status": "completed",
                "content": [{"type": "output_text", "text": "I am Anna.", "annotations": []}],
            },
            {"role": "user", "content": "Third?"},
        ],
        "store": False,
        "max_output_tokens": 4096,
        "prompt_cache_key": "KEY",
        "include": ["reasoning.encrypted_content"],
        "reasoning": {"summary": "auto"},
    }


def test_chat_three_turns() -> None:
    """Of a reply role, words and calls go back, and beside calls what was thought."""
    assert payload("openai-compatible") == {
        "model": "qwen",
        "tools": [
            {
                "type": "function",
                "function": {
                    "name": "say",
                    "description": "Say something to the table.",
                    "parameters": SCHEMA,
                },
            }
        ],
        "tool_choice": "required",
        "parallel_tool_calls": False,
        "messages": [
            {"role": "system", "content": "The rules."},
            {"role": "user", "content": "First?"},
            {
                "role": "assistant",
                "content": None,
                "tool_calls": [
                    {
                        "id": "call_1",
                        "type": "function",
                        "function": {"name": "say", "arguments": '{"text": "Hi", "note": null}'},
                    }
                ],
                "reasoning_content": "Hm.",
            },
            {"role": "tool", "tool_call_id": "call_1", "content": "Taken."},
            {"role": "user", "content": "Second?"},
            {"role": "assistant", "content": "I am Anna."},
            {"role": "user", "content": "Third?"},
        ],
        "max_tokens": 4096,
    }


def test_messages_three_turns() -> None:
    """The system text stands on top; a tool's result and the next question are one message."""
    assert payload("anthropic") == {
        "model": "claude-9",
        "max_tokens": 4096,
        "tools": [
            {
                "name": "say",
                "description": "Say something to the table.",
                "input_schema": SCHEMA,
                "cache_control": {"type": "ephemeral"},
            }
        ],
        "tool_choice": {"type": "any", "disable_parallel_tool_use": True},
        "cache_control": {"type": "ephemeral"},
        "system": "The rules.",
        "messages": [
            {"role": "user", "content": [{"type": "text", "text": "First?"}]},
            {
                "role": "assistant",
                "content": [
                    {"type": "thinking", "thinking": "Hm.", "signature": "EqQB"},
                    {
                        "type": "tool_use",
                        "id": "call_1",
                        "name": "say",
                        "input": {"text": "Hi", "note": None},
                    },
                ],
            },
            {
                "role": "user",
                "content": [
                    {"type": "tool_result", "tool_use_id": "call_1", "content": "Taken."},
                    {"type": "text", "text": "Second?"},
                ],
            },
            {"role": "assistant", "content": [{"type": "text", "text": "I am Anna."}]},
            {"role": "user", "content": [{"type": "text", "text": "Third?"}]},
        ],
    }


@pytest.mark.parametrize("protocol", ["openai", "openai-compatible"])
def test_an_offered_tool_may_be_left_alone(protocol: str) -> None:
    """The step `offered` changes the choice of tools and nothing else."""
    forced, offered = payload(protocol), payload(protocol, "offered")
    assert offered == forced | {"tool_choice": "auto"}


def test_messages_offered() -> None:
    """Anthropic's choice keeps one call at a time when tools are offered."""
    choice = {"type": "auto", "disable_parallel_tool_use": True}
    assert payload("anthropic", "offered") == payload("anthropic") | {"tool_choice": choice}


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_words_carry_no_tools(protocol: str) -> None:
    """The step `text` sends neither tools nor anything that is said of tools."""
    body = payload(protocol, "text")
    assert not {"tools", "tool_choice", "parallel_tool_calls"} & body.keys()
    assert "function_call" not in json.dumps(body)
    assert "tool_use" not in json.dumps(body)
    assert "tool_calls" not in json.dumps(body)


@pytest.mark.parametrize("protocol", ["openai", "openai-compatible"])
def test_earlier_calls_become_words(protocol: str) -> None:
    """After a step down in mid-game an earlier call is told as the answer it would have been."""
    told = payload(protocol, "text")[LISTS[protocol]]
    assert told[2] == {"role": "assistant", "content": CALLED}
    assert told[3] == {"role": "user", "content": "Result: Taken.\n\nSecond?"}


def test_earlier_calls_become_words_for_anthropic() -> None:
    """The same in Anthropic's blocks; the thoughts of a reworded reply are left out."""
    told = payload("anthropic", "text")["messages"]
    assert told[1] == {"role": "assistant", "content": [{"type": "text", "text": CALLED}]}
    assert told[2]["content"] == [{"type": "text", "text": "Result: Taken.\n\nSecond?"}]


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_replies_in_words_go_back_unchanged_in_words(protocol: str) -> None:
    """A conversation without calls has the same messages with tools and without."""
    opened = model(protocol)
    item = opened.read(raw_reply(protocol, words="Yes.", thoughts="Hm.")).item
    told = [system("The rules."), user("A?"), item, user("B?")]
    name = LISTS[protocol]
    assert opened.payload(told, [SAY], "text")[name] == opened.payload(told, [SAY], "forced")[name]


EFFORTS = ("none", "minimal", "low", "medium", "high", "xhigh", "max")
SETTINGS: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
    ("openai", {"max_output": 900}, {"max_output_tokens": 900}),
    ("openai", {"temperature": 0.5}, {"temperature": 0.5}),
    ("openai", {"temperature": 0.0}, {"temperature": 0.0}),
    ("openai", {"top_p": 0.9}, {"top_p": 0.9}),
    *(
        ("openai", {"effort": effort}, {"reasoning": {"summary": "auto", "effort": effort}})
        for effort in EFFORTS
    ),
    ("openai-compatible", {"max_output": 900}, {"max_tokens": 900}),
    ("openai-compatible", {"temperature": 0.5}, {"temperature": 0.5}),
    ("openai-compatible", {"top_p": 0.9}, {"top_p": 0.9}),
    ("openai-compatible", {"seed": 0}, {"seed": 0}),
    *(
        ("openai-compatible", {"effort": effort}, {"reasoning_effort": effort})
        for effort in EFFORTS
    ),
    ("anthropic", {"max_output": 900}, {"max_tokens": 900}),
    (
        "anthropic",
        {"thinking": True},
        {"thinking": {"type": "adaptive", "display": "summarized"}},
    ),
    *(
        ("anthropic", {"effort": effort}, {"output_config": {"effort": effort}})
        for effort in ("low", "medium", "high", "xhigh", "max")
    ),
]


@pytest.mark.parametrize(("protocol", "given", "sent"), SETTINGS)
def test_a_setting_is_sent_where_it_is_given(
    protocol: str, given: dict[str, Any], sent: dict[str, Any]
) -> None:
    """Each setting has its place in the body, changes nothing else, and is absent otherwise."""
    assert payload(protocol, **given) == payload(protocol) | sent


def test_no_reasoning_is_asked_back_of_a_model_without() -> None:
    """With `reasoning = false` neither its thoughts nor a summary of them are asked for."""
    body, usual = payload("openai", reasoning=False), payload("openai")
    assert set(usual) - set(body) == {"include", "reasoning"}
    assert body == {key: usual[key] for key in body}


def test_no_cache_marks_without_cache() -> None:
    """With `cache = false` Anthropic gets no mark."""
    assert "cache_control" not in json.dumps(payload("anthropic", cache=False))


def test_the_last_tool_is_marked_for_the_cache_of_all_seats() -> None:
    """Two seats have only the tools in common: one mark stands there, one at the end."""
    other = Tool(name="bid", description="Bid.", schema=SCHEMA)
    body = model("anthropic").payload([user("A?")], [SAY, other], "forced")
    assert ["cache_control" in tool for tool in body["tools"]] == [False, True]
    assert json.dumps(body).count("cache_control") == 2


def cache_key(*told: dict[str, Any], step: Step = "forced") -> str:
    """Return the key of a conversation's request."""
    return str(model("openai").payload(told, [SAY], step)["prompt_cache_key"])


def test_a_conversation_has_one_cache_key() -> None:
    """All requests of a seat in a game have one, other seats and games another; it is a hash."""
    anna, first = system("The rules.\n\nYou are Anna."), user("Round 1.")
    key = cache_key(anna, first)
    answer = model("openai").read(raw_reply("openai", words="Yes.")).item
    assert key == cache_key(anna, first, answer, user("More?"))
    assert key != cache_key(system("The rules.\n\nYou are Bruno."), first)
    assert key != cache_key(anna, user("Round 1, other dice."))
    assert re.fullmatch("[0-9a-f]{32}", key)


@pytest.mark.parametrize(("asked", "sent"), [(None, True), (True, True), (False, False)])
def test_responses_strict(asked: bool | None, sent: bool) -> None:  # noqa: FBT001 - a table's cell
    """OpenAI holds arguments to their schema unless that is switched off, which has to be said."""
    assert payload("openai", strict=asked)["tools"][0]["strict"] is sent


@pytest.mark.parametrize("protocol", ["openai-compatible", "anthropic"])
@pytest.mark.parametrize("asked", [None, True, False])
def test_strict_elsewhere(protocol: str, *, asked: bool | None) -> None:
    """Others are asked for strictness only where the config says so."""
    (sent,) = payload(protocol, strict=asked)["tools"]
    assert ("strict" in json.dumps(sent)) is (asked is True)


@pytest.mark.parametrize("protocol", PROTOCOLS)
@pytest.mark.parametrize("step", STEPS)
@examples(30)
@given(data=st.data())
def test_a_longer_conversation_begins_with_the_shorter(
    protocol: str, step: Step, data: st.DataObject
) -> None:
    """Each request has all the content of the ones before in front, so that caches serve it."""
    stages = data.draw(conversations(protocol))
    opened, name = model(protocol), LISTS[protocol]
    longest = opened.payload(stages[-1], [SAY], step)
    for stage in stages:
        shorter = opened.payload(stage, [SAY], step)
        told = shorter.pop(name)
        assert longest[name][: len(told)] == told
        assert shorter == {key: value for key, value in longest.items() if key != name}


@pytest.mark.parametrize("protocol", PROTOCOLS)
@examples(30)
@given(data=st.data())
def test_the_same_conversation_gives_the_same_bytes(protocol: str, data: st.DataObject) -> None:
    """A payload is a function of its arguments and changes none of them."""
    told = data.draw(conversations(protocol))[-1]
    before = json.dumps(told)
    bodies = {body_of(model(protocol).payload(told, [SAY], "forced"), of="") for _ in range(2)}
    assert len(bodies) == 1
    assert json.dumps(told) == before


@pytest.mark.parametrize("protocol", ["openai-compatible", "anthropic"])
@examples(30)
@given(data=st.data())
def test_in_words_the_speakers_take_turns(protocol: str, data: st.DataObject) -> None:
    """No two messages in a row have the same role: some chat templates refuse that."""
    told = data.draw(conversations(protocol))[-1]
    roles = [each["role"] for each in model(protocol).payload(told, [SAY], "text")["messages"]]
    assert all(one != other for one, other in pairwise(roles))
