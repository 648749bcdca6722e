"""Computes the loss of a plan with incomplete balanced rounds, or with unlinked entrants.

The loss in resolution follows from the Fisher information of equal entrants, in the model that
ratings fit: in a game any two seats count alike, and each has an effect of its own.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np

from arena.tournament.balance import balance_of, spreads_of
from arena.tournament.extend import config_from, extended
from arena.tournament.links import components_of, fewest_games
from arena.tournament.plan import Plan, PlannedGame
from arena.tournament.power import rated_games
from arena.tournament.ratings.rankings import Floats
from arena.tournament.schedule import Stratum, distinct


@dataclass(frozen=True, slots=True, kw_only=True)
class Lost:
    """Ranges of counts of one ruleset and table size, now and after completed rounds.

    Each is the largest count less the smallest.
    """

    ruleset: str
    size: int
    games: int
    """Games of an entrant."""
    games_complete: int
    seats: int
    """Games of an entrant in one seat."""
    seats_complete: int
    meetings: int
    """Games in which two entrants meet."""
    meetings_complete: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Shortfall:
    """The loss of a plan against complete balanced rounds."""

    games: int
    complete: int
    """Number of games once the incomplete round is completed; `games` if there is none."""
    asked: int
    """Number of games that were asked for; with several arms slightly fewer are planned."""
    components: tuple[tuple[str, ...], ...]
    """Groups of entrants that no games link; empty where all are linked."""
    linking: int
    """Smallest number of games, over all arms, that links all entrants."""
    tables: tuple[Lost, ...]
    """Empty where all rounds are complete."""
    seeds: int
    split: int
    """Number of seeds without complete duplicates."""
    larger: float | None
    """Factor by which a detectable difference is larger than with complete rounds, at least, in the
    limit of many games; None: not all are linked, or rounds are complete."""
    confounded: bool
    """True: all entrants are linked, but the games can't separate entrants from seats."""
    fewer: float
    """The part of that factor due to the number of games alone."""


def shortfall_of(plan: Plan) -> Shortfall | None:
    """Return the loss of a plan; None: its rounds are complete and link all. Needs numpy."""
    rows = rated_games(plan)
    names = tuple(plan.entrants)
    if plan.pool is not None:
        playing = {name for row in rows for name in row.entrants}
        names = tuple(name for name in names if name in playing)
    components = components_of(names, (row.entrants for row in rows))
    is_begun = plan.games_asked is not None
    if len(components) == 1 and not is_begun:
        return None
    whole = extended(plan, config_from(plan, replicates=1)) if is_begun else plan
    audit = balance_of(plan)
    is_compared = is_begun and len(components) == 1 and len(names) > 1
    now = _vagueness(names, rows) if is_compared else None
    then = _vagueness(names, rated_games(whole)) if is_compared else None
    arms = len(plan.games) // max(1, len({(row.seed, row.clockwise) for row in plan.games}))
    return Shortfall(
        games=len(plan.games), complete=len(whole.games),
        asked=len(plan.games) if plan.games_asked is None else plan.games_asked,
        components=components if len(components) > 1 else (),
        linking=arms * fewest_games(len(names), max(row.size for row in plan.games)),
        tables=tuple(_lost(plan, whole, names)) if is_begun else (),
        seeds=audit.seeds, split=audit.split,
        larger=now / then if now and then else None, confounded=is_compared and now is None,
        fewer=sqrt(len(whole.games) / len(plan.games)),
    )  # fmt: skip


def _lost(plan: Plan, whole: Plan, names: Sequence[str]) -> Iterator[Lost]:
    """Yield the ranges of counts under one arm, by ruleset and table size; all arms are alike."""
    now = _by_table(plan)
    for key, complete in _by_table(whole).items():
        here, then = (
            {each.what: each.apart for each in spreads_of(plan, names, key.size, rows)}
            for rows in (now.get(key, []), complete)
        )
        yield Lost(
            ruleset=key.ruleset, size=key.size,
            games=here["appearances"], games_complete=then["appearances"],
            seats=here["seats"], seats_complete=then["seats"],
            meetings=here.get("pairs", 0), meetings_complete=then.get("pairs", 0),
        )  # fmt: skip


def _by_table(plan: Plan) -> dict[Stratum, list[tuple[str, ...]]]:
    """Return the entrants of each game clockwise, one game for all arms, by stratum."""
    found: dict[Stratum, list[tuple[str, ...]]] = {}
    for stratum, row in distinct(plan):
        found.setdefault(stratum, []).append(row.entrants)
    return found


def _vagueness(names: Sequence[str], rows: Sequence[PlannedGame]) -> float | None:
    """Return the standard error of a difference in log-odds: root mean square over all pairs.

    None: there are no two entrants to compare, or the games can't separate entrants from seats.
    """
    information = _information(names, rows)
    count, width = len(names), len(information)
    tables = len({(row.condition, row.size) for row in rows})
    free = (
        width - 1 - tables
    )  # less one constant of entrants, and one of seats for each kind of table
    if count < 2 or np.linalg.matrix_rank(information, hermitian=True) < free:  # noqa: PLR2004
        return None
    covariance = np.linalg.pinv(information, hermitian=True)[:count, :count]
    own = np.diag(covariance)
    squares = own[:, None] + own[None, :] - 2 * covariance
    return float(np.sqrt(squares[np.triu_indices(count, 1)].mean()))


def _information(names: Sequence[str], rows: Sequence[PlannedGame]) -> Floats:
    """Return the Fisher information of final orders among equals: entrants first, then seats.

    Of each choice among m seats it is the covariance of who is chosen; any two of n seats are among
    the m with a probability of m (m - 1) / (n (n - 1)).
    """
    offsets: dict[tuple[str, int], int] = {}
    width = len(names)
    for row in rows:
        if (row.condition, row.size) not in offsets:
            offsets[row.condition, row.size] = width
            width += row.size
    number = {name: at for at, name in enumerate(names)}
    found = np.zeros((width, width))
    for row in rows:
        weight = sum((m - 1) / m for m in range(2, row.size + 1)) / (row.size * (row.size - 1))
        first = offsets[row.condition, row.size]
        features = np.zeros((row.size, width))
        for at, name in enumerate(row.entrants):
            features[at, number[name]] += 1
            features[at, first + at] += 1
        centred = features - features.mean(axis=0)
        found += weight * row.size * centred.T @ centred
    return found
