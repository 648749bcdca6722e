"""The events that only Mall of Horror has."""

from engine.events import Event, fact

__all__ = [
    "DoorsBarricaded",
    "EndConditionMet",
    "PositionSet",
    "SearchDeclined",
    "ThreatMade",
]


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
    revenge: tuple[str, ...]
    """Players eliminated last round, as in a view."""
    last_deaths: tuple[tuple[str, int], ...]
    """(player, location) pairs: where the last character of an eliminated player died."""
    played: tuple[str, ...]
    """Cards that left the game face up."""
    boxed: int
    """How many cards left it face down."""
    extras_placed: bool
    """True where the crowd and noise zombies of this round already stand."""


@fact
class ThreatMade(Event):
    """A Threat card adds a vote for this vote and its re-vote."""

    player: str
    place: int


@fact
class DoorsBarricaded(Event):
    """A Hardware card holds one more zombie for this attack."""

    player: str
    place: int


@fact
class SearchDeclined(Event):
    """Who may search the truck does not; nobody has looked at the cards."""

    player: str


@fact
class EndConditionMet(Event):
    """A condition held in the middle of a round: the game ends with it, whatever comes."""

    reason: str
    """`few_left` or `together`."""
