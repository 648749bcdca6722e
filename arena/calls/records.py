"""What `calls.jsonl` says of each call: an intent before it leaves, and what came of it."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from arena.errors import FaultKind
from arena.models.types import Step

__all__ = ["CallAnswered", "CallFailed", "CallIgnored", "CallSent", "SteppedDown"]

Count = Annotated[int, Field(ge=0)]
Money = Annotated[float, Field(ge=0, allow_inf_nan=False)]


class _Data(BaseModel):
    model_config = ConfigDict(extra="forbid", use_attribute_docstrings=True)


class Booked(_Data):
    """What a call costs, or may cost at most."""

    tokens: Count
    """Input and output."""
    money: Money | None
    """Dollars; null: the price is unknown."""


class Counted(_Data):
    """Tokens of one call."""

    input: Count
    """All that was sent, from a cache or not."""
    cached: Count
    """How many of `input` a cache served."""
    written: Count
    """How many of `input` were written to a cache at a price of their own."""
    output: Count
    """All that was generated, reasoning included."""
    reasoning: Count
    """How many of `output` were reasoning, where the provider tells; else 0."""


class CallSent(_Data):
    """A call is about to leave.

    Its conversation is all `items` of its epoch, with the replies that were used between them.
    """

    call: Count
    """Number of the call in this game, from 0."""
    seat: str
    """Whose model is asked."""
    asked: str
    """The question, or the turn to talk."""
    purpose: Literal["answer", "summary"]
    """What the call is for: the answer, or a summary before it, where a context limit is near."""
    attempt: Count
    """0, then a number for each correction of this question."""
    again: Count
    """0, then a number for each time that the same call was tried again in this session."""
    step: Step
    """`forced`: the model has to call a tool; `offered`: it may; `text`: it writes JSON."""
    epoch: Annotated[int, Field(ge=1)]
    """Which conversation; a new one begins with a summary."""
    tools: list[dict[str, Any]] | None
    """`name`, `description` and JSON Schema of each; null: as in the call before."""
    items: list[dict[str, Any]]
    """What is new in the conversation, replies left out: `role` and `text`."""
    digest: Annotated[str, Field(pattern="^[0-9a-f]{64}$")]
    """SHA-256 of all that the call is made from."""
    worst: Booked
    """What it may cost at most; held back from the budget until it has ended."""


class CallAnswered(_Data):
    """A reply came."""

    call: Count
    """Number of the call."""
    raw: dict[str, Any]
    """The reply as the provider sent it, private reasoning included."""
    booked: Booked
    """What it cost; where the provider counted no tokens, the worst case."""
    usage: Counted | None
    """Tokens as the provider counted them; null where it did not."""
    seconds: Money
    """How long it took."""
    late: bool
    """True where it came after the seat's time was up: nobody used it."""


class CallFailed(_Data):
    """No reply came, or one that can't be read."""

    call: Count
    """Number of the call."""
    fault: FaultKind | Literal["lost", "interrupted"]
    """What went wrong; `lost`: the process was killed before the call ended, `interrupted`: it was
    stopped."""
    status: int | None
    """Of HTTP; null: there was none."""
    why: str
    """The same in words."""
    raw: dict[str, Any] | None
    """What came, where that was JSON; else null."""
    booked: Booked
    """Nothing where the server refused; else the worst case."""
    seconds: Money
    """How long it took."""


class SteppedDown(_Data):
    """A server does not take tools so: from here on the seat's model is asked less firmly."""

    seat: str
    """Whose model."""
    asked: str
    """At which question, or turn to talk."""
    purpose: Literal["answer", "summary"]
    """As in `call_sent`."""
    attempt: Count
    """As in `call_sent`."""
    before: Step
    """How it was asked."""
    after: Step
    """How it is asked now."""


class CallIgnored(_Data):
    """The reply to this call came in the moment in which the seat's time was up."""

    call: Count
    """Number of the call."""
