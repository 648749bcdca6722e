"""What a model answered, or why it is invalid; the JSON that it wrote, read.

Where a meaning is certain it is taken, however it was written; where it is not, nothing is guessed
and the sentence of `InvalidAnswer` goes back to the model.
"""

import json
import re
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, Literal

from arena.errors import InvalidAnswer
from arena.seats.llm.quoting import harmless, quoted
from arena.talk.speech import Speech

__all__ = [
    "ARGUMENTS",
    "DECODER",
    "NAMES",
    "NOTE",
    "BidAnswer",
    "DecisionAnswer",
    "SpeechAnswer",
    "arguments_of",
    "invalid",
    "json_object",
    "known_keys",
    "note_of",
    "opened",
    "shown",
]

NOTE = 2_000
"""Characters that are kept of a note, where nothing else is said."""
SHOWN = 200
"""Characters that are repeated of what came."""
WHY = 1_500
NULLS = {"", "null", "none"}
NESTED = 3
"""How often JSON may stand inside a JSON string, or arguments inside of arguments."""
NAMES = (
    "tool", "name", "tool_name", "toolName", "function", "function_name",
    "recipient_name", "action",
)  # fmt: skip
"""What models call the name of a tool."""
ARGUMENTS = ("arguments", "parameters", "args", "params", "input", "action_input", "tool_input")
"""What they call its arguments."""
AROUND = frozenset({*NAMES, "type", "id"})
INFO = re.compile(r"[\w-]*+[ \t]*+")
"""What stands behind the marks that open a fence."""


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object; which value of a key is meant that has two of them, is not certain."""
    found = dict(pairs)
    if len(found) < len(pairs) and any(found[key] != value for key, value in pairs):
        raise ValueError("a key with two values")
    return found


DECODER = json.JSONDecoder(object_pairs_hook=_once)


def invalid(reason: Literal["malformed", "illegal"], why: str) -> InvalidAnswer:
    """Return why an answer can't be taken: one sentence in the second person, safe to show.

    `malformed`: it can't be read; `illegal`: it can, and is not possible now.
    """
    return InvalidAnswer(reason, harmless(why, WHY))


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionAnswer:
    """An answer to a question."""

    option: str
    """Id of one of the question's options."""
    note: str | None
    """For the seat's own notebook; nobody else sees it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SpeechAnswer:
    """What was done with a turn to speak."""

    speech: Speech | None
    """None: nothing is said."""
    note: str | None
    """For the seat's own notebook."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BidAnswer:
    """A bid for a turn to speak."""

    urgency: int
    """From 0, nothing to say, to 4."""
    note: str | None
    """For the seat's own notebook."""


def json_object(arguments: str, keys: Collection[str]) -> dict[str, Any]:
    """Return the JSON object that a model wrote; `keys` are named where it is none.

    One that holds the arguments under a key of its own is opened, as often as it does.
    """
    value: Any = arguments
    for _ in range(NESTED):
        value = _unwrapped(_json(value), keys)
    if isinstance(value, dict):
        return value
    raise invalid(
        "malformed",
        f"Your arguments are {shown(arguments)}. "
        f"Possible: a JSON object with the keys {', '.join(keys)}.",
    )


def opened(value: object) -> object:
    """Return the list or object that a text is the JSON of; anything else as it is."""
    found = _json(value)
    return found if isinstance(found, dict | list) else value


def _json(value: object) -> object:
    """Return what a text is the JSON of, in a fence or written twice alike; else the value."""
    if not isinstance(value, str):
        return value
    try:
        text = _unfenced(value.strip())
        found, end = DECODER.raw_decode(text)
        rest = text[end:].strip()
        return found if not rest or DECODER.decode(rest) == found else value
    except (ValueError, RecursionError):
        return value


def _unfenced(text: str) -> str:
    """Return what stands in a fence; a text that is in none, as it is."""
    if not (text.startswith("```") and text.endswith("```")):
        return text
    info, line, inside = text[3:-3].partition("\n")
    return inside.strip() if line and INFO.fullmatch(info) else text


def _unwrapped(value: object, keys: Collection[str]) -> object:
    """Return the arguments that stand inside of an object beside nothing but the tool's name."""
    if not isinstance(value, dict) or value.keys() <= {*keys}:
        return value
    inside = [key for key in ARGUMENTS if key in value and key not in keys]
    return value[inside[0]] if len(inside) == 1 and value.keys() <= {*inside, *AROUND} else value


def arguments_of(arguments: str, keys: Collection[str]) -> dict[str, Any]:
    """Return what a tool call gives; a key that its tool does not have is refused, null or not."""
    return known_keys(json_object(arguments, keys), keys, "arguments have")


def known_keys(given: dict[str, Any], keys: Collection[str], what: str) -> dict[str, Any]:
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
