"""Batch maximum likelihood of Plackett-Luce with ties, seat terms and strata.

The model and its source are in `choices.py`. Parameters by stratum:

- the strength (worth) of an entrant is one number in log-odds, shared by all strata;
- seat terms differ by stratum (ruleset and table size): log-odds, mean 0 over a stratum's seats;
- log delta, the frequency of ties, differs by stratum and order of ties; orders that don't occur
  are impossible.

**Identified by** mean 0 over the entrants of a pool, those who are linked by games that they
played together, at least through others. Strengths of two pools can't be compared.

**Penalty** (`log-F(1,1)`; Greenland & Mansournia 2015, Statistics in Medicine 34, 3133-3143), only
where the likelihood has no finite maximum or no single one: every parameter x gets
0.5 log s(x) + 0.5 log s(-x), with s the logistic function: half a win and half a loss against a
ghost of mean strength, as R's `npseudo = 0.5`. Estimates are finite then; `Fit.penalised` gives the
reason.

**Entrants and seats**: where all keep their seats under all seeds but one, that one alone separates
a strength from a seat term, and a bootstrap over seeds can't see the error of this. So `Fit.told`
compares the effective number of seeds of a strength, 1 / sum of p^2 with p the shares of seeds in
its information, with that number if seats had no effect.

Elo scale: worth * 400 / ln 10 + 1500: 400 points are odds of 10 to 1.
"""

from dataclasses import dataclass
from functools import cached_property
from math import log

import numpy as np

from arena.tournament.ratings.bootstrap import effective
from arena.tournament.ratings.choices import Choices, choices_of
from arena.tournament.ratings.pools import groups_of, pools_of, seats_by_cluster
from arena.tournament.ratings.rankings import Booleans, Floats, Rankings
from arena.tournament.ratings.rows import Penalised

ELO = 400 / log(10)
"""Elo points per unit of log-odds."""
MEAN_ELO = 1500.0

LIMIT = 15.0
"""Log-odds that no finite maximum reaches with fewer than a million games."""
FAR = 60.0
"""Log-odds where a refit stops: log delta, where a draw gives the only tie almost no weight."""
CLOSE = 1e-9
"""Step in log-odds at which a fit has converged."""
STEPS = 100
CHORDS = 8
"""Steps of a refit with the information at the base, before Newton's method."""
NEAR = 1e-7
"""Step at which a refit has converged: 0.00002 Elo points."""
FLAT = 1e-8
"""Share of the largest eigenvalue below which the likelihood is flat in a direction."""
TOLD = 1.5
"""Effective number of seeds below which only one separates a strength from a seat."""
ROTATED = 0.9
"""Share of effective seeds left with seat terms from which on seeds count in full."""
NOTHING = 1e-12
"""Variance that counts as 0."""
PART = 1e-6
"""Component of a flat direction of length 1 above which a parameter is undetermined."""


@dataclass(frozen=True, kw_only=True)
class Fit:
    """The estimated strengths and other parameters of the rating model, in log-odds."""

    rankings: Rankings
    choices: Choices
    parameters: Floats
    """(P,): in the order of `choices.py`."""
    covariance: Floats
    """(P, P): inverse information, as if games were independent. Intervals use the bootstrap."""
    log_likelihood: float
    """Without the penalty."""
    penalised: Penalised
    """`separation`: some entrants always win, lose or tie; `confounding`: the schedule does not
    separate entrants from their seats or from other parameters. None: there is no penalty."""
    pools: tuple[tuple[int, ...], ...]
    """Entrants that games link; with several pools, strengths compare only within each."""
    groups: tuple[tuple[int, ...], ...]
    """From the best: no member was ever placed below, or level with, a member of a later group of
    the same pool. As many as there are pools: none is separated."""
    loose: Booleans
    """(P,): parameters that games do not determine; some only with `confounding`."""

    @cached_property
    def told(self) -> Floats:
        """The share (k,) of each strength's effective seeds that remains with seat terms.

        1: entrants were rotated through the seats; 0: games can't separate the strength from seats.
        """
        begin, end = self.choices.offsets.seat
        count = len(self.worth)
        kept = np.r_[0:begin, end : len(self.parameters)]
        solver = _Solver(self.choices, self.pools)
        counts = self.choices.counts(np.ones((1, len(self.rankings.clusters))))
        whole = solver.informations(self.parameters[None], counts, self.penalised)[0]
        without = np.zeros_like(whole)
        without[np.ix_(kept, kept)] = np.linalg.inv(whole[np.ix_(kept, kept)])
        without -= solver.fixed @ solver.fixed.T
        most = self._resting_on(without[:, :count])
        share = np.ones(count)
        np.divide(self._resting_on(self.covariance[:, :count]), most, out=share, where=most > 0)
        return np.where(self.loose[:count], 0.0, np.minimum(share, 1.0))

    @cached_property
    def seeds(self) -> Floats:
        """The effective number of seeds (k,) that separate each entrant from its seats.

        0: none does, or one seed alone.
        """
        played = effective(seats_by_cluster(self.rankings))
        left = played * self.told
        return np.where(self.told >= ROTATED, played, np.where(left < TOLD, 0.0, left))

    @property
    def confounded(self) -> list[int]:
        """Entrants whose strength these games don't separate from seats."""
        return [int(at) for at in np.flatnonzero((self.told < ROTATED) & (self.seeds == 0))]

    def _resting_on(self, directions: Floats) -> Floats:
        """Return the effective number of seeds (Q,) of directions (P, Q); 0: nothing varies."""
        informed = self.choices.informed(self.parameters, directions)
        total, found = informed.sum(axis=0), np.zeros(directions.shape[1])
        some = total > NOTHING
        np.divide(total**2, (informed**2).sum(axis=0), out=found, where=some)
        return found

    @property
    def worth(self) -> Floats:
        """Strengths (k,): log-odds, mean 0 over each pool."""
        return self.parameters[slice(*self.choices.offsets.worth)]

    @property
    def elo(self) -> Floats:
        """Strengths (k,) on the Elo scale, mean 1500 over each pool."""
        return self.worth * ELO + MEAN_ELO

    @property
    def standard_errors(self) -> Floats:
        """Standard errors of the strengths (k,), as if games were independent; log-odds."""
        begin, end = self.choices.offsets.worth
        return np.sqrt(np.diag(self.covariance)[begin:end])

    def seat(self, stratum: int) -> Floats:
        """Return the seat terms of a stratum, clockwise from position 0; mean 0."""
        return self.parameters[slice(*self.choices.seat_terms[stratum])]

    def ties(self, stratum: int) -> dict[int, float]:
        """Return log delta of a stratum by order of ties: 2 where two share a place."""
        begin, _ = self.choices.offsets.tie
        return {
            order: float(self.parameters[begin + at])
            for at, (key, order) in enumerate(self.choices.ties)
            if key == stratum
        }


def fit(rankings: Rankings, *, seat_terms: bool = True, weights: Floats | None = None) -> Fit:
    """Return the maximum-likelihood fit; `weights` of clusters (C,) are 1 by default."""
    choices = choices_of(rankings, seat_terms=seat_terms)
    given = np.ones(len(rankings.clusters)) if weights is None else weights
    pools = pools_of(rankings)
    solver = _Solver(choices, pools)
    found, penalised, loose = solver.best(given)
    information = solver.informations(found[None], choices.counts(given[None]), penalised)[0]
    inverse = np.linalg.inv(information)
    return Fit(
        rankings=rankings, choices=choices, parameters=found,
        covariance=inverse - solver.fixed @ solver.fixed.T,
        log_likelihood=choices.value(found, given),
        penalised=penalised, pools=pools, groups=groups_of(rankings, pools), loose=loose,
    )  # fmt: skip


def refit(base: Fit, weights: Floats) -> Floats:
    """Return the parameters (D, P) of D fits, each with its weights of clusters (D, C).

    All start at `base`, with its penalty if it has one. Weights above 0 don't change whether a
    finite maximum exists.
    """
    solver = _Solver(base.choices, base.pools)
    counts, chosen = base.choices.counts(weights), weights @ base.choices.chosen
    return solver.chords(base, counts, chosen)


class _Solver:
    def __init__(self, choices: Choices, pools: tuple[tuple[int, ...], ...]) -> None:
        self.choices = choices
        held = [*map(list, pools), *(list(range(*each)) for each in choices.seat_terms)]
        held = [members for members in held if members]
        directions = np.zeros((len(held), choices.parameters))
        for direction, members in zip(directions, held, strict=True):
            direction[members] = 1 / np.sqrt(len(members))
        self.fixed: Floats = directions.T
        """(P, F): orthonormal directions in which the likelihood is flat by construction."""

    def best(self, weights: Floats) -> tuple[Floats, Penalised, Booleans]:
        """Return the maximum (P,), the reason of a penalty, and the undetermined parameters."""
        counts, chosen = self.choices.counts(weights[None]), weights[None] @ self.choices.chosen
        start = np.zeros((1, self.choices.parameters))
        penalised: Penalised = None
        information = self.informations(start, counts, None)[0]
        values, vectors = np.linalg.eigh(information)
        flat = vectors[:, values < FLAT * max(values.max(initial=0.0), 1.0)]
        loose = (np.abs(flat) > PART).any(axis=1)
        if loose.any():
            penalised = "confounding"
        else:
            try:
                found = self.newton(start, counts, chosen, None)
            except np.linalg.LinAlgError:  # no curvature so far out: there is no maximum
                found = np.full_like(start, np.inf)
            if np.isfinite(found).all() and np.abs(found).max(initial=0.0) < LIMIT and self.curved(
                found, counts
            ):  # fmt: skip
                return found[0], None, loose
            penalised = "separation"
        return self.newton(start, counts, chosen, penalised)[0], penalised, loose

    def curved(self, at: Floats, counts: Floats) -> bool:
        """Return True if the likelihood is flat in no direction at a point (1, P).

        Otherwise it has no maximum, and grows by less than rounding where strengths and seats
        together are far out and each of them is not.
        """
        values = np.linalg.eigvalsh(self.informations(at, counts, None)[0])
        return bool(values.min(initial=1.0) >= FLAT * max(values.max(initial=0.0), 1.0))

    def informations(self, at: Floats, counts: Floats, penalised: Penalised) -> Floats:
        """Return informations (D, P, P), 1 in the fixed directions to be invertible."""
        return self.choices.informations(at, counts) + self.held(at, penalised)

    def held(self, at: Floats, penalised: Penalised) -> Floats:
        """Return the terms added to informations (D, P, P): fixed directions, and the penalty."""
        result = np.repeat((self.fixed @ self.fixed.T)[None], len(at), axis=0)
        if penalised is not None:
            flat = np.eye(len(self.fixed)) - self.fixed @ self.fixed.T
            curve = 0.25 / np.cosh(at / 2) ** 2
            result += flat @ (curve[:, :, None] * flat)
        return result

    def gradients(self, at: Floats, counts: Floats, chosen: Floats, penalised: Penalised) -> Floats:
        """Return gradients (D, P), 0 along the fixed directions."""
        result = self.choices.gradients(at, counts, chosen)
        if penalised is not None:
            result -= 0.5 * np.tanh(at / 2)
        return result - (result @ self.fixed) @ self.fixed.T

    def chords(self, base: Fit, counts: Floats, chosen: Floats) -> Floats:
        """Return D maxima (D, P), by steps from `base` with its information for each draw.

        Rare ties move far from draw to draw, but their number is nearly proportional to delta: so
        delta is first scaled to the drawn number, and the information with it. Draws that do not
        converge continue with Newton's method.
        """
        found = np.repeat(base.parameters[None], len(counts), axis=0)
        information = self.choices.informations_at(base.parameters, counts)
        inverses = np.linalg.inv(information + self.held(found, base.penalised))
        ties = slice(*self.choices.offsets.tie)
        expected = (chosen - self.choices.gradients(found, counts, chosen))[:, ties]
        ratio = np.ones_like(found)
        ratio[:, ties] = chosen[:, ties] / expected
        found += np.log(ratio)
        inverses /= np.sqrt(ratio[:, :, None] * ratio[:, None, :])
        moving = np.arange(len(counts))
        for _ in range(CHORDS):
            gradient = self.gradients(found[moving], counts[moving], chosen[moving], base.penalised)
            step = (inverses[moving] @ gradient[..., None])[..., 0]
            size = np.abs(step).max(axis=1, initial=0.0)
            found[moving] += step / np.maximum(size, 1.0)[:, None]
            moving = moving[size > NEAR]
            if not len(moving):
                return found
        found[moving] = self.newton(
            found[moving], counts[moving], chosen[moving], base.penalised, FAR
        )
        return found

    def newton(
        self,
        start: Floats,
        counts: Floats,
        chosen: Floats,
        penalised: Penalised,
        limit: float = LIMIT,
    ) -> Floats:
        """Return D maxima (D, P) by Newton's method, with steps of at most 1.

        The function is concave, so a bounded step that goes too far is corrected by the next.
        Points beyond the limit stop: there is no finite maximum.
        """
        found, moving = start.copy(), np.arange(len(start))
        for _ in range(STEPS):
            at = found[moving]
            gradient = self.gradients(at, counts[moving], chosen[moving], penalised)
            information = self.informations(at, counts[moving], penalised)
            step = np.linalg.solve(information, gradient[..., None])[..., 0]
            size = np.abs(step).max(axis=1, initial=0.0)
            found[moving] += step / np.maximum(size, 1.0)[:, None]
            far = np.abs(found[moving]).max(axis=1, initial=0.0) >= limit
            moving = moving[(size > CLOSE) & ~far]
            if not len(moving):
                break
        return found
