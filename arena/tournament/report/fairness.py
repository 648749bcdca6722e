"""The balance audit, of planned games and of rated ones."""

from collections.abc import Iterable, Sequence
from functools import partial

from arena.reporting.columns import Table, row, table
from arena.reporting.view import Section, cell, count, listing
from arena.tournament.balance import Balance, Spread, balance_of
from arena.tournament.balance import Table as Audited
from arena.tournament.game_result import GameResult
from arena.tournament.plan import Plan

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
"""Audits by their games: `planned`, and `rated` where these differ."""


def audits_of(plan: Plan, games: Iterable[GameResult]) -> Audits:
    """Return the audits of all planned games and of those that are rated."""
    rated = {each.game for each in games if each.rated}
    rows = tuple(each for each in plan.games if each.game in rated)
    found = [("planned", balance_of(plan))] if plan.games else []
    if rows and len(rows) < len(plan.games):
        only: dict[str, object] = {"games": rows}
        found.append(("rated", balance_of(plan.model_copy(update=only))))
    return found


def balance_table(audits: Audits) -> Table:
    """Return the table `balance`: one row for each kind of count and kind of table."""
    return table("balance", BALANCE, (
        row(BALANCE, spread, each, of=of)
        for of, audit in audits for each in audit.tables for spread in each.spreads
    ))  # fmt: skip


def fairness_section(audits: Audits) -> Section:
    """Return the section on how equally entrants play, take seats, meet and sit side by side."""
    several = len({each.epoch for _, audit in audits for each in audit.tables}) > 1
    said = [
        f"Of {count(audit.seeds)} {of} seeds, {count(audit.split)} have no complete duplicate in "
        "every arm."
        for of, audit in audits
        if audit.split
    ]
    tables = [(of, each) for of, audit in audits for each in audit.tables]
    counts = [(title, partial(_counts, what)) for what, title in WHAT.items()]
    found = listing("Balance audit", tables, [
        ("Table", lambda row: cell(f"{row[1].ruleset}, tables of {row[1].size}")),
        ("Of", lambda row: row[0]),
        ("Arm", lambda row: row[1].arm + (f", epoch {row[1].epoch[:8]}" if several else "")),
        ("Games", lambda row: count(row[1].games)),
        *counts,
        ("Where it differs most", _apart),
    ], texts=(0, 1, 2, 8))  # fmt: skip
    return Section(
        id="balance", title="Balance", said=tuple(said), grids=(found,), notes=(COUNTED,)
    )


def _counts(what: str, row: tuple[str, Audited]) -> str | None:
    for each in row[1].spreads:
        if each.what == what:
            return f"{each.least} to {each.most}" if each.apart else count(each.most)
    return None


def _apart(row: tuple[str, Audited]) -> str:
    """Return the entrants or pairs whose counts are furthest apart."""
    furthest = max(row[1].spreads, key=_how_far)
    return f"{furthest.fewest}; {furthest.often}" if furthest.apart else "nowhere"


def _how_far(of: Spread) -> int:
    return of.apart
