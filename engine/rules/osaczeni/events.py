"""The events that only Osaczeni has."""

from collections.abc import Mapping

from engine.events import Event, fact

__all__ = [
    "CardBoxed",
    "CharactersTurnedBack",
    "ColdRowFilled",
    "EpilogueReached",
    "GunDrawn",
    "GunsLowered",
    "HandsRevealed",
    "MallSet",
    "TieBroken",
    "VictimTokenTaken",
    "ZombieLured",
    "ZombiesDiverted",
]


@fact
class MallSet(Event):
    """A scenario's public position, in place of what led to it."""

    closed: tuple[int, ...]
    zombies: tuple[tuple[int, int], ...]
    """(area, number of monsters) pairs."""
    characters: tuple[tuple[str, str, int], ...]
    """(player, character, area); characters that are not listed are dead."""
    hidden: tuple[tuple[str, str], ...]
    """(player, character) pairs under rotten meat."""
    chief: str
    """Who has the badge."""
    chief_elected: bool
    victim_token: str
    cold_room: int
    """Victims so far."""
    dice: int
    """Dice under the hatch from now on."""
    played: tuple[str, ...]
    """Items that left the game face up."""
    boxed: int
    """How many items left it face down."""


@fact
class VictimTokenTaken(Event):
    """A player has the victim token, and decides every tie (OSA-51)."""

    player: str
    cause: str
    """`first`, or `eaten`: this player lost a character."""


@fact
class CardBoxed(Event):
    """An item went into the box, face down, out of the game (OSA-25)."""

    player: str
    card: str


@fact
class GunDrawn(Event):
    """A Gun adds a vote: for this vote, on the parking lot for the whole attack (OSA-59)."""

    player: str
    place: int


@fact
class GunsLowered(Event):
    """The attack on an area is over, and with it what Guns added."""

    place: int


@fact
class TieBroken(Event):
    """The holder of the victim token decided a tie (OSA-21)."""

    kind: str
    """`truck`, `chief` or `attack`."""
    place: int
    player: str
    """The holder."""
    chosen: str
    candidates: tuple[str, ...]
    """Those who were tied."""


@fact
class CharactersTurnedBack(Event):
    """The attack of the round is over, and rotten meat hides nobody any more (OSA-64)."""


@fact
class ZombiesDiverted(Event):
    """Monsters found their area closed or without a free notch (OSA-42)."""

    cause: str
    """Why they came: `start`, `dice`, `crowd` or `noise`."""
    places: tuple[int, ...]
    """Where they would have stood, one entry per monster."""
    parked: int
    """How many of them stand at the parking lot now; the others stay in the pool."""


@fact
class ZombieLured(Event):
    """A Tin can moved a monster to another area (OSA-60)."""

    player: str
    origin: int
    place: int


@fact
class ColdRowFilled(Event):
    """A row of the cold room is full, and its effect begins (OSA-50)."""

    row: int
    """1: monsters get in at equal strength; 2 and 3: one die more from the next round on."""
    dice: int
    """Dice under the hatch from the next round on."""


@fact
class HandsRevealed(Event):
    """The game is over and hands are shown (GAP-O-26)."""

    hands: Mapping[str, tuple[str, ...]]


@fact
class EpilogueReached(Event):
    """The first condition of the epilogue table that holds and is not unlocked yet (OSA-56)."""

    number: int
    """The epilogue's card."""
    row: int
    """Its row in the table, from 1."""
