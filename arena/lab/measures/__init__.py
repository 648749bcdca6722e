"""Every measure: a small file for what belongs together, and their registry."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Protocol

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


class _File(Protocol):
    """A module with measures."""

    @property
    def MEASURES(self) -> Sequence[Measure]: ...  # noqa: N802 - a constant of modules


_FILES: Sequence[_File] = (
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


def _number(measure: Measure) -> int:
    return measure.number


MEASURES: Mapping[str, Measure] = {
    each.id: each for file in _FILES for each in sorted(file.MEASURES, key=_number)
}
"""By id, in the order in which they are shown."""


def opportunities(
    game: Game, measures: Iterable[str] = tuple(MEASURES)
) -> Iterator[tuple[str, Opportunity]]:
    """Yield all opportunities of measures in a game, each with the id of its measure."""
    for each in measures:
        for one in MEASURES[each].counted(game):
            yield each, one
