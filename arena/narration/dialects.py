"""The dialects by family, and the words of one table; nobody compares a ruleset's id."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from arena.narration.board import Picture
from arena.narration.dialect import Dialect
from arena.narration.moh import MOH
from arena.narration.osaczeni import OSACZENI
from arena.narration.words import Words
from arena.projections.board import Board
from engine import Ruleset

__all__ = ["DIALECTS", "dialect_of", "picture_of", "words_of"]

DIALECTS: Mapping[str, Dialect] = MappingProxyType(
    {each.words.family.id: each for each in (MOH, OSACZENI)}
)


def words_of(ruleset: Ruleset, seats: Sequence[str]) -> Words:
    """Return the words of a table, in its family's dialect; `seats` clockwise."""
    return Words(ruleset, seats, DIALECTS[ruleset.family].words)


def dialect_of(words: Words) -> Dialect:
    """Return the dialect that these words are of."""
    return DIALECTS[words.family.id]


def picture_of(words: Words, board: Board) -> Picture:
    """Return a board to print, with what its family has on it besides."""
    return Picture(words, board, dialect_of(words).board)
