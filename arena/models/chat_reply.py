"""Reads tool calls, text and reasoning from a Chat Completions reply, in all forms servers use.

Servers and proxies deviate from OpenAI's form: calls without a `function`, one call in place of a
list, the deprecated `function_call`, reasoning under other names. Each call is converted to
OpenAI's form; one that has it already is returned unchanged.
"""

from collections.abc import Mapping, Sequence

from arena.models.json_shapes import (
    arguments_text,
    field,
    joined,
    mapping,
    read_json,
    sequence,
    text,
)

ARGUMENTS = ("arguments", "parameters", "args", "input")
"""Names that servers use for the arguments of a call."""
THOUGHTS = ("reasoning_content", "reasoning", "thinking")
"""Names that servers use for the reasoning of a message."""
THOUGHT = ("think", "reason", "thought", "summary")
"""Substrings of the type of a content part that holds reasoning."""
DEEPEST = 100
"""Maximum nesting of a list of calls that came as JSON text."""


def given_calls(message: Mapping[str, object]) -> Sequence[object]:
    """Return the calls of a message in OpenAI's form; what can't be read as a call stays unchanged.

    A `function_call` counts too, unless it repeats another.
    """
    given = message.get("tool_calls")
    calls = [_as_call(each) for each in _listed(given)]
    if not isinstance(given, list) and not all(_name(call) for call in calls):
        calls = []
    old = _as_call(message.get("function_call"))
    if _name(old) and _letters(old) not in [_letters(call) for call in calls]:
        calls.append(old)
    return calls


def shown_words(message: Mapping[str, object]) -> str:
    """Return the text of a message: its content, or all parts that are not reasoning."""
    content = message.get("content")
    parts = [part for part in sequence(content) if not _is_thought(part)]
    return text(content) or joined([text(field(part, "text")) for part in parts])


def shown_thoughts(message: Mapping[str, object]) -> str:
    """Return the reasoning of a message, from the first field that has text."""
    named = next((text(message[key]) for key in THOUGHTS if text(message.get(key))), "")
    thoughts = [part for part in sequence(message.get("content")) if _is_thought(part)]
    return named or _texts(sequence(message.get("reasoning_details"))) or _texts(thoughts)


def _texts(parts: Sequence[object]) -> str:
    """Return the texts of content parts; Mistral nests parts in parts."""
    inside = [each for part in parts for each in (part, *sequence(field(part, "thinking")))]
    return joined([text(field(each, "text")) or text(field(each, "thinking")) for each in inside])


def _is_thought(part: object) -> bool:
    kind = text(field(part, "type"))
    return any(word in kind for word in THOUGHT)


def _listed(given: object) -> Sequence[object]:
    """Return a list of calls; a single call or a JSON text is wrapped or parsed."""
    given = _opened(given)
    return [given] if isinstance(given, dict) and given else sequence(given)


def _opened(given: object) -> object:
    """Parse a JSON text; return anything else unchanged."""
    if not isinstance(given, str):
        return given
    try:
        return read_json(given, deepest=DEEPEST)[1]
    except (ValueError, RecursionError):
        return given


def _as_call(given: object) -> object:
    """Convert a call to OpenAI's form; return anything else unchanged."""
    given = _opened(given)
    call = mapping(given)
    inside = mapping(call.get("function"))
    if isinstance(inside.get("name"), str):
        changed = _as_function(inside)
        return given if changed == inside else {**call, "function": changed}
    names = [key for key in ("name", "function") if text(call.get(key))]
    if len(names) != 1:
        return given
    rest = {key: each for key, each in call.items() if key not in {*names, *ARGUMENTS}}
    arguments = {key: call[key] for key in ARGUMENTS if key in call}
    return {**rest, "function": _as_function({"name": call[names[0]], **arguments})}


def _as_function(given: Mapping[str, object]) -> Mapping[str, object]:
    key = next((key for key in ARGUMENTS if given.get(key) is not None), "arguments")
    if key == "arguments":
        return given
    rest = {name: each for name, each in given.items() if name not in {key, "arguments"}}
    return {**rest, "arguments": given[key]}


def _name(call: object) -> str:
    return text(field(call, "function", "name"))


def _letters(call: object) -> tuple[str, str]:
    """Return a call's name and arguments without white space, for comparison."""
    return _name(call), "".join(arguments_text(field(call, "function", "arguments")).split())
