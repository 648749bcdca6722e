"""The view as a pydantic model, and with it its JSON Schema.

`table` imports it when a view is asked for: rules and state know nothing of pydantic.
"""

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter


class Wire(BaseModel):
    """Frozen, and no key that is not named."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)


class CharacterView(Wire):
    """A character on the board."""

    player: str
    """Its owner's seat."""
    character: str
    """`pin_up`, `tough_guy`, `gunman`, `little_girl`; in Osaczeni `protector`, `leader`, `crybaby`,
    `klutz`."""
    hidden: bool
    """True under a Hidden card, or rotten meat: it can't vote and can't be eaten."""


class PlaceView(Wire):
    """A location."""

    number: int = Field(ge=1, le=6)
    """As printed on the board and on the dice."""
    name: str
    capacity: int | None
    """How many characters find room; null: any number."""
    closed: bool
    """True where nobody can go any more."""
    zombies: int = Field(ge=0)
    """Zombies, or monsters, that stand in front of it."""
    strength: int | None = Field(ge=0)
    """Of all characters there, hidden ones included, and in an attack there of the Hardware played
    in it, as `attack` has it; null on the parking lot, where strength does not count. Public."""
    characters: tuple[CharacterView, ...]


class AttackView(Wire):
    """The attack under way."""

    place: int
    strength: int
    """Of all characters there, hidden ones and Hardware included."""
    zombies: int


class VoteView(Wire):
    """The vote under way."""

    kind: Literal["truck", "chief", "attack"]
    """`chief` is the vote for the badge."""
    place: int
    candidates: tuple[str, ...]
    """After a tie in Mall of Horror those of the re-vote to come."""
    weights: dict[str, int]
    """Votes by voter, cards played included; after such a tie those of the re-vote."""
    ballots: dict[str, str] | None
    """Voter to candidate of the last ballot; null while it is under seal."""


class View(Wire):
    """What one seat sees now; `seat` null: what everybody sees."""

    seat: str | None
    ruleset: str
    round: int = Field(ge=0)
    """0 in the set-up."""
    phase: str
    seats: tuple[str, ...]
    """Clockwise."""
    chief: str
    """Who has the badge."""
    chief_elected: bool
    """True if he got it by a vote of this round."""
    victim_token: str | None
    """Osaczeni only: who decides ties."""
    hand: tuple[str, ...]
    """Own cards; empty for the public."""
    hand_sizes: dict[str, int]
    """How many cards each player holds; public."""
    deck_size: int
    played: tuple[str, ...]
    """Cards that have left the game, in order."""
    truck: tuple[str, ...] | None
    """The cards that the searcher is looking at; null for everybody else."""
    dice: tuple[int, ...] | None
    """The arrival dice; null where this seat has not seen them."""
    dice_seen_by: tuple[str, ...]
    """Who has looked under the box; public."""
    destinations: dict[str, int | None]
    """Null: not public, or not chosen. One's own is shown as soon as it is chosen."""
    places: tuple[PlaceView, ...]
    attack: AttackView | None
    vote: VoteView | None
    votes_here: dict[str, int] | None
    """Votes by voter at the attack, or in the phases of the truck and the badge where those are
    voted for, before as after a vote is called; cards played included. Null elsewhere."""
    revenge: tuple[str, ...]
    """Eliminated players who place a zombie this round, in Chief order."""
    cold_room: int | None
    """Osaczeni only: victims so far."""
    boxed: int | None
    """Cards that left the game face down, unseen: in Osaczeni what searchers leave, in Mall of
    Horror null but where a scenario begins so."""
    dice_count: int
    """Dice under the box or hatch in a round, from the next roll on."""
    ties_hold: bool
    """True where zombies as many as the strength of a location are held (Osaczeni, until a row of
    the cold room is full); false where they get in."""
    eliminated: tuple[str, ...]


PLACES = TypeAdapter(tuple[PlaceView, ...])


def place_views(places: object) -> tuple[PlaceView, ...]:
    """Return the locations as deeply immutable models, so that views may share them."""
    return PLACES.validate_python(places)
