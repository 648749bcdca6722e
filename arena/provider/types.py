"""A request and its answer in a form that all three protocols share."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, TypeVar

from arena.forms import Schema

Item = TypeVar("Item")
Body: TypeAlias = dict[str, Any]
"""An object of a request, which was checked, or of a reply."""


class Draw:
    """Chance drawn from the request's bytes: each name has a draw of its own, always the same."""

    def __init__(self, body: bytes) -> None:
        """Take the request as it was received."""
        self.digest = hashlib.sha256(body).digest()

    def below(self, most: int, name: str) -> int:
        """Return a number from 0 to `most` - 1."""
        drawn = hashlib.blake2b(name.encode(), key=self.digest, digest_size=8).digest()
        return int.from_bytes(drawn) % most

    def pick(self, items: Sequence[Item], name: str) -> Item:
        """Return one of the items."""
        return items[self.below(len(items), name)]

    def id(self, name: str = "") -> str:
        """Return 32 hex digits."""
        return hashlib.blake2b(name.encode(), key=self.digest, digest_size=16).hexdigest()


@dataclass(frozen=True, slots=True, kw_only=True)
class Prompt:
    """The parts of a request on which its answer depends."""

    model: str
    system: str
    """All system and developer texts."""
    user: str
    """The last user text."""
    tools: Mapping[str, Schema]
    """JSON Schema of the arguments by name, with the tool's description: those that may be called
    now."""
    forced: bool
    """Whether a tool has to be called."""
    thinks: bool
    """Whether the reply holds reasoning too."""
    limit: int | None
    """Most tokens of the reply."""
    draw: Draw
    worded: bool = False
    """Whether a call is written as words, which are held to its schema."""

    @property
    def takes_calls(self) -> bool:
        """Whether a tool can be called otherwise than in words."""
        return bool(self.tools) and not self.worded


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolCall:
    """A tool call as it will be sent, in no protocol's form yet."""

    name: str
    arguments: str
    """JSON, unless it is meant to be none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What a model returns."""

    thought: str = ""
    """What it thought; empty: it did not."""
    words: str = ""
    calls: tuple[ToolCall, ...] = ()
    stop: Literal["done", "length", "refusal", "full"] = "done"
    """`full`: cut off where the context was."""
    has_usage: bool = True
    """Whether the reply says how many tokens it took."""

    @property
    def is_blank(self) -> bool:
        """Whether the model ended by itself without a word."""
        return self.stop == "done" and not (self.words or self.calls)

    def size(self) -> bytes:
        """Return the text that is counted as output, without the thought."""
        parts = (self.words, *(each.name + each.arguments for each in self.calls))
        return "".join(parts).encode()
