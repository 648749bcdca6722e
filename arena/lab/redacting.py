"""Leaves names and free text out of rows: seats become `P1` to `Pn` by where they sit.

Names stand in columns, in lists, in claims and terms as JSON; each is replaced where it is a whole
value. What could tell a name otherwise, texts and seeds, is left out, and a SPEC or an entrant that
is a person becomes `person`.
"""

import json
from collections.abc import Mapping
from typing import Any

from arena.settings import HUMAN

__all__ = ["PERSON", "redacted"]

PERSON = "person"
NAMES = frozenset(
    {
        "seat", "speaker", "listener", "voter", "target", "chosen", "giver", "recipient", "offerer",
        "owner", "party", "actor", "told_by", "to", "others", "options", "leaders", "recipients",
    }
)  # fmt: skip
"""Columns of seats' names, single or in a list."""
JSON = frozenset({"said", "terms"})
"""Columns of JSON in which names stand."""
IDS = frozenset({"turn", "asked"})
"""Columns of ids that begin with a seat's name: `Anna.t3`."""
LEFT_OUT: Mapping[str, Any] = {"text": None, "seed": "", "request": None}
"""Columns that are left out, and what stands there instead."""


def redacted(
    row: Mapping[str, Any], names: Mapping[str, str], people: frozenset[str]
) -> dict[str, Any]:
    """Return a row without names and texts.

    `names` has `P1` and so on by seat's name, of the row's game; `people` the entrants that are
    persons.
    """
    return {key: _value(key, value, names, people) for key, value in row.items()}


def _value(key: str, value: Any, names: Mapping[str, str], people: frozenset[str]) -> Any:  # noqa: ANN401 - any column
    if key in LEFT_OUT:
        return LEFT_OUT[key]
    if key in {"entrant", "spec"}:
        return PERSON if value in people or value == HUMAN else value
    if value is None:
        return None
    if key in NAMES:
        return _named(value, names)
    if key in JSON:
        return json.dumps(_named(json.loads(value), names), separators=(",", ":"))
    if key in IDS:
        seat, dot, rest = str(value).rpartition(".")
        return f"{names.get(seat, seat)}{dot}{rest}"
    return value


def _named(value: Any, names: Mapping[str, str]) -> Any:  # noqa: ANN401 - as JSON has it
    if isinstance(value, str):
        return names.get(value, value)
    if isinstance(value, list):
        return [_named(each, names) for each in value]
    if isinstance(value, dict):
        return {key: _named(each, names) for key, each in value.items()}
    return value
