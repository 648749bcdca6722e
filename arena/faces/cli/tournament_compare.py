"""`arena tournament compare A B`: the entrants that both tournaments have, side by side."""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from rich.console import RenderableType
from rich.padding import Padding
from rich.text import Text

from arena.faces.cli.amounts import dollars
from arena.faces.cli.analysis import need_analysis
from arena.faces.cli.options import Json, path_argument
from arena.faces.cli.output import console_for, print_document
from arena.faces.cli.printing import figures, paragraphs, print_all
from arena.narration.words import Paragraph, plural
from arena.reporting.view import listed
from arena.text import escaped

if TYPE_CHECKING:
    from arena.tournament.compare import Compared, Comparison, Played, Row, Side
    from arena.tournament.ratings.rows import Estimate


WIDE = 80
"""Least width in columns for tables; below it each entrant has some lines."""
LONGEST = 20
"""Most columns of a name."""
SOME = 10
"""Most left-out games that are listed by name."""
STRENGTH = ("Elo A", "95 % interval", "Elo B", "95 % interval", "B - A", "95 % interval")
TAKEN = ("Games", "Dollars a game", "Corrections", "Defaults", "Failed calls")
READING = (
    "Each rating is a distance from others, so two are compared where the same entrants have the "
    "same mean. An interval of B - A without 0 is a difference; of many intervals one in twenty is "
    "such by chance."
)


def compare(
    one: Annotated[Path, path_argument("A tournament's folder.", "A")],
    other: Annotated[Path, path_argument("Another one's.", "B")],
    json_: Json = False,
) -> int:
    """Show what two tournaments say of the entrants that both have."""
    need_analysis()
    from arena.tournament.compare import compared

    found = compared(one, other)
    if json_:
        print_document(found.data())
    else:
        print_all(_rendered(found, wide=console_for(sys.stdout).width >= WIDE))
    return 1 if found.one.results.left_out or found.other.results.left_out else 0


def _rendered(found: "Compared", *, wide: bool) -> Iterator[RenderableType]:
    for label, side in (("A", found.one), ("B", found.other)):
        yield from paragraphs(_sides(label, side))
    for each in found.comparisons:
        yield Text("")
        if len(found.comparisons) > 1:
            yield Text(escaped(each.title), "bold")
        yield from paragraphs(_said(each))
        yield Text("")
        yield from _tables(each) if wide else _lines(each)
        yield from paragraphs(_notes(each), apart=True)
    for label, titles in (("A", found.alone_in_one), ("B", found.alone_in_other)):
        if titles:
            alone = "; ".join(dict.fromkeys(titles))
            yield from paragraphs([f"Not comparable, only in {label}: {alone}."], apart=True)
    yield from paragraphs([READING], apart=True)


def _sides(label: str, side: "Side") -> Iterator[str]:
    planned, finished = len(side.plan.games), len(side.results.games)
    yield f"{label}: {side.folder}, {side.plan.name}: " + (
        f"all {plural(planned, 'game')} are finished."
        if finished == planned
        else f"{finished} of {plural(planned, 'game')} are finished."
    )
    left_out = list(side.results.left_out.items())
    for game, why in left_out[:SOME]:
        yield f"{label}: {game} is left out: {why}"
    if len(left_out) > SOME:
        yield f"{label}: {plural(len(left_out) - SOME, 'more game')} left out."


def _said(of: "Comparison") -> Iterator[str]:
    """Yield the scale of the ratings, and whether any rating differs."""
    whose = "the anchors" if of.anchored else "all entrants"
    noun = "anchor" if of.anchored and len(of.reference) == 1 else whose
    names = listed(of.reference)
    if len(of.reference) == 1:
        yield f"Elo with 1500 for {names}, the {noun} that both have."
    else:
        yield f"Elo with 1500 for the mean of {whose} that both have: {names}."
    if of.same_games:
        yield "Both have the same games, record for record."
        return
    different = [each.entrant for each in of.rows if _differs(each.difference)]
    if different:
        yield f"Different, by intervals without 0: {listed(different)}."
    else:
        yield "No difference has an interval without 0."


def _differs(of: "Estimate") -> bool:
    return (of.low is not None and of.low > 0) or (of.high is not None and of.high < 0)


def _tables(of: "Comparison") -> Iterator[RenderableType]:
    strength = [
        (*_elo(each.one.aligned), *_elo(each.other.aligned), *_difference(of, each))
        for each in of.rows
    ]
    yield _table(STRENGTH, of.rows, strength)
    yield Text("")
    yield _table(
        TAKEN, of.rows,
        [tuple(f"{a} | {b}" for a, b in zip(_took(each.one), _took(each.other), strict=True))
         for each in of.rows],
        caption="A | B",
    )  # fmt: skip


def _table(
    columns: Sequence[str],
    rows: Sequence["Row"],
    cells: Sequence[Sequence[str]],
    caption: str = "Entrant",
) -> RenderableType:
    named = ((escaped(row.entrant), *each) for row, each in zip(rows, cells, strict=True))
    return Padding(figures(caption, columns, named, longest=LONGEST), (0, 0, 0, 2), expand=False)


def _lines(of: "Comparison") -> Iterator[RenderableType]:
    for row in of.rows:
        yield Text(escaped(row.entrant), "bold")
        gap, interval = _difference(of, row)
        yield Paragraph(Text(f"B - A: {gap} ({interval})"))
        for label, played in (("A", row.one), ("B", row.other)):
            elo, interval = _elo(played.aligned)
            took = zip(TAKEN, _took(played), strict=True)
            said = ", ".join(f"{name.lower()} {value}" for name, value in took)
            yield Paragraph(Text(f"{label}: Elo {elo} ({interval}), {said}"))


def _difference(of: "Comparison", row: "Row") -> tuple[str, str]:
    """Return the rating difference B - A; `-` for the entrant by whom both are aligned."""
    if of.reference == (row.entrant,):
        return "-", "-"
    return _elo(row.difference, signed=True)


def _elo(of: "Estimate", *, signed: bool = False) -> tuple[str, str]:
    sign = "+" if signed else ""
    value, low, high = (_number(each, sign) for each in (of.value, of.low, of.high))
    if low is None and high is None:
        return value or "-", "-"
    if low is None or high is None:
        return value or "-", f"up to {high}" if low is None else f"{low} or more"
    return value or "-", f"{low} to {high}"


def _number(value: float | None, sign: str) -> str | None:
    if value is None:
        return None
    return "0" if round(value) == 0 else f"{round(value):{sign}d}"


def _took(of: "Played") -> tuple[str, ...]:
    return (
        str(of.games), dollars(of.cost_a_game), str(of.corrections),
        str(sum(of.defaults.values())), str(sum(of.faults.values())),
    )  # fmt: skip


def _notes(of: "Comparison") -> Iterator[str]:
    """Yield notes: other models, different entrants of one name, entrants of one side only."""
    first, second = of.warnings_of_one, of.warnings_of_other
    yield from (f"A and B: {each}" for each in first if each in second)
    yield from (f"A: {each}" for each in first if each not in second)
    yield from (f"B: {each}" for each in second if each not in first)
    for row in of.rows:
        mine, theirs = _models(row.one), _models(row.other)
        if mine != theirs:
            what = "other models" if mine and theirs else "it is not known whether other models"
            yield (
                f"{row.entrant}: {what} answered, by the replies: {_listed(mine)} in A, "
                f"{_listed(theirs)} in B."
            )
    for name, why in of.unlike.items():
        yield f"{name} is not the same in both: {why}."
    for label, names in (("A", of.only_one), ("B", of.only_other)):
        if names:
            yield f"Only in {label}: {listed(names)}."


def _models(of: "Played") -> list[str]:
    return sorted({each.model for each in of.models if each.model is not None})


def _listed(names: Sequence[str]) -> str:
    return listed(names) if names else "not said"
