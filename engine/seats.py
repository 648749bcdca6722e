"""The possible names of seats, and their number (MOH-1, OSA-1)."""

import re
from collections.abc import Sequence
from typing import cast

from engine.errors import RulesetError
from engine.look_alikes import describe_letter, difference, invisible_letter, look_alike

FEWEST, MOST = 3, 6
SEAT_NAME = re.compile(r"[\w -]{1,24}")
OTHER_LETTER = re.compile(r"[^\w -]")
RESERVED = {"all", "public", "engine", "pass"}


def _names_and_count(seats: object) -> tuple[tuple[str, ...], int]:
    if isinstance(seats, int):
        return tuple("ABCDEF"[: max(0, seats)]), seats
    given = cast("Sequence[object]", seats) if type(seats) in {list, tuple} else (None,)
    names = tuple(name for name in given if isinstance(name, str))
    if len(names) == len(given):
        return names, len(names)
    text = f"seats is {seats!r}. Possible: a number, or a list of names."
    raise RulesetError(text)


def _form_problem(name: str) -> str | None:
    """Return why a name is impossible in any game, recorded ones included; None: it is possible."""
    if SEAT_NAME.fullmatch(name) and name == name.strip() and name not in RESERVED:
        return None
    odd = OTHER_LETTER.search(name)
    found = f"It has {describe_letter(odd[0])} in it. " if odd else ""
    return (
        f"{found}Possible: 1 to 24 letters, digits, spaces, '-' or '_'; "
        f"not {', '.join(sorted(RESERVED))}."
    )


def name_problem(name: str, others: Sequence[str] = ()) -> str | None:
    """Return why no seat of a new table can have this name; None: it can.

    `others` are the other names at the table, which must not look alike.
    """
    if (problem := _form_problem(name)) is not None:
        return problem
    if (unseen := invisible_letter(name)) is not None:
        return f"{unseen} shows nothing. Possible: letters that can be seen."
    for other in (*sorted(RESERVED), *others):
        if look_alike(name, other):
            other_is = "has a meaning of its own" if other in RESERVED else "sits there too"
            return (
                f"It can't be told apart from {other!r}, which {other_is}: "
                f"{difference(name, other)}. Possible: a name that looks otherwise."
            )
    return None


def seat_names(seats: int | Sequence[str]) -> tuple[str, ...]:
    """Return the names of 3 to 6 seats of any game, also of one that was recorded long ago.

    `RulesetError` names the one that is not possible.
    """
    names, given = _names_and_count(seats)
    if not FEWEST <= given <= MOST:
        text = f"{given} seats: {FEWEST} to {MOST} can play."
        raise RulesetError(text)
    for at, name in enumerate(names):
        if (problem := _form_problem(name)) is not None:
            text = f"seat {at + 1} is named {name!r}. {problem}"
            raise RulesetError(text)
        if name in names[:at]:
            text = f"two seats are named {name!r}; names must differ."
            raise RulesetError(text)
    return names


def new_seat_names(seats: int | Sequence[str]) -> tuple[str, ...]:
    """Return the names of a new table's seats; `RulesetError` also for names that look alike."""
    names = seat_names(seats)
    for at, name in enumerate(names):
        if (problem := name_problem(name, names[:at])) is not None:
            text = f"seat {at + 1} is named {name!r}. {problem}"
            raise RulesetError(text)
    return names
