"""Records one game in order, with the records derived from each; in memory or on the disk.

This module decides what is recorded; a subclass decides where: `MemoryLog` in memory, `Writer` in a
game's folder.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence

from arena.errors import Reason
from arena.hash_chain import GENESIS, chained, digest
from arena.projections.deals import Deals
from arena.projections.judge import Judge
from arena.records.game import SeatReplaced
from arena.records.record import Record
from arena.talk.discussion import Act
from arena.talk.plan import Plan
from arena.transcript.header import GameHeader
from arena.transcript.record_builder import RecordBuilder
from engine import Decision, Event, Floor, Result


class GameLog(ABC):
    """Records one game."""

    def __init__(self, header: GameHeader) -> None:
        self._builder = RecordBuilder(judge_of(header))

    def __len__(self) -> int:
        return self._builder.count

    @abstractmethod
    def record(self, at: int) -> Record:
        """Return the record of this number."""

    @abstractmethod
    def _write(self, record: Record) -> None:
        """Store the next record."""

    def event(self, event: Event) -> None:
        """Log an event of the rules."""
        self._append(self._builder.event(event))

    def asked(self, together: Sequence[Decision]) -> None:  # noqa: B027 - for who wants to know
        """Note the questions asked together, before any answer; nothing is logged."""

    def planned(self, seat: str, asked: str, plan: Plan) -> None:
        """Log a seat's plan, before the answer that it came with."""
        self._append(self._builder.planned(seat, asked, plan))

    def answer(self, decision: Decision, option: str) -> None:
        """Log an answer, before it is applied."""
        self._append(self._builder.answer(decision, option))

    def defaulted(self, decision: Decision, reason: Reason, why: str) -> None:  # noqa: ARG002 - the log has no words for it
        """Log a default answer; `why` is the reason in words."""
        self._append(self._builder.defaulted(decision, reason))

    def replaced(self, seat: str, by: SeatReplaced) -> None:
        """Log that another player answers for a seat from now on."""
        self._append(self._builder.replaced(seat, by))

    def act(self, act: Act, why: str) -> None:  # noqa: ARG002 - as `defaulted`
        """Log the result of a turn to talk; `why` is the reason of a default in words."""
        for record in self._builder.act(act):
            self._append(record)

    def floor_opened(self, floor: Floor) -> None:
        """Log that talk begins on a floor."""
        self._append(self._builder.floor("opened", floor))

    def floor_closed(self, floor: Floor) -> None:
        """Log that talk on a floor has ended."""
        self._append(self._builder.floor("closed", floor))

    @property
    def deals(self) -> Deals | None:
        """The deals of the game so far; None at a table without talk."""
        return None if self._builder.judge is None else self._builder.judge.deals

    def _append(self, record: Record) -> None:
        """Store a record and those derived from it."""
        self._write(record)
        for derived in self._builder.derived(record):
            self._write(derived)


class MemoryLog(GameLog):
    """Keeps the records of a game in memory; lines are encoded on demand."""

    def __init__(self, header: GameHeader) -> None:
        super().__init__(header)
        self._kept: list[Record] = []
        self.stops: list[Sequence[Decision]] = []
        """The questions so far; those asked together form one entry."""
        self._append(self._builder.opened(header.dumped()))

    def record(self, at: int) -> Record:
        """Return the record of this number."""
        return self._kept[at]

    def asked(self, together: Sequence[Decision]) -> None:
        """Keep the questions with their options, which the records do not hold."""
        self.stops.append(together)

    def records(self) -> tuple[Record, ...]:
        """Return all records, without hashes."""
        return tuple(self._kept)

    def seal(self, result: Result) -> None:
        """End the game, without recorded calls."""
        self._append(self._builder.sealed(result, 0, digest(b"")))

    def lines(self) -> tuple[bytes, ...]:
        """Encode, chain and return the lines of `log.jsonl`."""
        lines, hash_ = list[bytes](), GENESIS
        for each in self._kept:
            line, hash_ = chained(hash_, each.plain())
            lines.append(line)
        return tuple(lines)

    def _write(self, record: Record) -> None:
        self._kept.append(record)


def judge_of(header: GameHeader) -> Judge | None:
    """Return the judge of the game's claims and plans; None if there can be none."""
    judged = header.talkers or header.plans
    return Judge(header.facts(), header.names) if judged else None
