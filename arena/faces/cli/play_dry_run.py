"""`arena play --dry-run`: prints the resolved table and an estimate of its models' cost."""

import asyncio
import shutil
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict

import tomli_w
from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

from arena.config import TableConfig, table_of
from arena.epilogues import OPTION
from arena.faces.cli.amounts import dollars, share, tokens
from arena.faces.cli.output import print_document, print_line
from arena.faces.cli.printing import figures
from arena.models.specs import is_model_spec
from arena.narration.words import Paragraph
from arena.reporting.view import listed
from arena.settings import BudgetRules
from arena.table.dry_run import ASSUMED, Estimate, Estimates, estimates

WIDEST = 100
NARROW, FEWER = 66, (0, 2, 4, 5, 6)
"""Width in columns below which only some amounts are shown, and their indices."""
COLUMNS = (
    "\nCalls", "New a\ncall", "Tokens\nin", "Re-\npeated", "Tokens\nout", "\nCost",
    "Without\na cache",
)  # fmt: skip


def dry_run(config: TableConfig, *, json_: bool) -> int:
    """Print the resolved table as TOML, and the cost estimate; return the exit code."""
    table = _resolved(config)
    models = {name: spec for name, spec in config.seats.items() if is_model_spec(spec)}
    found = asyncio.run(estimates(config)) if models else None
    if json_:
        data = None if found is None else estimate_data(found, config.budget)
        print_document({**table, "estimate": data})
        return 0
    print_line(_toml(table))
    if found is not None:
        print_line("")
        width = shutil.get_terminal_size().columns
        for line in estimate_lines(found, models, config.budget, width):
            print_line(line)
    return 0


# --- the table ---


def _resolved(config: TableConfig) -> dict[str, object]:
    """Return the table with all defaults and every option of the ruleset filled in."""
    table = config.model_dump()
    table["talk"] = config.talk.in_force(config.seats).model_dump()
    options = table_of(config).options
    # The table can't set an option that the record of epilogues decides.
    left_out = () if config.epilogues is False else (OPTION,)
    table["rules"] = {key: value for key, value in options.items() if key not in left_out}
    if config.scenario is None:
        del table["scenario"]
    if "seed" not in config.model_fields_set:
        table["seed"] = None
    return table


def _toml(table: Mapping[str, object]) -> str:
    """Format a table file; keys without a value become comments, since TOML has no null."""
    top = {key: value for key, value in table.items() if not isinstance(value, dict)}
    sections = {key: value for key, value in table.items() if isinstance(value, dict) and value}
    parts = [f"{_comments(top)}{tomli_w.dumps(_without_nones(top))}"]
    for key, section in sections.items():
        heading, _, lines = tomli_w.dumps({key: _without_nones(section)}).partition("\n")
        parts.append(f"{heading}\n{_comments(section)}{lines}")
    return "\n".join(parts).rstrip("\n")


def _comments(section: Mapping[str, object]) -> str:
    """Return a comment line for each key that has no value."""
    nones = [key for key, value in section.items() if value is None]
    return "".join(
        f"# {key}: {'a secret one is drawn' if key == 'seed' else 'no limit'}\n" for key in nones
    )


def _without_nones(section: Mapping[str, object]) -> dict[str, object]:
    return {
        key: _without_nones(value) if isinstance(value, dict) else value
        for key, value in section.items()
        if value is not None
    }


# --- the estimate ---


def estimate_data(found: Estimates, budget: BudgetRules) -> dict[str, object]:
    """Return an estimate as plain JSON data."""
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
    """Yield the estimate as TOML comments of at most `width` columns."""
    console = Console(width=max(40, min(width, WIDEST) - 2), color_system=None, highlight=False)
    with console.capture() as capture:
        for each in _estimate(found, specs, budget, console.width):
            console.print(each)
    for line in capture.get().splitlines():
        yield f"# {line}".rstrip()


def _estimate(
    found: Estimates, specs: Mapping[str, str], budget: BudgetRules, width: int
) -> Iterator[RenderableType]:
    yield Paragraph(Text(f"Estimate for one game, the mean of {found.games} that bots played:"), 0)
    yield ""
    yield _estimate_table(found, range(len(COLUMNS)) if width >= NARROW else FEWER)
    yield ""
    yield Paragraph(Text(f"Assumed: {'; '.join(ASSUMED)}."), 0)
    unpriced = dict.fromkeys(specs[name] for name, each in found.seats.items() if each.unpriced)
    if unpriced:
        names = listed([*unpriced])
        yield Paragraph(Text(f"No price is known of {names}."), 0)
    for sentence in _caps(found.all, budget):
        yield Paragraph(Text(sentence), 0)


def _estimate_table(found: Estimates, shown: Iterable[int]) -> Table:
    rows = dict(found.seats) if len(found.seats) == 1 else {**found.seats, "All": found.all}
    cells = {name: _cells(each) for name, each in rows.items()}
    shown_cells = ((name, *(each[at] for at in shown)) for name, each in cells.items())
    return figures("\nPlayer", [COLUMNS[at] for at in shown], shown_cells, longest=12)


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
    """Yield a sentence for each budget limit below the estimate."""
    needed = found.input + found.output
    if budget.money is not None and found.cost is not None and budget.money < found.cost:
        cap, cost = dollars(budget.money), dollars(found.cost, more=found.unpriced > 0)
        yield f"The budget of {cap} is below the estimate of {cost}."
    if budget.tokens is not None and budget.tokens < needed:
        cap, sum_ = tokens(budget.tokens), tokens(needed)
        yield f"The budget of {cap} tokens is below the estimate of {sum_}."
    if budget.calls is not None and budget.calls < found.calls:
        yield f"The budget of {budget.calls} calls is below the estimate of {found.calls:.0f}."
