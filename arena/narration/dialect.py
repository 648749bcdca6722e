"""What a family of rules tells in its own words: a record of words, sentences and headings.

What both families tell alike stands in `sentences`, `board` and `outcome`; they look up here what
differs, and a dialect's own sentences come before theirs.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from arena.narration.telling import Groups, Sentences
from arena.narration.words import DialectWords
from arena.records.facts import Fact
from arena.records.record import Record

__all__ = ["Dialect", "Together"]

Together = tuple[object, object]
"""Equal for records that are told in one breath."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Dialect(DialectWords):
    """How one family is narrated."""

    sentences: Sentences
    """In place of the common ones."""
    groups: Groups
    group_of: Callable[[Record], Together | None]
    """What a record may be told together with; None: it is told alone."""
    unseen: frozenset[str]
    """Phases that begin without a look at the board: nobody decides anything in them."""
    quiet: frozenset[type[Fact]]
    """What is told by what it leads to."""
    completed_by: Mapping[type[Fact], frozenset[type[Fact]]]
    """What waits for the record that says what came of it."""
