"""The records of one game in their order, with what follows from each; in memory, or on the disk.

What is recorded is decided here, where it goes by who subclasses it: `MemoryLog` keeps it, the
`Writer` writes it into a game's folder.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence

from arena.claims.deals import Deals
from arena.errors import Reason
from arena.hash_chain import GENESIS, chained, digest
from arena.records import Record
from arena.talk.discussion import Act
from arena.talk.plan import Plan
from arena.transcript.header import GameHeader
from arena.transcript.records import LogBody, RecordBuilder, SeatReplaced, judge_of
from engine import Decision, Event, Floor, Result
from engine.plain import plain

__all__ = ["GameLog", "MemoryLog"]


class GameLog(ABC):
    """Records one game."""

    def __init__(self, header: GameHeader) -> None:
        """Begin before the first record."""
        self._bodies = RecordBuilder(judge_of(header))

    def __len__(self) -> int:
        """Return how many records there are."""
        return self._bodies.count

    @abstractmethod
    def seen_by(self, at: int) -> str | Sequence[str]:
        """Return who perceived a record: `all`, `engine`, or a list of seats."""

    @abstractmethod
    def copy(self, at: int) -> Record:
        """Return a record as plain JSON data that nobody else has."""

    @abstractmethod
    def _write(self, body: LogBody) -> None:
        """Take the next record."""

    def event(self, event: Event) -> None:
        """Log what happened."""
        self._append(self._bodies.event(event))

    def asked(self, together: Sequence[Decision]) -> None:  # noqa: B027 - for who wants to know
        """Take what is asked together, before any answer to it: nothing is logged of it."""

    def planned(self, seat: str, asked: str, plan: Plan) -> None:
        """Log what a seat means to do, before the answer that it came with."""
        self._append(self._bodies.planned(seat, asked, plan))

    def answer(self, decision: Decision, option: str) -> None:
        """Log an answer, before it is applied."""
        self._append(self._bodies.answer(decision, option))

    def defaulted(self, decision: Decision, reason: Reason, why: str) -> None:  # noqa: ARG002 - the log has no words for it
        """Log the default that stands in; `why` is the reason in words."""
        self._append(self._bodies.defaulted(decision, reason))

    def replaced(self, seat: str, by: SeatReplaced) -> None:
        """Log who answers for a seat from here on."""
        self._append(self._bodies.replaced(seat, by))

    def act(self, act: Act, why: str) -> None:  # noqa: ARG002 - as `defaulted`
        """Log what a seat did with its turn; `why` says what went wrong where silence stands in."""
        for body in self._bodies.act(act):
            self._append(body)

    def floor_opened(self, floor: Floor) -> None:
        """Log that the table may talk."""
        self._append(self._bodies.floor("opened", floor))

    def floor_closed(self, floor: Floor) -> None:
        """Log that the game goes on."""
        self._append(self._bodies.floor("closed", floor))

    @property
    def deals(self) -> Deals | None:
        """The deals of the game so far; None where nobody talks."""
        return None if self._bodies.judge is None else self._bodies.judge.deals

    def _append(self, body: LogBody) -> None:
        """Take a record and what follows from it."""
        self._write(body)
        for derived in self._bodies.derived(body):
            self._write(derived)


class MemoryLog(GameLog):
    """Keeps the records of a game; nothing is encoded before somebody wants its lines."""

    def __init__(self, header: GameHeader) -> None:
        """Begin with record 0."""
        super().__init__(header)
        self._kept: list[LogBody] = []
        self.stops: list[Sequence[Decision]] = []
        """What was asked so far, those together in one."""
        self._append(self._bodies.opened(header.dumped()))

    def seen_by(self, at: int) -> str | Sequence[str]:
        """Return who perceived a record."""
        return self._kept[at]["seen_by"]

    def copy(self, at: int) -> Record:
        """Return a record without its hash, which nobody is shown."""
        copied: Record = plain(self._kept[at])
        return copied

    def asked(self, together: Sequence[Decision]) -> None:
        """Keep it: records say what was answered, not what else could have been."""
        self.stops.append(together)

    def bodies(self) -> tuple[LogBody, ...]:
        """Return all records without their hashes: its own, so not to be changed."""
        return tuple(self._kept)

    def seal(self, result: Result) -> None:
        """End the game: no call was recorded anywhere."""
        self._append(self._bodies.sealed(result, 0, digest(b"")))

    def lines(self) -> tuple[bytes, ...]:
        """Return the lines of `log.jsonl`, encoded and chained now."""
        lines, hash_ = list[bytes](), GENESIS
        for body in self._kept:
            line, hash_ = chained(hash_, body)
            lines.append(line)
        return tuple(lines)

    def _write(self, body: LogBody) -> None:
        self._kept.append(body)
