"""The state of a game of Mall of Horror, and what a position says.

Characters are numbered: player by player clockwise, each in the order of the character table.
`where` holds a location's number for each, 0 before it is placed, `DEAD` after it is eaten.
"""

from collections.abc import Mapping
from typing import ClassVar, Self

from engine import events as e
from engine.rules.moh.fold import FOLDS
from engine.rules.moh.roster import DEAD, Roster, Vote
from engine.state import Fold, State

__all__ = ["DEAD", "MohState", "Roster", "Vote"]


class MohState(State):
    """Everything there is on and under the table."""

    __slots__ = (
        "announced",
        "attack",
        "barricades",
        "chief",
        "closed",
        "deck",
        "destinations",
        "destinations_open",
        "dice",
        "dice_open",
        "dice_seen_by",
        "elected",
        "eliminated",
        "extras_placed",
        "fallen",
        "hands",
        "hidden",
        "played",
        "revenge",
        "roster",
        "threats",
        "truck",
        "vote",
        "where",
        "zombies",
    )
    FOLDS: ClassVar[Mapping[type[e.Event], Fold]] = FOLDS

    def __init__(self, roster: Roster) -> None:
        """Begin with an empty board."""
        super().__init__()
        self.roster = roster
        self.chief = roster.seats[0]
        self.elected = False
        self.where = [0] * len(roster.owner)
        self.hidden: frozenset[int] = frozenset()
        self.zombies = [0] * 7
        self.closed: frozenset[int] = frozenset()
        self.hands: dict[str, tuple[str, ...]] = dict.fromkeys(roster.seats, ())
        self.deck: tuple[str, ...] = ()
        self.played: tuple[str, ...] = ()
        self.truck: tuple[str, tuple[str, ...]] | None = None
        self.dice: tuple[int, ...] | None = None
        self.dice_open = False
        self.dice_seen_by: tuple[str, ...] = ()
        self.destinations: dict[str, int] = {}
        self.destinations_open = False
        self.announced: str | None = None
        self.vote: Vote | None = None
        self.attack: int | None = None
        self.barricades = 0
        self.threats: dict[str, int] = {}
        self.revenge: dict[str, int] = {}
        self.fallen: dict[str, int] = {}
        self.eliminated: tuple[str, ...] = ()
        self.extras_placed = False

    def copy(self) -> Self:
        """Return a state that shares nothing that can change."""
        twin = super().copy()
        twin.roster = self.roster
        twin.chief, twin.elected = self.chief, self.elected
        twin.where = self.where.copy()
        twin.hidden = self.hidden
        twin.zombies = self.zombies.copy()
        twin.closed = self.closed
        twin.hands = self.hands.copy()
        twin.deck, twin.played, twin.truck = self.deck, self.played, self.truck
        twin.dice, twin.dice_open = self.dice, self.dice_open
        twin.dice_seen_by = self.dice_seen_by
        twin.destinations = self.destinations.copy()
        twin.destinations_open, twin.announced = self.destinations_open, self.announced
        twin.vote, twin.attack, twin.barricades = self.vote, self.attack, self.barricades
        twin.threats = self.threats.copy()
        twin.revenge, twin.fallen = self.revenge.copy(), self.fallen.copy()
        twin.eliminated, twin.extras_placed = self.eliminated, self.extras_placed
        return twin

    # --- what the position says ---

    def in_order(self) -> tuple[str, ...]:
        """Return the players from the Chief clockwise (MOH-13)."""
        return self.roster.order_from[self.chief]

    def alive(self, player: str) -> bool:
        """Tell whether the player has a living character."""
        where = self.where
        return any(where[i] != DEAD for i in self.roster.of[player])

    def living(self) -> tuple[str, ...]:
        """Return the players that are not eliminated, in Chief order.

        Elimination comes at the end of the attack (MOH-66); until then a player whose last
        character was eaten counts as living.
        """
        gone = self.eliminated
        order = self.roster.order_from[self.chief]
        return tuple([player for player in order if player not in gone]) if gone else order

    def at(self, place: int) -> list[int]:
        """Return the characters there."""
        return [i for i, where in enumerate(self.where) if where == place]

    def present(self, place: int) -> tuple[str, ...]:
        """Return the players with a character there, hidden or not, in Chief order."""
        owner = self.roster.owner
        there = {owner[i] for i, where in enumerate(self.where) if where == place}
        return tuple(player for player in self.in_order() if player in there)

    def visible(self, place: int, player: str) -> list[int]:
        """Return the player's characters there that are not hidden."""
        where, hidden = self.where, self.hidden
        return [i for i in self.roster.of[player] if where[i] == place and i not in hidden]

    def votes(self, place: int) -> dict[str, int]:
        """Return the votes of characters there by player, in Chief order (MOH-19, cards aside)."""
        owner, gunmen, hidden = self.roster.owner, self.roster.gunmen, self.hidden
        votes: dict[str, int] = {}
        for i, where in enumerate(self.where):
            if where == place and i not in hidden:
                votes[owner[i]] = votes.get(owner[i], 0) + (2 if gunmen[i] else 1)
        return {player: votes[player] for player in self.in_order() if player in votes}

    def strength(self, place: int) -> int:
        """Return the strength there: characters, hidden or not, and the attack's Hardware."""
        strength = self.roster.strength
        held = sum([strength[i] for i, where in enumerate(self.where) if where == place])
        return held + (self.barricades if self.attack == place else 0)
