"""The parts of a page, sections with charts and tables, and how numbers are formatted in them.

Texts are plain text, not markup: the template escapes them.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, TypeVar

from arena.reporting.charts import Chart
from arena.text import escaped

Listed = TypeVar("Listed")
NONE = "–"  # noqa: RUF001 - a dash
"""Shown where there is no number."""
LEAST_CENT = 0.0001
NARROW = 4
"""Columns that fit on a phone."""
FITTING = 7
"""Columns of a matrix that fit on a phone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """One cell of a table."""

    text: str
    href: str = ""
    """Link relative to the page; empty: none."""
    share: float | None = None
    """How strongly the cell is shaded, from 0 to 1; below 0: in the other colour; None: not at
    all."""
    mark: Literal["", "good", "bad"] = ""
    value: float | None = None
    """Sort key in a sortable table; None: its text."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Grid:
    """A table on the page; the first column names the row."""

    caption: str
    head: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    texts: frozenset[int]
    """Indices of columns with text; all others are numbers, aligned right."""
    folded: bool = False
    """True: collapsed until the reader opens it."""
    matrix: bool = False
    """True: a matrix, which stays a table on a phone, where wide tables become one card per row."""
    sortable: bool = False
    """True: the reader can sort it by a column, if the page has the script for that."""

    @property
    def stacked(self) -> bool:
        """Whether it becomes one card per row on a phone."""
        return len(self.head) > NARROW and not self.matrix

    @property
    def paired(self) -> bool:
        """Whether such a card has two fields per line; otherwise it has three."""
        return len(self.head) <= NARROW + 1

    @property
    def wide(self) -> bool:
        """Whether it is too wide for a phone and scrolls there."""
        return self.matrix and len(self.head) > FITTING


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """One section of the page."""

    id: str
    title: str
    said: tuple[str, ...] = ()
    """Paragraphs before the charts."""
    charts: tuple[Chart, ...] = ()
    grids: tuple[Grid, ...] = ()
    notes: tuple[str, ...] = ()
    """Small print after the tables."""
    links: tuple[Cell, ...] = ()
    """Links to other pages, each on its own line."""
    commands: tuple[str, ...] = ()
    """Shell commands to copy."""


def cell(
    value: "Cell | str | None",
    *,
    href: str = "",
    share: float | None = None,
    by: float | None = None,
) -> Cell:
    """Return a cell; None is shown as a dash. `by` is its sort key."""
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
    """Return a table; `head` has the column titles, as a sequence or separated by `|`.

    Raises `ValueError` for a row of another length.
    """
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
    """Return a table with one line per row; a column is a title and a function from row to cell."""
    lines = [[show(each) for _, show in columns] for each in rows]
    return grid(caption, [title for title, _ in columns], lines, texts=texts, folded=folded)


def rounded(value: float, digits: int = 0) -> str:
    """Format a number as `1,234.5`, with a minus sign as wide as a plus, and without `-0`."""
    text = f"{value:,.{digits}f}"
    if not any(each in "123456789" for each in text):
        text = text.removeprefix("-")
    return text.replace("-", "−")  # noqa: RUF001 - the minus sign


def number(value: float | None, digits: int = 0) -> str:
    """Format a number with this many decimals, None as a dash."""
    return NONE if value is None else rounded(value, digits)


def count(value: int) -> str:
    """Format a count as `12,345`."""
    return f"{value:,}"


def per_cent(value: float | None, digits: int = 0) -> str:
    """Format a share as `12 %`."""
    return NONE if value is None else f"{rounded(100 * value, digits)} %"


def span(low: float | None, high: float | None, digits: int = 0) -> str:
    """Format an interval as `1,440 to 1,550`, or as its one known bound."""
    if low is None:
        return NONE if high is None else f"up to {rounded(high, digits)}"
    if high is None:
        return f"{rounded(low, digits)} or more"
    return f"{rounded(low, digits)} to {rounded(high, digits)}"


def dollars(value: float | None) -> str:
    """Format an amount as `$1.20`, with more decimals for small amounts; None: `unknown`."""
    if value is None:
        return "unknown"
    if value == 0:
        return "$0"
    return (
        f"${value:,.2f}" if value >= 1 else f"${value:.4f}" if value >= LEAST_CENT else "<$0.0001"
    )


def listed(names: Sequence[str], last: str = "and") -> str:
    """Join names as `A, B and C`."""
    shown = [escaped(each) for each in names]
    return f" {last} ".join(each for each in (", ".join(shown[:-1]), *shown[-1:]) if each)
