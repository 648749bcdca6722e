"""What games have in common, as digests: how they were dealt, and all that happened.

Games of one seed and line-up are one cluster of intervals, whoever of it sits where and in
whichever arm: they have dice and cards in common, and so a tournament deals them together. A game
that repeats another record for record, with the same entrants at the same seats, is a copy: it says
nothing new.
"""

import re
from collections.abc import Callable, Iterable, Sequence

from pydantic_core import to_json

from arena.hash_chain import digest, encode
from arena.records.record import Record

_json: Callable[[object], bytes] = to_json
SHORT = 12
"""Characters of a digest that tell clusters apart."""


def cluster_of(ruleset: str, seed: str, entrants: Iterable[str]) -> str:
    """Return the cluster of a game, as a digest; `entrants` sit there in any order."""
    return digest(encode([ruleset, seed, sorted(entrants)]).encode())[:SHORT]


def happened(records: Sequence[Record]) -> str:
    """Return a finished game's records as JSON, a line each, without their hashes.

    The first record and the seal are left out: they stand for the game's other files. Records are
    written anew, so that a log with other spaces or another order of keys is still a copy.
    """
    return b"\n".join([_json(each.plain()) for each in records[1:-1]]).decode()


def course_of(what: str, seats: Sequence[str]) -> str:
    """Return the digest of what happened, names of seats taken for their positions.

    `seats` are names clockwise; they are found in words that were said too.
    """
    places = {to_json(name).decode()[1:-1]: f"\0{at}\0" for at, name in enumerate(seats)}
    names = map(re.escape, sorted(places, key=len, reverse=True))
    # What stands before a name is looked at last: then only its first letters are looked for.
    either = "|".join(rf"{name}(?<!\w{name})(?!\w)" for name in names)

    def place(found: re.Match[str]) -> str:
        name: str = found[0]
        return places[name]

    return digest(re.sub(either, place, what).encode())


def course_with(records: Sequence[Record], who: Sequence[str]) -> str:
    """Return the digest of what happened, with who sat where: equal for copies alone."""
    plain = [each.plain() for each in records[1:-1]]
    told = [[each["type"], each["actor"], each["data"]] for each in plain]
    return digest(_json([told, list(who)]))
