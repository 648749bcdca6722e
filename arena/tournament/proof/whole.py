"""Verifies a tournament's folder as a whole: `verify_tournament`."""

import os
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from arena.errors import ConfigError, TranscriptError
from arena.text import plural
from arena.tournament.folder import GAMES
from arena.tournament.ledger import LEDGER
from arena.tournament.plan import PLAN, Plan, read_plan
from arena.tournament.proof.books import check_books
from arena.tournament.proof.games_proof import (
    LINK,
    GameProof,
    OnGame,
    alike,
    calls_of,
    check_games,
    extra_games,
)
from arena.tournament.proof.plan_proof import Findings, check_plan
from arena.tournament.results import results_of

if TYPE_CHECKING:
    from arena.reporting.replays import GamePages
    from arena.tournament.proof.report_proof import Difference, ReportProof

__all__ = ["GameProof", "TournamentProof", "has_report", "verify_tournament"]

MADE = ("report.html", "tables", "replays")
"""Files and folders that a report writes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentProof:
    """The verification of a tournament's folder."""

    folder: Path
    planned: int
    """Games in the plan; 0 where it can't be read."""
    plan: tuple[str, ...]
    """Problems of the plan."""
    planned_again: bool
    """True: planning it again gave each of its games."""
    games: tuple[GameProof, ...]
    """In the order of the plan."""
    extra: tuple[str, ...]
    """Names of folders among the games that belong to no planned game."""
    report: "ReportProof | None"
    """Comparison of tables, report and viewer with the games; None: there are none."""
    ledger: tuple[str, ...]
    """Differences between the ledger and the games' calls."""
    calls: int
    """Number of calls in the games' files."""
    unproven: tuple[str, ...]
    """What nothing in the folder can verify, each in a few words."""

    @property
    def ok(self) -> bool:
        """Whether everything that can be verified holds, and every planned game is there."""
        return not self.problems and all(each.ok for each in self.games)

    @property
    def problems(self) -> list[str]:
        """All problems except those of games: a sentence each, which begins with the file."""
        differences: Sequence[Difference] = () if self.report is None else self.report.differences
        return [
            *(f"{PLAN}: {each}" for each in self.plan),
            *(f"{GAMES}/{each}: no planned game" for each in self.extra),
            *(each.sentence() for each in differences),
            *(f"{LEDGER}: {each}" for each in self.ledger),
        ]

    def data(self) -> dict[str, object]:
        """Return the verification as plain JSON data."""
        report = None if self.report is None else asdict(self.report)
        games = [{**asdict(each), "ok": each.ok} for each in self.games]
        return {
            "folder": str(self.folder), "ok": self.ok, "planned": self.planned,
            "true": sum(each.ok for each in self.games), "plan": list(self.plan),
            "planned_again": self.planned_again, "games": games,
            "extra": list(self.extra), "report": report, "ledger": list(self.ledger),
            "calls": self.calls,
            "unproven": list(self.unproven),
        }  # fmt: skip


def verify_tournament(
    folder: Path,
    *,
    fast: bool = False,
    templates: bool = False,
    pages: "GamePages | None" = None,
    processes: int | None = None,
    on_game: OnGame = lambda _done, _of: None,
) -> TournamentProof:
    """Verify a tournament's folder without using any cache.

    `fast` and `templates` as `arena.table.verify.verify`; without `pages` the viewer and its data
    are not compared. `processes` verify games, None: one for each core. A report needs the extra
    `analysis`. Raises `TranscriptError` only for what can't be read at all.
    """
    plan, proof = _plan(folder)
    if plan is None:
        return TournamentProof(
            folder=folder, planned=0, plan=proof.problems, planned_again=False, games=(), extra=(),
            report=None, ledger=(), calls=0,
            unproven=("all else, since nothing follows without a plan",),
        )  # fmt: skip
    calls = calls_of(plan, folder)
    count = os.cpu_count() or 1 if processes is None else processes
    games = check_games(
        plan, folder, fast=fast, templates=templates, processes=count, on_game=on_game,
        calls=calls,
    )  # fmt: skip
    unfinished = {each.game for each in games if each.unfinished}
    books = check_books(plan, folder, calls, unfinished)
    report, unread = _report(plan, folder, None if fast else pages)
    return TournamentProof(
        folder=folder, planned=len(plan.games), plan=proof.problems,
        planned_again=not proof.problems and not proof.unproven, games=tuple(games),
        extra=tuple(extra_games(plan, folder)), report=report,
        ledger=books.problems + unread, calls=sum(map(len, calls.values())),
        unproven=tuple(_unproven(proof, games, report, books, alike(calls))),
    )  # fmt: skip


def has_report(folder: Path) -> bool:
    """Return True if a folder has any output of a report."""
    return any(os.path.lexists(folder / name) for name in MADE)


def _plan(folder: Path) -> tuple[Plan | None, Findings]:
    if (folder / PLAN).is_symlink():
        return None, Findings(problems=(LINK,))
    if not (folder / PLAN).is_file():
        return None, Findings(problems=("is no regular file",))
    try:
        plan = read_plan(folder)
    except ConfigError as error:
        return None, Findings(problems=(str(error).removeprefix(f"{folder / PLAN} ")[:-1],))
    return plan, check_plan(plan)


def _report(
    plan: Plan, folder: Path, pages: "GamePages | None"
) -> "tuple[ReportProof | None, tuple[str, ...]]":
    if not has_report(folder):
        return None, ()
    from arena.tournament.proof.report_proof import check_report  # it imports numpy

    try:
        return check_report(plan, folder, results_of(plan, folder, fresh=True), pages), ()
    except TranscriptError as error:  # the ledger's: check_books reports its line
        return None, (f"so that tables and report are not compared: {error.why}",)


def _unproven(
    plan: Findings,
    games: Sequence[GameProof],
    report: "ReportProof | None",
    books: Findings,
    same: int,
) -> Iterator[str]:
    yield from plan.unproven
    if same:
        yield f"whether {same} games with the same replies were each played, or copied"
    notes: Mapping[str, int] = Counter(note for each in games for note in each.notes)
    for note, count in notes.items():
        yield f"in {plural(count, 'game')}, {note}"
    yield from () if report is None else report.unproven
    yield from books.unproven
