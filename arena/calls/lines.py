"""Encodes and decodes one line of `calls.jsonl`."""

from collections.abc import Mapping
from typing import TypeGuard, cast

from typing_extensions import TypedDict

from arena.calls.records import CALL_FACTS, CallFact, CallRecord
from arena.forms import Count, Hash, closed
from arena.records.decoding import decoder_of


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


_DECODERS = {each.type: decoder_of(each, named="data") for each in CALL_FACTS}
_FORMS = (tuple(CallLine.__annotations__), tuple(CallBody.__annotations__))


def decoded_call(line: object) -> CallRecord:
    """Decode a line, with or without its hash. Raises `ValueError`."""
    if not isinstance(line, dict) or tuple(line) not in _FORMS:
        raise ValueError(f"has not the keys {', '.join(_FORMS[0])}")
    if not _has_types(line):
        raise ValueError(f"makes no sense: {line!r:.80}")
    return call_of_line(line)


def _has_types(line: Mapping[str, object]) -> TypeGuard[CallBody]:
    return type(line["i"]) is int and type(line["at"]) is str and type(line["type"]) is str


def call_of_line(line: CallBody) -> CallRecord:
    """Decode a line that is checked already, except for its `data`. Raises `ValueError`."""
    decode = _DECODERS.get(line["type"])
    if decode is None:
        raise ValueError(f"is of no known type. Possible: {', '.join(_DECODERS)}")
    try:
        fact = cast("CallFact", decode(line["data"], None, None))
    except TypeError as error:
        raise ValueError(str(error)) from error
    hash_ = cast("str | None", line.get("hash"))
    return CallRecord(data=fact, i=line["i"], at=line["at"], hash=hash_)
