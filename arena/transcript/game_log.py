"""The records of one game in their order, with what follows from each; in memory, or on the disk.

What is recorded is decided here, where it goes by who subclasses it: `MemoryLog` keeps it, the
`Writer` writes it into a game's folder.
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
        """Return a record of it."""

    @abstractmethod
    def _write(self, record: Record) -> None:
        """Take the next record."""

    def event(self, event: Event) -> None:
        """Log what happened."""
        self._append(self._builder.event(event))

    def asked(self, together: Sequence[Decision]) -> None:  # noqa: B027 - for who wants to know
        """Take what is asked together, before any answer to it: nothing is logged of it."""

    def planned(self, seat: str, asked: str, plan: Plan) -> None:
        """Log what a seat means to do, before the answer that it came with."""
        self._append(self._builder.planned(seat, asked, plan))

    def answer(self, decision: Decision, option: str) -> None:
        """Log an answer, before it is applied."""
        self._append(self._builder.answer(decision, option))

    def defaulted(self, decision: Decision, reason: Reason, why: str) -> None:  # noqa: ARG002 - the log has no words for it
        """Log the default that stands in; `why` is the reason in words."""
        self._append(self._builder.defaulted(decision, reason))

    def replaced(self, seat: str, by: SeatReplaced) -> None:
        """Log who answers for a seat from here on."""
        self._append(self._builder.replaced(seat, by))

    def act(self, act: Act, why: str) -> None:  # noqa: ARG002 - as `defaulted`
        """Log what a seat did with its turn; `why` says what went wrong where silence stands in."""
        for record in self._builder.act(act):
            self._append(record)

    def floor_opened(self, floor: Floor) -> None:
        """Log that the table may talk."""
        self._append(self._builder.floor("opened", floor))

    def floor_closed(self, floor: Floor) -> None:
        """Log that the game goes on."""
        self._append(self._builder.floor("closed", floor))

    @property
    def deals(self) -> Deals | None:
        """The deals of the game so far; None where nobody talks."""
        return None if self._builder.judge is None else self._builder.judge.deals

    def _append(self, record: Record) -> None:
        """Take a record and what follows from it."""
        self._write(record)
        for derived in self._builder.derived(record):
            self._write(derived)


class MemoryLog(GameLog):
    """Keeps the records of a game; nothing is encoded before somebody wants its lines."""

    def __init__(self, header: GameHeader) -> None:
        super().__init__(header)
        self._kept: list[Record] = []
        self.stops: list[Sequence[Decision]] = []
        """What was asked so far, those together in one."""
        self._append(self._builder.opened(header.dumped()))

    def record(self, at: int) -> Record:
        """Return a record of it."""
        return self._kept[at]

    def asked(self, together: Sequence[Decision]) -> None:
        """Keep it: records say what was answered, not what else could have been."""
        self.stops.append(together)

    def records(self) -> tuple[Record, ...]:
        """Return all records, without hashes."""
        return tuple(self._kept)

    def seal(self, result: Result) -> None:
        """End the game: no call was recorded anywhere."""
        self._append(self._builder.sealed(result, 0, digest(b"")))

    def lines(self) -> tuple[bytes, ...]:
        """Return the lines of `log.jsonl`, encoded and chained now."""
        lines, hash_ = list[bytes](), GENESIS
        for each in self._kept:
            line, hash_ = chained(hash_, each.plain())
            lines.append(line)
        return tuple(lines)

    def _write(self, record: Record) -> None:
        self._kept.append(record)


def judge_of(header: GameHeader) -> Judge | None:
    """Return what judges the claims and plans of a game; None where nobody says or plans any."""
    judged = header.talkers or header.plans
    return Judge(header.facts(), header.names) if judged else None
