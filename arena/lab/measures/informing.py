"""Informativeness: how much reports by seats that have looked reveal about where zombies come.

Each location of each report of a whole roll is a pair: whether a die was said to show it, and
whether one does. The measure is the normalised mutual information of all pairs, I(said; true) /
H(true), as a plug-in estimate: per location it is nearly unbiased, for whole rolls it is not
(metrics.md V13). The interval is a jackknife over games (Efron & Stein 1981) with Student's t.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from math import isfinite, isnan, nan, sqrt

import numpy as np

from arena.lab.arrays import Floats, add, numbers, row, student, sum_of, sums_along
from arena.lab.estimate import Estimate, Sums, new_estimate
from arena.lab.game import Game, Report
from arena.lab.intervals import LEVEL, Interval, around
from arena.lab.measure import Measure, Opportunity, of_message

PAIRS = {f"said {said}, true {true}": (said, true) for said in (0, 1) for true in (0, 1)}
SPACE = 1e-12
"""Entropies below this count as 0."""


def informs(game: Game) -> Iterator[Opportunity]:
    """Yield each location of each report of a whole roll: 1 if it is right."""
    for report in game.reports:
        if not report.saw:
            continue
        told = _told(report)
        if told is None:
            yield of_message(report.message, None, "tells no whole roll")
            continue
        for place in game.vocabulary.locations:
            said, true = int(told.get(place, 0) > 0), int(place in report.dice)
            group = f"said {said}, true {true}"
            yield of_message(report.message, said == true, group=group)


def _told(report: Report) -> Mapping[int, int] | None:
    """Return the number of dice said to show each location; None if incomplete or contradictory."""
    told = [each.made.said for each in report.claims if not each.made.said.negated]
    rolls = [Counter(each.dice or ()) for each in told if each.kind == "dice"]
    exact = [each for each in told if each.kind == "zombies" and each.relation == "="]
    numbers = {each.location or 0: each.count or 0 for each in exact}
    found = rolls[0] if rolls else Counter(numbers)
    same = all(each == found for each in rolls)
    if not same or any(found[each.location or 0] != each.count for each in exact):
        return None
    return found if rolls or found.total() == len(report.dice) else None


def nmi(pairs: Floats) -> float:
    """Return I(said; true) / H(true) of a table `[said, true]`; NaN if H(true) is 0."""
    total = sum_of(pairs)
    if not total:
        return nan
    joint = pairs / total
    of_said, of_true = _entropy(sums_along(joint, 1)), _entropy(sums_along(joint, 0))
    if of_true < SPACE:
        return nan
    return max(0.0, of_said + of_true - _entropy(joint.ravel())) / of_true


def _entropy(shares: Floats) -> float:
    some = shares[shares > 0]
    logarithms: Floats = np.log2(some)
    return -sum_of(some * logarithms)


def jackknifed(games: Floats) -> Interval:
    """Return the information in tables `[game, said, true]` with its interval by games."""
    whole, count = sums_along(games, 0), len(games)
    value = nmi(whole)
    left_out = numbers([nmi(whole - row(games, at)) for at in range(count)])
    if count < 2 or not isfinite(sum_of(left_out)):  # noqa: PLR2004 - games
        return Interval(value, nan, nan)
    spread = sum_of((left_out - sum_of(left_out) / count) ** 2) * (count - 1) / count
    reach = student((1 + LEVEL) / 2, count - 1) * sqrt(spread)
    _, low, high = around(value, reach)
    return Interval(value, _within(low), _within(high))


def _within(bound: float) -> float:
    """Clip a bound to the range from 0 to 1; NaN stays."""
    return bound if isnan(bound) else min(1.0, max(0.0, bound))


def estimated(measure: Measure, found: Sums) -> Sequence[Estimate]:
    """Return the informativeness of each entrant's reports."""
    told = []
    for name, own in found.items():
        line = {each: at for at, each in enumerate(dict.fromkeys((one.cluster for one in own), ""))}
        pairs = np.zeros((len(line), 2, 2))
        for each in own:
            said, true = PAIRS[each.group]
            add(pairs, (line[each.cluster], said, true), each.opportunities)
        told.append(new_estimate(measure.id, name, jackknifed(pairs), own))
    return told
