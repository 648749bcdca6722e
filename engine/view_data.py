"""The types of views and of a question's context as plain JSON data.

The keys of a view are those of `engine.View`; `engine.wire` describes them.
"""

from typing import TypedDict


class CharacterData(TypedDict):
    """A character on the board."""

    player: str
    character: str
    hidden: bool


class PlaceData(TypedDict):
    """A location."""

    number: int
    name: str
    capacity: int | None
    closed: bool
    zombies: int
    strength: int | None
    characters: list[CharacterData]


class AttackData(TypedDict):
    """The attack under way."""

    place: int
    strength: int
    zombies: int


class VoteData(TypedDict):
    """The vote under way."""

    kind: str
    place: int
    candidates: list[str]
    weights: dict[str, int]
    ballots: dict[str, str] | None


class ViewData(TypedDict):
    """What one seat sees now; `seat` None: what everybody sees."""

    seat: str | None
    ruleset: str
    round: int
    phase: str
    seats: list[str]
    chief: str
    chief_elected: bool
    victim_token: str | None
    hand: list[str]
    hand_sizes: dict[str, int]
    deck_size: int
    played: list[str]
    truck: list[str] | None
    dice: list[int] | None
    dice_seen_by: list[str]
    destinations: dict[str, int | None]
    places: list[PlaceData]
    attack: AttackData | None
    vote: VoteData | None
    votes_here: dict[str, int] | None
    revenge: list[str]
    cold_room: int | None
    boxed: int | None
    dice_count: int
    ties_hold: bool
    eliminated: list[str]


class ContextData(TypedDict, total=False):
    """What a seat should have before its eyes when it answers; which keys there are, goes by kind.

    An optional key is read only where its kind of question has it.
    """

    kind: str
    """What the ballot decides: `truck`, `chief` or `attack`."""
    candidates: list[str]
    weights: dict[str, int]
    """Votes by voter."""
    vote: str
    """What the vote decides before which cards may be played."""
    place: int
    strength: int
    zombies: int
    """Of the attack before which cards may be played, and where it is."""
    passed: list[str]
    """Who has passed on the same question before."""
    cards: list[str]
    """Those of the truck."""
    dice: list[int]
    destination: int
