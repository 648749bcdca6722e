"""Draws the charts of a report: rates by entrant, silence, betrayal, temptation, alignment."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from arena.lab.estimate import Estimate
from arena.lab.measure import Measure
from arena.lab.report.figures import Figures
from arena.lab.report.played import Links
from arena.lab.report.wording import is_few, label, rate, shown
from arena.reporting.charts import Chart, Cross, Interval, crosses, intervals
from arena.reporting.view import NONE, Cell, Section, cell, count, grid, number, span

READING = (
    "One chart a measure; entrants stand in the order of their mean place. A point is the figure, "
    "its line the 95 % interval by games: what happens in one game is alike. The number at the end "
    "of a row is that of the opportunities, with a star where they are few. A point leads to a "
    "moment that counted."
)
NULL = (
    "How much oftener two voted alike than chance would have it, where both had the same options: "
    "0 is chance, 1 always, below 0 less often than that. In brackets, the ballots that both cast."
)
SILENCE = (
    "Who looked under the box can tell the truth, lie, or tell nobody. An arena that counts lies "
    "alone takes silence for honesty."
)
CORNERS = (
    "Lie rate across, withholding up, each with its 95 % interval; n: reports, and looks. Bottom "
    "left is who tells the truth, bottom right who lies, top left who keeps silent. Each axis has "
    "its own scale."
)
TOPICS = (
    (range(1, 10), "dice", "What was said of the dice"),
    (range(10, 14), "word", "Announcements, promises, deals"),
    (range(14, 26), "trust", "Trust"),
    (range(26, 32), "company", "Alliances and betrayal"),
    (range(32, 36), "talk", "Talk and offers"),
    (range(36, 38), "plans", "Plans"),
    (range(38, 41), "power", "Voting power"),
)
"""Ranges of numbers in the catalogue, with the id and title of their section."""


WINDOWS = {"betrayal_w2", "betrayal_w4"}
"""Betrayal over other numbers of rounds, whose charts would be nearly the same."""


class _Parted(NamedTuple):
    """A chart of a rate by group."""

    id: str
    title: str
    axis: str
    said: str
    names: Mapping[str, str]
    """Display names of groups; other groups are numbers of characters left, or shown as they
    are."""


PARTED = {
    "temptation": _Parted(
        "tempted", "Promises kept, tempted or not", "Promises kept",
        "Tempted: breaking the promise would have changed the vote, as the ballots fell.",
        {"yes": "tempted", "no": "not tempted"},
    ),
    "betrayal": _Parted(
        "betrayals", "Betrayal by characters left",
        "Share of rounds with a partner to vote against in which it did",
        "By how many characters it had left. Late a partner is often the only other there. Of "
        "partners of 2 and of 4 rounds tell “All figures”.", {},
    ),
}  # fmt: skip
"""The charts by group, by measure."""


def chart_sections(figures: Figures, links: Links) -> Iterator[Section]:
    """Yield the sections with charts in their order; those without a figure are left out."""
    said: tuple[str, ...] = (READING,)
    for numbers, id_, title in TOPICS:
        small = tuple(
            _small(figures, each, links)
            for each in figures.measures.values()
            if each.number in numbers and each.id not in WINDOWS
            if any(figures.known(each.id, one.name) for one in figures.entrants)
        )
        if small:
            yield Section(id=id_, title=title, said=said, charts=small)
            said = ()
        yield from _larger(figures, id_, links)


def _larger(figures: Figures, topic: str, links: Links) -> Iterator[Section]:
    """Yield the large charts of a topic."""
    if topic == "dice":
        yield from _silence(figures, links)
    elif topic == "word":
        yield from _by_group(figures, "temptation", links)
    elif topic == "company":
        yield from _by_group(figures, "betrayal", links)
        yield from _heat(figures)


def _small(figures: Figures, measure: Measure, links: Links) -> Chart:
    rows = [_row(figures, measure, each.name, links) for each in figures.entrants]
    mark = " (not proven)" if measure.id in figures.unproven else ""
    return intervals(
        rows, "" if measure.shape == "share" else measure.unit, _told(figures, measure, rows),
        zero=0 if measure.shape in {"difference", "excess"} or _is_signed(rows) else None,
        shares=measure.shape == "share",
        title=f"{label(measure)}{mark}",
    )  # fmt: skip


def _is_signed(rows: list[Interval]) -> bool:
    """Return True if 0 lies strictly inside the range of the chart."""
    bounds = [each for row in rows for each in (row.low, row.high, row.middle) if each is not None]
    return min(bounds) < 0 < max(bounds)


def _row(figures: Figures, measure: Measure, name: str, links: Links) -> Interval:
    of = figures.known(measure.id, name)
    if of is None:
        said = shown(measure, figures.of(measure.id, name))
        return Interval(name=name, middle=None, low=None, high=None, note=said)
    return _interval(figures, of, links)


def _told(figures: Figures, measure: Measure, rows: list[Interval]) -> str:
    """Return the caption of a small chart: unit, lowest and highest value, without starred ones."""
    found = [each for each in rows if each.middle is not None]
    enough = [each for each in found if not each.note.endswith("*")]
    known = sorted(enough or found, key=_middle)
    what = f"{measure.unit[:1].upper()}{measure.unit[1:]}"
    if measure.read:
        what = f"{measure.read} {what}"
    low, high = (figures.of(measure.id, each.name) for each in (known[0], known[-1]))
    if len(known) == 1:
        return f"{what}: {shown(measure, low)} ({known[0].name})."
    ends = f"{shown(measure, low)} ({known[0].name}) to {shown(measure, high)} ({known[-1].name})"
    return f"{what}: {ends}{'' if len(known) == len(found) else ', but for those with a star'}."


def _middle(of: Interval) -> float:
    return of.middle or 0.0


def _interval(figures: Figures, of: Estimate, links: Links, series: str = "") -> Interval:
    few = "*" if is_few(figures.measures[of.measure], of) else ""
    return Interval(
        name=of.entrant, middle=of.value, low=of.low, high=of.high, series=series,
        note=f"{count(of.opportunities)}{few}",
        href=links.counted(figures, of.measure, of.entrant),
    )  # fmt: skip


def _silence(figures: Figures, links: Links) -> Iterator[Section]:
    """Yield the chart of lies against withholding."""
    spots = []
    for each in figures.entrants:
        lie, kept = (figures.known(id_, each.name) for id_ in ("lie", "withholding"))
        if lie and kept:
            spots.append(Cross(x=_interval(figures, lie, links), y=_interval(figures, kept, links)))
    if spots:
        yield Section(
            id="silence", title="Lies beside silence",
            said=(SILENCE,),
            charts=(
                crosses(
                    spots, "Reports of seen dice that were false",
                    "Saw the dice, told nobody", CORNERS,
                ),
            ),
        )  # fmt: skip


def _by_group(figures: Figures, id_: str, links: Links) -> Iterator[Section]:
    parted = PARTED[id_]
    known = [
        of
        for each in figures.entrants
        for group in parted.names or figures.parts_of(id_)
        if (of := figures.parts.get((id_, each.name, group))) is not None and of.value is not None
    ]
    if id_ not in figures.measures or not known:
        return
    rows = [_interval(figures, of, links, _group(of, parted)) for of in known]
    lines: list[list[Cell | str | None]] = [
        [
            cell(of.entrant), _group(of, parted), cell(rate(of.value or 0.0), by=of.value),
            cell(_span(of), by=of.low), cell(count(of.opportunities), by=of.opportunities),
        ]
        for of in known
    ]  # fmt: skip
    yield Section(
        id=parted.id, title=parted.title, said=(parted.said,),
        charts=(
            intervals(
                rows, parted.axis, f"{parted.axis}, with 95 % intervals and opportunities.",
                shares=True,
            ),
        ),
        grids=(
            grid(
                f"{parted.title}: the figures", "Entrant|Group|Share|95 % interval|n", lines,
                texts=(0, 1), folded=True, sortable=True,
            ),
        ),
    )  # fmt: skip


def _group(of: Estimate, parted: _Parted) -> str:
    name = parted.names.get(of.group, of.group)
    return f"{name} left" if name.isdigit() else name


def _span(of: Estimate) -> str:
    if of.low is None or of.high is None:
        return NONE
    return f"{span(100 * of.low, 100 * of.high)} %"


def _heat(figures: Figures) -> Iterator[Section]:
    """Yield the matrix of alignment between entrants, if it was estimated by entrant."""
    names = [each.name for each in figures.entrants]
    if set(figures.groups("alignment")) & set(names):
        head = ["Row with column", *(str(at) for at in range(1, len(names) + 1))]
        rows: list[list[Cell | str | None]] = [
            [f"{at}. {one}", *(_pair(figures, one, other) for other in names)]
            for at, one in enumerate(names, start=1)
        ]
        title = "Alignment beyond chance, with the ballots that both cast"
        table = grid(title, head, rows, matrix=True)
        yield Section(id="alignment", title="Who voted with whom", said=(NULL,), grids=(table,))


def _pair(figures: Figures, one: str, other: str) -> Cell | None:
    of = figures.of("alignment", one, other)
    if of is None or of.value is None:
        return None
    share = max(-1.0, min(1.0, of.value))
    return cell(f"{number(of.value, 2)} ({count(of.opportunities)})", share=share)
