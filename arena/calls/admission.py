"""Leave to make a call, where many games share one budget and a provider's limits.

A game asks before each call and says afterwards what became of it. Who grants leave, in which
process or on which machine, is not its concern.
"""

from dataclasses import dataclass
from typing import Protocol

from arena.calls.budget import Cost
from arena.calls.records import BrokenOff
from arena.errors import FaultKind

__all__ = ["NOTHING", "NOT_MADE", "Admission", "CallAhead", "Settled"]

NOTHING = Cost(tokens=0, money=0.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class CallAhead:
    """A call that a game wants to make."""

    game: str
    seat: str
    spec: str
    """The model."""
    worst: Cost
    """What it may cost at most."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settled:
    """What became of a call."""

    call: int | None
    """Its number in its game; None: it never left."""
    cost: Cost
    """What the game has booked for it."""
    fault: FaultKind | BrokenOff | None = None
    """Why it brought no reply; None: it brought one."""
    retry_after: float | None = None
    """Seconds that the provider asks to wait."""


NOT_MADE = Settled(call=None, cost=NOTHING)
"""Of a call that had leave and was not made."""


class Admission(Protocol):
    """Grants leave."""

    async def admit(self, ahead: CallAhead) -> int:
        """Wait until a call may leave; return the permit, which is settled exactly once.

        Raises `BudgetExceeded` where its worst case does not fit any more, and none is under way
        that might cost less than feared.
        """
        ...

    async def settle(self, permit: int, settled: Settled) -> None:
        """Take note of what became of an admitted call."""
        ...
