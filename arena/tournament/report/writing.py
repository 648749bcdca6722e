"""Writes a tournament's report; an old one stays complete until it is replaced."""

import tempfile
from pathlib import Path

from arena.errors import WriteError
from arena.lab.loading import LAB
from arena.lab.report import REPORT as LAB_REPORT
from arena.reporting.columns import Table
from arena.reporting.files import write_tables
from arena.reporting.page import rendered
from arena.reporting.replays import GamePages, write_replays
from arena.tournament.plan import read_plan
from arena.tournament.ratings.ratings import Ratings, ratings_of
from arena.tournament.replays import shown_games
from arena.tournament.report.fairness import audits_of, balance_table
from arena.tournament.report.played import played_tables
from arena.tournament.report.rated import rated_tables
from arena.tournament.report.sections import Known, context_of
from arena.tournament.report.totals import totals_of
from arena.tournament.results import Results, results_of
from arena.tournament.status import status_of

REPORT, TABLES = "report.html", "tables"


def write_report(
    folder: Path,
    ratings: Ratings | None = None,
    pages: GamePages | None = None,
    results: Results | None = None,
) -> Path:
    """Write `report.html` and `tables/` of the tournament in `folder`, and return the page.

    `results` are its games, `ratings` theirs; None: they are read and computed. `pages` makes the
    pages of the games; None: the report links to none. New files are made beside the old ones
    first; then each replaces its own, the page last. Raises `ConfigError` where there is no plan,
    `TranscriptError` for an unreadable ledger, `WriteError` where nothing can be written.
    """
    plan = read_plan(folder)
    results = results or results_of(plan, folder)
    games, at = results.games, folder.resolve()
    ratings = ratings or ratings_of(games, plan)
    try:
        lab = folder / LAB / LAB_REPORT
        known = Known(
            folder=at, plan=plan, results=results, ratings=ratings,
            audits=audits_of(plan, games), status=status_of(folder, results),
            pages=write_replays(folder, shown_games(folder, games), pages),
            lab=lab if lab.is_file() else None,
        )  # fmt: skip
        with tempfile.TemporaryDirectory(prefix=".report-", dir=folder) as new:
            made = write_tables(Path(new), tables_of(known))  # before charts use the memory
            page = page_of(known)
            (Path(new) / REPORT).write_text(page, encoding="utf-8", errors="backslashreplace")
            (folder / TABLES).mkdir(exist_ok=True)
            for each in made:
                each.replace(folder / TABLES / each.name)
            (Path(new) / REPORT).replace(folder / REPORT)
    except OSError as error:
        raise WriteError(f"{folder / REPORT} can't be written: {error.strerror}.") from error
    return folder / REPORT


def tables_of(known: Known) -> list[Table]:
    """Return the tables of a report in the order in which they are written."""
    games = known.results.games
    return [
        *played_tables(known.plan, known.results, totals_of(known.plan, games)),
        *rated_tables(known.ratings, games),
        balance_table(known.audits),
    ]


def page_of(known: Known) -> str:
    """Return the report as HTML; it has no clocks but those of ledger and games."""
    return rendered("page.html.j2", "page.css", **context_of(known))
