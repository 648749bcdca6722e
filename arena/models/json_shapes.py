"""Reading JSON that nobody vouches for: what has not the expected shape counts as absent."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from arena.errors import Fault
from arena.models.types import Item, Usage

__all__ = [
    "arguments_text",
    "assistant",
    "count",
    "field",
    "is_object",
    "joined",
    "mapping",
    "no_number",
    "sequence",
    "text",
    "unreadable",
    "usage",
]

MOST = 10**9
"""Stands for larger counts of tokens, which a price times them could overflow."""


def mapping(value: object) -> Mapping[str, Any]:
    """Return the value where it is a JSON object, else an empty one."""
    return value if isinstance(value, dict) else {}


def sequence(value: object) -> Sequence[Any]:
    """Return the value where it is a JSON array, else an empty one."""
    return value if isinstance(value, list) else []


def text(value: object) -> str:
    """Return the value where it is a text, else an empty one."""
    return value if isinstance(value, str) else ""


def count(value: object) -> int | None:
    """Return the value where it is a whole number from 0 on, no more than `MOST`."""
    if isinstance(value, bool) or not isinstance(value, int):
        return None
    return min(value, MOST) if value >= 0 else None


def field(value: object, *path: str) -> object:
    """Return what is found down a path of keys, else None."""
    for key in path:
        value = mapping(value).get(key)
    return value


def joined(texts: Sequence[str]) -> str:
    """Return the texts that hold anything, a line apart."""
    return "\n".join(each for each in texts if each)


def arguments_text(value: object) -> str:
    """Return a call's arguments as text; some servers send the object itself."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def is_object(written: str) -> bool:
    """Tell whether a text is a JSON object."""
    try:
        return isinstance(json.loads(written, parse_constant=no_number), dict)
    except (ValueError, RecursionError):
        return False


def no_number(name: str) -> float:
    """Refuse NaN and infinity, which Python's decoder would take for JSON. Raises `ValueError`."""
    raise ValueError(name)


def assistant(raw: list[Any]) -> Item:
    """Return the conversation's entry for what a model returned."""
    return {"role": "assistant", "raw": raw}


def unreadable(spec: object, missing: str) -> Fault:
    """Return the fault of a reply that lacks something."""
    return Fault("unreadable", f"{spec}: the reply has {missing}")


def usage(
    *,
    sent: object,
    generated: object,
    cached: object = None,
    written: object = None,
    reasoning: object = None,
) -> Usage | None:
    """Return the count of tokens; None where either of the two totals is absent."""
    everything, output = count(sent), count(generated)
    if everything is None or output is None:
        return None
    served = min(count(cached) or 0, everything)
    return Usage(
        input=everything,
        cached=served,
        written=min(count(written) or 0, everything - served),
        output=output,
        reasoning=min(count(reasoning) or 0, output),
    )
