"""A reader of a scenario's keys, whose errors name the key, the value and the possible values."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import cast

from engine.errors import ScenarioError, nearest
from engine.seats import seat_names

LAST_PLACE = 6
NO_OTHER_WORDS: Mapping[str, str] = MappingProxyType({})


class Keys:
    """A mapping whose values are read by kind."""

    def __init__(
        self, given: object, prefix: str = "", also: Mapping[str, str] = NO_OTHER_WORDS
    ) -> None:
        """Wrap a mapping; `prefix` is its path in the file.

        `also` are other words for keys, as a rulebook has them, each with its key; errors name the
        word that was used.
        """
        if not isinstance(given, Mapping):
            text = f"{prefix or 'a scenario '}is {given!r}. Possible: a table of keys."
            raise ScenarioError(text)
        there = cast("Mapping[str, object]", given)
        self._also = also
        self._word = {key: word for word, key in also.items() if word in there}
        for key, word in self._word.items():
            if key in there:
                text = f"{prefix}{key} and {prefix}{word} are both given. Possible: one of them."
                raise ScenarioError(text)
        self.given: Mapping[str, object] = {also.get(key, key): there[key] for key in there}
        self._prefix = prefix

    def __contains__(self, key: str) -> bool:
        """Return True if the key is there."""
        return key in self.given

    def __getitem__(self, key: str) -> object:
        """Return the value."""
        return self.given[key]

    def get(self, key: str, default: object) -> object:
        """Return the value or the default."""
        return self.given.get(key, default)

    def wrong(self, key: str, possible: str, given: object = None) -> ScenarioError:
        """Return the error for a value that does not fit."""
        value = self.given.get(key) if given is None else given
        first, dot, rest = key.partition(".")
        key = self._word.get(first, first) + dot + rest
        return ScenarioError(f"{self._prefix}{key} is {value!r}. Possible: {possible}.")

    def refuse_unknown(self, keys: tuple[str, ...], when: str = "") -> None:
        """Refuse keys that do not exist."""
        for key in self.given:
            if key not in keys:
                name = self._word.get(key, key)
                text = f"unknown key {self._prefix}{name}{when}. Possible: {', '.join(keys)}."
                also = [word for word, of in self._also.items() if of in keys]
                raise ScenarioError(text + nearest(str(name), [*keys, *also]))

    def refuse_missing(self, *keys: str) -> None:
        """Refuse a scenario that leaves these out."""
        missing = [key for key in keys if key not in self.given]
        if missing:
            text = f"missing {', '.join(missing)}. Required: {', '.join(keys)}."
            raise ScenarioError(text)

    def text(self, key: str) -> str:
        """Return the text under a key."""
        if not isinstance(self[key], str):
            raise self.wrong(key, "a text")
        return str(self[key])

    def one_of(self, key: str, possible: tuple[str, ...]) -> str:
        """Return the text under a key, which must be one of these."""
        value = self.text(key)
        if value not in possible:
            raise self.wrong(key, ", ".join(possible) + nearest(value, possible))
        return value

    def flag(self, key: str) -> bool:
        """Return true or false; false where it is left out."""
        value = self.get(key, default=False)
        if not isinstance(value, bool):
            raise self.wrong(key, "true or false")
        return value

    def count(self, key: str, default: int, *, least: int) -> int:
        """Return the whole number under a key."""
        value = self.get(key, default)
        if type(value) is not int or value < least:
            raise self.wrong(key, f"a whole number from {least}")
        return value

    def items(self, key: str) -> list[object]:
        """Return the list under a key; empty where it is left out."""
        value = self.get(key, [])
        if not isinstance(value, list | tuple):
            raise self.wrong(key, "a list")
        return list(cast("list[object]", value))

    def texts(self, key: str, value: object, what: str = "texts") -> tuple[str, ...]:
        """Return `value`, found under `key`, as a list of texts; `what` is their name in errors."""
        if not isinstance(value, list | tuple):
            raise self.wrong(key, f"a list of {what}", value)
        for each in cast("list[object]", value):
            if not isinstance(each, str):
                raise self.wrong(key, f"a list of {what}", each)
        return tuple(cast("list[str]", value))

    def table(self, key: str) -> Mapping[str, object]:
        """Return the table under a key; empty where it is left out."""
        value = self.get(key, {})
        if not isinstance(value, Mapping):
            raise self.wrong(key, "a table of keys")
        table = {str(name): each for name, each in cast("Mapping[object, object]", value).items()}
        if len(table) < len(cast("Mapping[object, object]", value)):
            raise self.wrong(key, "each key once")
        return table


def seats_of(keys: Keys) -> tuple[str, ...]:
    """Return the seats' names; `RulesetError` for impossible names or numbers."""
    return seat_names(keys.texts("seats", keys["seats"], "names"))


def seat_list(keys: Keys, key: str, seats: tuple[str, ...]) -> tuple[str, ...]:
    """Return a list of seats, each named once; empty where it is left out."""
    named = keys.texts(key, keys.get(key, []), "seats")
    for seat in named:
        if named.count(seat) > 1:
            raise keys.wrong(key, "each seat once", seat)
    return tuple(seat_of(keys, key, seat, seats) for seat in named)


def seat_of(keys: Keys, key: str, seat: object, seats: tuple[str, ...]) -> str:
    """Return a seat's name after a check."""
    if not isinstance(seat, str) or seat not in seats:
        raise keys.wrong(key, ", ".join(seats) + nearest(str(seat), seats), seat)
    return seat


def number_of(keys: Keys, key: str, place: object) -> int:
    """Return a location's number after a check."""
    text = str(place)
    if not text.isdecimal() or not 1 <= int(text) <= LAST_PLACE:
        raise keys.wrong(key, f"locations 1 to {LAST_PLACE}", place)
    return int(text)
