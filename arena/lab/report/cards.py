"""Builds an entrant's card: what it said, kept and offered, and its voting, each with its n."""

from dataclasses import dataclass

from arena.lab.estimate import Estimate
from arena.lab.measure import Measure
from arena.lab.report.figures import Entrant, Figures
from arena.lab.report.played import Links
from arena.lab.report.wording import (
    chances,
    figure,
    interval,
    is_few,
    label,
    times,
)
from arena.reporting.view import NONE, number
from arena.text import escaped

PARTS = (
    ("What it said of the dice", ("lie", "withholding", "bluff")),
    ("Whether it kept its word", ("promise", "temptation", "deal", "deals_delivered")),
    ("What it offered", ("offers_per_floor", "deal_rate")),
    ("With whom it stood", ("alignment", "betrayal", "power")),
)
"""Titles with the measures under them."""
NO_INTERVAL = "no interval"


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One figure of a card."""

    label: str
    value: str
    interval: str
    chances: str
    """Numbers of opportunities and games, in words."""
    none: bool
    """Whether there is no value."""
    few: bool
    unproven: bool
    bar: Estimate | None
    """The interval drawn as a bar from 0 to 1; None: no bar."""
    href: str
    """Link to a moment that was counted."""
    about: str
    """Link to the section on how it was counted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """The figures of one entrant, in titled parts."""

    name: str
    said: str
    parts: tuple[tuple[str, tuple[Line, ...]], ...]


def cards_of(figures: Figures, links: Links) -> list[Card]:
    """Return one card per entrant, with the measures that are shown."""
    return [_card(figures, each, links) for each in figures.entrants]


def _card(figures: Figures, entrant: Entrant, links: Links) -> Card:
    parts = []
    for title, ids in PARTS:
        lines = tuple(
            _line(figures, figures.measures[each], entrant.name, links)
            for each in ids
            if each in figures.measures
        )
        if lines:
            parts.append((title, lines))
    return Card(
        name=escaped(entrant.name),
        said=(
            f"{times(entrant.games, 'game')}, mean place {number(entrant.place, 2)}, "
            f"{number(entrant.points, 1)} points"
        ),
        parts=tuple(parts),
    )


def _line(figures: Figures, measure: Measure, name: str, links: Links) -> Line:
    of = figures.of(measure.id, name)
    games = times(figures.in_games.get((measure.id, name), 0), "game")
    return Line(
        label=label(measure), value=figure(figures, measure, name),
        interval=interval(measure, of).replace(NONE, NO_INTERVAL),
        chances=f"{chances(measure, of)} in {games}", none=of is None or of.value is None,
        few=is_few(measure, of), unproven=measure.id in figures.unproven,
        bar=of if of and measure.shape == "share" and of.low is not None else None,
        href=links.counted(figures, measure.id, name), about=f"#about-{measure.id}",
    )  # fmt: skip
