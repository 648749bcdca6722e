"""Conversations whose items only grow at the end, and the bytes of what stays of a request.

An adapter turns new items alone into its provider's words, and encodes them alone: the bytes that
are sent are those that encoding the whole list would give.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar, cast

from arena.models.types import Item

__all__ = ["Encoded", "Items", "told", "told_once"]

T = TypeVar("T")
Extend = Callable[[list[T], Sequence[Item]], None]
"""Adds a provider's words for further items; of what is there it may change the last value."""


@dataclass(frozen=True, slots=True)
class Encoded:
    """A part of a request that is encoded already."""

    json: bytes


class _Kept(Generic[T]):
    """What an adapter has made of a conversation so far."""

    __slots__ = ("_count", "_json", "_taken", "_values")

    def __init__(self) -> None:
        self._values: list[T] = []
        self._json = bytearray()
        self._taken = self._count = 0
        """How many items are among the values, and how many values are encoded for good."""

    def encoded(self, items: Sequence[Item], extend: Extend[T]) -> Encoded:
        """Return the JSON of all items. Raises `ValueError` where one can't be encoded so."""
        from pydantic_core import to_json

        new, self._taken = items[self._taken :], len(items)
        extend(self._values, new)
        while self._count < len(self._values) - 1:
            self._json += to_json(self._values[self._count]) + b","
            self._count += 1
        last = to_json(self._values[-1]) if self._values else b""
        return Encoded(b"[%b%b]" % (bytes(self._json), last))


class Items(list[Item]):
    """The items of a conversation, which are only added to, and what an adapter keeps of them."""

    __slots__ = ("cache_key", "parts", "told")

    def __init__(self) -> None:
        super().__init__()
        self.told: dict[str, object] = {}
        """What was made of them, by protocol: a `_Kept`."""
        self.parts: dict[str, tuple[object, Encoded]] = {}
        """Parts of a request that stay, by name, each behind what it is of."""
        self.cache_key: str | None = None
        """What requests of this conversation have in common, once it is known."""


def told(items: Sequence[Item], extend: Extend[T], *, protocol: str) -> list[T] | Encoded:
    """Return a conversation in a provider's words.

    `Items` are encoded, and what was encoded before is kept; any other list gives a plain list, as
    do items that have something in them which can't be encoded without being changed.
    """
    if isinstance(items, Items):
        kept = cast("_Kept[T]", items.told.setdefault(protocol, _Kept[T]()))
        try:
            return kept.encoded(items, extend)
        except ValueError:
            pass  # it can't be any later either: what stays is encoded in its order
    values: list[T] = []
    extend(values, items)
    return values


def told_once(items: Sequence[Item], part: str, of: object, turn: Callable[[], T]) -> T | Encoded:
    """Return what `turn` gives; for `Items` it is encoded, and kept while it is `of` the same.

    `part` names what it is of a request.
    """
    if not isinstance(items, Items):
        return turn()
    before, encoded = items.parts.get(part, (None, None))
    if encoded is None or before is not of:
        from pydantic_core import to_json

        value = turn()
        try:
            encoded = Encoded(to_json(value))
        except ValueError:
            return value
        items.parts[part] = of, encoded
    return encoded
