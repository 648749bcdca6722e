"""The arguments of a call that a model wrote, read, or why they can't be taken.

Where a meaning is certain it is taken, however it was written; where it is not, nothing is guessed
and the sentence of `InvalidAnswer` goes back to the model.
"""

import json
from collections.abc import Collection
from typing import Literal

from arena.errors import InvalidAnswer
from arena.seats.llm.quoting import harmless, quoted
from arena.seats.llm.tool_names import known_name, tool_of_key
from arena.seats.llm.written_json import read_json

SHOWN = 200
"""Characters that are repeated of what came."""
WHY = 1_500
NULLS = {"", "null", "none"}
NESTED = 5
"""How often JSON may stand inside a JSON string, or arguments inside of arguments."""
NAMES = (
    "tool", "name", "tool_name", "toolName", "function", "function_name",
    "recipient_name", "action",
)  # fmt: skip
"""What models call the name of a tool."""
ARGUMENTS = (
    "arguments", "parameters", "args", "params", "input", "action_input", "tool_input", "kwargs",
    "properties",
)  # fmt: skip
"""What they call its arguments."""
CALLS = ("function", "function_call", "tool_call", "tool_calls")
"""What they call a call."""
AROUND = frozenset({*NAMES, "type", "id"})


def invalid(reason: Literal["malformed", "illegal"], why: str) -> InvalidAnswer:
    """Return why an answer can't be taken: one sentence in the second person, safe to show.

    `malformed`: it can't be read; `illegal`: it can, and is not possible now.
    """
    return InvalidAnswer(reason, harmless(why, WHY))


def json_object(arguments: str, keys: Collection[str], tool: str = "") -> dict[str, object]:
    """Return the JSON object that a model wrote for a tool that takes these keys.

    One that holds the arguments under a key of its own is opened, as often as it does, and so is a
    list of it alone. What holds them beside the name of another tool is not.
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
    """Return the arguments that stand inside of an object beside nothing but the tool's name."""
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
    """Tell whether a key holds the arguments, or a call: the tool's own name does too."""
    if key in ARGUMENTS:
        return True
    if key in CALLS:
        return isinstance(value, dict | list)
    return bool(tool) and isinstance(value, dict) and tool_of_key(key, [tool]) == tool


def arguments_of(arguments: str, keys: Collection[str], tool: str) -> dict[str, object]:
    """Return what a tool call gives; a key that its tool does not have is refused, null or not."""
    return known_keys(json_object(arguments, keys, tool), keys, "arguments have")


def known_keys(given: dict[str, object], keys: Collection[str], what: str) -> dict[str, object]:
    """Return an object with no other key than these; `what` is it, as in `arguments have`."""
    extra = sorted(set(given) - set(keys))
    if not extra:
        return given
    which = f"key{'s' if extra[1:] else ''} {', '.join(map(shown, extra))}"
    possible = f"Possible: {', '.join(keys)}."
    raise invalid("malformed", f"Your {what} the unknown {which}. {possible}")


def note_of(value: object, most: int) -> str | None:
    """Return a note as it is kept: text, no more than `most` characters, None where it is empty."""
    if value is None:
        return None
    text = value if isinstance(value, str) else written(value)
    text = text.strip()[:most]
    return None if text.casefold() in NULLS else text


def is_null(value: object) -> bool:
    """Tell whether something says that there is nothing."""
    return value is None or (isinstance(value, str) and _bare(value).casefold() in NULLS)


def _bare(text: str) -> str:
    return text.strip().strip("\"'`").strip()


def shown(value: object) -> str:
    """Return what came, escaped and cut."""
    return quoted(value if isinstance(value, str) else written(value), SHOWN)


def written(value: object) -> str:
    """Return JSON data as text; nothing that JSON could hold makes it fail."""
    try:
        return json.dumps(value, ensure_ascii=False)
    except (ValueError, TypeError, RecursionError):
        return f"a {type(value).__name__} that can't be shown"
