"""What one seat and its model have said to each other; it only grows.

Each call's content begins with that of the call before, so that a provider's cache serves it. It
knows its own size, so that the worst case of the next call is known before it is made, and a digest
of all it holds, so that a game that goes on can prove that it sends the same again.
"""

from collections.abc import Sequence
from hashlib import sha256

from arena.forms import JsonObject
from arena.hash_chain import encode
from arena.models.json_shapes import text
from arena.models.types import Item, Tool, Usage

LONGEST_TOKEN = 16
"""Bytes of a token, at most, on the average of a conversation: a count below that is not believed.
"""
OVERHEAD = 16
"""Tokens that a provider may add around an item, or a tool."""


class Conversation:
    """The items of one epoch."""

    __slots__ = ("_bytes", "_hash", "_measured", "_recorded", "_told", "_tools", "epoch", "items")

    def __init__(self, epoch: int, *, fixed: int = 0) -> None:
        """Begin without an item; `epoch` counts from 1, `fixed` tokens are sent beside items."""
        self.epoch = epoch
        self.items: list[Item] = []
        self._hash = sha256()
        self._measured = self._told = 0
        self._bytes = fixed
        self._recorded = 0
        self._tools: Sequence[Tool] = ()

    def add(self, item: Item) -> None:
        """Go on with one more item."""
        written = encode(item).encode()
        self._hash.update(written + b"\n")
        self._bytes += len(written) + OVERHEAD
        self._told += told_bytes(item)
        self.items.append(item)

    def answered(self, item: Item, usage: Usage | None) -> None:
        """Go on with a reply; `usage` counts all up to and with it; None: nothing that can be."""
        self.add(item)
        if usage is not None:
            least = self._measured + self._bytes // LONGEST_TOKEN
            self._measured, self._bytes = max(usage.input + usage.output, least), 0

    def digest(self, setup: str) -> str:
        """Return the SHA-256 of all items, and of `setup`: what else a call is made from."""
        whole = self._hash.copy()
        whole.update(setup.encode())
        return whole.hexdigest()

    @property
    def most_tokens(self) -> int:
        """What all of it has at most: as counted by the provider, then a token a byte."""
        return self._measured + self._bytes

    @property
    def least_tokens(self) -> int:
        """What all of it has at least: its own words alone, in the longest tokens there are."""
        return self._told // LONGEST_TOKEN

    @property
    def likely_tokens(self) -> int:
        """What all of it has, as far as one can tell: as counted, then a token for three bytes."""
        return self._measured + self._bytes // 3

    def unwritten(
        self, tools: Sequence[Tool]
    ) -> tuple[tuple[Item, ...], tuple[JsonObject, ...] | None]:
        """Return the items that no record of a call has yet, and the tools where they are new.

        Replies are recorded as they came, but for those that a conversation begins with.
        """
        new = self.items[self._recorded :]
        if self._recorded:
            new = [item for item in new if item["role"] != "assistant"]
        return tuple(new), None if tools == self._tools else tools_data(tools)

    def mark_written(self, tools: Sequence[Tool]) -> None:
        """Take note that all items and these tools are in a record."""
        self._recorded = len(self.items)
        self._tools = tools


def told_bytes(item: Item) -> int:
    """Return the bytes of an item's own words; a reply is not told to its model."""
    return len(text(item.get("text")).encode())


def tools_data(tools: Sequence[Tool]) -> tuple[JsonObject, ...]:
    """Return tools as plain JSON data."""
    return tuple(
        {"name": each.name, "description": each.description, "schema": dict(each.schema)}
        for each in tools
    )


def most_tokens_of(tools: Sequence[Tool]) -> int:
    """Return what tools have at most: a token a byte, and what a provider adds around each."""
    return len(encode(tools_data(tools)).encode()) + OVERHEAD * len(tools)
