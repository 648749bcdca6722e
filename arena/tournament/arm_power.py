"""The smallest effect of each arm that a plan will find, by simulation of the arms' own test.

An effect is how many points a game entrants get more than under the arm's control. Drawn are, seed
by seed, the means of an arm, its control and its null arm. What a seed gives to all three cancels,
so only what differs between runs of the same games is drawn, as normal. The three are tested as the
report tests them, by permutation within seeds, and an effect is found if p is at most 0.05. That is
one test: the report also corrects for all that it makes, and then it takes a larger effect.

The noise is that of the null arm, where it has been played; else that of two runs of house bots,
one without talk (`house_games.json`). Beyond `SIMULATED` seeds effects shrink with their root.
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
"""Seeds of a drawn experiment at most."""
FEWEST = 8
"""Seeds of a null arm from which its noise is taken."""
STEPS = 10
"""Of bisection, between no effect and `LARGEST`."""
Noise = tuple[float, float]
"""Standard deviations, from seed to seed, of how far two runs' mean points are apart: of one
entrant, and of all together."""
LARGEST = 8.0
"""Standard deviations: an effect that is not found here is never found."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ArmPower:
    """The smallest effects of an arm that are found with 80 % power: points a game."""

    arm: str
    control: str
    seeds: int
    """Seeds that are played under it."""
    one: float | None
    """Of one entrant, chosen beforehand: the mean over entrants. None: so few seeds show nothing,
    however large it is."""
    all: float | None
    """Of all entrants together."""
    measured: bool
    """True: the noise is that of the null arm's games; false: that of house bots."""


def arm_powers(plan: Plan, games: Sequence[GameResult] = ()) -> tuple[ArmPower, ...]:
    """Return what is found of each arm but null ones, in the order of the plan.

    `games` were played already: those of null arms show the noise.
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
    """Return by entrant the seeds that it plays under an arm."""
    seeds = defaultdict[str, set[str]](set)
    for row in plan.games:
        if plan.conditions[row.condition].arm == arm:
            for entrant in row.entrants:
                seeds[entrant].add(row.seed)
    return seeds


def _of_house_bots(plan: Plan, arm: str) -> Noise:
    """Return the noise of house bots at tables like those of an arm, root mean square."""
    rows = [
        measured(plan.conditions[row.condition].ruleset, row.size)
        for row in plan.games
        if plan.conditions[row.condition].arm == arm
    ]
    one, all_ = (fmean(row["one"] ** 2 for row in rows), fmean(row["all"] ** 2 for row in rows))
    return sqrt(one), sqrt(all_)


def _of_null(games: Sequence[GameResult], control: str) -> Noise | None:
    """Return the noise of a null arm that was played; None: on too few seeds, or it has none.

    Bots repeat the control's games to the letter: that says nothing of an arm that changes them.
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
    """Return the effect that is found with 80 % power on so many seeds.

    Its unit is the standard deviation of the difference between two runs under one seed. None:
    however large it is, it is not found so often.
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
