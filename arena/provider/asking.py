"""What a request asks for and what is answered, in no protocol's words."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeVar

__all__ = ["Answer", "Ask", "Call", "Draw"]

Item = TypeVar("Item")


class Draw:
    """Chance that hangs on the request's bytes alone: each name has its own, always the same."""

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
class Ask:
    """What a model has before its eyes, as far as it decides anything."""

    model: str
    system: str
    """All system and developer texts."""
    user: str
    """The last user text."""
    tools: Mapping[str, Mapping[str, Any]]
    """JSON Schema of the arguments by name, with the tool's description: those that may be called
    now."""
    forced: bool
    """A tool must be called."""
    thinks: bool
    """It reasons before it answers, and the reasoning is part of the reply."""
    limit: int | None
    """Most tokens of the reply."""
    draw: Draw


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """A tool call in the making."""

    name: str
    arguments: str
    """JSON, where nothing was spoilt."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What a model returns."""

    thought: str = ""
    """What it thought; empty: it did not."""
    words: str = ""
    calls: tuple[Call, ...] = ()
    stop: Literal["done", "length", "refusal"] = "done"
    told: bool = True
    """False: the reply does not tell its usage."""

    def size(self) -> bytes:
        """Return what is counted as output, without the thought."""
        parts = (self.words, *(each.name + each.arguments for each in self.calls))
        return "".join(parts).encode()
