"""The rounds of a game: dice, looks, destinations and losses, and who is out or replaced.

All moments are numbers of records, so that each can be looked up.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from arena.events import (
    CharacterEaten,
    DestinationAnnounced,
    DestinationChosen,
    DestinationsRevealed,
    DicePeeked,
    DiceRevealed,
    DiceRolled,
    GameBegan,
    PhaseBegan,
    PlayerEliminated,
)
from arena.records.facts import Fact
from arena.records.game import SeatReplaced
from arena.records.handlers import Handlers
from arena.records.record import Record

__all__ = ["Look", "Loss", "Round", "Rounds"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """Somebody looked under the box, which all saw."""

    at: int
    round: int
    seat: str
    by: str
    """`badge`, or the card."""


@dataclass(slots=True, kw_only=True)
class Round:
    """The dice of a round, and who went where."""

    number: int
    dice: tuple[int, ...] | None = None
    """None: not rolled."""
    rolled_at: int | None = None
    closed_at: int | None = None
    """The first record of a destination chosen in secret: from then on no report of the dice can
    move anybody who chooses. None: nobody chose."""
    revealed_at: int | None = None
    """When all saw the dice."""
    looks: list[Look] = field(default_factory=list)
    destinations: dict[str, int] = field(default_factory=dict)
    bound: dict[str, int] = field(default_factory=dict)
    """Binding announcements: the record of each, by seat."""
    chosen: dict[str, int] = field(default_factory=dict)
    """Destinations chosen in secret: the record of each, by seat."""

    def has_looked(self, seat: str, at: int) -> bool:
        """Tell whether a seat had looked under the box of this round before a record."""
        return any(each.seat == seat and each.at < at for each in self.looks)

    def is_open(self, at: int) -> bool:
        """Tell whether the dice lay under the box at a record: rolled, and not yet lifted."""
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


_WITHIN = Handlers[[Record, Round], None]()
"""What belongs to a round; what a scenario lays before its first, to that."""


@_WITHIN.on(DiceRolled)
def _dice_rolled(rolled: DiceRolled, record: Record, round_: Round) -> None:
    round_.dice, round_.rolled_at = rolled.dice, record.i


@_WITHIN.on(DiceRevealed)
def _dice_revealed(revealed: DiceRevealed, record: Record, round_: Round) -> None:
    round_.dice, round_.revealed_at = revealed.dice, record.i


@_WITHIN.on(DicePeeked)
def _dice_peeked(peeked: DicePeeked, record: Record, round_: Round) -> None:
    look = Look(at=record.at, round=round_.number, seat=peeked.player, by=peeked.by)
    round_.looks.append(look)


@_WITHIN.on(DestinationAnnounced)
def _destination_announced(bound: DestinationAnnounced, record: Record, round_: Round) -> None:
    round_.destinations[bound.player] = bound.place
    round_.bound[bound.player] = record.at


@_WITHIN.on(DestinationChosen)
def _destination_chosen(chosen: DestinationChosen, record: Record, round_: Round) -> None:
    round_.destinations[chosen.player] = chosen.place
    round_.chosen[chosen.player] = record.at
    if round_.closed_at is None:
        round_.closed_at = record.at


@_WITHIN.on(DestinationsRevealed)
def _destinations_revealed(revealed: DestinationsRevealed, _: Record, round_: Round) -> None:
    round_.destinations.update(revealed.destinations)


_OF_GAME = Handlers[[Record, "Rounds"], None]()
"""What a game has once, or for each seat."""


@_OF_GAME.on(GameBegan)
def _game_began(began: GameBegan, _: Record, rounds: "Rounds") -> None:
    rounds.seats = tuple(began.seats)


@_OF_GAME.on(PhaseBegan)
def _phase_began(_: PhaseBegan, record: Record, rounds: "Rounds") -> None:
    rounds.begin(record.round)


@_OF_GAME.on(PlayerEliminated)
def _player_eliminated(eliminated: PlayerEliminated, record: Record, rounds: "Rounds") -> None:
    rounds.eliminated.setdefault(eliminated.player, record.at)


@_OF_GAME.on(SeatReplaced)
def _seat_replaced(_: SeatReplaced, record: Record, rounds: "Rounds") -> None:
    rounds.replaced.setdefault(str(record.actor), record.at)


@_OF_GAME.on(CharacterEaten)
def _character_eaten(eaten: CharacterEaten, record: Record, rounds: "Rounds") -> None:
    loss = Loss(
        at=record.at, round=record.round, owner=eaten.player, character=eaten.character,
        place=eaten.place, points=rounds.points[eaten.character],
    )  # fmt: skip
    rounds.losses.append(loss)


class Rounds:
    """A fold over the records of one game."""

    takes: ClassVar[frozenset[type[Fact]]] = frozenset[type[Fact]]().union(_WITHIN, _OF_GAME)
    """The types of facts that change it."""

    def __init__(self, points: Mapping[str, int]) -> None:
        """Begin before the first record; `points` are those of each kind of character."""
        self.points = points
        self.seats: tuple[str, ...] = ()
        """Clockwise."""
        self.rounds: dict[int, Round] = {}
        self.losses: list[Loss] = []
        self.eliminated: dict[str, int] = {}
        """The record in which each seat that is out was eliminated."""
        self.replaced: dict[str, int] = {}
        """From which record on a bot played for a seat."""
        self._before: list[Record] = []
        # What a scenario laid before its first round: dice that were rolled, who looked at them.

    def begin(self, number: int) -> None:
        """Begin a round, if it has not begun."""
        round_ = self.rounds.setdefault(number, Round(number=number))
        for each in self._before:
            _WITHIN(each.data, each, round_)
        self._before.clear()

    def feed(self, record: Record) -> None:
        """Take the next record."""
        data = record.data
        if type(data) in _WITHIN:
            round_ = self.rounds.get(record.round)
            if round_ is None:
                self._before.append(record)
            else:
                _WITHIN(data, record, round_)
        else:
            _OF_GAME(data, record, self)
