"""The report's section on ratings by stratum: rulesets, table sizes, epochs, people."""

from collections.abc import Mapping, Sequence

from arena.reporting.charts import Chart, intervals
from arena.reporting.view import NONE, Section, grid, number
from arena.text import escaped, plural
from arena.tournament.ratings.rows import Bounded, RatedEntrant, RatedGroup, Rating, Stratum
from arena.tournament.report.bounds import bars, bounds

PARTS = "Each part of the games is rated once more by itself, from its own games alone."
COMPARED = (
    "Entrants of one column may be compared. Each column has a scale of its own, on which 1500 is "
    "the mean of those rated in it, so of two columns only the order and the distances may be, "
    "and only where the same entrants are in both. A part of one seed has no intervals."
)
APART = (
    "Between epochs, other arms, or games with and without people not even these: another epoch "
    "is another game, and other company another field. Only anchors link them."
)


def strata_section(groups: Sequence[tuple[str, RatedGroup]]) -> Section | None:
    """Return the section with one rating a column; None: all games are of one stratum.

    `groups` have a label each, '' for a single one; the rating of all its games is first.
    """
    columns = [each for label, group in groups for each in _columns(label, group)]
    if len(columns) <= 1:
        return None
    names = list(dict.fromkeys((name for _, _, elo in columns for name in elo), ""))
    lines = [
        [name, *(_estimate(elo.get(name)) for _, _, elo in columns)]
        for name in names
    ]  # fmt: skip
    head = ["Entrant", *(f"{escaped(title)} ({games})" for title, games, _ in columns)]
    charts = [_chart(label, group) for label, group in groups if group.by_stratum]
    return Section(
        id="strata", title="Strata", said=(PARTS,), charts=tuple(charts),
        grids=(
            grid(
                "Worth on the scale of Elo, with 95 % intervals", head, lines,
                texts=range(len(head)),
            ),
        ),
        notes=(COMPARED, *([APART] if len(groups) > 1 else [])),
    )  # fmt: skip


def _columns(label: str, group: RatedGroup) -> list[tuple[str, str, Mapping[str, RatedEntrant]]]:
    """Return by column its title, its number of games, and the rated entrants by name."""
    parts = [
        (f"{label}, {_title(each)}" if label else _title(each), each.rating)
        for each in group.by_stratum
    ]
    return [
        (title, plural(rating.games, "game"), _elo(rating))
        for title, rating in ((label or "All", group.ratings.as_played), *parts)
    ]


def _title(stratum: Stratum) -> str:
    size = stratum.size
    return stratum.ruleset if size is None else f"{stratum.ruleset}, tables of {size}"


def _elo(rating: Rating) -> dict[str, RatedEntrant]:
    return {each.entrant: each for each in rating.entrants}


def _estimate(of: Bounded | None) -> str:
    if of is None:
        return NONE
    known = bounds(of)
    return number(of.elo.value) if known == NONE else f"{number(of.elo.value)} ({known})"


def _chart(label: str, group: RatedGroup) -> Chart:
    sized = {each.ruleset for each in group.by_stratum if each.size is not None}
    parts = [
        (_title(each), _elo(each.rating))
        for each in group.by_stratum
        if each.size is not None or each.ruleset not in sized
    ]
    names = [each.entrant for each in group.ratings.as_played.entrants]
    rows = bars([
        (name, elo[name], title) for name in names for title, elo in parts if name in elo
    ])  # fmt: skip
    of = f" of {label}" if label else ""
    said = f"Worth{of} in each stratum by itself, with 95 % intervals: {', '.join(dict(parts))}."
    return intervals(rows, "Worth, Elo scale", said)
