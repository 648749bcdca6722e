"""The names that seats may have, and how many may play (MOH-1, OSA-1)."""

import re
from collections.abc import Sequence

from engine.errors import RulesetError

__all__ = ["FEWEST", "MOST", "seat_names"]

FEWEST, MOST = 3, 6
SEAT_NAME = re.compile(r"[\w -]{1,24}")
RESERVED = {"all", "public", "engine"}


def seat_names(seats: int | Sequence[str]) -> tuple[str, ...]:
    """Return the names of 3 to 6 seats; `RulesetError` says which name is not possible."""
    names = tuple("ABCDEF"[:seats]) if isinstance(seats, int) else tuple(seats)
    given = seats if isinstance(seats, int) else len(names)
    if not FEWEST <= given <= MOST:
        text = f"{given} seats: {FEWEST} to {MOST} can play."
        raise RulesetError(text)
    for at, name in enumerate(names):
        if not SEAT_NAME.fullmatch(name) or name != name.strip() or name in RESERVED:
            text = (
                f"seat {at + 1} is named {name!r}. Possible: 1 to 24 letters, digits, spaces, "
                f"'-' or '_'; not {', '.join(sorted(RESERVED))}."
            )
            raise RulesetError(text)
        if name in names[:at]:
            text = f"two seats are named {name!r}; names must differ."
            raise RulesetError(text)
    return names
