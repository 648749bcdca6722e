"""What happened in a game, as digests: the same whatever its seats were called, or for its copies.

A game that repeats another record for record, with the same entrants at the same seats, is a copy:
it says nothing new.
"""

import re
from collections.abc import Callable, Sequence

from pydantic_core import to_json

from arena.forms import JsonRecord
from arena.hash_chain import digest
from arena.records.record import Record

__all__ = ["course_of", "course_with", "happened"]

_json: Callable[[object], bytes] = to_json


def happened(records: Sequence[Record]) -> list[JsonRecord]:
    """Return a finished game's records as plain data, without their hashes.

    The first record and the seal are left out: they stand for the game's other files.
    """
    return [each.plain() for each in records[1:-1]]


def course_of(what: Sequence[JsonRecord], seats: Sequence[str]) -> str:
    """Return the digest of what happened, names of seats taken for their positions.

    `seats` are names clockwise; they are found in words that were said too.
    """
    places = {to_json(name).decode()[1:-1]: f"\0{at}\0" for at, name in enumerate(seats)}
    names = map(re.escape, sorted(places, key=len, reverse=True))
    # What stands before a name is looked at last: then only its first letters are looked for.
    either = "|".join(rf"{name}(?<!\w{name})(?!\w)" for name in names)
    lines = b"\n".join(map(_json, what)).decode()

    def place(found: re.Match[str]) -> str:
        name: str = found[0]
        return places[name]

    return digest(re.sub(either, place, lines).encode())


def course_with(what: Sequence[JsonRecord], who: Sequence[str]) -> str:
    """Return the digest of what happened, with who sat where: equal for copies alone."""
    told = [(each["type"], each["actor"], each["data"]) for each in what]
    return digest(_json([told, list(who)]))
