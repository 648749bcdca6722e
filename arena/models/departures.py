"""What servers of Chat Completions want otherwise than OpenAI's, as their refusals say.

Each is a change of a request's body, told by what a refusal has in it. All leave alone what the
request means: its words, its tools, its longest reply.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Required, TypedDict, cast

from arena.models.json_shapes import text
from arena.models.without_tools import NO_WORDS

__all__ = ["CALL", "FUNCTION", "MESSAGE", "Change", "departures", "parts_left_out"]


class _Function(TypedDict):
    name: str
    arguments: object


class _Call(TypedDict):
    id: str
    function: _Function


class _Message(TypedDict, total=False):
    role: Required[str]
    content: object
    tool_calls: list[_Call]
    tool_call_id: str
    name: str


Body = Mapping[str, object]
Messages = list[_Message]
Change = Callable[[Body], dict[str, object]]
"""Returns a body as a server wants it; the same where it has nothing to change."""

MESSAGE = frozenset(
    {"role", "content", "tool_calls", "refusal", "annotations", "audio", "function_call"}
)
CALL, FUNCTION = frozenset({"id", "type", "function"}), frozenset({"name", "arguments"})
"""The keys of a message, of a call and of its function, as OpenAI has them."""
BOUNDS = ("pattern", "maxLength", "maxItems")
"""What a schema of an answer has that those of tools have not, and some servers refuse."""


def _messages_of(body: Body) -> Messages:
    return cast("Messages", body.get("messages", []))


# --- keys of a body ---


def _renamed(body: Body) -> dict[str, object]:
    names = {"max_tokens": "max_completion_tokens"}
    return {names.get(key, key): value for key, value in body.items()}


def _without(name: str) -> Change:
    return lambda body: {key: value for key, value in body.items() if key != name}


def _streamed(body: Body) -> dict[str, object]:
    if body.get("stream"):
        return {**body}
    return {**body, "stream": True, "stream_options": {"include_usage": True}}


def _without_bounds(body: Body) -> dict[str, object]:
    """Return a body whose schema of an answer says nothing of lengths and patterns."""
    return _with_format(body, _unbounded)


def _unbounded(schema: object) -> object:
    match schema:
        case dict():
            bounds = {key for key in BOUNDS if not isinstance(schema.get(key), dict)}
            return {key: _unbounded(each) for key, each in schema.items() if key not in bounds}
        case list():
            return [_unbounded(each) for each in schema]
        case _:
            return schema


def _as_any_object(body: Body) -> dict[str, object]:
    """Return a body that asks for JSON, and leaves its form to the words."""
    return _with_format(body, lambda _: {"type": "json_object"})


def _with_format(body: Body, change: Callable[[object], object]) -> dict[str, object]:
    wanted = body.get("response_format")
    return {**body} if wanted is None else {**body, "response_format": change(wanted)}


# --- messages ---


def _with_messages(change: Callable[[Messages], Messages]) -> Change:
    def changed(body: Body) -> dict[str, object]:
        given = _messages_of(body)
        found = change(given)
        return {**body} if found == given else {**body, "messages": found}

    return changed


def _without_system(messages: Messages) -> Messages:
    """Begin the first question with what the system message says."""
    match messages:
        case [{"role": "system", "content": str(rules)}, {"content": str(asked)} as first, *more]:
            return [{**first, "content": f"{rules}\n\n{asked}"}, *more]
        case _:
            return messages


def _with_nothing_said(messages: Messages) -> Messages:
    """Let the model say nothing between a result and a question."""
    found: Messages = []
    for each in messages:
        if each["role"] == "user" and found and found[-1]["role"] == "tool":
            found.append({"role": "assistant", "content": NO_WORDS})
        found.append(each)
    return found


def _results_in_words(messages: Messages) -> Messages:
    """Write calls and results as words, so that users and assistants alternate."""
    found: Messages = []
    for each in messages:
        if each["role"] == "assistant" and each.get("tool_calls"):
            said = [text(each.get("content")), *map(_call_in_words, each["tool_calls"])]
            found.append({"role": "assistant", "content": "\n".join(filter(None, said))})
        elif each["role"] in {"tool", "user"}:
            words = each["content"] if each["role"] == "user" else f"Result: {each['content']}"
            if found and found[-1]["role"] == "user":
                found.append(_behind(found.pop(), words))
            else:
                found.append({"role": "user", "content": words})
        else:
            found.append(each)
    return found


def _call_in_words(call: _Call) -> str:
    function = call["function"]
    called = {"tool": function["name"], "arguments": _opened(function["arguments"])}
    return json.dumps(called, ensure_ascii=False)


def _behind(message: _Message, more: object) -> _Message:
    return {**message, "content": f"{message['content']}\n\n{more}"}


def _with_names(messages: Messages) -> Messages:
    """Say in each result which tool it is of."""
    names = {
        call["id"]: call["function"]["name"]
        for each in messages for call in each.get("tool_calls") or ()
    }  # fmt: skip
    return [
        {**each, "name": names.get(each["tool_call_id"], "")} if each["role"] == "tool" else each
        for each in messages
    ]


def _calls_alone(messages: Messages) -> Messages:
    """Say nothing beside a call."""
    return [{**each, "content": None} if each.get("tool_calls") else each for each in messages]


def _without_null(messages: Messages) -> Messages:
    """Say that nothing is said beside a call by a text that is empty."""
    return [
        {**each, "content": ""} if each.get("tool_calls") and each["content"] is None else each
        for each in messages
    ]


def _in_texts(messages: Messages) -> Messages:
    """Write words that came in parts as one text, without parts of another kind."""
    return [
        {**each, "content": "\n\n".join(text(part.get("text")) for part in each["content"])}
        if isinstance(each["content"], list) else each
        for each in messages
    ]  # fmt: skip


def _with_objects(messages: Messages) -> Messages:
    """Write arguments as objects, not as texts."""
    return [_each_call(each, _with_object) for each in messages]


def _with_object(call: _Call) -> _Call:
    function = call["function"]
    return {**call, "function": {**function, "arguments": _opened(function["arguments"])}}


def _each_call(message: _Message, change: Callable[[_Call], _Call]) -> _Message:
    calls = message.get("tool_calls")
    return {**message, "tool_calls": [change(call) for call in calls]} if calls else message


def _opened(arguments: object) -> object:
    try:
        return json.loads(text(arguments))
    except (ValueError, RecursionError):
        return arguments


# --- what is said ---


@dataclass(frozen=True, slots=True)
class _Departure:
    """One thing that some servers want otherwise, and say so when they refuse it."""

    said: re.Pattern[str]
    """What such a refusal says."""
    change: Change


UNKNOWN = (
    r"(unsupported|unknown|unrecogni[sz]ed|unexpected|deprecated|extra input|(not|n't) "
    r"(be )?(supported|permitted|allowed|enabled|accepted|support|accept|allow))"
)
SYSTEM = r"(system|developer)\W{0,3} (role|message|prompt|instruction)"
NO_SYSTEM = rf"role\W.{{0,20}}{UNKNOWN}.{{0,20}}\bsystem\b"
TWO_ROLES = r"only user\W.{0,12}assistant|alternat|permitted: 'user', 'assistant'"
DEPARTURES: Mapping[str, _Departure] = {
    name: _Departure(re.compile(said, re.IGNORECASE), change)
    for name, said, change in (
        (
            "max_completion_tokens",
            rf"max_completion_tokens|{UNKNOWN}.{{0,60}}max_tokens|max_tokens.{{0,60}}{UNKNOWN}",
            _renamed,
        ),
        ("parallel_tool_calls", r"parallel.?tool.?call", _without("parallel_tool_calls")),
        ("stream", r"\bstream(?!_options)|\bSSE\b|incremental_output", _streamed),
        ("stream_options", r"stream_options", _without("stream_options")),
        (
            "system",
            rf"{SYSTEM}.{{0,60}}{UNKNOWN}|{UNKNOWN}.{{0,60}}{SYSTEM}|{NO_SYSTEM}|{TWO_ROLES}",
            _with_messages(_without_system),
        ),
        (
            "nothing said",
            r"\buser\b.{0,30}(after|follow\w*).{0,20}\btool\b",
            _with_messages(_with_nothing_said),
        ),
        (
            "results in words",
            rf"{TWO_ROLES}|role.{{0,40}}\btool\b|\btool\b.{{0,20}}role",
            _with_messages(_results_in_words),
        ),
        (
            "names in results",
            r"(function_response|function|tool).{0,60}\bname\b",
            _with_messages(_with_names),
        ),
        (
            "calls alone",
            r"\bcontent\b.{0,60}both|(both|either).{0,60}\bcontent\b",
            _with_messages(_calls_alone),
        ),
        ("no null", r"\bcontent\b", _with_messages(_without_null)),
        ("texts", r"\bcontent\b|\bthinking\b|\bparts?\b", _with_messages(_in_texts)),
        (
            "objects",
            r"arguments.{0,80}(dict|object|map\b|mapping)|(dict|object|mapping).{0,80}arguments",
            _with_messages(_with_objects),
        ),
        ("bounds", r"schema|grammar|regex|pattern|maxLength|maxItems|constrain", _without_bounds),
        ("any object", r"json_schema|response_format|json_object", _as_any_object),
    )
}  # fmt: skip
"""By name, in the order in which they are tried."""


def departures(said: str, body: Body) -> Iterator[tuple[str, Change]]:
    """Yield what a server may want otherwise that says this of a body, the likeliest first."""
    for name, departure in DEPARTURES.items():
        if departure.said.search(said):
            yield name, departure.change
    words = frozenset(re.findall(r"\w+", said))
    for key in sorted(_beside(body) & words):
        yield f"without {key}", _leaving_out({key})


def parts_left_out(body: Body) -> list[tuple[str, Change]]:
    """Return how what came beside words and calls can be left out: all of it, or a part."""
    of_messages, of_calls = _beside_messages(body), _beside_calls(body)
    found = [("without all", of_messages | of_calls)]
    if of_messages and of_calls:
        found += [("without messages'", of_messages), ("without calls'", of_calls)]
    return [(name, _leaving_out(keys)) for name, keys in found if keys]


def _beside(body: Body) -> set[str]:
    return _beside_messages(body) | _beside_calls(body)


def _beside_messages(body: Body) -> set[str]:
    return {key for each in _replies(body) for key in each.keys() - MESSAGE}


def _beside_calls(body: Body) -> set[str]:
    calls = [call for each in _replies(body) for call in each.get("tool_calls") or ()]
    return {
        key for call in calls for key in (call.keys() - CALL) | (call["function"].keys() - FUNCTION)
    }


def _replies(body: Body) -> Messages:
    return [each for each in _messages_of(body) if each["role"] == "assistant"]


def _leaving_out(keys: set[str]) -> Change:
    """Return the change that leaves out these keys wherever they came beside words and calls."""

    def plain(call: _Call) -> _Call:
        kept = {key: each for key, each in call.items() if key not in keys - CALL}
        function = call["function"].items()
        kept["function"] = {key: each for key, each in function if key not in keys - FUNCTION}
        return cast("_Call", kept)

    def bare(message: _Message) -> _Message:
        kept = {key: each for key, each in message.items() if key not in keys - MESSAGE}
        return cast("_Message", kept)

    def change(messages: Messages) -> Messages:
        return [
            _each_call(bare(each), plain) if each["role"] == "assistant" else each
            for each in messages
        ]  # fmt: skip

    return _with_messages(change)
