"""What one finished game says of a seat: what it won, what it said, what its calls took."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class ResponseModel:
    """A model as replies name it, and how many of one seat's replies in a game do."""

    model: str | None
    """Its name as the server gives it; None: these replies name none."""
    fingerprint: str | None
    """The server's `system_fingerprint`, which tells how the model is run; None: none is given."""
    calls: int
    first_at: str
    """When the first of these replies came, in ISO 8601. A clock: never part of a digest."""
    last_at: str
    """When the last of them came."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatResult:
    """One entrant's part in one game."""

    entrant: str
    seat: str
    """The name that it had at the table."""
    position: int
    """Where it sat, clockwise from 0."""
    place: int
    """1 is best; those who tie share the better place (1, 1, 3)."""
    points: int
    survived: bool
    """Whether a character of it was alive at the end."""
    decisions: int
    """Questions and turns to talk that were put to it: none with a single option, which the table
    answers itself, and none that a house bot answered in its place."""
    corrections: int
    """How often its model was asked again, since its answer could not be taken."""
    defaults: Mapping[str, int]
    """Questions and turns where the default stood in, by reason (`arena.errors.Reason`)."""
    replaced: bool
    """True: a house bot played on for it."""
    speeches: int
    characters: int
    """Length of all that it said."""
    statements: int
    """What it claimed, as `Honesty.statements` counts it."""
    lies: int
    """How many statements were lies."""
    reports: int
    """Reports of dice that it alone had seen."""
    false_reports: int
    """How many of them were false."""
    kept: int
    """Promises that came to their occasion and were kept."""
    broken: int
    """Those that were not."""
    calls: int
    """Requests to its model; 0 for a bot."""
    input: int
    """Tokens that were sent."""
    output: int
    """Tokens that were generated, reasoning included."""
    reasoning: int
    """Those of them that were reasoning, where the provider tells."""
    cost: float | None
    """Dollars, worst cases of uncounted calls among them; None: a price is unknown. 0 for a bot."""
    seconds: float
    """Seconds that its model's calls took; 0 for a bot. A clock: never part of a digest."""
    faults: Mapping[str, int]
    """Calls that brought no reply, by what went wrong (`arena.errors.FaultKind`)."""
    bluffs: int = 0
    """Statements about what it had not seen, told as if it had, true or not; none is a lie."""
    deals_kept: int = 0
    """Deals that it accepted, or others of its own, and kept."""
    deals_broken: int = 0
    """Those of them that it broke."""
    uncounted: int = 0
    """Tokens that are booked at their worst case, as nobody counted them; `cost` has their price,
    `input` and `output` have none of them."""

    refused_epochs: int = 0
    """Conversations with its model that the server refused, though not for their length."""
    response_models: tuple[ResponseModel, ...] = ()
    """What answered for it, by the replies themselves, in the order in which they first came; more
    than one: it changed during the game. Empty: no reply could be read."""

    @property
    def defaulted(self) -> float:
        """Return the share of its questions and turns where a default stood in."""
        return sum(self.defaults.values()) / self.decisions if self.decisions else 0.0
