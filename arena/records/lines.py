"""Encodes and decodes one line of `log.jsonl`."""

from collections.abc import Mapping
from typing import Literal, cast

from typing_extensions import TypedDict

from arena.forms import Count, Hash, closed
from arena.records.facts import DECODERS, Fact
from arena.records.record import Record


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


def decoded(line: LogBody) -> Record:
    """Decode a line, with or without its hash, whose keys and types are checked already.

    Raises `LookupError`, `ValueError`, `TypeError` or `ClaimError` if `data` does not match `type`.
    """
    given, actor = line["seen_by"], line["actor"]
    seen_by = given if isinstance(given, str) else tuple(given)
    data = cast("Fact", DECODERS[line["type"]](line["data"], actor, seen_by))
    return Record(
        data=data, round=line["round"], phase=line["phase"], actor=actor, seen_by=seen_by,
        i=line.get("i"), hash=cast("str | None", line.get("hash")),
    )  # fmt: skip
