"""Figures that are written down, for what is said of them."""

from collections.abc import Mapping

from arena.lab.estimate import Estimate
from arena.lab.measures import MEASURES
from arena.lab.report.figures import Entrant, Figures

Bounds = tuple[float | None, float | None, float | None]
"""Value, low, high."""


def estimate(
    measure: str, entrant: str, bounds: Bounds, opportunities: int = 100, group: str = ""
) -> Estimate:
    """Return an estimate."""
    value, low, high = bounds
    return Estimate(
        measure=measure, entrant=entrant, value=value, low=low, high=high,
        opportunities=0 if bounds[0] is None else opportunities, clusters=20, group=group,
    )  # fmt: skip


def figures(
    given: Mapping[tuple[str, str], Bounds],
    *,
    opportunities: int = 100,
    parts: Mapping[tuple[str, str, str], Bounds] | None = None,
) -> Figures:
    """Return figures of these measures and entrants, all of them proven."""
    names = sorted({entrant for _, entrant in given})
    wanted = {measure for measure, _ in given}
    return Figures(
        games=20, left_out={},
        entrants=tuple(Entrant(name=each, games=20, place=2.0, points=5.0) for each in names),
        measures={name: each for name, each in MEASURES.items() if name in wanted},
        unproven=frozenset(), hidden=(),
        estimates={
            (measure, entrant, ""): estimate(measure, entrant, bounds, opportunities)
            for (measure, entrant), bounds in given.items()
        },
        parts={
            key: estimate(key[0], key[1], bounds, opportunities, key[2])
            for key, bounds in (parts or {}).items()
        },
        in_games=dict.fromkeys(given, 20), excluded=(), moments=(),
    )  # fmt: skip
