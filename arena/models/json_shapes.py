"""Reads untrusted JSON: a value of an unexpected type counts as absent."""

import json
import re
from collections.abc import Mapping, Sequence
from math import isfinite

from arena.errors import Fault
from arena.models.types import Item, Usage

HALVES = re.compile(r"[\ud800-\udfff]")
"""Matches lone surrogates, which UTF-8 can't encode."""
MOST = 10**9
"""Upper bound of token counts: larger ones, times a price, could overflow."""


def mapping(value: object) -> Mapping[str, object]:
    """Return the value if it is a JSON object, else an empty one."""
    return value if isinstance(value, dict) else {}


def sequence(value: object) -> Sequence[object]:
    """Return the value if it is a JSON array, else an empty one."""
    return value if isinstance(value, list) else []


def text(value: object) -> str:
    """Return the value if it is a string, else an empty one."""
    return value if isinstance(value, str) else ""


def count(value: object) -> int | None:
    """Return the value if it is a whole number from 0 to `MOST`, else None."""
    if isinstance(value, bool) or not isinstance(value, int):
        return None
    return min(value, MOST) if value >= 0 else None


def field(value: object, *path: str) -> object:
    """Return the value at a path of keys, else None."""
    for key in path:
        value = mapping(value).get(key)
    return value


def joined(texts: Sequence[str]) -> str:
    """Join the non-empty texts, separated by line breaks."""
    return "\n".join(each for each in texts if each)


def arguments_text(value: object) -> str:
    """Return a call's arguments as text; some servers send the object itself."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def read_json(given: str, *, deepest: int = 900) -> tuple[object, object]:
    """Parse JSON; return the exact value and the value with surrogates replaced.

    Raises `ValueError`, also for NaN, infinity and 1e999, which Python would read and could not
    write as JSON again.
    """
    read = json.loads(given, parse_constant=_no_number, parse_float=_finite)
    return read, whole_text(read, deepest=deepest)


def _no_number(name: str) -> float:
    raise ValueError(name)


def _finite(digits: str) -> float:
    value = float(digits)
    return value if isfinite(value) else _no_number(digits)


def whole_text(value: object, *, deepest: int = 900) -> object:
    """Return JSON data with U+FFFD in place of each lone surrogate.

    Raises `ValueError` for data nested deeper than `deepest`.
    """
    if isinstance(value, str):
        return value if value.isascii() else HALVES.sub("\ufffd", value)
    if not isinstance(value, dict | list):
        return value
    if not deepest:
        raise ValueError("it is nested too deeply")
    if isinstance(value, list):
        return [whole_text(each, deepest=deepest - 1) for each in value]
    return {whole_text(key): whole_text(each, deepest=deepest - 1) for key, each in value.items()}


def assistant(raw: Sequence[object]) -> Item:
    """Return the conversation's entry for a model's reply."""
    return {"role": "assistant", "raw": raw}


def unfinished(spec: object, sign: str) -> Fault:
    """Return the fault of a reply that the service reports as incomplete."""
    return Fault("server", f"{spec}: the reply has {sign}")


def unreadable(spec: object, missing: str) -> Fault:
    """Return the fault of a reply that lacks a required field."""
    return Fault("unreadable", f"{spec}: the reply has {missing}")


def usage(
    *,
    sent: object,
    generated: object,
    cached: object = None,
    written: object = None,
    reasoning: object = None,
) -> Usage | None:
    """Return the token counts; None if either total is absent."""
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
