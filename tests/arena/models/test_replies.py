import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.errors import Fault
from arena.models.sdk import body_of
from arena.models.types import Reply, ToolCall, Usage
from tests.arena.models.helpers import PROTOCOLS, SAY, STEPS, AnyModel, model, raw_reply, read, user
from tests.breadth import examples

ARGUMENTS = '{"text": "Hi", "note": null}'
PLACEHOLDER = {
    "openai": [{"role": "assistant", "content": "(no words)"}],
    "openai-compatible": [{"role": "assistant", "content": "(no words)"}],
    "anthropic": [{"type": "text", "text": "(no words)"}],
}


def reply(protocol: str, raw: dict[str, Any]) -> Reply:
    """Return what a raw reply says."""
    return read(model(protocol), raw)


def with_message(**changes: object) -> dict[str, Any]:
    """Return a Chat reply of the words `Yes.` whose message has other fields."""
    raw = raw_reply("openai-compatible", words="Yes.")
    raw["choices"][0]["message"] |= changes
    return raw


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_words_calls_and_thoughts_are_told_apart(protocol: str) -> None:
    """Each API's reply is read into the same words, calls and thoughts."""
    raw = raw_reply(protocol, words="Well.", calls=[("call_1", ARGUMENTS)], thoughts="Hm.")
    got = reply(protocol, raw)
    assert got.text == "Well."
    assert got.calls == (ToolCall(id="call_1", name="say", arguments=ARGUMENTS),)
    assert got.reasoning == "Hm."
    assert got.stop == "done"


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_two_calls_keep_their_order(protocol: str) -> None:
    """A model that calls twice although it may not is read as it wrote."""
    raw = raw_reply(protocol, calls=[("call_1", ARGUMENTS), ("call_2", ARGUMENTS)])
    assert [call.id for call in reply(protocol, raw).calls] == ["call_1", "call_2"]


@pytest.mark.parametrize(
    ("protocol", "named"),
    [
        ("openai", "gpt-9-2026-01-01"),
        ("openai-compatible", "qwen-served"),
        ("anthropic", "claude-9-20260101"),
    ],
)
def test_the_model_that_answered_is_named(protocol: str, named: str) -> None:
    """The provider's own name of the model is kept, which may be a dated one."""
    assert reply(protocol, raw_reply(protocol, words="Yes.")).model == named


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_a_server_may_leave_its_model_unnamed(protocol: str) -> None:
    """Without a name it is empty; what was asked for is not taken for what answered."""
    raw = raw_reply(protocol, words="Yes.")
    del raw["model"]
    assert reply(protocol, raw).model == ""


@pytest.mark.parametrize(
    ("protocol", "written"), [("openai", 0), ("openai-compatible", 0), ("anthropic", 100)]
)
def test_tokens_are_counted_alike(protocol: str, written: int) -> None:
    """Input is all that was sent: Anthropic's 200 plain, 600 from and 100 to the cache are 900."""
    expected = Usage(input=900, cached=600, written=written, output=50, reasoning=20)
    assert reply(protocol, raw_reply(protocol, words="Yes.")).usage == expected


@pytest.mark.parametrize("protocol", PROTOCOLS)
@pytest.mark.parametrize("counted", [None, {}, [], {"output_tokens": 3, "completion_tokens": 3}])
def test_tokens_that_are_not_counted(protocol: str, counted: object) -> None:
    """Without both totals there is no usage, rather than a count of 0."""
    assert reply(protocol, raw_reply(protocol, words="Yes.") | {"usage": counted}).usage is None


@pytest.mark.parametrize(
    ("tokens", "counted"),
    [(0, True), (10**9 - 1, True), (10**9, True), (10**400, True), (-1, False), (9.0, False),
     (True, False), ("9", False)],
)  # fmt: skip
@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_tokens_that_nobody_can_have_used(protocol: str, tokens: object, *, counted: bool) -> None:
    """What is no count of tokens is not counted; a price times a huge one would be no price."""
    raw = raw_reply(protocol, words="Yes.")
    raw["usage"] |= {"output_tokens": tokens, "completion_tokens": tokens}
    usage = reply(protocol, raw).usage
    assert (usage is not None) == counted
    assert usage is None or usage.output <= 10**9


def test_totals_without_details_are_a_usage() -> None:
    """Local servers count input and output only."""
    raw = raw_reply("openai-compatible", words="Yes.")
    raw["usage"] = {"prompt_tokens": 9, "completion_tokens": 3, "prompt_tokens_details": None}
    expected = Usage(input=9, cached=0, written=0, output=3, reasoning=0)
    assert reply("openai-compatible", raw).usage == expected


@pytest.mark.parametrize("wrong", [True, -1, 2.5, "9", None])
def test_a_count_that_is_no_count(wrong: object) -> None:
    """A total that is no whole number from 0 on counts as absent."""
    raw = raw_reply("openai-compatible", words="Yes.")
    raw["usage"] = {"prompt_tokens": wrong, "completion_tokens": 3}
    assert reply("openai-compatible", raw).usage is None


def test_parts_are_never_more_than_their_whole() -> None:
    """A server whose details exceed its totals does not lead to a negative price."""
    raw = raw_reply("openai", words="Yes.")
    raw["usage"] |= {"input_tokens": 500, "output_tokens": 10}
    expected = Usage(input=500, cached=500, written=0, output=10, reasoning=10)
    assert reply("openai", raw).usage == expected


@pytest.mark.parametrize(
    ("reason", "stop"), [("max_output_tokens", "length"), ("content_filter", "refusal")]
)
def test_responses_that_are_incomplete(reason: str, stop: str) -> None:
    """An incomplete response was cut off or filtered."""
    raw = raw_reply("openai", words="Yes")
    raw |= {"status": "incomplete", "incomplete_details": {"reason": reason}}
    assert reply("openai", raw).stop == stop


def test_responses_refusal() -> None:
    """A refusal is words that the model refused with."""
    raw = raw_reply("openai", words="Yes.")
    raw["output"][0]["content"] = [{"type": "refusal", "refusal": "I'd rather not."}]
    got = reply("openai", raw)
    assert (got.stop, got.text) == ("refusal", "I'd rather not.")


@pytest.mark.parametrize(
    ("reason", "stop"),
    [("stop", "done"), ("tool_calls", "done"), ("length", "length"), ("content_filter", "refusal")],
)
def test_chat_stops(reason: str, stop: str) -> None:
    """A finish reason says whether words are whole."""
    raw = raw_reply("openai-compatible", words="Yes.")
    raw["choices"][0]["finish_reason"] = reason
    assert reply("openai-compatible", raw).stop == stop


def test_chat_refusal() -> None:
    """A message with a refusal has its words in there."""
    got = reply("openai-compatible", with_message(content=None, refusal="I'd rather not."))
    assert (got.stop, got.text) == ("refusal", "I'd rather not.")


@pytest.mark.parametrize(
    ("reason", "stop"),
    [
        ("end_turn", "done"),
        ("tool_use", "done"),
        ("pause_turn", "done"),
        ("stop_sequence", "done"),
        ("max_tokens", "length"),
        ("model_context_window_exceeded", "full"),
        ("refusal", "refusal"),
    ],
)
def test_messages_stops(reason: str, stop: str) -> None:
    """A stop reason says whether words are whole."""
    raw = raw_reply("anthropic", words="Yes.") | {"stop_reason": reason}
    assert reply("anthropic", raw).stop == stop


def test_responses_without_what_the_api_refuses() -> None:
    """Nulls don't go back, nor reasoning that the provider neither stored nor encrypted."""
    raw = raw_reply("openai", words="Yes.", thoughts="Hm.")
    raw["output"][0] |= {"status": None, "content": None}
    raw["output"].insert(0, {"type": "reasoning", "id": "rs_0", "summary": []})
    first, second = reply("openai", raw).item["raw"]
    assert first.keys() == {"type", "id", "summary", "encrypted_content"}
    assert second["type"] == "message"


def test_responses_cut_off_while_thinking() -> None:
    """Reasoning that nothing follows is refused by the API: a placeholder goes back."""
    raw = raw_reply("openai", thoughts="Hm.") | {"status": "incomplete"}
    got = reply("openai", raw)
    assert got.item["raw"] == PLACEHOLDER["openai"]
    assert (got.stop, got.reasoning) == ("length", "Hm.")


def test_messages_without_what_the_api_refuses() -> None:
    """Blank texts and thinking without its signature don't go back, all else does unchanged."""
    raw = raw_reply("anthropic", words="Yes.", thoughts="Hm.")
    whole = list(raw["content"])
    redacted = {"type": "redacted_thinking", "data": "EmwK"}
    raw["content"] = [
        redacted,
        *whole,
        {"type": "text", "text": " \n"},
        {"type": "thinking", "thinking": "So", "signature": ""},
    ]
    assert reply("anthropic", raw).item["raw"] == [redacted, *whole]


def test_messages_cut_off_while_thinking() -> None:
    """A message that ends in a thought is refused by the API: words are put behind it."""
    raw = raw_reply("anthropic", thoughts="Hm.")
    kept = reply("anthropic", raw).item["raw"]
    assert kept == [*raw["content"], *PLACEHOLDER["anthropic"]]


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_an_empty_reply_goes_back_as_a_placeholder(protocol: str) -> None:
    """No server takes an empty message of the model's, but the turn has to be there."""
    got = reply(protocol, raw_reply(protocol))
    assert (got.text, got.calls) == ("", ())
    assert got.item == {"role": "assistant", "raw": PLACEHOLDER[protocol]}


@pytest.mark.parametrize("name", ["reasoning_content", "reasoning"])
def test_chat_thoughts_by_either_name(name: str) -> None:
    """Servers show thoughts under two names, and neither goes back."""
    got = reply("openai-compatible", with_message(**{name: "Hm."}))
    assert got.reasoning == "Hm."
    assert got.item["raw"] == [{"role": "assistant", "content": "Yes."}]


def test_chat_thoughts_left_in_the_words() -> None:
    """A server that can't tell thoughts apart leaves them in marks before the words."""
    got = reply("openai-compatible", with_message(content="\n<think>\nHm.\n</think>\n\nYes."))
    assert (got.reasoning, got.text) == ("Hm.", "Yes.")
    assert got.item["raw"] == [{"role": "assistant", "content": "Yes."}]


@pytest.mark.parametrize("words", ["I </think> so.", "<think> only", "a <think>b</think> c"])
def test_chat_marks_inside_words_are_words(words: str) -> None:
    """Only a reply that begins with a whole thought is taken apart."""
    assert reply("openai-compatible", with_message(content=words)).text == words


def test_chat_content_in_parts() -> None:
    """Some servers send words as a list of parts, thoughts among them."""
    parts = [{"type": "thinking", "text": "Hm."}, {"type": "text", "text": "Yes."}, None]
    assert reply("openai-compatible", with_message(content=parts)).text == "Yes."


def test_chat_arguments_as_an_object() -> None:
    """Arguments that a server sends as an object are written out, the same each time."""
    call = {"id": "call_1", "function": {"name": "say", "arguments": {"text": "é"}}}
    got = reply("openai-compatible", with_message(tool_calls=[call]))
    assert got.calls[0].arguments == '{"text": "é"}'
    assert got.item["raw"][0]["tool_calls"][0]["function"]["arguments"] == '{"text": "é"}'


FUNCTION = {"name": "say", "arguments": ARGUMENTS}
CALLED: dict[str, dict[str, Any]] = {
    "as it was before": {"function_call": FUNCTION},
    "as it was before, beside none": {"function_call": FUNCTION, "tool_calls": []},
    "in both ways": {
        "function_call": {"name": "say", "arguments": ARGUMENTS.replace(" ", "")},
        "tool_calls": [{"id": "call_1", "type": "function", "function": FUNCTION}],
    },
    "flat": {"tool_calls": [{"id": "call_1", "name": "say", "arguments": ARGUMENTS}]},
    "flat, an object": {"tool_calls": [{"name": "say", "arguments": json.loads(ARGUMENTS)}]},
    "flat, parameters": {"tool_calls": [{"type": "function", **FUNCTION, "arguments": None,
                                         "parameters": ARGUMENTS}]},
    "flat, its name a function": {"tool_calls": [{"function": "say", "arguments": ARGUMENTS}]},
    "parameters": {"tool_calls": [{"function": {"name": "say", "parameters": ARGUMENTS}}]},
    "one object": {"tool_calls": {"id": "call_1", "type": "function", "function": FUNCTION}},
    "one flat object": {"tool_calls": FUNCTION},
    "a text": {"tool_calls": json.dumps([{"id": "call_1", "function": FUNCTION}])},
    "a text of one object": {"tool_calls": json.dumps(FUNCTION)},
    "texts": {"tool_calls": [json.dumps({"function": FUNCTION})]},
}  # fmt: skip
"""A call of `say` in each."""


@pytest.mark.parametrize("form", CALLED)
def test_chat_calls_in_other_structures(form: str) -> None:
    """They are read, and go back as the ordinary calls that they are."""
    got = reply("openai-compatible", with_message(content=None, **CALLED[form]))
    (call,) = got.calls
    assert (call.name, call.arguments) == ("say", ARGUMENTS)
    (kept,) = got.item["raw"]
    function = {"name": "say", "arguments": ARGUMENTS}
    assert kept == {
        "role": "assistant",
        "content": None,
        "tool_calls": [{"id": call.id, "type": "function", "function": function}],
    }


def test_chat_calls_in_two_structures_are_two() -> None:
    """One that says something else is no repetition."""
    other = {"name": "say", "arguments": '{"text": "Ho", "note": null}'}
    got = reply("openai-compatible", with_message(tool_calls=[FUNCTION], function_call=other))
    assert [call.arguments for call in got.calls] == [ARGUMENTS, other["arguments"]]


@pytest.mark.parametrize(
    "message",
    [{"function_call": None}, {"function_call": {}}, {"function_call": {"name": ""}},
     {"function_call": "auto"}, {"tool_calls": {}}, {"tool_calls": ""}, {"tool_calls": "none"},
     {"tool_calls": "[1]"}, {"tool_calls": {"error": "x"}}, {"tool_calls": "[" * 99_999}],
    ids=range(10),
)  # fmt: skip
def test_chat_what_is_no_call_is_none(message: dict[str, Any]) -> None:
    """The words are read."""
    got = reply("openai-compatible", with_message(**message))
    assert (got.calls, got.text) == ((), "Yes.")
    assert got.item["raw"] == [{"role": "assistant", "content": "Yes."}]


@pytest.mark.parametrize(
    "message",
    [
        {"thinking": "Hm."},
        {"reasoning_details": [{"type": "reasoning.text", "text": "Hm."}, {"type": "x"}]},
        {"reasoning_details": [{"text": "Hm."}], "reasoning": "Hm."},
        {"content": [{"type": "thinking", "text": "Hm."}, {"type": "text", "text": "Yes."}]},
        {"content": [{"type": "thinking", "thinking": [{"type": "text", "text": "Hm."}]},
                     {"type": "text", "text": "Yes."}]},
    ],
)  # fmt: skip
def test_chat_thoughts_in_other_places(message: dict[str, Any]) -> None:
    """They are thoughts, and no words."""
    got = reply("openai-compatible", with_message(**message))
    assert (got.text, got.reasoning) == ("Yes.", "Hm.")


@pytest.mark.parametrize("kind", [{"type": "output_text"}, {"type": "markdown"}, {}])
def test_chat_parts_of_any_type_are_words(kind: dict[str, str]) -> None:
    """As long as they have a text."""
    parts = [{**kind, "text": "Yes."}, {"type": "image_url", "image_url": "x"}]
    assert reply("openai-compatible", with_message(content=parts)).text == "Yes."


@pytest.mark.parametrize(
    ("message", "tokens", "stop"),
    [
        ({"content": ""}, 0, "full"),
        ({"content": None}, 0, "full"),
        ({"content": ""}, 1, "length"),
        ({"content": ""}, None, "length"),
        ({"content": ""}, False, "length"),
        ({"content": "I"}, 0, "length"),
        ({"content": "", "reasoning": "Hm"}, 0, "length"),
        ({"content": "", "tool_calls": [FUNCTION]}, 0, "length"),
    ],
)
def test_chat_cut_off_before_the_first_token(
    message: dict[str, Any], tokens: object, stop: str
) -> None:
    """There was no room for one: the context is full."""
    raw = with_message(**message)
    raw["choices"][0]["finish_reason"] = "length"
    raw["usage"]["completion_tokens"] = tokens
    assert reply("openai-compatible", raw).stop == stop


def chat_choice(**choice: object) -> dict[str, Any]:
    """Return a Chat reply of one choice."""
    return {"choices": [choice]}


BROKEN: list[tuple[str, dict[str, Any], str]] = [
    ("openai", {}, "no list of `output` items"),
    ("openai", {"output": "Yes."}, "no list of `output` items"),
    ("openai", {"output": ["Yes."]}, "no list of `output` items"),
    ("openai", {"output": []}, "an empty list of `output` items"),
    ("openai", {"output": [], "status": "completed"}, "an empty list of `output` items"),
    (
        "openai",
        {"output": [{"type": "function_call", "call_id": "1"}]},
        "a function call without `name`",
    ),
    ("openai-compatible", {}, "no `choices`"),
    ("openai-compatible", {"choices": []}, "no `choices`"),
    ("openai-compatible", {"choices": [{}]}, "no `message` in its first choice"),
    ("openai-compatible", chat_choice(delta={}), "no `message` in its first choice"),
    (
        "openai-compatible",
        chat_choice(message={"tool_calls": [{"id": "1"}]}),
        "a tool call without a function's name",
    ),
    ("anthropic", {}, "no list of `content` blocks"),
    ("anthropic", {"content": "Yes."}, "no list of `content` blocks"),
    ("anthropic", {"content": [], "stop_reason": "end_turn"}, "an empty list of `content` blocks"),
    ("anthropic", {"content": [], "stop_reason": "tool_use"}, "an empty list of `content` blocks"),
    (
        "anthropic",
        {"content": [{"type": "tool_use", "id": "1"}], "stop_reason": "tool_use"},
        "a tool_use block without `name`",
    ),
]


@pytest.mark.parametrize(("protocol", "raw", "missing"), BROKEN)
def test_what_can_not_be_read_says_what_is_missing(
    protocol: str, raw: dict[str, Any], missing: str
) -> None:
    """No working service sends such a reply, whatever its model does: it is tried again."""
    opened = model(protocol)
    with pytest.raises(Fault) as caught:
        opened.read(raw)
    assert caught.value.kind == "unreadable"
    assert caught.value.why == f"{opened.spec}: the reply has {missing}"
    assert (caught.value.retried, caught.value.unbilled) == (True, False)


MESSAGE = {"role": "assistant", "content": "I th"}
UNFINISHED: list[tuple[str, dict[str, Any], str]] = [
    *(
        ("openai", {"status": status}, f"the status {status}")
        for status in ("failed", "cancelled", "in_progress", "queued")
    ),
    *(
        (
            "openai-compatible",
            chat_choice(message=MESSAGE, finish_reason=reason),
            f"the finish reason {reason}",
        )
        for reason in ("error", "abort", "network_error", "insufficient_system_resource")
    ),
    (
        "openai-compatible",
        chat_choice(message=MESSAGE, finish_reason="error", error={"message": "Upstream."}),
        "the finish reason error: Upstream.",
    ),
    ("anthropic", {"stop_reason": None}, "no reason to stop"),
]


@pytest.mark.parametrize(("protocol", "changes", "sign"), UNFINISHED)
def test_what_did_not_come_to_its_end_is_the_services_fault(
    protocol: str, changes: dict[str, Any], sign: str
) -> None:
    """Half of an answer, and the service says so: no mistake of the model's, and a passing one."""
    opened = model(protocol)
    with pytest.raises(Fault) as caught:
        opened.read(raw_reply(protocol, words="I th") | changes)
    assert (caught.value.kind, caught.value.why) == (
        "server",
        f"{opened.spec}: the reply has {sign}",
    )
    assert (caught.value.retried, caught.value.unbilled) == (True, False)


@pytest.mark.parametrize(
    ("protocol", "raw", "stop"),
    [
        ("openai", {"output": [], "status": "incomplete"}, "length"),
        ("anthropic", {"content": [], "stop_reason": "max_tokens"}, "length"),
        ("anthropic", {"content": [], "stop_reason": "refusal"}, "refusal"),
    ],
)
def test_a_reply_can_be_empty_for_a_reason(protocol: str, raw: dict[str, Any], stop: str) -> None:
    """Cut off before its first word, or refused: that is what the model did."""
    got = reply(protocol, raw)
    assert (got.stop, got.item["raw"]) == (stop, PLACEHOLDER[protocol])


@pytest.mark.parametrize(("stop", "said"), [("length", ""), ("stop", "<think>Hm. But")])
def test_chat_thoughts_that_were_cut_off(stop: str, said: str) -> None:
    """Marks that were never closed begin a thought where the reply was cut off in it."""
    raw = with_message(content="<think>Hm. But")
    raw["choices"][0]["finish_reason"] = stop
    got = reply("openai-compatible", raw)
    assert (got.text, got.reasoning) == (said, "" if said else "Hm. But")


NAMES = st.sampled_from([
    "output", "status", "type", "content", "text", "refusal", "summary", "encrypted_content",
    "call_id", "name", "arguments", "choices", "message", "tool_calls", "function", "id", "input",
    "finish_reason", "thinking", "signature", "stop_reason", "usage", "input_tokens", "model",
    "function_call", "parameters", "reasoning_details", "output_tokens", "prompt_tokens",
    "completion_tokens", "incomplete_details", "reason", "role",
])  # fmt: skip
ATOMS = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=5)
    | st.sampled_from(["message", "function_call", "reasoning", "tool_use", "text", "thinking"])
)
ANY_JSON = st.recursive(
    ATOMS,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(NAMES | st.text(max_size=3), inner, max_size=5)
    ),
    max_leaves=20,
)


def reply_or_fault(opened: AnyModel, raw: Any) -> Reply | Fault:  # noqa: ANN401 - any JSON
    """Return what a raw reply is read as."""
    try:
        return opened.read(raw)
    except Fault as fault:
        return fault


def survives(protocol: str, raw: Any) -> None:  # noqa: ANN401 - any JSON
    """Read a reply: a fault says what is missing, or the conversation goes on in every step."""
    opened = model(protocol)
    got = reply_or_fault(opened, raw)
    if isinstance(got, Fault):
        assert got.kind in {"unreadable", "server"}
        assert got.why.startswith(f"{opened.spec}: the reply has ")
        assert got.why.isprintable()
        return
    results = [{"role": "tool", "call": call.id, "text": "No."} for call in got.calls]
    for step in STEPS:
        told = [user("A?"), got.item, *results, user("B?")]
        assert body_of(opened.payload(told, [SAY], step), of="")
    assert got == opened.read(raw)


@pytest.mark.slow
@pytest.mark.parametrize("protocol", PROTOCOLS)
@examples(150)
@given(raw=st.dictionaries(NAMES, ANY_JSON, max_size=6))
def test_no_json_breaks_the_reader(protocol: str, raw: dict[str, Any]) -> None:
    """Whatever a server returns is a reply or a fault."""
    survives(protocol, raw)


@pytest.mark.slow
@pytest.mark.parametrize("protocol", PROTOCOLS)
@examples(150)
@given(data=st.data())
def test_no_damaged_reply_breaks_the_reader(protocol: str, data: st.DataObject) -> None:
    """A good reply in which anything is replaced by anything is a reply or a fault."""
    raw = raw_reply(protocol, words="Well.", calls=[("call_1", ARGUMENTS)], thoughts="Hm.")
    whole: dict[str, Any] = json.loads(json.dumps({"raw": raw}))
    inside: Any = whole
    path = data.draw(st.lists(st.integers(0, 9), min_size=1, max_size=6))
    for at in path:
        keys = list(inside) if isinstance(inside, dict) else list(range(len(inside)))
        key = keys[at % len(keys)]
        if not isinstance(inside[key], dict | list) or not inside[key] or at is path[-1]:
            break
        inside = inside[key]
    inside[key] = data.draw(ANY_JSON)
    survives(protocol, whole["raw"] if isinstance(whole["raw"], dict) else {})
