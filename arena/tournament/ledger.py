"""Reads and writes `ledger.jsonl`: each call's maximum cost before it is sent, and its actual cost.

Only the driver writes it. It can be read up to its last complete line after a crash;
`recovered_calls` reads the games' own record of the same calls.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, TypedDict

from arena.calls.budget import Account, CallAhead
from arena.calls.lines import decoded_call
from arena.calls.past import PastCall, past_calls
from arena.calls.records import Cost
from arena.errors import TranscriptError
from arena.forms import CALLS
from arena.hash_chain import encode
from arena.settings import BudgetRules
from arena.tournament.rules import TournamentBudget
from arena.transcript.disk import Disk, File
from arena.transcript.reader import contents, lines_of

LEDGER = "ledger.jsonl"


class LedgerLine(TypedDict, total=False):
    """One line of the ledger; its keys depend on `type`."""

    type: Literal["began", "runs", "reserved", "settled", "found", "lost", "ended"]
    """`began`, `runs`, `ended`: state of a run; `found`: a call that the ledger did not have,
    `lost`: the files of a game's booked calls are gone."""
    permit: int
    """Number of the reservation, from 1; its settlement has the same."""
    game: str
    seat: str
    spec: str
    call: int | None
    """Number of the call in its game; null: it was never made, or this is unknown."""
    tokens: int
    """In a reservation the maximum, in a settlement the number that the game has booked."""
    money: float | None
    """Dollars, likewise; null: the price is unknown."""
    fault: str | None
    """Why there was no reply; null: there was one."""
    seconds: float
    """Duration of all runs together, up to this line."""
    until: float
    """Of a run: its duration, in case it is killed before it writes a further line."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Booked:
    """A call that has ended, as recorded in the ledger."""

    game: str
    seat: str
    spec: str
    call: int | None
    cost: Cost
    fault: str | None = None
    worst: Cost | None = None
    """Cost that was reserved for it; None: it had no reservation."""


@dataclass(slots=True, kw_only=True)
class Entries:
    """The contents of a ledger."""

    open: dict[int, CallAhead] = field(default_factory=dict)
    """Reservations without a settlement, by permit."""
    booked: list[Booked] = field(default_factory=list)
    """Calls that have ended, in their order, including those that were never made."""
    settled: dict[str, set[int]] = field(default_factory=dict)
    """By game: numbers of the booked calls that are in its files."""
    lost: dict[str, int] = field(default_factory=dict)
    """By game: the length of `booked` when its files were found to be gone."""
    newest: int = 0
    """Number of the last permit."""
    seconds: float = 0.0
    """Duration of all runs together."""
    until: float = 0.0
    """Largest possible duration of all runs, if the last one was killed."""

    def calls_by_game(self) -> dict[str, int]:
        """Return the number of booked calls of each game, also of games under way."""
        return {game: len(calls) for game, calls in self.settled.items()}

    def add(self, line: LedgerLine) -> None:
        """Add a line."""
        self.seconds = max(self.seconds, line["seconds"])
        match line["type"]:
            case "reserved":
                self.newest = line["permit"]
                self.open[line["permit"]] = CallAhead(
                    game=line["game"], seat=line["seat"], spec=line["spec"],
                    worst=Cost(tokens=line["tokens"], money=line["money"]),
                )  # fmt: skip
            case "settled" | "found":
                self._book(line)
            case "lost":
                self.settled.pop(line["game"], None)
                self.lost[line["game"]] = len(self.booked)
            case "began" | "runs" | "ended":
                self.until = line.get("until", line["seconds"])
            case other:
                raise ValueError(other)

    def _book(self, line: LedgerLine) -> None:
        of = self.open.pop(line["permit"]) if line["type"] == "settled" else None
        booked = Booked(
            game=line["game"] if of is None else of.game,
            seat=line["seat"] if of is None else of.seat,
            spec=line["spec"] if of is None else of.spec,
            call=line["call"], cost=Cost(tokens=line["tokens"], money=line["money"]),
            fault=line.get("fault"), worst=None if of is None else of.worst,
        )  # fmt: skip
        self.booked.append(booked)
        if booked.call is not None:
            self.settled.setdefault(booked.game, set()).add(booked.call)


def read_ledger(folder: Path) -> Entries:
    """Return the entries of a tournament's ledger; none where it is missing.

    A last line that a crash cut off is ignored. Raises `TranscriptError`.
    """
    return _entries(folder, lines_of(contents(folder, LEDGER, missing=b""))[0])


def _entries(folder: Path, lines: Iterable[bytes]) -> Entries:
    entries = Entries()
    for number, line in enumerate(lines, start=1):
        try:
            entries.add(json.loads(line))
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise TranscriptError(str(folder / LEDGER), number, "is no line of a ledger") from error
    return entries


def account_of(budget: TournamentBudget, entries: Entries) -> Account:
    """Return the account of a ledger: a tournament's spent and reserved costs, and its caps."""
    caps = BudgetRules(money=budget.money, tokens=budget.tokens, calls=budget.calls)
    account = Account(caps, "the tournament's budget")
    for booked in entries.booked:
        account.book(booked.call, booked.cost)
    for ahead in entries.open.values():
        account.held.add(ahead.worst)
    return account


class Ledger:
    """A ledger that is open for writing; each line is one system call, synced in the background."""

    def __init__(self, folder: Path) -> None:
        """Open the ledger and read its entries. Raises `TranscriptError`, `WriteError`."""
        lines = lines_of(contents(folder, LEDGER, missing=b""))[0]
        self.entries = _entries(folder, lines)
        """Entries so far, kept up to date except for `booked`."""
        self._file = File(folder / LEDGER, keep=sum(map(len, lines)))
        self._file.cut()
        self._disk = Disk([self._file])

    def add(self, line: LedgerLine) -> None:
        """Append a line, with seconds rounded to milliseconds. Raises `WriteError`."""
        line["seconds"] = round(line["seconds"], 3)
        self._file.write(encode(line).encode() + b"\n")
        self.entries.add(line)
        self.entries.booked.clear()
        if line["type"] != "reserved":
            self._disk.begin()

    def close(self) -> None:
        """Close the file once everything is synced to disk."""
        self._disk.close()


def recovered_calls(folder: Path) -> list[PastCall] | None:
    """Return the calls of a game up to the first unreadable line; None: its files are gone."""
    if not (folder / CALLS).exists():
        return None
    lines: list[object] = []
    for line in lines_of(contents(folder, CALLS))[0]:
        try:
            lines.append(json.loads(line))
        except ValueError:
            break
    try:
        return list(past_calls(map(decoded_call, lines), ()).calls)
    except (IndexError, ValueError):
        return None
