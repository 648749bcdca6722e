"""Which rating differences a plan can resolve, and how wide its intervals will be, by simulation.

Final orders are drawn from Plackett-Luce on the plan's own schedule, all entrants being equal, and
rated by the very fit that rates the tournament. From the errors of these ratings follow:

- the standard error of a difference: their root mean square over the drawn tournaments. How it
  differs from pair to pair is taken from the information of the fits, which hardly varies;
- the difference that is found with 80 % power by a two-sided test at 5 %: 2.80 standard errors;
- the expected width of an entrant's 95 % interval: two standard errors of its rating, each times
  Student's t for the seeds that it plays on, as the bootstrap has it.

Not in it: ties, which tell less; and what games of one seed have in common, which makes intervals
wider or, in paired differences, narrower. Games of an arm are not rated with those of its control,
so only controls count.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from math import ceil, isnan, sqrt
from typing import TYPE_CHECKING, Any

from arena.tournament.plan import Plan, PlannedGame

if TYPE_CHECKING:
    import numpy as np

    from arena.tournament.ratings.rankings import Floats, Rankings

__all__ = ["POWER", "Resolution", "resolution_of"]

LEVEL, POWER = 0.95, 0.8
ERRORS = 100
"""How many independent errors are drawn, about: of each tournament one less than its entrants."""
LEAST, MOST = 10, 100
"""Tournaments that are drawn, whatever their size."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Resolution:
    """What a plan can resolve; all on the Elo scale, where 400 points are odds of 10 to 1."""

    games: int
    """Games that are rated: those of controls."""
    seeds: Mapping[str, float]
    """By entrant: on how many seeds it plays, those with more games counted for more."""
    standard_error: float | None
    """Of the difference between two entrants: root mean square over all pairs. None: nobody can be
    compared with anybody."""
    difference: float | None
    """The difference that is found with 80 % power, for a pair as most."""
    best: float | None
    """The same for the pair that the plan compares best."""
    worst: float | None
    """And worst, of those that can be compared."""
    widths: Mapping[str, float | None]
    """By entrant: the expected width of the 95 % interval of its rating. None: fewer than two
    seeds, or nobody to compare it with."""
    linked: bool
    """False: games do not link all entrants, so some can't be compared."""
    replicates: int
    """Tournaments that were drawn."""
    error: float
    """Relative standard error of all these, from drawing so few."""

    def data(self) -> dict[str, Any]:
        """Return it as plain JSON data."""
        return asdict(self)


def resolution_of(plan: Plan) -> Resolution:
    """Return what a plan can resolve; the same for the same plan. Needs numpy and scipy."""
    import numpy as np

    from arena.tournament.ratings.plackett_luce import ELO

    rows = rated_games(plan)
    names = sorted({entrant for row in rows for _, entrant in row.clockwise})
    seeds = _effective_seeds(rows)
    replicates = min(MOST, max(LEAST, ceil(ERRORS / max(1, len(names) - 1))))
    if not rows:
        return Resolution(
            games=0, seeds={}, standard_error=None, difference=None, best=None, worst=None,
            widths={}, linked=False, replicates=0, error=0.0,
        )  # fmt: skip
    pairs, own = _errors(plan, rows, replicates)
    comparable = pairs[np.triu_indices(len(names), 1)]
    comparable = comparable[np.isfinite(comparable)] * ELO
    typical = float(np.sqrt(np.mean(comparable**2))) if len(comparable) else None
    factor = _resolved()
    return Resolution(
        games=len(rows),
        seeds=seeds,
        standard_error=typical,
        difference=None if typical is None else factor * typical,
        best=float(comparable.min()) * factor if len(comparable) else None,
        worst=float(comparable.max()) * factor if len(comparable) else None,
        widths={name: _width(float(own[at]) * ELO, seeds[name]) for at, name in enumerate(names)},
        linked=len(comparable) == len(names) * (len(names) - 1) // 2,
        replicates=replicates,
        error=1 / sqrt(2 * replicates * max(1, len(names) - 1)),
    )


def rated_games(plan: Plan) -> tuple[PlannedGame, ...]:
    """Return the games that ratings are made of: those of controls."""
    controls = {key for key, each in plan.conditions.items() if each.arm == each.control}
    return tuple(row for row in plan.games if row.condition in controls)


def _effective_seeds(rows: tuple[PlannedGame, ...]) -> dict[str, float]:
    """Return (sum n)^2 / (sum n^2) by entrant, n being its games of each seed."""
    games: dict[str, Counter[str]] = {}
    for row in rows:
        for _, entrant in row.clockwise:
            games.setdefault(entrant, Counter())[row.seed] += 1
    return {
        name: counts.total() ** 2 / sum(each**2 for each in counts.values())
        for name, counts in sorted(games.items())
    }


def _errors(
    plan: Plan, rows: tuple[PlannedGame, ...], replicates: int
) -> tuple["Floats", "Floats"]:
    """Return standard errors of differences (k, k) and of ratings (k,), in log-odds.

    NaN where two can't be compared.
    """
    import numpy as np

    from arena.tournament.ratings.plackett_luce import fit

    chance = np.random.Generator(np.random.Philox(list(f"power {plan.seed}".encode())))
    variances, squares, expected = [], 0.0, 0.0
    for _ in range(replicates):
        found = fit(_drawn(plan, rows, chance))
        k = len(found.worth)
        covariance = found.covariance[:k, :k]
        variances.append(covariance)
        squares += float((found.worth**2).sum())
        expected += float(np.trace(covariance))
    scale = squares / expected if expected else 1.0
    mean = np.mean(variances, axis=0) * scale
    own = np.diag(mean).copy()
    pairs = np.sqrt(np.maximum(own[:, None] + own[None, :] - 2 * mean, 0.0))
    pool = np.full(len(own), -1)
    for at, members in enumerate(found.pools):
        pool[list(members)] = at if len(members) > 1 else -1 - len(own) - at
    apart = (pool[:, None] != pool[None, :]) | (pool[:, None] < 0)
    pairs[apart] = np.nan
    own[pool < 0] = np.nan
    return pairs, np.sqrt(own)


def _drawn(plan: Plan, rows: tuple[PlannedGame, ...], chance: "np.random.Generator") -> "Rankings":
    """Return the plan's games with final orders of equal players."""
    from arena.tournament.ratings.rankings import rankings_of

    return rankings_of(
        [
            [
                (entrant, float(place))
                for (_, entrant), place in zip(row.clockwise, order, strict=True)
            ]
            for row in rows
            for order in [chance.permutation(len(row.clockwise))]
        ],
        rulesets=[str(plan.conditions[row.condition].table["ruleset"]) for row in rows],
        seeds=[row.seed for row in rows],
    )


def _resolved() -> float:
    """Return how many standard errors a difference must be to be found so often: 2.80."""
    from scipy.special import ndtri  # type: ignore[import-untyped]

    return float(ndtri((1 + LEVEL) / 2) + ndtri(POWER))


def _width(error: float, seeds: float) -> float | None:
    """Return the expected width of an interval."""
    from scipy.special import stdtrit

    if isnan(error) or seeds <= 1 + 1e-9:
        return None
    return 2 * float(stdtrit(seeds - 1, (1 + LEVEL) / 2)) * error
