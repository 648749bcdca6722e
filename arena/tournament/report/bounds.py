"""Formats and draws intervals that games bound from one side only."""

from collections.abc import Sequence

from arena.reporting.charts import Interval
from arena.reporting.view import NONE, span
from arena.tournament.ratings.rows import Bounded, Estimate

OPEN = "open"
"""Shown where no game bounds a figure from either side."""
EDGE = "A bar that ends at the edge is open there: no game bounds it from that side."
MARGIN = 0.08
"""Margin of a chart with an open bar, relative to the range of known values."""
LEAST = 1.0
"""Smallest range for this margin."""


def bounds(of: Bounded) -> str:
    """Return `1,440 to 1,550`, the only bound, or `open`."""
    if of.elo.low is None and of.elo.high is None:
        return OPEN if of.separated == "both" else NONE
    return span(of.elo.low, of.elo.high)


def bar(name: str, of: Estimate) -> Interval:
    """Return a row of a chart for an interval with both ends, or none."""
    return Interval(name=name, middle=of.value, low=of.low, high=of.high)


def bars(rows: Sequence[tuple[str, Bounded, str]]) -> list[Interval]:
    """Return rows of a chart from names, figures and series; open bars end at its edge."""
    known = [
        each for _, of, _ in rows for each in (of.elo.value, of.elo.low, of.elo.high)
        if each is not None
    ]  # fmt: skip
    least, most = min(known, default=0.0), max(known, default=0.0)
    margin = MARGIN * max(most - least, LEAST)
    return [
        Interval(
            name=name, middle=of.elo.value, series=series,
            low=least - margin if of.separated in {"below", "both"} else of.elo.low,
            high=most + margin if of.separated in {"above", "both"} else of.elo.high,
        )
        for name, of, series in rows
    ]  # fmt: skip
