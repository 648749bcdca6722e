"""Decodes the arguments of a model's tool call, or says why they are invalid.

Unusual forms are accepted where their meaning is certain; nothing is guessed. Otherwise
`InvalidAnswer` carries a sentence for the model.
"""

import json
from collections.abc import Collection
from typing import Literal

from arena.errors import InvalidAnswer
from arena.seats.llm.quoting import harmless, quoted
from arena.seats.llm.tool_names import known_name, tool_of_key
from arena.seats.llm.written_json import read_json

SHOWN = 200
"""Most characters of an invalid value that an error message repeats."""
WHY = 1_500
NULLS = {"", "null", "none"}
NESTED = 5
"""Most levels of JSON in a JSON string, or of arguments within arguments, that are decoded."""
NAMES = (
    "tool", "name", "tool_name", "toolName", "function", "function_name",
    "recipient_name", "action",
)  # fmt: skip
"""Keys under which models put the name of a tool."""
ARGUMENTS = (
    "arguments", "parameters", "args", "params", "input", "action_input", "tool_input", "kwargs",
    "properties",
)  # fmt: skip
"""Keys under which models put a tool's arguments."""
CALLS = ("function", "function_call", "tool_call", "tool_calls")
"""Keys under which models put a whole call."""
AROUND = frozenset({*NAMES, "type", "id"})


def invalid(reason: Literal["malformed", "illegal"], why: str) -> InvalidAnswer:
    """Build the error for an invalid answer from a sentence in the second person, escaped.

    `malformed`: the answer can't be parsed; `illegal`: it can, and is not possible now.
    """
    return InvalidAnswer(reason, harmless(why, WHY))


def json_object(arguments: str, keys: Collection[str], tool: str = "") -> dict[str, object]:
    """Parse the JSON object that a model wrote for a tool that takes these keys.

    An object that holds the arguments under another key is unwrapped, as often as it is wrapped,
    and so is a list of one object. One with the name of another tool beside them is not.
    """
    value = read_json(arguments, arguments=True)
    for _ in range(NESTED):
        inside = _unwrapped(read_json(value), keys, tool)
        if inside is value:
            break
        value = inside
    if isinstance(value, dict):
        return value
    raise invalid(
        "malformed",
        f"Your arguments are {shown(arguments)}. "
        f"Possible: a JSON object with the keys {', '.join(keys)}.",
    )


def _unwrapped(value: object, keys: Collection[str], tool: str) -> object:
    """Return the arguments from an object that holds nothing beside them but the tool's name."""
    if isinstance(value, list):
        return value[0] if len(value) == 1 and isinstance(value[0], dict) else value
    if not isinstance(value, dict) or value.keys() <= {*keys}:
        return value
    inside = [key for key in value if key not in keys and _is_around(key, value[key], tool)]
    rest = {key: value[key] for key in value if key not in inside}
    if len(inside) != 1 or not rest.keys() <= AROUND:
        return value
    names = [rest[key] for key in NAMES if isinstance(rest.get(key), str)]
    is_other = tool and any(known_name(name, [tool]) != tool for name in names)
    return value if is_other else value[inside[0]]


def _is_around(key: str, value: object, tool: str) -> bool:
    """Return True if a key holds arguments or a call; the tool's own name may be that key too."""
    if key in ARGUMENTS:
        return True
    if key in CALLS:
        return isinstance(value, dict | list)
    return bool(tool) and isinstance(value, dict) and tool_of_key(key, [tool]) == tool


def arguments_of(arguments: str, keys: Collection[str], tool: str) -> dict[str, object]:
    """Parse the arguments of a tool call; a key that the tool does not have is an error."""
    return known_keys(json_object(arguments, keys, tool), keys, "arguments have")


def known_keys(given: dict[str, object], keys: Collection[str], what: str) -> dict[str, object]:
    """Return the object if it has no other key than these; `what` names it in the error."""
    extra = sorted(set(given) - set(keys))
    if not extra:
        return given
    which = f"key{'s' if extra[1:] else ''} {', '.join(map(shown, extra))}"
    possible = f"Possible: {', '.join(keys)}."
    raise invalid("malformed", f"Your {what} the unknown {which}. {possible}")


def note_of(value: object, most: int) -> str | None:
    """Normalise a note: text of at most `most` characters; None where it is empty."""
    if value is None:
        return None
    text = value if isinstance(value, str) else written(value)
    text = text.strip()[:most]
    return None if text.casefold() in NULLS else text


def is_null(value: object) -> bool:
    """Return True if a value says that there is nothing."""
    return value is None or (isinstance(value, str) and _bare(value).casefold() in NULLS)


def _bare(text: str) -> str:
    return text.strip().strip("\"'`").strip()


def shown(value: object) -> str:
    """Return a value as text for an error message, escaped and cut."""
    return quoted(value if isinstance(value, str) else written(value), SHOWN)


def written(value: object) -> str:
    """Return JSON data as text. It never raises."""
    try:
        return json.dumps(value, ensure_ascii=False)
    except (ValueError, TypeError, RecursionError):
        return f"a {type(value).__name__} that can't be shown"
