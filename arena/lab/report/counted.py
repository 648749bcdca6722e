"""Explains how each measure was counted: definition, proof, exclusions, groups, example moments."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from arena.lab.measure import Measure
from arena.lab.proofs.proof import Kept
from arena.lab.report.figures import Figures
from arena.lab.report.played import Links
from arena.lab.report.wording import chances, interval, label, shown
from arena.reporting.view import Cell, Grid, cell, count, grid, number
from arena.text import escaped

RUNGS = {
    0: "0, events of the game: dice, looks, votes, moves, cards",
    1: "1, claims that their speaker tagged, and that the engine judged",
    2: "2, claims that a model took from the words, judged by the engine",
    3: "3, a judge's opinion",
}
"""Sources of labels, from the most certain to the least."""
UNPROVEN = "none that passed: read this figure with doubt"


@dataclass(frozen=True, slots=True, kw_only=True)
class Counted:
    """The explanation of one measure."""

    id: str
    name: str
    """The name on the first page."""
    unproven: bool
    facts: tuple[tuple[str, str], ...]
    """Label and text of each fact."""
    grids: tuple[Grid, ...]


def counted_of(figures: Figures, links: Links, proofs: Sequence[Kept]) -> list[Counted]:
    """Return the explanation of each measure that is shown; `proofs` are the stored results."""
    return [
        Counted(
            id=each.id, name=label(each), unproven=each.id in figures.unproven,
            facts=_facts(each, unproven=each.id in figures.unproven),
            grids=tuple(
                one for one in (
                    _proof(each, proofs), _groups(figures, each), _excluded(figures, each),
                    _moments(figures, each, links),
                ) if one.rows
            ),
        )
        for each in figures.measures.values()
    ]  # fmt: skip


def _facts(measure: Measure, *, unproven: bool) -> tuple[tuple[str, str], ...]:
    return (
        *([("In the field", measure.name)] if label(measure) != measure.name else []),
        ("Definition", _plain(measure.definition)),
        ("Unit", measure.unit),
        ("Label", f"Rung {RUNGS[measure.rung]}"),
        ("Has opportunities", _plain(measure.needs)),
        ("Smallest n", f"{measure.least}; fewer are marked as few"),
        ("Proof", UNPROVEN if unproven else f"planted truth “{measure.proof}”"),
        ("Source", _plain(measure.source)),
        ("In the tables", f"opportunities WHERE measure = '{measure.id}'"),
    )


def _plain(text: str) -> str:
    """Return a text of the catalogue without backticks."""
    return text.replace("`", "")


def _proof(measure: Measure, proofs: Sequence[Kept]) -> Grid:
    rows: list[list[Cell | str | None]] = [
        [
            f"{each['entrant']}{each['group'] and ', ' + each['group']}", each["proof"],
            each["family"],
            cell(number(each["planted"], 3), by=each["planted"]),
            cell(number(each["found"], 3), by=each["found"]),
            f"{count(each['held'])} of {count(each['replicates'])}",
            Cell(
                text="passed" if each["passed"] else "failed",
                mark="good" if each["passed"] else "bad",
            ),
        ]
        for each in proofs if each["measure"] == measure.id
    ]  # fmt: skip
    head = "Planted bot|Proof|Family|Planted|Found|Held|"
    caption = "Planted truth: in how many replicates the interval held it"
    return grid(caption, head, rows, texts=(0, 1, 2, 6))


def _groups(figures: Figures, measure: Measure) -> Grid:
    """Return the table of a measure's groups: its own estimates, or rates of its opportunities."""
    own = figures.groups(measure.id)
    source = figures.estimates if own else figures.parts
    rows: list[list[Cell | str | None]] = []
    for entrant in figures.entrants:
        for group in own or figures.parts_of(measure.id):
            of = source.get((measure.id, entrant.name, group))
            if of is None or not of.opportunities:
                continue
            is_rate = not own and measure.shape in {"difference", "excess"}
            rows.append([
                cell(entrant.name), group,
                cell(number(of.value, 2) if is_rate else shown(measure, of), by=of.value),
                cell("" if is_rate else interval(measure, of), by=of.low),
                cell(chances(measure, of), by=of.opportunities),
            ])  # fmt: skip
    head = "Entrant|Group|Figure|95 % interval|n"
    return grid("By group", head, rows, texts=(0, 1), sortable=True)


def _excluded(figures: Figures, measure: Measure) -> Grid:
    names = [each.name for each in figures.entrants]
    found: dict[str, dict[str, int]] = {}
    for each in figures.excluded:
        if each.measure == measure.id:
            found.setdefault(each.why, {})[each.entrant] = each.times
    rows: list[list[Cell | str | None]] = [
        [why, *(cell(count(by.get(name, 0)), by=by.get(name, 0)) for name in names)]
        for why, by in sorted(found.items(), key=_by_times)
    ]
    head = ["Why", *(escaped(name) for name in names)]
    return grid("Moments that did not count, by reason and entrant", head, rows)


def _by_times(reason: tuple[str, Mapping[str, int]]) -> int:
    """Sort key of exclusion reasons: the most frequent first."""
    return -sum(reason[1].values())


def _moments(figures: Figures, measure: Measure, links: Links) -> Grid:
    rows: list[list[Cell | str | None]] = [
        [
            cell(each.entrant), f"{each.actor}{_towards(each.others)}",
            cell(
                f"{each.game}, round {each.round}",
                href=links.moment(each.game, each.at),
            ),
            cell(number(each.outcome, 2).removesuffix(".00"), by=each.outcome),
        ]
        for each in figures.moments if each.measure == measure.id
    ]  # fmt: skip
    head = "Entrant|Seat, and others concerned|Moment|Outcome"
    return grid(
        "Some moments, those first that came out the rarer way",
        head,
        rows,
        texts=(0, 1, 2),
        sortable=True,
    )


def _towards(others: Sequence[str]) -> str:
    return f" ({', '.join(others)})" if others else ""


def figures_grid(figures: Figures, links: Links) -> Grid:
    """Return the table of all figures, one row per measure and entrant."""
    rows: list[list[Cell | str | None]] = []
    for measure in figures.measures.values():
        if figures.groups(measure.id) and not any(
            figures.of(measure.id, each.name) for each in figures.entrants
        ):
            continue
        for entrant in figures.entrants:
            of = figures.of(measure.id, entrant.name)
            games = figures.in_games.get((measure.id, entrant.name), 0)
            href = links.counted(figures, measure.id, entrant.name)
            rows.append([
                label(measure), cell(entrant.name),
                cell(shown(measure, of), by=None if of is None else of.value),
                cell(interval(measure, of), by=None if of is None else of.low),
                cell(chances(measure, of), by=0 if of is None else of.opportunities),
                cell(count(games), by=games),
                cell("a moment", href=href) if href else None,
            ])  # fmt: skip
    head = "Measure|Entrant|Figure|95 % interval|n|Games|"
    return grid("All figures", head, rows, texts=(0, 1, 6), folded=True, sortable=True)
