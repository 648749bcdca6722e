"""Changes to a Chat Completions request for servers that refuse OpenAI's form.

Each change is selected by the wording of the refusal. None changes what the request means: its
words, its tools, its output limit.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Required, TypedDict, cast

from arena.models.json_shapes import field, text
from arena.models.without_tools import NO_WORDS, call_text


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
"""Returns the body as the server wants it; unchanged where nothing applies."""

MESSAGE = frozenset(
    {"role", "content", "tool_calls", "refusal", "annotations", "audio", "function_call"}
)
CALL, FUNCTION = frozenset({"id", "type", "function"}), frozenset({"name", "arguments"})
"""The keys of a call and of its function in OpenAI's form."""
BOUNDS = ("pattern", "maxLength", "maxItems")
"""Keywords of an answer's schema that tool schemas lack and some servers refuse."""


def _messages_of(body: Body) -> Messages:
    return cast("Messages", body.get("messages", []))


def _renamed(body: Body) -> dict[str, object]:
    names = {"max_tokens": "max_completion_tokens"}
    return {names.get(key, key): value for key, value in body.items()}


def _without(name: str) -> Change:
    return lambda body: {key: value for key, value in body.items() if key != name}


def _streamed(body: Body) -> dict[str, object]:
    if body.get("stream"):
        return {**body}
    return {**body, "stream": True, "stream_options": {"include_usage": True}}


def _with_format(change: Callable[[object], object]) -> Change:
    """Wrap a change of the response format so that it applies to a body that has one."""
    return lambda body: {
        key: change(each) if key == "response_format" else each for key, each in body.items()
    }


def _unbounded(schema: object) -> object:
    match schema:
        case dict():
            bounds = {key for key in BOUNDS if not isinstance(schema.get(key), dict)}
            return {key: _unbounded(each) for key, each in schema.items() if key not in bounds}
        case list():
            return [_unbounded(each) for each in schema]
        case _:
            return schema


def _with_messages(change: Callable[[Messages], Messages]) -> Change:
    return lambda body: {**body, "messages": change(_messages_of(body))}


def _with_each(change: Callable[[_Message], _Message]) -> Change:
    return _with_messages(lambda messages: [change(each) for each in messages])


def _without_system(messages: Messages) -> Messages:
    """Prepend the system message to the first user message."""
    match messages:
        case [{"role": "system", "content": str(rules)}, {"content": str(asked)} as first, *more]:
            return [{**first, "content": f"{rules}\n\n{asked}"}, *more]
        case _:
            return messages


def _with_nothing_said(messages: Messages) -> Messages:
    """Insert an assistant's `NO_WORDS` between a tool result and a question."""
    found: Messages = []
    for each in messages:
        if each["role"] == "user" and found and found[-1]["role"] == "tool":
            found.append({"role": "assistant", "content": NO_WORDS})
        found.append(each)
    return found


def _results_in_words(messages: Messages) -> Messages:
    """Write calls and tool results as text, so that user and assistant alternate."""
    found: Messages = []
    for each in messages:
        if each["role"] == "assistant" and each.get("tool_calls"):
            functions = [call["function"] for call in each["tool_calls"]]
            calls = [call_text(each["name"], text(each["arguments"])) for each in functions]
            said = "\n".join(filter(None, [text(each.get("content")), *calls]))
            found.append({"role": "assistant", "content": said})
        elif each["role"] in {"tool", "user"}:
            words = each["content"] if each["role"] == "user" else f"Result: {each['content']}"
            if found and found[-1]["role"] == "user":
                words = f"{found.pop()['content']}\n\n{words}"
            found.append({"role": "user", "content": words})
        else:
            found.append(each)
    return found


def _with_names(messages: Messages) -> Messages:
    calls = [call for each in messages for call in each.get("tool_calls") or ()]
    names = {call["id"]: call["function"]["name"] for call in calls}
    return [
        {**each, "name": names.get(each["tool_call_id"], "")} if each["role"] == "tool" else each
        for each in messages
    ]


def _call_alone(message: _Message) -> _Message:
    return {**message, "content": None} if message.get("tool_calls") else message


def _without_null(message: _Message) -> _Message:
    is_null = message.get("tool_calls") and message["content"] is None
    return {**message, "content": ""} if is_null else message


def _in_text(message: _Message) -> _Message:
    """Join the text parts of a message into one text, dropping parts of other kinds."""
    parts = message["content"]
    if not isinstance(parts, list):
        return message
    return {**message, "content": "\n\n".join(text(field(part, "text")) for part in parts)}


def _with_objects(message: _Message) -> _Message:
    return _with_calls(
        message,
        lambda call: {**call, "function": {**call["function"], "arguments": _arguments(call)}},
    )


def _arguments(call: _Call) -> object:
    try:
        return json.loads(text(call["function"]["arguments"]))
    except (ValueError, RecursionError):
        return call["function"]["arguments"]


def _with_calls(message: _Message, change: Callable[[_Call], _Call]) -> _Message:
    calls = message.get("tool_calls")
    return {**message, "tool_calls": [change(call) for call in calls]} if calls else message


UNKNOWN = (
    r"(unsupported|unknown|unrecogni[sz]ed|unexpected|deprecated|extra input|(not|n't) "
    r"(be )?(supported|permitted|allowed|enabled|accepted|support|accept|allow))"
)
SYSTEM = r"(system|developer)\W{0,3} (role|message|prompt|instruction)"
NO_SYSTEM = rf"role\W.{{0,20}}{UNKNOWN}.{{0,20}}\bsystem\b"
TWO_ROLES = r"only user\W.{0,12}assistant|alternat|permitted: 'user', 'assistant'"
DEPARTURES: Sequence[tuple[str, str, Change]] = (
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
        _with_each(_call_alone),
    ),
    ("no null", r"\bcontent\b", _with_each(_without_null)),
    ("texts", r"\bcontent\b|\bthinking\b|\bparts?\b", _with_each(_in_text)),
    (
        "objects",
        r"arguments.{0,80}(dict|object|map\b|mapping)|(dict|object|mapping).{0,80}arguments",
        _with_each(_with_objects),
    ),
    (
        "bounds",
        r"schema|grammar|regex|pattern|maxLength|maxItems|constrain",
        _with_format(_unbounded),
    ),
    (
        "any object",
        r"json_schema|response_format|json_object",
        _with_format(lambda _: {"type": "json_object"}),
    ),
)
"""Name, pattern of the refusal, and change, in the order in which they are tried."""


def departures(said: str, body: Body) -> Iterator[tuple[str, Change]]:
    """Yield the changes that match a refusal, the likeliest first."""
    for name, pattern, change in DEPARTURES:
        if re.search(pattern, said, re.IGNORECASE):
            yield name, change
    words = frozenset(re.findall(r"\w+", said))
    for key in sorted(set().union(*_beside(body)) & words):
        yield f"without {key}", _leaving_out({key})


def parts_left_out(body: Body) -> list[tuple[str, Change]]:
    """Return the changes that drop the non-standard keys of replies: all of them, or a part."""
    of_messages, of_calls = _beside(body)
    found = [("without all", of_messages | of_calls)]
    if of_messages and of_calls:
        found += [("without messages'", of_messages), ("without calls'", of_calls)]
    return [(name, _leaving_out(keys)) for name, keys in found if keys]


def _beside(body: Body) -> tuple[set[str], set[str]]:
    """Return the non-standard keys of the replies' messages and of their calls."""
    replies = [each for each in _messages_of(body) if each["role"] == "assistant"]
    calls = [call for each in replies for call in each.get("tool_calls") or ()]
    of_calls = {key for call in calls for key in call.keys() - CALL}
    of_functions = {key for call in calls for key in call["function"].keys() - FUNCTION}
    return {key for each in replies for key in each.keys() - MESSAGE}, of_calls | of_functions


def _leaving_out(keys: set[str]) -> Change:
    """Return the change that drops these keys from assistant messages and their calls."""

    def plain(call: _Call) -> _Call:
        function = _kept(call["function"], keys - FUNCTION)
        return cast("_Call", {**_kept(call, keys - CALL), "function": function})

    def bare(message: _Message) -> _Message:
        if message["role"] != "assistant":
            return message
        return _with_calls(cast("_Message", _kept(message, keys - MESSAGE)), plain)

    return _with_each(bare)


def _kept(given: Mapping[str, object], dropped: set[str]) -> dict[str, object]:
    return {key: each for key, each in given.items() if key not in dropped}
