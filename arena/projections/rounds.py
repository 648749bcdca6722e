"""The rounds of a game: dice, looks, destinations and losses, and who is out or replaced.

All moments are numbers of records, so that each can be looked up.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from arena import events
from arena.records.facts import Fact
from arena.records.game import SeatReplaced
from arena.records.record import Record

WITHIN: frozenset[type[Fact]] = frozenset(
    {
        events.DiceRolled, events.DiceRevealed, events.DicePeeked, events.DestinationAnnounced,
        events.DestinationChosen, events.DestinationsRevealed,
    }
)  # fmt: skip
"""The types of facts that belong to a round, the first one's set-up by a scenario included."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """A look under the box, which all noticed."""

    at: int
    round: int
    seat: str
    by: str
    """`badge`, or the card."""


@dataclass(slots=True, kw_only=True)
class Round:
    """The dice and destinations of a round."""

    number: int
    dice: tuple[int, ...] | None = None
    """None: not rolled."""
    rolled_at: int | None = None
    closed_at: int | None = None
    """The first record of a destination chosen in secret: from then on no report of the dice can
    move anybody who chooses. None: nobody chose."""
    revealed_at: int | None = None
    """The record in which the dice were revealed to all."""
    looks: list[Look] = field(default_factory=list)
    destinations: dict[str, int] = field(default_factory=dict)
    bound: dict[str, int] = field(default_factory=dict)
    """Binding announcements: the record of each, by seat."""
    chosen: dict[str, int] = field(default_factory=dict)
    """Destinations chosen in secret: the record of each, by seat."""

    def feed(self, record: Record) -> None:
        """Update from a record of one of the types `WITHIN`."""
        match record.data:
            case events.DiceRolled(dice=dice):
                self.dice, self.rolled_at = dice, record.i
            case events.DiceRevealed(dice=dice):
                self.dice, self.revealed_at = dice, record.i
            case events.DicePeeked(player=seat, by=by):
                self.looks.append(Look(at=record.at, round=self.number, seat=seat, by=by))
            case events.DestinationAnnounced(player=seat, place=place):
                self.destinations[seat], self.bound[seat] = place, record.at
            case events.DestinationChosen(player=seat, place=place):
                self.destinations[seat], self.chosen[seat] = place, record.at
                if self.closed_at is None:
                    self.closed_at = record.at
            case events.DestinationsRevealed(destinations=destinations):
                self.destinations.update(destinations)
            case _:
                pass

    def has_looked(self, seat: str, at: int) -> bool:
        """Return True if a seat had looked under the box of this round before a record."""
        return any(each.seat == seat and each.at < at for each in self.looks)

    def is_open(self, at: int) -> bool:
        """Return True if the dice lay under the box at a record: rolled, and not yet lifted."""
        rolled = self.rolled_at is not None and self.rolled_at < at
        return rolled and (self.revealed_at is None or at < self.revealed_at)


@dataclass(frozen=True, slots=True, kw_only=True)
class Loss:
    """A character that was eaten."""

    at: int
    round: int
    owner: str
    character: str
    place: int
    points: int


class Rounds:
    """A fold that collects the rounds of one game."""

    takes: ClassVar[frozenset[type[Fact]]] = frozenset(
        {
            *WITHIN, events.GameBegan, events.PhaseBegan, events.PlayerEliminated, SeatReplaced,
            events.CharacterEaten,
        }
    )  # fmt: skip

    def __init__(self, points: Mapping[str, int]) -> None:
        """`points` are those of each kind of character."""
        self.points = points
        self.seats: tuple[str, ...] = ()
        """The seats in clockwise order."""
        self.rounds: dict[int, Round] = {}
        self.losses: list[Loss] = []
        self.eliminated: dict[str, int] = {}
        """The record in which each seat that is out was eliminated."""
        self.replaced: dict[str, int] = {}
        """The record from which a bot played for each seat that was replaced."""
        self._before: list[Record] = []
        # Set-up by a scenario before the first round: dice that were rolled, who looked at them.

    def feed(self, record: Record) -> None:
        """Update from the next record."""
        data = record.data
        if type(data) in WITHIN:
            round_ = self.rounds.get(record.round)
            if round_ is None:
                self._before.append(record)
            else:
                round_.feed(record)
            return
        match data:
            case events.GameBegan():
                self.seats = tuple(data.seats)
            case events.PhaseBegan():
                self._begin(record.round)
            case events.PlayerEliminated():
                self.eliminated.setdefault(data.player, record.at)
            case SeatReplaced():
                self.replaced.setdefault(str(record.actor), record.at)
            case events.CharacterEaten():
                loss = Loss(
                    at=record.at, round=record.round, owner=data.player, character=data.character,
                    place=data.place, points=self.points[data.character],
                )  # fmt: skip
                self.losses.append(loss)
            case _:
                pass

    def _begin(self, number: int) -> None:
        round_ = self.rounds.setdefault(number, Round(number=number))
        for each in self._before:
            round_.feed(each)
        self._before.clear()
