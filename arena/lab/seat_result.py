"""The result of one finished game for one seat: placing, conduct, and cost of its calls."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class ResponseModel:
    """A model as named in replies, and how many replies of one seat's calls name it."""

    model: str | None
    """The name given by the server; None: these replies have none."""
    fingerprint: str | None
    """The server's `system_fingerprint` of its configuration; None: these replies have none."""
    calls: int
    first_at: str
    """Time of the first of these replies in ISO 8601. A clock: never part of a digest."""
    last_at: str
    """Time of the last of these replies."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatResult:
    """The result of one entrant in one game."""

    entrant: str
    seat: str
    """The seat's name at the table."""
    position: int
    """Position clockwise, from 0."""
    place: int
    """1 is best; ties share the better place (1, 1, 3)."""
    points: int
    survived: bool
    """Whether it had a living character at the end."""
    decisions: int
    """Questions and turns to talk that the entrant was asked, without those with a single option,
    which the table answers itself, and without those that a house bot answered in its place."""
    corrections: int
    """How often its model was asked again after an invalid answer."""
    defaults: Mapping[str, int]
    """Questions and turns answered by the default, by reason (`arena.errors.Reason`)."""
    replaced: bool
    """True: a house bot took over for it."""
    speeches: int
    characters: int
    """Total length of its messages."""
    statements: int
    """Its claims, counted by statement as in `Honesty.statements`."""
    lies: int
    """Statements that were lies."""
    reports: int
    """Reports of dice that it had seen."""
    false_reports: int
    """Reports of these that were false."""
    kept: int
    """Promises that came due and were kept."""
    broken: int
    """Promises that came due and were broken."""
    calls: int
    """Requests to its model; 0 for a bot."""
    input: int
    """Input tokens."""
    output: int
    """Output tokens, reasoning included."""
    reasoning: int
    """Output tokens spent on reasoning, where the provider reports them."""
    cost: float | None
    """Cost in dollars, with worst cases for uncounted calls; None: a price is unknown. 0 for a
    bot."""
    seconds: float
    """Duration of its model's calls in seconds; 0 for a bot. A clock: never part of a digest."""
    faults: Mapping[str, int]
    """Calls without a reply, by kind of fault (`arena.errors.FaultKind`)."""
    bluffs: int = 0
    """Statements about something it had not seen, presented as seen, true or not; none is a lie."""
    deals_kept: int = 0
    """Accepted deals, offered or accepted by it, that it kept."""
    deals_broken: int = 0
    """Accepted deals that it broke."""
    uncounted: int = 0
    """Tokens charged at their worst case since no count arrived; `cost` includes them, `input` and
    `output` do not."""

    refused_epochs: int = 0
    """Conversations that the server rejected for reasons other than their length."""
    response_models: tuple[ResponseModel, ...] = ()
    """The models that answered, in order of first reply; more than one: the model changed during
    the game. Empty: no reply could be read."""

    @property
    def defaulted(self) -> float:
        """The share of its questions and turns answered by the default."""
        return sum(self.defaults.values()) / self.decisions if self.decisions else 0.0
