"""Records for tests, from plain JSON data; what a test does not care for may be left out."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

from arena.calls.records import CallFact, CallRecord
from arena.claims.derived import ENVELOPE
from arena.forms import JsonRecord, Ordinal
from arena.records.facts import class_of
from arena.records.lines import decoded
from arena.records.record import Record, Shown, stripped

Kind = TypeVar("Kind", bound=CallFact)

_EMPTY: dict[object, object] = {str: "", int: 1, bool: False, float: 0.0, tuple: [], list: []}


def record_of(plain: JsonRecord | Record) -> Record:
    """Return the record of plain data, in which fields of `data` may be missing."""
    if isinstance(plain, Record):
        return plain
    whole = {"round": 0, "phase": None, "actor": None, "seen_by": "all", **plain}
    missing = _blank(str(plain["type"]), tuple(plain["data"]))
    return decoded({**whole, "data": {**missing, **plain["data"]}})


def records_of(records: Iterable[JsonRecord | Record]) -> list[Record]:
    """Return the records of plain data."""
    return [record_of(each) for each in records]


def shown_of(records: Iterable[JsonRecord | Record]) -> list[Shown]:
    """Return the records of plain data as they are shown to somebody."""
    return [stripped(record_of(each)) for each in records]


def plain_of(records: Iterable[Record]) -> list[dict[str, Any]]:
    """Return records as plain data."""
    return [each.plain() for each in records]


def lines_of(records: Iterable[Record]) -> list[dict[str, Any]]:
    """Return the lines of a log with these records, each with the hash that it had."""
    return [{**each.plain(), "hash": each.hash} for each in records]


def call_facts(kind: type[Kind], calls: Iterable[CallRecord]) -> list[Kind]:
    """Return what those records of `calls.jsonl` say that say something of this type."""
    return [each.data for each in calls if isinstance(each.data, kind)]


@cache
def _blank(name: str, given: Sequence[str]) -> Mapping[str, object]:
    """Return what stands for the fields that are not given."""
    of = class_of(name)
    hints, counted = get_type_hints(of), get_type_hints(of, include_extras=True)
    left = {
        key: hint
        for key, hint in hints.items()
        if key not in given and key not in ENVELOPE and "ClassVar" not in str(hint)
    }
    if name in {"opened", "sealed"}:
        return {}
    return {key: 1 if counted[key] == Ordinal else _empty(hint) for key, hint in left.items()}


def _empty(hint: object) -> object:
    origin = get_origin(hint) or hint
    if origin in _EMPTY:
        return _EMPTY[origin]
    if type(None) in get_args(hint):
        return None
    if "Literal" in str(origin):
        return get_args(hint)[0]
    return {}
