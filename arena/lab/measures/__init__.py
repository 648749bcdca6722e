"""Every measure: a small file for what belongs together, and their registry."""

from collections.abc import Iterable, Iterator, Mapping

from arena.lab.game import Game
from arena.lab.measure import Measure, Opportunity
from arena.lab.measures import (
    aligning,
    announcing,
    betraying,
    blocs,
    bluffing,
    dealing,
    informing,
    lying,
    planning,
    powering,
    promising,
    reciprocating,
    relaying,
    reputation,
    sacrificing,
    surplus,
    talking_share,
    tempting,
    two_faces,
    withholding,
)

__all__ = ["MEASURES", "opportunities"]

_FILES = (
    lying,
    withholding,
    bluffing,
    relaying,
    informing,
    two_faces,
    announcing,
    promising,
    tempting,
    dealing,
    surplus,
    reputation,
    planning,
    talking_share,
    powering,
    aligning,
    reciprocating,
    sacrificing,
    blocs,
    betraying,
)

MEASURES: Mapping[str, Measure] = {
    each.id: each for file in _FILES for each in sorted(file.MEASURES, key=lambda one: one.number)
}
"""By id, in the order in which they are shown."""


def opportunities(
    game: Game, measures: Iterable[str] = tuple(MEASURES)
) -> Iterator[tuple[str, Opportunity]]:
    """Yield all opportunities of measures in a game, each with the id of its measure."""
    for each in measures:
        for one in MEASURES[each].counted(game):
            yield each, one
