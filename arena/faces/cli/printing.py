"""How results are printed: tables of figures, sentences, and what can be done next."""

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
"""Columns of what stands before a step."""


def figures(
    title: str,
    columns: Iterable[str],
    rows: Iterable[Sequence[str | Text]],
    *,
    gap: int = 1,
    longest: int | None = None,
) -> Table:
    """Return a table whose rows are a name, cut at `longest` columns, and figures at the right."""
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, gap, 0, 0))
    table.add_column(title, no_wrap=True, overflow="ellipsis", max_width=longest)
    for name in columns:
        table.add_column(name, justify="right", no_wrap=True)
    for row in rows:
        table.add_row(*row)
    return table


def plain_table(columns: Iterable[str], rows: Iterable[Sequence[str | Text]]) -> Table:
    """Return a table whose cells stand at the left."""
    table = Table(*columns, box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    for row in rows:
        table.add_row(*row)
    return table


def paragraphs(sentences: Iterable[str], *, apart: bool = False) -> Iterator[RenderableType]:
    """Yield each sentence as a paragraph, `apart` with an empty line before it."""
    for sentence in sentences:
        if apart:
            yield Text("")
        yield Paragraph(Text(escaped(sentence)), 0)


def print_all(rendered: Iterable[RenderableType], to: IO[str] | None = None) -> Console:
    """Print on standard output unless told otherwise; return the console for what follows."""
    console = console_for(sys.stdout if to is None else to)
    for each in rendered:
        console.print(each)
    return console


def print_steps(console: Console, steps: Mapping[str, str], label: int = LABEL) -> None:
    """Print what can be done next, by what it is; no table, since a path must stay one line."""
    for name, step in steps.items():
        console.print(escaped(f"{name:<{label}}{step}"), markup=False, soft_wrap=True)
