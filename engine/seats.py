"""The names that seats may have, and how many may play (MOH-1, OSA-1)."""

import re
from collections.abc import Sequence
from typing import Any

from engine.errors import RulesetError

__all__ = ["FEWEST", "MOST", "is_seat_name", "seat_names"]

FEWEST, MOST = 3, 6
SEAT_NAME = re.compile(r"[\w -]{1,24}")
RESERVED = {"all", "public", "engine", "pass"}


def _named(seats: Any) -> tuple[tuple[str, ...], int]:  # noqa: ANN401 - not yet checked
    if isinstance(seats, int):
        return tuple("ABCDEF"[: max(0, seats)]), seats
    if type(seats) in {list, tuple} and all(isinstance(name, str) for name in seats):
        return tuple(seats), len(seats)
    text = f"seats is {seats!r}. Possible: a number, or a list of names."
    raise RulesetError(text)


def is_seat_name(name: str) -> bool:
    """Tell whether a seat may have this name."""
    return bool(SEAT_NAME.fullmatch(name)) and name == name.strip() and name not in RESERVED


def seat_names(seats: int | Sequence[str]) -> tuple[str, ...]:
    """Return the names of 3 to 6 seats; `RulesetError` says which name is not possible."""
    names, given = _named(seats)
    if not FEWEST <= given <= MOST:
        text = f"{given} seats: {FEWEST} to {MOST} can play."
        raise RulesetError(text)
    for at, name in enumerate(names):
        if not is_seat_name(name):
            text = (
                f"seat {at + 1} is named {name!r}. Possible: 1 to 24 letters, digits, spaces, "
                f"'-' or '_'; not {', '.join(sorted(RESERVED))}."
            )
            raise RulesetError(text)
        if name in names[:at]:
            text = f"two seats are named {name!r}; names must differ."
            raise RulesetError(text)
    return names
