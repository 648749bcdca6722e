"""The state of a game with its board, as both families have it, and queries of a position.

`where` holds a location's number for each character of the roster, 0 before it is placed, `DEAD`
after it is eaten; `there` and `strengths` hold the same by location, and `put` changes all three.
The attackers are called zombies here, whatever the rulebook calls them.
"""

from collections.abc import Mapping
from typing import Self

from engine.events import Event
from engine.rules.pieces import DEAD, Roster, Vote
from engine.state import Fold, State


class Board(State):
    """The state of the board, the cards and the dice, in both families."""

    __slots__ = (
        "added_votes",
        "announced",
        "attack",
        "boxed",
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
        "hands",
        "hidden",
        "played",
        "roster",
        "strengths",
        "there",
        "truck",
        "vote",
        "where",
        "zombies",
    )

    def __init__(self, roster: Roster, folds: Mapping[type[Event], Fold[Self]]) -> None:
        """Begin with an empty board."""
        super().__init__(folds)
        self.roster = roster
        self.chief = roster.seats[0]
        self.elected = False
        self.where = [0] * len(roster.owner)
        self.there: list[tuple[int, ...]] = [()] * 7
        """The characters at each location, in the order of the roster; index 0 is nowhere."""
        self.strengths = [0] * 7
        """The strength at each location: of all characters, hidden or not, and of Hardware."""
        self.hidden: frozenset[int] = frozenset()
        self.zombies = [0] * 7
        self.closed: frozenset[int] = frozenset()
        self.hands: dict[str, tuple[str, ...]] = dict.fromkeys(roster.seats, ())
        self.deck: tuple[str, ...] = ()
        self.played: tuple[str, ...] = ()
        self.boxed = 0
        """Number of cards out of the game, face down."""
        self.truck: tuple[str, tuple[str, ...]] | None = None
        self.dice: tuple[int, ...] | None = None
        self.dice_open = False
        self.dice_seen_by: tuple[str, ...] = ()
        self.destinations: dict[str, int] = {}
        self.destinations_open = False
        self.announced: str | None = None
        self.vote: Vote | None = None
        self.attack: int | None = None
        self.added_votes: dict[str, int] = {}
        self.eliminated: tuple[str, ...] = ()

    def copy(self) -> Self:
        """Return an independent copy."""
        twin = super().copy()
        twin.roster = self.roster
        twin.chief, twin.elected = self.chief, self.elected
        twin.where, twin.there = self.where.copy(), self.there.copy()
        twin.strengths = self.strengths.copy()
        twin.hidden = self.hidden
        twin.zombies = self.zombies.copy()
        twin.closed = self.closed
        twin.hands = self.hands.copy()
        twin.deck, twin.played, twin.truck = self.deck, self.played, self.truck
        twin.boxed = self.boxed
        twin.dice, twin.dice_open = self.dice, self.dice_open
        twin.dice_seen_by = self.dice_seen_by
        twin.destinations = self.destinations.copy()
        twin.destinations_open, twin.announced = self.destinations_open, self.announced
        twin.vote, twin.attack = self.vote, self.attack
        twin.added_votes = self.added_votes.copy()
        twin.eliminated = self.eliminated
        return twin

    def move_to(self, character: int, place: int) -> None:
        """Move a character to a location, or out of the game: `DEAD`."""
        there, strength = self.there, self.roster.strength[character]
        origin, self.where[character] = self.where[character], place
        if origin > 0:
            there[origin] = tuple([i for i in there[origin] if i != character])
            self.strengths[origin] -= strength
        if place > 0:
            there[place] = tuple(sorted((*there[place], character)))
            self.strengths[place] += strength

    # --- what the position says ---

    def in_order(self) -> tuple[str, ...]:
        """Return the players from the holder of the badge clockwise (MOH-13, OSA-16)."""
        return self.roster.order_from[self.chief]

    def alive(self, player: str) -> bool:
        """Return True if the player has a living character."""
        where = self.where
        return any(where[i] != DEAD for i in self.roster.of[player])

    def living(self) -> tuple[str, ...]:
        """Return the players that are not eliminated, in the order of play.

        In Mall of Horror elimination comes at the end of the attack (MOH-66); until then a player
        whose last character was eaten counts as living.
        """
        gone = self.eliminated
        order = self.roster.order_from[self.chief]
        return tuple([player for player in order if player not in gone]) if gone else order

    def present(self, place: int) -> tuple[str, ...]:
        """Return the players with a character there, hidden or not, in the order of play."""
        owner = self.roster.owner
        there = {owner[i] for i in self.there[place]}
        return tuple([player for player in self.in_order() if player in there]) if there else ()

    def visible(self, place: int, player: str) -> list[int]:
        """Return the player's characters there that are not hidden."""
        where, hidden = self.where, self.hidden
        return [i for i in self.roster.of[player] if where[i] == place and i not in hidden]

    def votes(self, place: int) -> dict[str, int]:
        """Return the votes of characters there by player, cards aside, in the order of play."""
        owner, weight, hidden = self.roster.owner, self.roster.votes, self.hidden
        votes: dict[str, int] = {}
        for i in self.there[place]:
            if i not in hidden:
                votes[owner[i]] = votes.get(owner[i], 0) + weight[i]
        return {player: votes[player] for player in self.in_order() if player in votes}

    def weights(self, place: int) -> dict[str, int]:
        """Return the votes of players who have any there, cards included (MOH-19, OSA-20)."""
        added = self.added_votes
        votes = self.votes(place)
        return {player: n + added.get(player, 0) for player, n in votes.items()} if added else votes

    def strength(self, place: int) -> int:
        """Return the strength there: of all characters, hidden or not, and of Hardware."""
        return self.strengths[place]
