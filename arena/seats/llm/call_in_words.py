"""A tool call written as words: the JSON object in an answer of a model that calls no tools.

The text is read with the JSON decoder wherever an object may begin; nothing else is matched by its
looks. The last complete object that names a tool counts, since models think aloud before they
answer. What is read once is not read again, whether it is a call or not.
"""

import re
from collections.abc import Mapping
from json import JSONDecoder
from typing import Any

from arena.seats.llm.answers import invalid, shown, written

__all__ = ["in_words"]

NAMES = ("tool", "name")
LONGEST = 32_000
"""Characters at the end of an answer that are looked at."""
STARTS = 400
"""Beginnings of an object that are tried, the last of a text: each may cost as much as all."""
START = re.compile(r'\{[ \t\r\n]*"')
"""How an object that is not empty begins."""
POSSIBLE = 'Possible: a JSON object with the keys "tool" and "arguments".'


def in_words(text: str) -> tuple[str, str]:
    """Return the tool's name and the JSON text of its arguments. Raises `InvalidAnswer`."""
    decoder, found, behind = JSONDecoder(), None, 0
    kept = text[-LONGEST:]
    for at in [match.start() for match in START.finditer(kept)][-STARTS:]:
        if at < behind:
            continue
        try:
            value, behind = decoder.raw_decode(kept, at)
        except (ValueError, RecursionError):
            continue
        found = _last_call(value) or found
    if found is None:
        raise invalid("malformed", f"Your answer is {shown(text)}. {POSSIBLE}")
    return found


def _last_call(value: object) -> tuple[str, str] | None:
    """Return the last call in a value; an object that is no call may hold one."""
    waiting = [value]
    while waiting:
        each = waiting.pop()
        call = _call(each)
        if call is not None:
            return call
        if isinstance(each, Mapping):
            waiting += each.values()
        elif isinstance(each, list):
            waiting += each
    return None


def _call(value: object) -> tuple[str, str] | None:
    if not isinstance(value, Mapping) or "arguments" not in value:
        return None
    name = next((value[key] for key in NAMES if isinstance(value.get(key), str)), None)
    if name is None:
        return None
    arguments: Any = value["arguments"]
    return name.strip(), arguments if isinstance(arguments, str) else written(arguments)
