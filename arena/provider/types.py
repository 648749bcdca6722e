"""A request and its answer, independent of the protocol."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, TypeVar

from arena.forms import Schema

Item = TypeVar("Item")
Body: TypeAlias = dict[str, Any]
"""A JSON object of a validated request, or of a reply."""


class Draw:
    """Pseudorandom values derived from the request's bytes: one per name, always the same."""

    def __init__(self, body: bytes) -> None:
        """Take the request's body as it was received."""
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
    """The tools that may be called: by name, the schema of the arguments with the tool's
    description."""
    forced: bool
    """Whether a tool call is required."""
    thinks: bool
    """Whether the reply contains reasoning."""
    limit: int | None
    """Maximum number of output tokens."""
    draw: Draw
    worded: bool = False
    """Whether the call is written as text that matches the tool's schema."""

    @property
    def takes_calls(self) -> bool:
        """Whether tools can be called other than in text."""
        return bool(self.tools) and not self.worded


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolCall:
    """A tool call, independent of the protocol."""

    name: str
    arguments: str
    """A JSON object, unless the fault is invalid JSON."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """A model's output."""

    thought: str = ""
    """The reasoning; empty: none."""
    words: str = ""
    calls: tuple[ToolCall, ...] = ()
    stop: Literal["done", "length", "refusal", "full"] = "done"
    """`full`: truncated at the end of the context."""
    has_usage: bool = True
    """Whether the reply reports token counts."""

    @property
    def is_blank(self) -> bool:
        """Whether the model stopped without any output."""
        return self.stop == "done" and not (self.words or self.calls)

    def size(self) -> bytes:
        """Return the bytes counted as output tokens, without the reasoning."""
        parts = (self.words, *(each.name + each.arguments for each in self.calls))
        return "".join(parts).encode()
