"""What happened in a game, as a digest that is the same whatever its seats were called."""

import re
from collections.abc import Sequence

from arena.hash_chain import digest, encode
from arena.records.record import Record

__all__ = ["course_of"]


def course_of(records: Sequence[Record], seats: Sequence[str]) -> str:
    """Return the digest of a finished game's records, names of seats taken for their positions.

    `seats` are names clockwise; they are found in words that were said too. The first record and
    the seal are left out: they stand for the game's other files, and these say who sat there.
    """
    bodies = (of.plain() for of in records[1:-1])
    places = {encode(name)[1:-1]: f"\0{at}\0" for at, name in enumerate(seats)}
    names = map(re.escape, sorted(places, key=len, reverse=True))
    # What stands before a name is looked at last: then only its first letters are looked for.
    either = "|".join(rf"{name}(?<!\w{name})(?!\w)" for name in names)
    text = re.sub(either, lambda found: places[found[0]], "\n".join(map(encode, bodies)))
    return digest(text.encode())
