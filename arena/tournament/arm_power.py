"""Computes the smallest effect of each arm that a plan can detect, by simulation.

An effect is the difference in points a game to the arm's control. For each seed the means of the
arm, its control and its null arm are drawn. What a seed gives to all three cancels, so only the
difference between runs of the same games is drawn, as normal. The three are tested as in the
report, by permutation within seeds, and an effect is detected if p is at most 0.05. That is one
test: the report also corrects for multiple tests, which takes a larger effect.

The noise is that of the null arm, where it has been played; else that of two runs of house bots,
one without talk (`house_games.json`). Beyond `SIMULATED` seeds effects shrink with the square root
of their number.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import sqrt
from statistics import fmean, stdev

import numpy as np

from arena.tournament.arms import null_of
from arena.tournament.assumed import measured
from arena.tournament.game_result import GameResult
from arena.tournament.plan import Plan
from arena.tournament.ratings.arms import permutation_p
from arena.tournament.ratings.bootstrap import generator

LEVEL, POWER = 0.05, 0.8
EXPERIMENTS, SHUFFLES = 400, 499
SIMULATED = 40
"""The largest number of seeds in a simulated experiment."""
FEWEST = 8
"""The smallest number of a null arm's seeds from which noise is estimated."""
STEPS = 10
"""Bisection steps between no effect and `LARGEST`."""
Noise = tuple[float, float]
"""Standard deviations, over seeds, of the difference in mean points between two runs: of one
entrant, and of all entrants together."""
LARGEST = 8.0
"""Largest effect that is tried, in standard deviations."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ArmPower:
    """The smallest effects of an arm that are detected with 80 % power, in points a game."""

    arm: str
    control: str
    seeds: int
    """Number of seeds that are played under the arm."""
    one: float | None
    """For one entrant, chosen beforehand: the mean over entrants. None: too few seeds to detect any
    effect."""
    all: float | None
    """For all entrants together. None: as for `one`."""
    measured: bool
    """True: the noise is that of the null arm's games; False: that of house bots."""


def arm_powers(plan: Plan, games: Sequence[GameResult] = ()) -> tuple[ArmPower, ...]:
    """Return the smallest detectable effects of each arm but null arms, in the order of the plan.

    `games` are those already played; those of null arms give the noise.
    """
    arms = {each.arm: each.control for each in plan.conditions.values()}
    found = []
    for arm, control in arms.items():
        if arm in {control, null_of(control)}:
            continue
        by_entrant = _seeds(plan, arm)
        seeds = len(set[str]().union(*by_entrant.values()))
        played = _of_null(games, control)
        of_one, of_all = played or _of_house_bots(plan, arm)
        own = [smallest_effect(len(each)) for each in by_entrant.values()]
        together = smallest_effect(seeds)
        found.append(ArmPower(
            arm=arm, control=control, seeds=seeds,
            one=None if None in own else fmean(each or 0.0 for each in own) * of_one,
            all=None if together is None else together * of_all,
            measured=played is not None,
        ))  # fmt: skip
    return tuple(found)


def _seeds(plan: Plan, arm: str) -> dict[str, set[str]]:
    """Return the seeds that each entrant plays under an arm."""
    seeds = defaultdict[str, set[str]](set)
    for row in plan.games:
        if plan.conditions[row.condition].arm == arm:
            for entrant in row.entrants:
                seeds[entrant].add(row.seed)
    return seeds


def _of_house_bots(plan: Plan, arm: str) -> Noise:
    """Return the root mean square noise of house bots at tables like those of an arm."""
    rows = [
        measured(plan.conditions[row.condition].ruleset, row.size)
        for row in plan.games
        if plan.conditions[row.condition].arm == arm
    ]
    one, all_ = (fmean(row["one"] ** 2 for row in rows), fmean(row["all"] ** 2 for row in rows))
    return sqrt(one), sqrt(all_)


def _of_null(games: Sequence[GameResult], control: str) -> Noise | None:
    """Return the noise measured on a control's null arm; None: too few seeds, or no such games.

    A null arm of bots repeats the control's games exactly, so it has no noise and says nothing of
    an arm that changes them: None too.
    """
    gaps: dict[str, dict[str | None, list[float]]] = defaultdict(lambda: defaultdict(list))
    before = {_pairing(each): each for each in games if each.rated and each.arm == control}
    for game in games:
        if not game.rated or game.arm != null_of(control) or _pairing(game) not in before:
            continue
        for here, there in zip(game.seats, before[_pairing(game)].seats, strict=True):
            for name in (None, here.entrant):
                gaps[game.seed][name].append(here.points - there.points)
    means = defaultdict[str | None, list[float]](list)
    for seed in gaps.values():
        for name, each in seed.items():
            means[name].append(fmean(each))
    enough = {name: stdev(each) for name, each in means.items() if len(each) >= FEWEST}
    if None not in enough or len(enough) == 1 or max(enough.values()) == 0:
        return None
    return fmean(enough[name] for name in enough if name), enough[None]


def _pairing(game: GameResult) -> tuple[str, str, str, tuple[str, ...]]:
    return game.seed, game.ruleset, game.epoch, tuple(seat.entrant for seat in game.seats)


@cache
def smallest_effect(seeds: int) -> float | None:
    """Return the smallest effect that is detected with 80 % power on this number of seeds.

    Its unit is the standard deviation of the difference between two runs under one seed. None: no
    effect up to `LARGEST` is detected so often.
    """
    drawn = min(seeds, SIMULATED)
    noise = generator("arms", f"{drawn}").normal(size=(3, drawn, EXPERIMENTS)) / sqrt(2)
    counts, first = np.ones((drawn, EXPERIMENTS)), np.array([1.0, 0.0, 0.0])[:, None, None]

    def found(effect: float) -> bool:
        chances = permutation_p(noise + effect * first, counts, seed="arms", shuffles=SHUFFLES)
        return float((chances <= LEVEL).mean()) >= POWER

    low, high = 0.0, LARGEST
    if drawn == 0 or not found(high):
        return None
    for _ in range(STEPS):
        middle = (low + high) / 2
        low, high = (low, middle) if found(middle) else (middle, high)
    return high * sqrt(drawn / seeds)
