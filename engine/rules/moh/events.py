"""Facts that only Mall of Horror has."""

from engine.events import Event, fact

__all__ = [
    "AttackBegan",
    "AttackEnded",
    "CharacterHidden",
    "DoorsBarricaded",
    "PlaceHeld",
    "PlacementRolled",
    "PositionSet",
    "RoundEnded",
    "SetupDiceRolled",
    "ThreatMade",
    "ZombiesCame",
    "ZombiesKilled",
    "ZombiesLeft",
]


@fact
class PlacementRolled(Event):
    """Two dice for one character of the set-up (MOH-10)."""

    player: str
    dice: tuple[int, ...]


@fact
class SetupDiceRolled(Event):
    """Four dice for the starting zombies (MOH-11)."""

    dice: tuple[int, ...]


@fact
class PositionSet(Event):
    """A scenario's public position, in place of what led to it."""

    closed: tuple[int, ...]
    zombies: tuple[tuple[int, int], ...]
    """(location, number) pairs."""
    characters: tuple[tuple[str, str, int], ...]
    """(player, character, location); characters that are not listed are dead."""
    hidden: tuple[tuple[str, str], ...]
    """(player, character) pairs under a Hidden card."""
    chief: str
    chief_elected: bool
    revenge: tuple[tuple[str, int], ...]
    """(player eliminated last round, location of the last death or 0)."""
    played: tuple[str, ...]
    """Cards that are in no hand and not in the deck."""
    extras_placed: bool
    """True where the crowd and noise zombies of this round already stand."""


@fact
class ZombiesCame(Event):
    """Zombies now stand at these locations."""

    cause: str
    """`start`, `dice`, `crowd`, `noise` or `revenge`."""
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
class DoorsBarricaded(Event):
    """A Hardware card holds one more zombie for this attack."""

    player: str
    place: int


@fact
class ThreatMade(Event):
    """A Threat card adds a vote for this vote and its re-vote."""

    player: str
    place: int


@fact
class CharacterHidden(Event):
    """A Hidden card covers a character until the end of the round."""

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
