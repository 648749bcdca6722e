"""Who is who among the characters, and what a vote looks like while it is under way."""

from collections.abc import Mapping
from dataclasses import dataclass

from engine.rules.moh.tables import characters_for

__all__ = ["DEAD", "Roster", "Vote"]

DEAD = -1
"""Where a character is after it was eaten."""


class Roster:
    """Who is who among the characters of one table; never changes."""

    __slots__ = (
        "gunmen",
        "index",
        "kind",
        "names",
        "of",
        "order_from",
        "owner",
        "pin_ups",
        "points",
        "seats",
        "strength",
    )

    def __init__(self, seats: tuple[str, ...]) -> None:
        """Number the characters of these seats (MOH-6: four each with three players)."""
        kinds = characters_for(len(seats))
        self.seats = seats
        self.owner = tuple(seat for seat in seats for _ in kinds)
        self.kind = tuple(k.id for _ in seats for k in kinds)
        self.strength = tuple(k.strength for _ in seats for k in kinds)
        self.points = tuple(k.points for _ in seats for k in kinds)
        self.names = tuple(zip(self.owner, self.kind, strict=True))
        self.index = {pair: i for i, pair in enumerate(self.names)}
        self.of = {
            seat: tuple(i for i, owner in enumerate(self.owner) if owner == seat) for seat in seats
        }
        self.order_from = {
            seat: (*seats[at:], *seats[:at]) for at, seat in enumerate(seats)
        }  # MOH-13: the seats from each possible Chief clockwise
        self.gunmen = tuple(bool(k.extra_votes) for _ in seats for k in kinds)
        self.pin_ups = tuple(i for i, kind in enumerate(self.kind) if kind == "pin_up")


@dataclass(frozen=True, slots=True)
class Vote:
    """The vote under way; candidates and weights are None until the ballot is open."""

    kind: str
    place: int
    candidates: tuple[str, ...] | None = None
    weights: Mapping[str, int] | None = None
    ballots: Mapping[str, str] | None = None
