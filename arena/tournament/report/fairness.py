"""The balance audit: of what is planned, and of what is finished and rated."""

from collections.abc import Iterable, Sequence

from arena.reporting.columns import Table, row, table
from arena.reporting.view import Cell, Section, cell, count, grid
from arena.tournament.balance import Balance, Spread, balance_of
from arena.tournament.balance import Table as Audited
from arena.tournament.game_result import GameResult
from arena.tournament.plan import Plan

__all__ = ["Audits", "audits_of", "balance_table", "fairness_section"]

BALANCE = (
    "of:text ruleset:text arm:text epoch:text size:integer games:integer entrants:integer "
    "what:text least:integer most:integer apart:integer fewest:text often:text"
)
WHAT = {
    "appearances": "Seats an entrant has", "seats": "Games in a seat",
    "pairs": "Times two meet", "neighbours": "Times one is next to another",
}  # fmt: skip
COUNTED = (
    "The least and the most there is, one number where all are equal. Counted on the circle, each "
    "condition and table size by itself. What is finished is less balanced than what is planned "
    "until the last game is."
)
Audits = Sequence[tuple[str, Balance]]
"""Audits with what they are of: `planned`, and `rated` where that is something else."""


def audits_of(plan: Plan, games: Iterable[GameResult]) -> Audits:
    """Return the audits of all games and of those that are rated."""
    rated = {each.game for each in games if each.rated}
    rows = tuple(each for each in plan.games if each.game in rated)
    found = [("planned", balance_of(plan))] if plan.games else []
    if rows and len(rows) < len(plan.games):
        only: dict[str, object] = {"games": rows}
        found.append(("rated", balance_of(plan.model_copy(update=only))))
    return found


def balance_table(audits: Audits) -> Table:
    """Return `balance`: a row a count and table."""
    return table("balance", BALANCE, (
        row(BALANCE, spread, each, of=of)
        for of, audit in audits for each in audit.tables for spread in each.spreads
    ))  # fmt: skip


def fairness_section(audits: Audits) -> Section:
    """Return how equally entrants play, sit, meet, and have each other beside."""
    epochs = {each.epoch for _, audit in audits for each in audit.tables}
    lines: list[list[Cell | str | None]] = [
        [
            cell(f"{each.ruleset}, tables of {each.size}"), of,
            f"{each.arm}, epoch {each.epoch[:8]}" if len(epochs) > 1 else each.arm,
            count(each.games), *(_counts(each, what) for what in WHAT), _apart(each),
        ]
        for of, audit in audits
        for each in audit.tables
    ]  # fmt: skip
    head = ["Table", "Of", "Arm", "Games", *WHAT.values(), "Where it differs most"]
    said = [
        f"Of {count(audit.seeds)} {of} seeds, {count(audit.split)} have no complete duplicate in "
        "every arm."
        for of, audit in audits
        if audit.split
    ]
    return Section(
        id="balance", title="Balance", said=tuple(said),
        grids=(grid("Balance audit", head, lines, texts=(0, 1, 2, 8)),), notes=(COUNTED,),
    )  # fmt: skip


def _counts(of: Audited, what: str) -> str | None:
    for each in of.spreads:
        if each.what == what:
            return f"{each.least} to {each.most}" if each.apart else count(each.most)
    return None


def _apart(of: Audited) -> str:
    """Return whose counts are furthest apart, of all that is counted."""
    furthest = max(of.spreads, key=_how_far)
    return f"{furthest.fewest}; {furthest.often}" if furthest.apart else "nowhere"


def _how_far(of: Spread) -> int:
    return of.apart
