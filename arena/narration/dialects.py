"""The dialects by family, and the words of one table; nobody compares a ruleset's id."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from arena.narration.board import Board
from arena.narration.dialect import Dialect
from arena.narration.moh import MOH
from arena.narration.osaczeni import OSACZENI
from arena.narration.words import Words
from engine import Ruleset

__all__ = ["DIALECTS", "board_of", "words_of"]

DIALECTS: Mapping[str, Dialect] = MappingProxyType(
    {each.words.family.id: each for each in (MOH, OSACZENI)}
)


def words_of(ruleset: Ruleset, seats: Sequence[str]) -> Words:
    """Return the words of a table, in its family's dialect; `seats` clockwise."""
    return Words(ruleset, seats, DIALECTS[ruleset.family].words)


def board_of(words: Words, who: str) -> Board:
    """Return an empty board of the family that these words are of, read by `who`."""
    return Board(words, who, DIALECTS[words.family.id].board)
