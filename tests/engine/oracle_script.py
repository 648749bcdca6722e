"""The choices that the oracle is fed, each checked against the question the rules ask."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Self


class RulesBroken(AssertionError):
    """A question came that the rules do not ask, or with options they do not allow."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """One answered question."""

    seat: str
    kind: str
    took: str
    options: frozenset[str] | None = None
    """The ids offered; None: not compared."""


@dataclass(slots=True)
class Script:
    """The choices of each seat in order, and what the lots showed."""

    choices: dict[str, list[Choice]]
    lots: list[str] = field(default_factory=list)

    @classmethod
    def of(cls, choices: Iterable[Choice], lots: Sequence[str] = ()) -> Self:
        """Sort the choices by seat; a sealed question has no other order."""
        by_seat: dict[str, list[Choice]] = {}
        for choice in choices:
            by_seat.setdefault(choice.seat, []).append(choice)
        return cls(by_seat, list(lots))

    def take(self, seat: str, kind: str, legal: Iterable[str]) -> str:
        """The seat's next choice, which must answer this very question."""
        queue = self.choices.get(seat, [])
        if not queue or queue[0].kind != kind:
            raise RulesBroken(f"rules ask {seat} to {kind}; the game went on with {queue[:1]}")
        choice, wanted = queue.pop(0), frozenset(legal)
        if choice.took not in wanted or choice.options not in (None, wanted):
            raise RulesBroken(f"{choice} where the rules allow {sorted(wanted)}")
        return choice.took

    def lot(self, among: Sequence[str]) -> str:
        """The next lot, which must be one of those tied."""
        if not self.lots or self.lots[0] not in among:
            raise RulesBroken(f"lot among {among}, drawn {self.lots[:1]}")
        return self.lots.pop(0)

    def left(self) -> list[Choice]:
        """Choices the rules never asked for."""
        return [choice for queue in self.choices.values() for choice in queue]
