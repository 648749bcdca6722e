"""Informativeness: how much the reports of who had looked tell of whether zombies come.

For each report that tells a whole roll, each location is a pair: whether a die was said to show
it, and whether one does. Normalised mutual information of all pairs is I(said; true) / H(true), in
plug-in: per location it is nearly unbiased, which for whole rolls it is not (metrics.md V13). The
interval is the jackknife's over games (Efron & Stein 1981), with Student's t.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from arena.lab.estimate import Estimate, made
from arena.lab.game import Game, Report
from arena.lab.intervals import LEVEL, Floats, Interval, around
from arena.lab.measure import Measure, Opportunity
from arena.lab.sums import Sums

__all__ = ["MEASURES", "informs", "jackknifed", "nmi"]

PAIRS = {f"said {said}, true {true}": (said, true) for said in (0, 1) for true in (0, 1)}
SPACE = 1e-12
"""Entropy below which nothing is uncertain."""


def informs(game: Game) -> Iterator[Opportunity]:
    """Yield each location of each report of a whole roll: 1 where it was told right."""
    for report in game.reports:
        if not report.saw:
            continue
        message, told = report.message, _told(report)
        if told is None:
            yield Opportunity(
                round=message.round, at=message.at, actor=message.speaker, others=message.hearers,
                outcome=None, excluded="tells no whole roll",
            )  # fmt: skip
            continue
        for place in game.vocabulary.locations:
            said, true = int(told.get(place, 0) > 0), int(place in report.dice)
            yield Opportunity(
                round=message.round, at=message.at, actor=message.speaker, others=message.hearers,
                outcome=float(said == true), group=f"said {said}, true {true}",
            )  # fmt: skip


def _told(report: Report) -> Mapping[int, int] | None:
    """Return how many dice were said to show each location; None: not all of them, or two ways."""
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
    """Return I(said; true) / H(true) of a table `[said, true]`; NaN where all are alike."""
    total = pairs.sum()
    if not total:
        return float("nan")
    joint = pairs / total
    of_said, of_true = _entropy(joint.sum(1)), _entropy(joint.sum(0))
    if of_true < SPACE:
        return float("nan")
    return float(max(0.0, of_said + of_true - _entropy(joint.ravel())) / of_true)


def _entropy(shares: Floats) -> float:
    some = shares[shares > 0]
    return float(-(some * np.log2(some)).sum())


def jackknifed(games: Floats) -> Interval:
    """Return the information of tables `[game, said, true]` with its interval by games."""
    whole, count = games.sum(0), len(games)
    value = nmi(whole)
    left_out = np.array([nmi(whole - each) for each in games])
    if count < 2 or not np.isfinite(left_out).all():  # noqa: PLR2004 - games
        return Interval(value, np.nan, np.nan)
    from scipy.special import stdtrit  # type: ignore[import-untyped]

    spread = float(((left_out - left_out.mean()) ** 2).sum()) * (count - 1) / count
    reach = float(stdtrit(count - 1, (1 + LEVEL) / 2)) * spread**0.5
    _, low, high = around(value, reach)
    return Interval(value, float(np.clip(low, 0, 1)), float(np.clip(high, 0, 1)))


def estimated(measure: Measure, found: Sums) -> Sequence[Estimate]:
    """Return the information of each entrant's reports."""
    told = []
    for name, own in found.items():
        line = {each: at for at, each in enumerate(dict.fromkeys(one.cluster for one in own))}
        pairs = np.zeros((len(line), 2, 2))
        for each in own:
            pairs[(line[each.cluster], *PAIRS[each.group])] += each.opportunities
        told.append(made(measure.id, name, jackknifed(pairs), own))
    return told


MEASURES = (
    Measure(
        id="informativeness", number=7, name="Informativeness (normalised mutual information)",
        definition=(
            "Mutual information of whether a report of a whole roll by who had looked says that "
            "a die shows a location, and whether one does, all locations together, by the entropy "
            "of the latter: 0, reports tell nothing; 1, all. A sure reversal tells all, too."
        ),
        unit="share of the entropy", rung=1,
        needs=(
            "All rulesets, where the table talks while the dice lie under the box, for who has "
            "looked."
        ),
        source="Over-communication: Cai & Wang 2006; LLM senders: 2606.01456.", proof="dice",
        counted=informs, least=60, estimate=estimated,
    ),
)  # fmt: skip
