"""The estimate of `arena play --dry-run`: comments behind the table, or data."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict
from typing import Any

from rich import box
from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

from arena.faces.cli.amounts import dollars, share, tokens
from arena.narration.words import Paragraph, join
from arena.settings import BudgetRules
from arena.table.dry_run import ASSUMED, Estimate, Estimates
from arena.text import escaped

__all__ = ["estimate_data", "estimate_lines"]

WIDEST = 100
NARROW, FEWER = 66, (0, 2, 4, 5, 6)
"""Columns below which some amounts are left out, and those that are shown."""
COLUMNS = (
    "\nCalls", "New a\ncall", "Tokens\nin", "Re-\npeated", "Tokens\nout", "\nCost",
    "Without\na cache",
)  # fmt: skip


def estimate_data(found: Estimates, budget: BudgetRules) -> dict[str, Any]:
    """Return it as plain JSON data."""
    return {
        "games": found.games,
        "seats": {name: asdict(each) for name, each in found.seats.items()},
        "all": asdict(found.all),
        "assumed": list(ASSUMED),
        "budget": list(_caps(found.all, budget)),
    }


def estimate_lines(
    found: Estimates, specs: Mapping[str, str], budget: BudgetRules, width: int
) -> Iterator[str]:
    """Yield comments that can follow a table file, no wider than the terminal."""
    console = Console(width=max(40, min(width, WIDEST) - 2), color_system=None, highlight=False)
    with console.capture() as capture:
        for each in _told(found, specs, budget, console.width):
            console.print(each)
    for line in capture.get().splitlines():
        yield f"# {line}".rstrip()


def _told(
    found: Estimates, specs: Mapping[str, str], budget: BudgetRules, width: int
) -> Iterator[RenderableType]:
    yield Paragraph(Text(f"Estimate for one game, the mean of {found.games} that bots played:"), 0)
    yield ""
    yield _table(found, range(len(COLUMNS)) if width >= NARROW else FEWER)
    yield ""
    yield Paragraph(Text(f"Assumed: {'; '.join(ASSUMED)}."), 0)
    unpriced = dict.fromkeys(specs[name] for name, each in found.seats.items() if each.unpriced)
    if unpriced:
        names = join([Text(escaped(spec)) for spec in unpriced]).plain
        yield Paragraph(Text(f"No price is known of {names}."), 0)
    for sentence in _caps(found.all, budget):
        yield Paragraph(Text(sentence), 0)


def _table(found: Estimates, shown: Iterable[int]) -> Table:
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, 1, 0, 0))
    table.add_column("\nPlayer", no_wrap=True, overflow="ellipsis", max_width=12)
    for at in shown:
        table.add_column(COLUMNS[at], justify="right", no_wrap=True)
    rows = dict(found.seats) if len(found.seats) == 1 else {**found.seats, "All": found.all}
    for name, each in rows.items():
        cells = _cells(each)
        table.add_row(name, *(cells[at] for at in shown))
    return table


def _cells(each: Estimate) -> tuple[str, ...]:
    more = each.unpriced > 0
    return (
        f"{each.calls:.0f}",
        "-" if each.new is None else tokens(each.new),
        tokens(each.input),
        share(each.repeated / each.input if each.input else None),
        tokens(each.output),
        dollars(each.cost, more=more),
        dollars(each.uncached, more=more),
    )


def _caps(found: Estimate, budget: BudgetRules) -> Iterator[str]:
    """Tell which caps would stop the game before its end."""
    needed = found.input + found.output
    if budget.money is not None and found.cost is not None and budget.money < found.cost:
        cap, cost = dollars(budget.money), dollars(found.cost, more=found.unpriced > 0)
        yield f"The budget of {cap} is below the estimate of {cost}."
    if budget.tokens is not None and budget.tokens < needed:
        cap, sum_ = tokens(budget.tokens), tokens(needed)
        yield f"The budget of {cap} tokens is below the estimate of {sum_}."
    if budget.calls is not None and budget.calls < found.calls:
        yield f"The budget of {budget.calls} calls is below the estimate of {found.calls:.0f}."
