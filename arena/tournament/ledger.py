"""`ledger.jsonl`: what every call of a tournament may cost, before it leaves, and what it did cost.

Only the driver writes it. It can always be read to its last whole line; `recovered_calls` reads the
games' own record of the same calls.
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
    """One line; which keys it has goes by `type`."""

    type: Literal["began", "runs", "reserved", "settled", "found", "lost", "ended"]
    """`began`, `runs`, `ended`: of a run; `found`: a call that the ledger had not, `lost`: what
    stands here of a game's calls is of files that are gone."""
    permit: int
    """Number of the reservation, from 1, which its settlement repeats."""
    game: str
    seat: str
    spec: str
    call: int | None
    """Number of the call in its game; null: it was never made, or nobody knows."""
    tokens: int
    """Of a reservation at most, of a settlement as the game has booked them."""
    money: float | None
    """Dollars, likewise; null: the price is unknown."""
    fault: str | None
    """Why there was no reply; null: there was one."""
    seconds: float
    """How long all runs took together, up to this line."""
    until: float
    """Of a run: what that is reckoned to be, should the run be killed before it says so again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Booked:
    """A call that has ended, as it stands in the ledger."""

    game: str
    seat: str
    spec: str
    call: int | None
    cost: Cost
    fault: str | None = None
    worst: Cost | None = None
    """What was held back for it; None: it was found, with no reservation left."""


@dataclass(slots=True, kw_only=True)
class Entries:
    """What a ledger says."""

    open: dict[int, CallAhead] = field(default_factory=dict)
    """Reservations without a settlement, by permit."""
    booked: list[Booked] = field(default_factory=list)
    """Calls that have ended, those that were never made included, in their order."""
    settled: dict[str, set[int]] = field(default_factory=dict)
    """By game, the calls that are in its files and are booked."""
    lost: dict[str, int] = field(default_factory=dict)
    """By game, how many of all calls had been booked when its files were found to be gone."""
    newest: int = 0
    """The last permit."""
    seconds: float = 0.0
    """How long all runs took together."""
    until: float = 0.0
    """The same, if the last run was killed: at its longest."""

    def calls_by_game(self) -> dict[str, int]:
        """Count the calls of each game that are booked, also of games under way."""
        return {game: len(calls) for game, calls in self.settled.items()}

    def add(self, line: LedgerLine) -> None:
        """Take one more line."""
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
    """Return a tournament's ledger; nothing where it is missing. Raises `TranscriptError`.

    A last line that a crash cut off is left out.
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
    """Sum up a ledger: a tournament's spent and held costs, under its caps."""
    caps = BudgetRules(money=budget.money, tokens=budget.tokens, calls=budget.calls)
    account = Account(caps, "the tournament's budget")
    for booked in entries.booked:
        account.book(booked.call, booked.cost)
    for ahead in entries.open.values():
        account.held.add(ahead.worst)
    return account


class Ledger:
    """The open file: a line a system call, brought to the disk behind the run's back."""

    def __init__(self, folder: Path) -> None:
        """Go on after what stands there. Raises `TranscriptError`, `WriteError`."""
        lines = lines_of(contents(folder, LEDGER, missing=b""))[0]
        self.entries = _entries(folder, lines)
        """What it says; it is kept up to date but for `booked`."""
        self._file = File(folder / LEDGER, keep=sum(map(len, lines)))
        self._file.cut()
        self._disk = Disk([self._file])

    def add(self, line: LedgerLine) -> None:
        """Write a line down, with seconds to the millisecond. Raises `WriteError`."""
        line["seconds"] = round(line["seconds"], 3)
        self._file.write(encode(line).encode() + b"\n")
        self.entries.add(line)
        self.entries.booked.clear()
        if line["type"] != "reserved":
            self._disk.begin()

    def close(self) -> None:
        """Close it once all is on the disk."""
        self._disk.close()


def recovered_calls(folder: Path) -> list[PastCall] | None:
    """Return the calls of a game up to what can't be read; None where its files are gone."""
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
