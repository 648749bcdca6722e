"""Computes the rating differences that a plan can resolve, and its interval widths, by simulation.

Final orders are drawn from the rating model on the plan's own schedule, with the strengths, seats
and ties of `assumed.py`, and rated as the tournament will be. Where nothing is known of strengths
this is done twice, for equals and for a spread of strengths. The results are:

- the standard error of a difference: the root mean square error over the drawn tournaments. Its
  variation from pair to pair is taken from the information of the fits, which hardly varies;
- the difference that is detected with 80 % power by a two-sided test at 5 %: 2.80 standard errors;
- the expected width of an entrant's 95 % interval: the mean over drawn tournaments, by the ratings'
  own bootstrap with `DRAWS` draws;
- the share of tournaments in which an interval is open, since no game bounds it.

Not included: the correlation of games of one seed (`clustering` in `house_games.json`: 0.8 to 1.1
times the standard errors). Only games of controls are rated; for arms see `arm_power.py`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil, isfinite, sqrt
from statistics import fmean

import numpy as np

from arena.lab.arrays import normal
from arena.tournament.arm_power import ArmPower, arm_powers
from arena.tournament.assumed import Assumed, assumed_of
from arena.tournament.drawn_orders import drawn_orders, unplayed
from arena.tournament.game_result import GameResult
from arena.tournament.pieces import Pieces
from arena.tournament.plan import Plan, PlannedGame
from arena.tournament.ratings.aligned import BootstrappedFit
from arena.tournament.ratings.bootstrap import Draws, effective, generator
from arena.tournament.ratings.plackett_luce import ELO, MEAN_ELO, Fit, fit
from arena.tournament.ratings.pools import pools_of, seats_by_cluster
from arena.tournament.ratings.rankings import Floats, Rankings
from arena.tournament.ratings.rows import Open

LEVEL, POWER = 0.95, 0.8
ERRORS = 100
"""Approximate number of independent errors that are drawn: each tournament gives one less than its
entrants."""
LEAST, MOST = 10, 100
"""Limits of the number of drawn tournaments."""
BOOTSTRAPPED = 2400
"""Approximate number of games in drawn tournaments whose intervals are computed; at least four
tournaments."""
DRAWS = 100
"""Number of bootstrap draws."""
DRAWN, BOUNDED = "tournament", "interval"
"""Kinds of pieces (`arena.tournament.pieces`)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """The resolution of a plan under one assumption of strengths, on the Elo scale."""

    spread: float
    """Standard deviation of the unknown strengths; 0: they are equal."""
    standard_error: float | None
    """Standard error of the difference between two entrants: root mean square over all pairs. None:
    no two entrants can be compared."""
    difference: float | None
    """The difference that is detected with 80 % power, for a typical pair."""
    best: float | None
    """The same for the pair that the plan compares best."""
    worst: float | None
    """The same for the worst pair that can be compared."""
    widths: Mapping[str, float | None]
    """By entrant: the expected width of its 95 % interval, where it is not open. None: fewer than
    two seeds, nobody to compare it with, or it is always open."""
    open: Mapping[str, float]
    """By entrant: the share of tournaments in which its interval is open at one end, as it came
    ahead of all others, or behind them, in every game."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Resolution:
    """The differences and intervals that a plan can resolve."""

    games: int
    """Games that are rated: those of controls."""
    seeds: Mapping[str, float]
    """By entrant: its effective number of seeds, weighted by games."""
    cases: tuple[Case, ...]
    """By assumed spread: equals first, where nothing is known; none without games."""
    known: Mapping[str, float]
    """By entrant of known strength: the assumed strength, Elo with mean 1500."""
    linked: bool
    """False: games do not link all entrants, so some can't be compared."""
    replicates: int
    """Tournaments that were drawn for each case."""
    error: float
    """Relative standard error of the differences, due to the number of draws."""
    assumed: tuple[str, ...]
    """The other assumptions, in words."""
    arms: tuple[ArmPower, ...]
    """The smallest detectable effect of each arm, null arms left out."""


def resolution_of(
    plan: Plan,
    games: Sequence[GameResult] = (),
    *,
    assumed: Assumed | None = None,
    pieces: Pieces | None = None,
) -> Resolution:
    """Return the resolution of a plan, the same for the same plan.

    `games` were played before, by some of its entrants; `assumed` replaces the assumptions that
    follow from them and from the plan. Each drawn tournament, and each whose intervals are
    computed, is one of `pieces`.
    """
    rows = rated_games(plan)
    known = assumed_of(plan, games) if assumed is None else assumed
    field = unplayed(plan, rows)
    replicates = min(MOST, max(LEAST, ceil(ERRORS / max(1, len(field.entrants) - 1))))
    pieces = pieces or Pieces()
    spreads = known.spreads if rows else ()
    bootstrapped = min(replicates, max(4, ceil(BOOTSTRAPPED / max(1, len(rows)))))
    pieces.expect(DRAWN, replicates * len(spreads))
    pieces.expect(BOUNDED, bootstrapped * len(spreads))
    seeds = effective(seats_by_cluster(field)).tolist()
    return Resolution(
        games=len(rows), seeds=dict(zip(field.entrants, seeds, strict=True)),
        cases=tuple(
            _case(
                generator(plan.seed, f"power\0{spread:g}"), field, known, spread,
                (replicates, bootstrapped), pieces,
            )
            for spread in spreads
        ),
        known={name: each * ELO + MEAN_ELO for name, each in known.worth.items()},
        linked=len(pools_of(field)) == 1,
        replicates=replicates if rows else 0,
        error=1 / sqrt(2 * replicates * max(1, len(field.entrants) - 1)) if rows else 0.0,
        assumed=known.sentences if rows else (),
        arms=arm_powers(plan, games),
    )  # fmt: skip


def rated_games(plan: Plan) -> tuple[PlannedGame, ...]:
    """Return the games that ratings use: those of controls."""
    controls = {key for key, each in plan.conditions.items() if each.arm == each.control}
    return tuple(row for row in plan.games if row.condition in controls)


def _case(
    chance: np.random.Generator,
    games: Rankings,
    assumed: Assumed,
    spread: float,
    counts: tuple[int, int],
    pieces: Pieces,
) -> Case:
    """Draw tournaments for one case; `counts`: their number, and the number with intervals."""
    known = np.array([assumed.worth.get(name, np.nan) for name in games.entrants])
    worths, fits = list[Floats](), list[Fit]()
    bounded: list[tuple[Floats, list[Open]]] = []
    for at in range(counts[0]):
        drawn = chance.normal(size=len(known)) * spread / ELO
        worths.append(np.where(np.isnan(known), drawn, known))
        fits.append(fit(drawn_orders(games, worths[-1], assumed, chance)))
        pieces.end(DRAWN)
        if at < counts[1]:
            bounded.append(_bounded(fits[-1], f"{at}"))
            pieces.end(BOUNDED)
    pairs = _errors(worths, fits)[np.triu_indices(len(known), 1)]
    pairs = pairs[np.isfinite(pairs)] * ELO
    typical = float(np.sqrt(np.mean(pairs**2))) if len(pairs) else None
    factor = normal((1 + LEVEL) / 2) + normal(POWER)
    alone = {pool[0] for pool in fits[0].pools if len(pool) == 1}
    widths = {
        name: [float(wide[at]) for wide, _ in bounded if isfinite(wide[at]) and at not in alone]
        for at, name in enumerate(games.entrants)
    }
    return Case(
        spread=spread, standard_error=typical,
        difference=None if typical is None else factor * typical,
        best=float(pairs.min()) * factor if len(pairs) else None,
        worst=float(pairs.max()) * factor if len(pairs) else None,
        widths={name: fmean(each) if each else None for name, each in widths.items()},
        open={
            name: sum(sides[at] is not None for _, sides in bounded) / len(bounded)
            for at, name in enumerate(games.entrants)
        },
    )  # fmt: skip


def _errors(worths: Sequence[Floats], fits: Sequence[Fit]) -> Floats:
    """Return the standard errors of differences (k, k) in log-odds; NaN where there is none."""
    count, pools = len(worths[0]), fits[0].pools
    pool = np.zeros(count, dtype=np.int64)
    for at, members in enumerate(pools):
        pool[list(members)] = at
    squares = 0.0
    for worth, each in zip(worths, fits, strict=True):
        means = np.array([worth[pool == at].mean() for at in range(len(pools))])
        squares += float(((each.worth - (worth - means[pool])) ** 2).sum())
    mean = np.mean([each.covariance[:count, :count] for each in fits], axis=0)
    expected = float(np.trace(mean)) * len(fits)
    own = np.diag(mean)
    variances = own[:, None] + own[None, :] - 2 * mean
    pairs = np.sqrt(np.maximum(variances * (squares / expected if expected else 1.0), 0.0))
    told = fits[0].seeds > 0
    compared = (pool[:, None] == pool[None, :]) & told[:, None] & told[None, :]
    return np.where(compared, pairs, np.nan)


def _bounded(found: Fit, name: str) -> tuple[Floats, list[Open]]:
    """Return the interval widths of a drawn tournament's ratings (k,), and the open intervals.

    Widths are in Elo, NaN where a bound is missing; `name` seeds the draws.
    """
    draws = Draws.of(found.rankings.clusters, DRAWS, name)
    low, high, sides = BootstrappedFit(base=found, draws=draws).bounds()
    return (high * ELO + MEAN_ELO) - (low * ELO + MEAN_ELO), sides
