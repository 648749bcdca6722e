"""One line of `calls.jsonl`: its form as JSON, and the record that it holds."""

from collections.abc import Mapping
from typing import Any, TypeGuard

from typing_extensions import TypedDict

from arena.calls.records import CALL_FACTS, CallRecord
from arena.forms import Count, Hash, closed
from arena.records.checks import check_of
from arena.records.decoding import decoder_of, unfrozen

__all__ = ["CallBody", "CallLine", "call_of_line", "decoded_call", "is_call_line"]


@closed
class CallBody(TypedDict):
    """One record of `calls.jsonl` without its hash."""

    i: Count
    """Number of the record in its file, from 0."""
    type: str
    """What it is; `data` goes by it."""
    at: str
    """When, as ISO 8601 in UTC."""
    data: Mapping[str, object]
    """The payload of this type."""


@closed
class CallLine(CallBody):
    """One line of `calls.jsonl`; it holds the clocks."""

    hash: Hash
    """As in `log.jsonl`."""


is_call_line = check_of(CallLine)
"""Tells whether an object with the keys of a `CallLine` has their types, `data` left out."""

_DECODERS = {each.type: decoder_of(each, named="data") for each in CALL_FACTS}
_OPEN = unfrozen(CallRecord)
new = object.__new__
_FORMS = (tuple(CallLine.__annotations__), tuple(CallBody.__annotations__))


def decoded_call(line: object) -> CallRecord:
    """Return the record of a line, or of its body; `ValueError` says what is wrong with it."""
    if not isinstance(line, dict) or tuple(line) not in _FORMS:
        raise ValueError(f"has not the keys {', '.join(_FORMS[0])}")
    if not _has_types(line):
        raise ValueError(f"makes no sense: {line!r:.80}")
    return call_of_line(line)


def _has_types(line: Mapping[str, object]) -> TypeGuard[CallBody]:
    return type(line["i"]) is int and type(line["at"]) is str and type(line["type"]) is str


def call_of_line(line: CallBody) -> CallRecord:
    """Return the same of one whose keys and types, `data` left out, are those of a `CallLine`."""
    decode = _DECODERS.get(line["type"])
    if decode is None:
        raise ValueError(f"is of no known type. Possible: {', '.join(_DECODERS)}")
    try:
        fact = decode(line["data"], None, None)
    except LookupError as error:
        raise ValueError(f"data has no {error}") from error
    except TypeError as error:
        raise ValueError(str(error)) from error
    record: Any = new(_OPEN)
    record.data, record.i, record.at, record.hash = fact, line["i"], line["at"], line.get("hash")
    record.__class__ = CallRecord
    made: CallRecord = record
    return made
