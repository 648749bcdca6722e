"""Chance that belongs to one decision: the same seed and question, the same draws."""

from collections.abc import Sequence
from hashlib import blake2b
from typing import TypeVar

__all__ = ["Draw"]

T = TypeVar("T")


class Draw:
    """Keyed draws, counted from the beginning for every decision."""

    __slots__ = ("_count", "_decision", "_key")

    def __init__(self, key: bytes, decision: str) -> None:
        """`key` comes from the bots' seed, `decision` is the question's id."""
        self._key, self._decision, self._count = key, decision, 0

    def chance(self) -> float:
        """Return a number from 0 to 1, each as likely as the others."""
        return self._next() / 2**128

    def pick(self, items: Sequence[T]) -> T:
        """Return one of the items, each as likely as the others; at least one is needed."""
        if len(items) == 1:
            return items[0]
        return items[self._next() % len(items)]

    def _next(self) -> int:
        self._count += 1
        what = f"{self._decision}|{self._count}".encode()
        return int.from_bytes(blake2b(what, key=self._key, digest_size=16).digest())
