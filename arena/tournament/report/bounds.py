"""Intervals that games bound from one side only: how they are said and drawn."""

from collections.abc import Mapping, Sequence
from typing import Any

from arena.reporting.charts import Interval
from arena.reporting.view import NONE, span

__all__ = ["EDGE", "OPEN", "bars", "bounds", "estimate"]

Json = Mapping[str, Any]
OPEN = "open"
"""Stands where no game bounds a figure from either side."""
EDGE = "A bar that ends at the edge is open there: no game bounds it from that side."
MARGIN = 0.08
"""How much wider than all that is known a chart is where a bar is open, as a share."""
LEAST = 1.0
"""What is known at least."""


def estimate(row: Json, key: str = "elo") -> Json:
    """Return a row's estimate with the side from which no game bounds it."""
    return {**row[key], "separated": row.get("separated")}


def bounds(of: Json, digits: int = 0) -> str:
    """Return `1,440 to 1,550`, the bound that there is, or `open`."""
    if of["low"] is None and of["high"] is None:
        return OPEN if of.get("separated") == "both" else NONE
    return span(of["low"], of["high"], digits)


def bars(rows: Sequence[tuple[str, Json, str]]) -> list[Interval]:
    """Return rows of a chart from names, estimates and series; what is open ends at its edge."""
    known = [
        of[key] for _, of, _ in rows for key in ("value", "low", "high") if of[key] is not None
    ]
    least, most = min(known, default=0.0), max(known, default=0.0)
    margin = MARGIN * max(most - least, LEAST)
    return [
        Interval(
            name=name, middle=of["value"], series=series,
            low=least - margin if of.get("separated") in {"below", "both"} else of["low"],
            high=most + margin if of.get("separated") in {"above", "both"} else of["high"],
        )
        for name, of, series in rows
    ]  # fmt: skip
