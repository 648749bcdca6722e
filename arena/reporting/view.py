"""What the page is made of: sections of sentences, charts and grids; and how numbers look in them.

A text is no markup: the template escapes all of it.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, TypeVar

from arena.reporting.charts import Chart
from arena.text import escaped

Listed = TypeVar("Listed")
NONE = "–"  # noqa: RUF001 - a dash
"""Stands where there is no number."""
LEAST_CENT = 0.0001
NARROW = 4
"""Columns for which a phone has room."""
FITTING = 7
"""Columns of a matrix for which it has."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """One field of a grid."""

    text: str
    href: str = ""
    """Where it leads, relative to the page; empty: nowhere."""
    share: float | None = None
    """Between 0 and 1: how strongly it is shaded; below 0, in the other colour; None: not at all.
    """
    mark: Literal["", "good", "bad"] = ""
    value: float | None = None
    """What it is sorted by in a table that can be sorted; None: by its text."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Grid:
    """A table on the page; the first column names the row."""

    caption: str
    head: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    texts: frozenset[int]
    """Columns of words, by number; all others are numbers and stand at the right."""
    folded: bool = False
    """True: it is opened by whoever wants to see it."""
    matrix: bool = False
    """True: its columns are read against its rows, so that it stays a table on a phone, where
    others of many columns are a card a row."""
    sortable: bool = False
    """True: who reads it can sort it by a column, where the page has the script for it."""

    @property
    def stacked(self) -> bool:
        """Return whether it is a card a row on a phone."""
        return len(self.head) > NARROW and not self.matrix

    @property
    def paired(self) -> bool:
        """Return whether such a card has two fields a line; else it has three."""
        return len(self.head) <= NARROW + 1

    @property
    def wide(self) -> bool:
        """Return whether a phone has no room for it, so that it scrolls there."""
        return self.matrix and len(self.head) > FITTING


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """One part of the page."""

    id: str
    title: str
    said: tuple[str, ...] = ()
    """Paragraphs before the charts."""
    charts: tuple[Chart, ...] = ()
    grids: tuple[Grid, ...] = ()
    notes: tuple[str, ...] = ()
    """Small print after the grids."""
    links: tuple[Cell, ...] = ()
    """Other pages, each in a line of its own."""
    commands: tuple[str, ...] = ()
    """Commands to copy."""


def cell(
    value: "Cell | str | None",
    *,
    href: str = "",
    share: float | None = None,
    by: float | None = None,
) -> Cell:
    """Return a field; None: there is none. `by` is what it is sorted by."""
    if isinstance(value, Cell):
        return value
    text = NONE if value is None else escaped(value)
    return Cell(text=text, href=href, share=share, value=by)


def grid(
    caption: str,
    head: str | Sequence[str],
    rows: Sequence[Sequence[Cell | str | None]],
    *,
    texts: Sequence[int] = (0,),
    folded: bool = False,
    matrix: bool = False,
    sortable: bool = False,
) -> Grid:
    """Return a grid; `head` names its columns; a text has `|` between them."""
    titles = tuple(head.split("|") if isinstance(head, str) else head)
    made = tuple(tuple(cell(each) for each in row) for row in rows)
    if any(len(row) != len(titles) for row in made):
        raise ValueError(f"a row of {caption!r} has not {len(titles)} fields")
    return Grid(
        caption=caption, head=titles, rows=made, texts=frozenset(texts), folded=folded,
        matrix=matrix, sortable=sortable,
    )  # fmt: skip


def listing(
    caption: str,
    rows: Iterable[Listed],
    columns: Sequence[tuple[str, Callable[[Listed], Cell | str | None]]],
    *,
    texts: Sequence[int] = (0,),
    folded: bool = False,
) -> Grid:
    """Return a grid with a line for each row; a column is its title and what it shows of a row."""
    lines = [[show(each) for _, show in columns] for each in rows]
    return grid(caption, [title for title, _ in columns], lines, texts=texts, folded=folded)


def rounded(value: float, digits: int = 0) -> str:
    """Return `1,234.5`, with a minus sign that is as wide as a plus, and no `-0`."""
    text = f"{value:,.{digits}f}"
    if not any(each in "123456789" for each in text):
        text = text.removeprefix("-")
    return text.replace("-", "−")  # noqa: RUF001 - the minus sign


def number(value: float | None, digits: int = 0) -> str:
    """Return a number with so many decimals."""
    return NONE if value is None else rounded(value, digits)


def count(value: int) -> str:
    """Return `12,345`."""
    return f"{value:,}"


def per_cent(value: float | None, digits: int = 0) -> str:
    """Return a share as `12 %`."""
    return NONE if value is None else f"{rounded(100 * value, digits)} %"


def span(low: float | None, high: float | None, digits: int = 0) -> str:
    """Return `1,440 to 1,550`, or the bound that there is."""
    if low is None:
        return NONE if high is None else f"up to {rounded(high, digits)}"
    if high is None:
        return f"{rounded(low, digits)} or more"
    return f"{rounded(low, digits)} to {rounded(high, digits)}"


def dollars(value: float | None) -> str:
    """Return `$1.20`, in as many decimals as a small sum needs; None: `unknown`."""
    if value is None:
        return "unknown"
    if value == 0:
        return "$0"
    return (
        f"${value:,.2f}" if value >= 1 else f"${value:.4f}" if value >= LEAST_CENT else "<$0.0001"
    )


def listed(names: Sequence[str], last: str = "and") -> str:
    """Return `A, B and C`."""
    shown = [escaped(each) for each in names]
    return f" {last} ".join(each for each in (", ".join(shown[:-1]), *shown[-1:]) if each)
