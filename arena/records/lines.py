"""One line of `log.jsonl`: its form as JSON, and the record that it holds."""

from collections.abc import Mapping
from typing import Any, Literal

from typing_extensions import TypedDict

from arena.forms import Count, Hash, closed
from arena.records.checks import check_of
from arena.records.decoding import unfrozen
from arena.records.facts import DECODERS
from arena.records.record import Record

__all__ = ["LogBody", "LogLine", "decoded", "is_log_line"]


@closed
class LogBody(TypedDict):
    """One record of `log.jsonl` without its hash."""

    i: Count
    """Number of the record in its file, from 0."""
    type: str
    """What it is; `data` goes by it."""
    round: Count
    """0 in the set-up."""
    phase: str | None
    """The phase after this record; null before the first."""
    actor: str | None
    """The seat that did it, where one did."""
    seen_by: Literal["all", "engine"] | list[str]
    """Who perceived it: `all`, `engine` (nobody), or these seats."""
    data: Mapping[str, object]
    """The payload of this type."""


@closed
class LogLine(LogBody):
    """One line of `log.jsonl`; it holds no clock."""

    hash: Hash
    """SHA-256 of the hash before it and of this record without `hash`, as compact JSON."""


is_log_line = check_of(LogLine)
"""Tells whether an object with the keys of a `LogLine` has their types, `data` left out."""


_OPEN = unfrozen(Record)
new = object.__new__


def decoded(line: LogBody) -> Record:
    """Return the record of a line, or of its body, that has the keys and types of a `LogLine`.

    Raises `LookupError`, `ValueError`, `TypeError` or `ClaimError` where `data` is not of `type`.
    """
    given, actor = line["seen_by"], line["actor"]
    seen_by = given if isinstance(given, str) else tuple(given)
    record: Any = new(_OPEN)
    record.data = DECODERS[line["type"]](line["data"], actor, seen_by)
    record.round, record.phase, record.actor = line["round"], line["phase"], actor
    record.seen_by, record.i, record.hash = seen_by, line.get("i"), line.get("hash")
    record.__class__ = Record
    made: Record = record
    return made
