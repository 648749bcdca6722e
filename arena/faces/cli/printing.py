"""Printing of results: tables of figures, paragraphs and next steps."""

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import IO

from rich import box
from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

from arena.faces.cli.output import console_for
from arena.narration.words import Paragraph
from arena.text import escaped

LABEL = 13
"""Columns of the label before a step."""


def figures(
    title: str,
    columns: Iterable[str],
    rows: Iterable[Sequence[str | Text]],
    *,
    gap: int = 1,
    longest: int | None = None,
) -> Table:
    """Build a table of names, cut at `longest` columns, with right-aligned figures."""
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, gap, 0, 0))
    table.add_column(title, no_wrap=True, overflow="ellipsis", max_width=longest)
    for name in columns:
        table.add_column(name, justify="right", no_wrap=True)
    for row in rows:
        table.add_row(*row)
    return table


def plain_table(columns: Iterable[str], rows: Iterable[Sequence[str | Text]]) -> Table:
    """Build a table with left-aligned cells."""
    table = Table(*columns, box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    for row in rows:
        table.add_row(*row)
    return table


def paragraphs(sentences: Iterable[str], *, apart: bool = False) -> Iterator[RenderableType]:
    """Yield each sentence as a paragraph; `apart` puts an empty line before each."""
    for sentence in sentences:
        if apart:
            yield Text("")
        yield Paragraph(Text(escaped(sentence)), 0)


def print_all(rendered: Iterable[RenderableType], to: IO[str] | None = None) -> Console:
    """Print to standard output, or to the stream `to`; return the console."""
    console = console_for(sys.stdout if to is None else to)
    for each in rendered:
        console.print(each)
    return console


def print_steps(console: Console, steps: Mapping[str, str], label: int = LABEL) -> None:
    """Print next steps, one a line with its label; no table, since a path must not be wrapped."""
    for name, step in steps.items():
        console.print(escaped(f"{name:<{label}}{step}"), markup=False, soft_wrap=True)
