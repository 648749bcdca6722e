"""A seat's conversation with its model, which only grows.

Each call's content begins with that of the call before, so that a provider's cache serves it. The
conversation tracks its size, so that the worst case of the next call is known before it is made,
and a digest of its content, so that a resumed game can prove that it sends the same.
"""

from collections.abc import Sequence
from hashlib import sha256

from arena.forms import JsonObject
from arena.hash_chain import encode
from arena.models.json_shapes import text
from arena.models.types import Item, Tool, Usage

LONGEST_TOKEN = 16
"""Most bytes a token may have on average: a smaller count of tokens is not believed."""
OVERHEAD = 16
"""Most tokens that a provider adds around an item or a tool."""


class Conversation:
    """The items of one epoch."""

    __slots__ = ("_bytes", "_hash", "_measured", "_recorded", "_told", "_tools", "epoch", "items")

    def __init__(self, epoch: int, *, fixed: int = 0) -> None:
        """`epoch` counts from 1; `fixed` is the number of tokens sent besides items."""
        self.epoch = epoch
        self.items: list[Item] = []
        self._hash = sha256()
        self._measured = self._told = 0
        self._bytes = fixed
        self._recorded = 0
        self._tools: Sequence[Tool] = ()

    def add(self, item: Item) -> None:
        """Append an item."""
        written = encode(item).encode()
        self._hash.update(written + b"\n")
        self._bytes += len(written) + OVERHEAD
        self._told += told_bytes(item)
        self.items.append(item)

    def answered(self, item: Item, usage: Usage | None) -> None:
        """Append a reply; `usage` is its plausible token count, or None."""
        self.add(item)
        if usage is not None:
            least = self._measured + self._bytes // LONGEST_TOKEN
            self._measured, self._bytes = max(usage.input + usage.output, least), 0

    def digest(self, setup: str) -> str:
        """Return the SHA-256 of all items and of `setup`, the other inputs of a call."""
        whole = self._hash.copy()
        whole.update(setup.encode())
        return whole.hexdigest()

    @property
    def most_tokens(self) -> int:
        """Upper bound of its tokens: those counted by the provider, then one a byte."""
        return self._measured + self._bytes

    @property
    def least_tokens(self) -> int:
        """Lower bound of its tokens: its own words at the longest possible tokens."""
        return self._told // LONGEST_TOKEN

    @property
    def likely_tokens(self) -> int:
        """Estimate of its tokens: those counted by the provider, then one for three bytes."""
        return self._measured + self._bytes // 3

    def unwritten(
        self, tools: Sequence[Tool]
    ) -> tuple[tuple[Item, ...], tuple[JsonObject, ...] | None]:
        """Return the items that no record holds yet, and the tools if they are new.

        Replies are left out, as their own records hold them, except at the start of a conversation.
        """
        new = self.items[self._recorded :]
        if self._recorded:
            new = [item for item in new if item["role"] != "assistant"]
        return tuple(new), None if tools == self._tools else tools_data(tools)

    def mark_written(self, tools: Sequence[Tool]) -> None:
        """Mark all items and these tools as recorded."""
        self._recorded = len(self.items)
        self._tools = tools


def told_bytes(item: Item) -> int:
    """Return the number of bytes of an item's text; 0 for a reply."""
    return len(text(item.get("text")).encode())


def tools_data(tools: Sequence[Tool]) -> tuple[JsonObject, ...]:
    """Return tools as plain JSON data."""
    return tuple(
        {"name": each.name, "description": each.description, "schema": dict(each.schema)}
        for each in tools
    )


def most_tokens_of(tools: Sequence[Tool]) -> int:
    """Return an upper bound of the tools' tokens: one a byte, plus the provider's overhead."""
    return len(encode(tools_data(tools)).encode()) + OVERHEAD * len(tools)
