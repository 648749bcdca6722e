"""A tool call written as words: the JSON object in an answer of a model that calls no tools.

The text is scanned with the JSON decoder; nothing is matched by its looks. The last complete object
that names a tool counts, since models think aloud before they answer.
"""

from collections.abc import Mapping
from json import JSONDecoder
from typing import Any

from arena.tools.taken import NotTaken, shown, written

__all__ = ["in_words"]

NAMES = ("tool", "name")
LONGEST = 32_000
"""Characters at the end of an answer that are looked at."""
POSSIBLE = 'Possible: a JSON object with the keys "tool" and "arguments".'


def in_words(text: str) -> tuple[str, str]:
    """Return the tool's name and the JSON text of its arguments. Raises `NotTaken`."""
    decoder, found = JSONDecoder(), None
    kept = text[-LONGEST:]
    at = kept.find("{")
    while at >= 0:
        try:
            value, end = decoder.raw_decode(kept, at)
        except (ValueError, RecursionError):
            end, value = at + 1, None
        call = _call(value)
        found = call or found
        # An object that is no call may hold one.
        at = kept.find("{", at + 1 if call is None else end)
    if found is None:
        raise NotTaken("malformed", f"Your answer is {shown(text)}. {POSSIBLE}")
    return found


def _call(value: object) -> tuple[str, str] | None:
    if not isinstance(value, Mapping) or "arguments" not in value:
        return None
    name = next((value[key] for key in NAMES if isinstance(value.get(key), str)), None)
    if name is None:
        return None
    arguments: Any = value["arguments"]
    return name.strip(), arguments if isinstance(arguments, str) else written(arguments)
