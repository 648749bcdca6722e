"""Tables of whole games, and the reports on them."""

from collections.abc import Collection, Mapping
from dataclasses import replace
from pathlib import Path

from arena.lab.measures import MEASURES
from arena.lab.report import Figures, figures_of, write_report
from arena.lab.tables import Tables
from tests.arena.lab.simulated import read

GAMES = {"moh-1": ("moh", "5"), "moh-2": ("moh", "6"), "osaczeni-1": ("osaczeni", "5")}


def tables_of(
    games: Mapping[str, tuple[str, str]], names: Mapping[str, str] | None = None
) -> Tables:
    """Return tables of games, by id with ruleset and seed; `names` are other ones of entrants."""
    made = Tables.in_memory(
        replace(read(ruleset, seed), id=game) for game, (ruleset, seed) in games.items()
    )
    for old, new in (names or {}).items():
        made.connection.execute("UPDATE seats SET entrant = ? WHERE entrant = ?", [new, old])
        made.connection.execute(
            "UPDATE opportunities SET entrant = ? WHERE entrant = ?", [new, old]
        )
    return made


def figures_in(tables: Tables, shown: Collection[str] = tuple(MEASURES)) -> Figures:
    """Return the figures of these measures, all of them proven."""
    return figures_of(tables, shown, MEASURES)


def report(tables: Tables, out: Path, figures: Figures | None = None) -> str:
    """Write the report of a folder named `evening` into its `lab`; return the page."""
    found = figures or figures_in(tables)
    page = write_report(tables, found, out / "evening", out / "evening" / "lab")
    return page.read_text(encoding="utf-8")
