"""A ruleset compiled for its seats: the part that both families share."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Generic, Self, TypeVar

from engine.events import Event
from engine.game import Game, Script
from engine.question import Catalogue
from engine.rules.board import Board
from engine.rules.learned import Follow
from engine.rules.pieces import Place, Roster
from engine.rules.view import Row, Standing, locations, standing, view
from engine.state import State
from engine.view_data import PlaceData, ViewData

B_co = TypeVar("B_co", bound=Board, covariant=True)
G = TypeVar("G")

Phases = Mapping[str, Callable[[G], Script[None]]]
"""The generator functions of the set-up and of the phases of a round, in their order."""


def rows_of(places: tuple[Place, ...], parking: int) -> tuple[Row, ...]:
    """Return the locations for the view; all but the parking lot have walls (MOH-52, OSA-3)."""
    return tuple((p.number, p.name, p.capacity, p.number != parking) for p in places)


def capacities(places: tuple[Place, ...]) -> tuple[float, ...]:
    """Return the capacities by number; index 0 is nowhere."""
    return (0, *(float("inf") if p.capacity is None else p.capacity for p in places))


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardRules(ABC, Generic[B_co]):
    """The compiled rules of one table; a family adds its policies and its state."""

    ruleset: str
    seats: tuple[str, ...]
    roster: Roster
    rows: tuple[Row, ...]
    """The locations, for the view."""
    capacity: tuple[float, ...]
    """By location number; index 0 is nowhere."""
    card_order: Mapping[str, int]
    """The fixed order of cards in a hand."""
    copies: Mapping[str, int]
    """The number of copies of each card."""
    followed: Mapping[type[Event], Follow]
    """For each event: the update of a seat's knowledge of the cards."""
    catalogue: Catalogue
    ballot_default: str
    closed: tuple[int, ...]
    """Locations that this number of players leaves out."""
    end_at: int
    """The game ends with this many living characters or fewer (MOH-68, OSA-54)."""
    phases: Phases[Game[B_co, Self]]
    order_of_places: tuple[int, ...]
    """The numbers in ascending order, which is the order of resolution (MOH-43)."""
    order: tuple[str, ...]
    """The phases of a round, in their order."""
    voted_at: Mapping[str, int]
    """The locations of the votes that are held in every round, by phase."""
    seats_drawn: bool = False

    def script(self, phase: str) -> Callable[[Game[B_co, Self]], Script[None]]:
        """Return the generator function of a phase."""
        return self.phases[phase]

    @abstractmethod
    def new_state(self) -> B_co:
        """Return the state before the set-up."""

    def next_phase(self, state: State) -> tuple[int, str] | None:
        """Return the next phase of the round or of the next round; None: the game is over."""
        if state.over:
            return None
        if state.phase == "setup":
            return 1, self.order[0]
        at = self.order.index(state.phase) + 1
        return (state.round, self.order[at]) if at < len(self.order) else (
            state.round + 1, self.order[0],
        )  # fmt: skip

    def weights(self, s: Board, place: int) -> dict[str, int]:
        """Return the votes of players who have any there, cards included (MOH-19, OSA-20)."""
        return s.weights(place)

    @abstractmethod
    def view(
        self, state: Board, seat: str | None, places: list[PlaceData] | None = None
    ) -> ViewData:
        """Return the view of a seat (None: of the public) as new plain data.

        `places`, where they are given, are used in place of the locations of this state.
        """

    def board_view(
        self, state: Board, seat: str | None, places: list[PlaceData] | None
    ) -> ViewData:
        """Return the part of the view that both families share."""
        if places is None:
            places = self.locations(state)
        seen = view(self.ruleset, places, self.card_order, state, seat, self.weights)
        at = self.voted_at.get(state.phase) if state.attack is None else state.attack
        seen["votes_here"] = None if at is None else dict(self.weights(state, at))
        return seen

    def locations(self, state: Board) -> list[PlaceData]:
        """Return the locations as everybody sees them, as new plain data."""
        return locations(self.rows, state)

    def standing(self, state: Board) -> Standing:
        """Return a key of all that `locations` depends on: equal keys, equal locations."""
        return standing(state)

    def open_places(self, s: Board) -> tuple[int, ...]:
        """Return the numbers of the locations that are not closed."""
        order, closed = self.order_of_places, s.closed
        return tuple([place for place in order if place not in closed]) if closed else order

    def roomy_places(self, s: Board) -> tuple[int, ...]:
        """Return the numbers of the open locations that have room for one more character."""
        there, capacity = s.there, self.capacity
        return tuple([p for p in self.open_places(s) if len(there[p]) < capacity[p]])

    def has_room(self, s: Board, place: int) -> bool:
        """Return True if a location has room for one more character; a closed one has none."""
        return place not in s.closed and len(s.there[place]) < self.capacity[place]


BoardGame = Game[Board, BoardRules[Board]]
