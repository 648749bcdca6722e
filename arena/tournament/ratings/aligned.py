"""Puts ratings on a common scale: a fit with its bootstrap, and distances from a reference.

A rating determines distances between entrants only, as its 1500 is the mean of those who played. So
the strengths of two ratings are compared as distances from the mean of a **reference**: entrants of
both.

Intervals come from the bootstrap of each rating (`bootstrap.py`), spread by the fewest effective
seeds of the entrant and the reference. The weight of a seed is the same in both, so games that two
tournaments share, or that have the same dice, vary together: a tournament differs from itself by
exactly 0.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from arena.tournament.ratings.bootstrap import Draws, intervals, spread
from arena.tournament.ratings.plackett_luce import ELO, MEAN_ELO, Fit, refit
from arena.tournament.ratings.pools import reach_of
from arena.tournament.ratings.rankings import Floats
from arena.tournament.ratings.rows import Estimate, Open
from arena.tournament.ratings.separation import bounded, open_entrants, shifts, side


@dataclass(frozen=True, kw_only=True)
class Distances:
    """Distances of entrants from the mean of a reference in one rating, in log-odds."""

    value: Floats
    """(n,)"""
    draws: Floats
    """(D, n): NaN where there are too few seeds."""
    below: tuple[bool, ...]
    """Whether no chain of results bounds the distance from below (`separation.py`)."""
    above: tuple[bool, ...]
    """Whether no chain of results bounds it from above."""


@dataclass(frozen=True, kw_only=True)
class BootstrappedFit:
    """A fit with its bootstrap draws."""

    base: Fit
    draws: Draws

    @cached_property
    def raw(self) -> Floats:
        """All parameters by draw (D, P), refitted with the seeds' weights."""
        return refit(self.base, self.draws.of_clusters(self.base.rankings.clusters))

    @cached_property
    def moved(self) -> Floats:
        """Shifts by draw and entrant (D, k) due to separation."""
        return shifts(self.base, self.draws)

    @cached_property
    def worths(self) -> Floats:
        """Draws of strengths (D, k), spread by seeds and shifted by separation."""
        begin, end = self.base.choices.offsets.worth
        return spread(self.base.worth, self.raw[:, begin:end], self.base.seeds) + self.moved

    def bounds(self) -> tuple[Floats, Floats, list[Open]]:
        """Return the interval bounds of strengths (k,), NaN where open, and the open sides."""
        low, high = intervals(self.worths)
        sides = open_entrants(self.base.rankings, self.base.pools)
        for at, separated in enumerate(sides):
            low[at], high[at] = bounded(self.base.worth[at], low[at], high[at], separated)
        return low, high, sides

    def distances(self, names: Sequence[str], reference: Sequence[str]) -> Distances:
        """Return the distances of entrants; they and the reference must be of one pool."""
        base = self.base
        index = {name: at for at, name in enumerate(base.rankings.entrants)}
        members, fixed = [index[name] for name in names], [index[name] for name in reference]
        value = base.worth[members] - base.worth[fixed].sum() / len(fixed)
        drawn = self.raw[:, members] - self.raw[:, fixed].mean(axis=1, keepdims=True)
        own = self.moved[:, members] - self.moved[:, fixed].mean(axis=1, keepdims=True)
        fewest = np.minimum(base.seeds[members], base.seeds[fixed].min())
        reach = reach_of(base.rankings)
        return Distances(
            value=value, draws=spread(value, drawn, fewest) + own,
            below=tuple(not reach[member, fixed].all() for member in members),
            above=tuple(not reach[fixed, member].all() for member in members),
        )  # fmt: skip


def elo_of(of: Distances, mean: float = MEAN_ELO) -> list[Estimate]:
    """Return the distances on the Elo scale, where the mean of the reference is `mean`."""
    low, high = intervals(of.draws)
    rows = []
    for at, value in enumerate(of.value):
        separated = side(above=of.above[at], below=of.below[at])
        ends = bounded(value, low[at], high[at], separated)
        rows.append(Estimate.of(value, *ends, ELO, mean))
    return rows


def difference_of(one: Distances, other: Distances, *, same: bool) -> list[Estimate]:
    """Return the ratings of the same entrants in `other` less those in `one`, in Elo.

    `same`: both ratings are of the same games, so that no interval is open.
    """
    below = zip(other.below, one.above, strict=True)
    above = zip(other.above, one.below, strict=True)
    gaps = Distances(
        value=other.value - one.value, draws=other.draws - one.draws,
        below=tuple(not same and any(each) for each in below),
        above=tuple(not same and any(each) for each in above),
    )  # fmt: skip
    return elo_of(gaps, 0.0)
