"""The form of a saved game as plain data, and its check.

Only the form is checked here; that the game is possible is found by playing it again.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from typing import TypedDict, cast

from engine.chance import ForcedData
from engine.errors import SaveError, nearest

SAVE_VERSION = 1
FACES = range(1, 7)
PAIR = 2


def _texts(value: object) -> bool:
    return isinstance(value, list | tuple) and all(
        isinstance(each, str) for each in cast("list[object]", value)
    )


def _table(value: object) -> bool:
    return isinstance(value, Mapping) and all(
        isinstance(key, str) for key in cast("Mapping[object, object]", value)
    )


def _roll(value: object) -> bool:
    return isinstance(value, list | tuple) and all(
        type(face) is int and face in FACES for face in cast("list[object]", value)
    )


def _rolls(value: object) -> bool:
    return isinstance(value, list | tuple) and all(map(_roll, cast("list[object]", value)))


def _moves(value: object) -> bool:
    return isinstance(value, list | tuple) and all(
        _texts(move) and len(cast("list[str]", move)) == PAIR
        for move in cast("list[object]", value)
    )


class SavedGame(TypedDict):
    """A game as `Table.save` returns it."""

    save: int
    ruleset: str
    revision: int
    options: Mapping[str, object]
    seats: list[str]
    seed: int | str
    forced: ForcedData
    start: Mapping[str, object] | None
    floors: bool
    moves: list[list[str]]


Form = tuple[Callable[[object], bool], str]
SAVED: Mapping[str, Form] = {
    "ruleset": (lambda value: isinstance(value, str), "the id of a ruleset"),
    "revision": (lambda value: type(value) is int, "a whole number"),
    "options": (_table, "a table of options"),
    "seats": (_texts, "a list of names"),
    "seed": (lambda value: type(value) in {int, str}, "a whole number or a text"),
    "forced": (_table, "a table of dice, lots and deck"),
    "start": (lambda value: value is None or _table(value), "nothing, or a scenario"),
    "floors": (lambda value: isinstance(value, bool), "true or false"),
    "moves": (_moves, "a list of (question, answer) pairs"),
}
FORCED: Mapping[str, Form] = {
    "dice": (_rolls, "a list of rolls with faces from 1 to 6"),
    "lots": (_texts, "a list of names"),
    "deck": (lambda value: value is None or _texts(value), "nothing, or a list of cards"),
}


def check_saved(saved: Mapping[str, object]) -> SavedGame:
    """Return the saved game with checked types. Raises `SaveError`."""
    if not _table(saved):
        text = f"a save is {str(saved)[:60]!r}. Possible: what `save` returned."
        raise SaveError(text)
    if saved.get("save") != SAVE_VERSION:
        text = f"save version {saved.get('save')!r} can't be read; possible: {SAVE_VERSION}."
        raise SaveError(text)
    _check(saved, SAVED, "")
    forced = cast("Mapping[str, object]", saved["forced"])
    _check(forced, FORCED, "forced.")
    unknown = [key for key in forced if key not in FORCED]
    if unknown:
        text = f"unknown key forced.{unknown[0]}. Possible: {', '.join(FORCED)}."
        raise SaveError(text + nearest(unknown[0], FORCED))
    return cast("SavedGame", saved)


def _check(given: Mapping[str, object], forms: Mapping[str, Form], prefix: str) -> None:
    missing = [prefix + key for key in forms if key not in given]
    if missing:
        text = f"the save has no {', '.join(missing)}. Needed: {', '.join(forms)}."
        raise SaveError(text)
    for key, (fits, possible) in forms.items():
        if not fits(given[key]):
            text = f"{prefix}{key} of the save is {str(given[key])[:60]!r}. Possible: {possible}."
            raise SaveError(text)


def check_deck(deck: tuple[str, ...] | None, copies: Mapping[str, int], *, whole: bool) -> None:
    """Refuse a forced deck with other cards than the ruleset's. Raises `SaveError`."""
    if deck is None:
        return
    found = Counter(deck)
    if not found <= Counter(copies) or (whole and found != Counter(copies)):
        text = f"forced.deck of the save is {', '.join(deck)[:60]!r}. Possible: the ruleset's cards"
        raise SaveError(f"{text}, each as often as there is one.")
