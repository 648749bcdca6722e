"""The events of zombies and attacks, which both families share."""

from typing import Literal

from engine.events import Event, fact

__all__ = [
    "AttackBegan",
    "AttackEnded",
    "AttackOutcome",
    "CharacterHidden",
    "PlaceHeld",
    "PlacementRolled",
    "RoundEnded",
    "SetupDiceRolled",
    "ZombiesCame",
    "ZombiesKilled",
    "ZombiesLeft",
]


AttackOutcome = Literal["eaten", "repelled", "nobody_eaten"]
"""How an attack ends: a character is eaten (MOH-49, OSA-46), cards have repelled it (MOH-48,
OSA-45), or only hidden characters are there and nobody is eaten (MOH-50, OSA-47)."""


@fact
class PlacementRolled(Event):
    """Dice of the set-up for a character, or for all of a player (MOH-10, OSA-13)."""

    player: str
    dice: tuple[int, ...]


@fact
class SetupDiceRolled(Event):
    """Four dice for the starting zombies (MOH-11, OSA-14)."""

    dice: tuple[int, ...]


@fact
class ZombiesCame(Event):
    """Zombies now stand at these locations."""

    cause: str
    """`start`, `dice`, `crowd`, `noise`, `revenge`, or a card that moves them."""
    places: tuple[int, ...]
    """One entry per zombie."""
    player: str | None = None
    """Whose zombie it is, where it is a player's."""


@fact
class ZombiesKilled(Event):
    """A weapon took zombies away."""

    player: str
    place: int
    count: int


@fact
class ZombiesLeft(Event):
    """Zombies go back to the supply."""

    place: int
    count: int


@fact
class CharacterHidden(Event):
    """A card hides a character: until the end of the round (MOH-65), of the attack (OSA-64)."""

    player: str
    character: str
    place: int


@fact
class PlaceHeld(Event):
    """Zombies stand there and do not get in (MOH-47)."""

    place: int
    strength: int
    zombies: int


@fact
class AttackBegan(Event):
    """Zombies get in unless cards stop them."""

    place: int
    strength: int
    zombies: int


@fact
class AttackEnded(Event):
    """An attack is over."""

    place: int
    outcome: str
    """`eaten`, `repelled`, or `nobody_eaten` (only hidden characters there)."""
    strength: int
    """Strength after the cards, Hardware included."""
    zombies: int
    """Zombies after the cards."""


@fact
class RoundEnded(Event):
    """Hidden cards come off, the Chief's election lapses, destinations are cleared."""

    round: int
