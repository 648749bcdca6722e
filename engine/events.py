"""The events that both families share, as facts in the past tense.

Each event says who perceived it. An act that seats see differently is several events: the public
one goes to all, the private one adds only the secret. A family's own events stand beside its
phases. Nothing here changes anything: `state` folds events, rules emit them.
"""

import re
from collections.abc import Mapping
from dataclasses import fields
from functools import cache
from typing import ClassVar, Literal

from engine.fact import fact
from engine.plain import plain

__all__ = [
    "BadgeTaken",
    "BallotOpened",
    "CardGiven",
    "CardPlayed",
    "CardReceived",
    "CardReturned",
    "CardsSeen",
    "CharacterEaten",
    "CharacterMoved",
    "CharacterPlaced",
    "DeckShuffled",
    "DestinationAnnounced",
    "DestinationChosen",
    "DestinationsRevealed",
    "DicePeeked",
    "DiceRevealed",
    "DiceRolled",
    "DiceSeen",
    "Event",
    "GameBegan",
    "GameEnded",
    "HandsDealt",
    "Passed",
    "PhaseBegan",
    "PlaceClosed",
    "PlayerChosen",
    "PlayerEliminated",
    "SearchEnded",
    "SeenBy",
    "TruckSearched",
    "VoteCalled",
    "VoteSkipped",
    "VotesRevealed",
    "fact",
]

SeenBy = tuple[str, ...] | Literal["all", "engine"]


@fact
class Event:
    """Something that happened."""

    type: ClassVar[str] = "event"
    """The fact's name as in a transcript: `CharacterEaten` is `character_eaten`."""

    seen_by: SeenBy = "all"
    """Who perceived it: `all`, `engine` (nobody), or these seats."""

    def __init_subclass__(cls) -> None:
        """Derive the event's type name from its class name."""
        cls.type = re.sub(r"(?<!^)(?=[A-Z])", "_", cls.__name__).lower()

    @classmethod
    @cache
    def _payload(cls) -> tuple[str, ...]:
        return tuple(field.name for field in fields(cls) if field.name != "seen_by")

    def data(self) -> dict[str, object]:
        """Return the payload as plain JSON data, without `seen_by`."""
        return {name: plain(getattr(self, name)) for name in self._payload()}

    def perceived_by(self, seat: str | None) -> bool:
        """Return True if this seat perceived it; None: if the public did."""
        return self.seen_by == "all" or (self.seen_by != "engine" and seat in self.seen_by)


# --- the game and its rounds ---


@fact
class GameBegan(Event):
    """The table is laid."""

    ruleset: str
    seats: tuple[str, ...]
    """Clockwise."""
    closed: tuple[int, ...]
    """Locations that this number of players leaves out."""


@fact
class PhaseBegan(Event):
    """A phase begins; with the first phase of a round, the round does."""

    round: int
    phase: str


@fact
class GameEnded(Event):
    """The game is over."""

    reason: str
    """`few_left` or `together`."""
    scores: Mapping[str, int]
    """Points of the living characters."""
    cards: Mapping[str, int]
    """Unused cards in hand: they break ties where the ruleset says so."""
    placements: Mapping[str, int]
    """1 is best; equal seats share the better place (1, 1, 3)."""


# --- characters ---


@fact
class CharacterPlaced(Event):
    """A character is put on the board in the set-up."""

    player: str
    character: str
    place: int


@fact
class CharacterMoved(Event):
    """A character went from one location to another, or stayed where it was."""

    player: str
    character: str
    origin: int
    place: int
    """Where it ended."""
    cause: str
    """`destination`, `full` (no room: to the parking lot), `closed` (likewise), or a card."""


@fact
class CharacterEaten(Event):
    """A character died."""

    player: str
    character: str
    place: int


@fact
class PlayerEliminated(Event):
    """A player has no character left."""

    player: str
    place: int
    """Where the last one died."""


@fact
class PlaceClosed(Event):
    """A location is closed for the rest of the game; its attackers are gone."""

    place: int


# --- cards ---


@fact
class DeckShuffled(Event):
    """The cards lie face down, top first."""

    cards: tuple[str, ...]


@fact
class CardReceived(Event):
    """A card came into a hand; only its owner (and a giver) knows its face."""

    player: str
    card: str
    source: str
    """`deal`, `truck` (kept), `gift`, or `scenario`."""


@fact
class HandsDealt(Event):
    """Everybody sees how many cards each player holds at the start."""

    sizes: Mapping[str, int]
    deck: int
    """Cards left in the deck."""


@fact
class CardGiven(Event):
    """Everybody sees that a card changed hands, not which."""

    player: str
    recipient: str


@fact
class CardReturned(Event):
    """A card went under the deck."""

    player: str
    card: str


@fact
class CardPlayed(Event):
    """A card left a hand, face up, and the game."""

    player: str
    card: str
    place: int | None


@fact
class Passed(Event):
    """A player let a chance go by; in a card window nobody else perceives it."""

    player: str
    kind: str


@fact
class TruckSearched(Event):
    """A player looks at cards from the truck."""

    player: str
    count: int


@fact
class SearchEnded(Event):
    """Everybody sees what became of the cards from the truck, not which is which."""

    player: str
    kept: int
    given: int
    left: int
    """The rest: under the deck (MOH-27), or out of the game (OSA-25)."""


@fact
class CardsSeen(Event):
    """What the searcher saw, top first."""

    player: str
    cards: tuple[str, ...]


# --- votes ---


@fact
class VoteCalled(Event):
    """A vote begins; cards may be played before the ballot."""

    kind: str
    """`truck`, `chief` or `attack`."""
    place: int
    present: tuple[str, ...]


@fact
class VoteSkipped(Event):
    """No vote is held."""

    kind: str
    place: int
    reason: str
    """`nobody_there` or `deck_empty`."""


@fact
class BallotOpened(Event):
    """The ballot is put to its voters."""

    kind: str
    place: int
    number: int
    """1, or 2 for the re-vote."""
    candidates: tuple[str, ...]
    weights: Mapping[str, int]
    """Votes by voter."""


@fact
class VotesRevealed(Event):
    """All ballots are turned over at once."""

    kind: str
    place: int
    number: int
    ballots: Mapping[str, str]
    """Voter to candidate."""
    weights: Mapping[str, int]
    totals: Mapping[str, int]
    """Votes by candidate, those with none included."""
    leaders: tuple[str, ...]
    """The candidates with the highest total; several are a tie."""


@fact
class PlayerChosen(Event):
    """The vote has found its player (None: nobody)."""

    kind: str
    place: int
    player: str | None
    by: str
    """`vote`, `revote`, `lot`, `token` (who holds the victim token decided a tie: OSA-21),
    `only_candidate`; for nobody `second_tie` or `all_hidden`."""


@fact
class BadgeTaken(Event):
    """A player has the badge."""

    player: str
    elected: bool
    """True: by a vote of this round."""
    cause: str
    """`first`, `vote`, `succession` or `scenario`."""


# --- dice and destinations ---


@fact
class DiceRolled(Event):
    """The dice lie under the box."""

    dice: tuple[int, ...]


@fact
class DicePeeked(Event):
    """Everybody sees that a player looks under the box."""

    player: str
    by: str
    """`badge` or the card."""


@fact
class DiceSeen(Event):
    """What the player saw under the box."""

    player: str
    dice: tuple[int, ...]


@fact
class DiceRevealed(Event):
    """The box is lifted."""

    dice: tuple[int, ...]


@fact
class DestinationAnnounced(Event):
    """A destination chosen before all eyes; it binds."""

    player: str
    place: int


@fact
class DestinationChosen(Event):
    """A destination chosen in secret."""

    player: str
    place: int


@fact
class DestinationsRevealed(Event):
    """All destinations are turned over at once."""

    destinations: Mapping[str, int]
