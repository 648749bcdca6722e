"""Digests that identify games of the same deal, and games that are copies of each other.

Games with the same ruleset, seed and set of entrants form one cluster for the intervals, whatever
their seats and arm: they have the same dice and cards, since a tournament deals them together. A
game that equals another record for record, with the same entrants at the same seats, is a copy and
adds no information.
"""

import re
from collections.abc import Callable, Iterable, Sequence

from pydantic_core import to_json

from arena.hash_chain import digest, encode
from arena.records.record import Record

_json: Callable[[object], bytes] = to_json
SHORT = 12
"""Hex digits of a cluster's digest."""


def cluster_of(ruleset: str, seed: str, entrants: Iterable[str]) -> str:
    """Return the cluster of a game as a digest; the order of `entrants` does not matter."""
    return digest(encode([ruleset, seed, sorted(entrants)]).encode())[:SHORT]


def happened(records: Sequence[Record]) -> str:
    """Return the records of a finished game as JSON lines without their hashes.

    The first record and the seal are left out, since they depend on the game's other files. Records
    are serialized anew, so that logs that differ only in white space or the order of keys are
    equal.
    """
    return b"\n".join([_json(each.plain()) for each in records[1:-1]]).decode()


def course_of(what: str, seats: Sequence[str]) -> str:
    """Return the digest of `happened` with the names of seats replaced by their positions.

    `seats` are the names clockwise; they are replaced in spoken words too.
    """
    places = {to_json(name).decode()[1:-1]: f"\0{at}\0" for at, name in enumerate(seats)}
    names = map(re.escape, sorted(places, key=len, reverse=True))
    # The lookbehind comes last, so that the search is for the first letters of the names.
    either = "|".join(rf"{name}(?<!\w{name})(?!\w)" for name in names)

    def place(found: re.Match[str]) -> str:
        name: str = found[0]
        return places[name]

    return digest(re.sub(either, place, what).encode())


def course_with(records: Sequence[Record], who: Sequence[str]) -> str:
    """Return the digest of all events and of who sat where; it is equal for copies only."""
    plain = [each.plain() for each in records[1:-1]]
    told = [[each["type"], each["actor"], each["data"]] for each in plain]
    return digest(_json([told, list(who)]))
