"""What is known of a game and of its current round; claims are judged against it.

It may come from a whole log or from what one listener perceived; `sees_as` tells which. How records
change it is in `arena.projections.facts`.
"""

from collections.abc import Mapping
from typing import NamedTuple

from arena.claims.cards import Cards
from arena.claims.language import Ballot, Moment, Proposition
from arena.claims.vocabulary import Vocabulary

MOVES = frozenset({"destination", "full", "closed", "sprint"})
"""Causes of the one move that each player has in a round; a Sprint is played instead of it."""
NOBODY = ""
"""Whom a player moves when a Sprint leaves a character where it stands."""


class Report(NamedTuple):
    """A sure, unconditional claim about the dice by who had looked, before all saw them."""

    speaker: str
    hearers: frozenset[str] | None
    """The seats that heard it; None: all."""
    to: tuple[str, ...]
    """The players who were addressed by name."""
    said: Proposition

    def was_heard_by(self, player: str) -> bool:
        """Return True if a player heard it."""
        return self.hearers is None or player in self.hearers


class Facts:
    """What is known of the game and the round, as far as records were read."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.perceived_by: frozenset[str] | None = None
        """The seats that perceived every private record so far; None: there was none."""
        self.whole = False
        """True: a record was read that no seat perceives."""
        self.giver: str | None = None
        """The player who gave the last card that changed hands."""
        self.cards = Cards(vocabulary.seats, vocabulary.cards)
        self.round = 0
        """0 in the set-up."""
        self.at: int | None = None
        """Number of the record that was read last; None where it has none."""
        self.ballot: Ballot | None = None
        """The ballot that this record is of, None if of none."""
        self.seal: tuple[object, ...] | None = None
        """A key shared by all records made under one seal; None: that record had none."""
        self.ballots = 0
        """Number of ballots revealed so far."""
        self.cast: Mapping[str, str] = {}
        """The candidate of each voter in the last ballot of the game; who broke a tie cast the
        last."""
        self.sealing = False
        """True: more records may follow that were made under this seal."""
        self.closed: set[int] = set()
        """Locations out of the game."""
        self.dead: set[tuple[str, str]] = set()
        """Characters that were eaten: (owner, character)."""
        self.eliminated: set[str] = set()
        in_force = vocabulary.ruleset.options_in_force
        self.dead_play = in_force.get("dead_may_play_cards") is True
        """True: eliminated players still play cards, and look under the box with one."""
        self.gift: tuple[str, str | None] | None = None
        """Recipient and card (None: unknown) of the search that is under way or was the last."""
        self.searcher: str | None = None
        """The player who searches the truck now, or did last."""
        self.truck: tuple[str, ...] = ()
        """The known ones of the cards that the searcher sees."""
        self.next_dice = vocabulary.dice
        """Number of dice of the next round."""
        self.clear()

    def clear(self) -> None:
        """Begin a round."""
        self.finished = False
        """True: this round has ended, the next has not begun."""
        self.dice_count = self.next_dice
        """Number of dice of this round; public."""
        self.dice: tuple[int, ...] | None = None
        """This round's dice, None where they are unknown."""
        self.dice_out = False
        """True: all have seen them."""
        self.looked: set[str] = set()
        """Players who looked under the box this round; public."""
        self.destinations: dict[str, int] = {}
        self.open_destinations: dict[str, int] = {}
        """The destination of each player for whom it is public."""
        self.destinations_out = False
        """True: destinations are revealed; who has none chooses none this round."""
        self.eaten: set[int] = set()
        """Locations where somebody was eaten this round."""
        self.held: set[int] = set()
        """Locations where this round's attack is over and nobody was eaten in the end."""
        self.attacked = 0
        """The location that is attacked now or was last; attacks on lower numbers are done
        (MOH-43)."""
        self.movement = False
        """True: characters move now."""
        self.moved: dict[str, str] = {}
        """The character that each player has moved this round; cards that move another apart.

        Who finds no room, with a character that stands on the parking lot, has moved none.
        """
        self.reports: list[Report] = []
        """What players who had looked said of the dice before all saw them."""
        self.card_window: Moment | None = None
        """The vote before which cards are played now."""
        self.looks_over = False
        """True: nobody looks under the box any more."""
        self.votes: dict[str, Mapping[str, str]] = {}
        """The last ballots of this round by kind of vote: voter to candidate."""
        self.leaders: tuple[str, ...] = ()
        """The players with the most votes in the last of them."""
        self.place = 0
        """The location for which the last vote was called."""
        self.truck_over = False
        """True: nobody gets a card any more this round."""

    def votes_on(self, kind: str) -> Mapping[str, str]:
        """Return the last ballot of this round of that kind: voter to candidate; empty: none."""
        return self.votes.get(kind, {})

    def sees_as(self, player: str) -> bool:
        """Return True if all that a player perceives was read: a whole log, or his own."""
        return self.whole or self.perceived_by == frozenset((player,))

    def has_seen_dice(self, player: str) -> bool:
        """Return True if a player knows this round's dice; that he does is public."""
        return self.dice_out or player in self.looked

    def is_safe(self, location: int) -> bool:
        """Return True if all know that nobody is eaten at a location any more this round."""
        return bool(self.round) and (
            location in self.held or location in self.closed or location < self.attacked
        )

    @property
    def moment(self) -> Moment | None:
        """The moment at which somebody may play a card now; None: nobody may."""
        if self.card_window is not None:
            return self.card_window
        if self.movement:
            return "move"
        return None if self.looks_over else "dice"
