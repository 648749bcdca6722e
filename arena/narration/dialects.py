"""The dialects by family, and the words of one table."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from arena.narration.moh import MOH
from arena.narration.osaczeni import OSACZENI
from arena.narration.telling import Dialect
from arena.narration.words import Words
from engine import Ruleset

DIALECTS: Mapping[str, Dialect] = MappingProxyType(
    {each.family.id: each for each in (MOH, OSACZENI)}
)


def words_of(ruleset: Ruleset, seats: Sequence[str]) -> Words:
    """Return the words of a table, in its family's dialect; `seats` clockwise."""
    return Words(ruleset, seats, DIALECTS[ruleset.family])
