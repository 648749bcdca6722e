"""The turns to talk of a game, and the floors on which they were taken."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from arena.records.facts import Fact
from arena.records.record import Record
from arena.records.talk import Bid, FloorOpened, Said, Silent, TurnDefaulted, TurnOnFloor

TASKS: Mapping[type[Fact], str] = {
    Said: "said", Silent: "silent", Bid: "bid", TurnDefaulted: "defaulted",
}  # fmt: skip
"""The name of what a seat did with its turn, by the type of record."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """A turn to talk, and what its seat did with it."""

    at: int
    """Number of its first record."""
    round: int
    seat: str
    id: str
    floor: str
    wave: int
    task: str
    """`said`, `silent`, `bid` or `defaulted`."""


class Turns:
    """A fold that collects the turns to talk of one game."""

    takes: ClassVar = frozenset({FloorOpened, *TASKS})

    def __init__(self) -> None:
        self.floors: list[int] = []
        """The records in which floors opened."""
        self._turns: dict[str, Turn] = {}

    @property
    def turns(self) -> tuple[Turn, ...]:
        """The turns to talk."""
        return tuple(self._turns.values())

    def feed(self, record: Record) -> None:
        """Update from the next record."""
        data = record.data
        if isinstance(data, FloorOpened):
            self.floors.append(record.at)
        elif isinstance(data, TurnOnFloor) and data.turn not in self._turns:
            self._turns[data.turn] = Turn(
                at=record.at, round=record.round, seat=str(record.actor), id=data.turn,
                floor=data.floor, wave=data.wave, task=TASKS[type(data)],
            )  # fmt: skip
