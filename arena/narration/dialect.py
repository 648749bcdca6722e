"""What a family of rules tells in its own words: a record of words, sentences and folds.

What both families tell alike stands in `sentences`, `ballots`, `board` and `outcome`; they look up
here what differs, and a dialect's own rows come before theirs.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from arena.narration.board import DialectBoard
from arena.narration.telling import Group, Sentence
from arena.narration.words import DialectWords
from arena.records import Record

__all__ = ["Dialect"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Dialect:
    """How one family is narrated."""

    words: DialectWords
    board: DialectBoard
    sentences: Mapping[str, Sentence]
    """By type, in place of the common ones."""
    groups: Mapping[str, Group]
    """By the type of the first record."""
    group_of: Callable[[Record], tuple[str, object] | None]
    """What a record may be told together with; None: it is told alone."""
    unseen: frozenset[str]
    """Phases that begin without a look at the board: nobody decides anything in them."""
    quiet: frozenset[str]
    """Types that are told by what they lead to."""
    completed_by: Mapping[str, frozenset[str]]
    """Types that wait for the one that says what came of them."""
