"""Reads the lines of a chain, and all of `calls.jsonl`, as far as they are true."""

from arena.calls.lines import decoded_call
from arena.calls.records import CallRecord
from arena.errors import InvalidRecord
from arena.forms import CALLS, JsonRecord
from arena.hash_chain import GENESIS, digest, encode, parsed, split
from arena.transcript.call_log_check import CallLogCheck
from arena.transcript.reader import lines_of

__all__ = ["checked_calls", "linked"]


def linked(file: str, number: int, line: bytes, previous: str) -> JsonRecord:
    """Return a line's record; `InvalidRecord` unless it fits the hash before it."""
    body, mark = split(line)
    if not body:
        raise InvalidRecord(file, number, "is no record with a hash")
    if digest(previous.encode() + body) != mark:
        raise InvalidRecord(file, number, "has a hash that does not fit: it was changed or moved")
    try:
        record = parsed(body)
    except ValueError as error:
        raise InvalidRecord(file, number, f"is no JSON ({error})") from error
    if not isinstance(record, dict) or encode(record).encode() != body:
        raise InvalidRecord(file, number, "is not as the arena writes it")
    return record


def checked_calls(data: bytes, *, sealed: bool) -> list[CallRecord]:
    """Return the records of `calls.jsonl`; `InvalidRecord` where its chain breaks.

    A last line that is cut off is nothing in an unfinished game.
    """
    lines, rest = lines_of(data)
    records: list[CallRecord] = []
    previous, order = GENESIS, CallLogCheck()
    for number, line in enumerate(lines, start=1):
        body = linked(CALLS, number, line, previous)
        try:
            record = decoded_call(body)
        except ValueError as error:
            raise InvalidRecord(CALLS, number, str(error)) from error
        why = order.problem(record)
        if why is not None:
            raise InvalidRecord(CALLS, number, why)
        records.append(record)
        previous = split(line)[1]
    if rest and sealed:
        raise InvalidRecord(CALLS, len(lines) + 1, "is cut off")
    if sealed and order.under_way:
        raise InvalidRecord(CALLS, len(lines), f"leaves call {min(order.under_way)} without an end")
    if not records:
        raise InvalidRecord(CALLS, 1, "is missing: a session began the game")
    return records
