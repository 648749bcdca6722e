"""What stands in `calls.jsonl`: sessions, seats that failed, people's answers, calls to models.

Of a call there is an intent before it leaves, and what came of it.
"""

from collections.abc import Mapping
from typing import Annotated, Any, Literal, NotRequired

from pydantic import Field, GetPydanticSchema
from typing_extensions import TypedDict

from arena.calls.budget import Cost
from arena.errors import FaultKind, Reason
from arena.forms import Amount, Count, Hash, Ordinal, RecordType, closed
from arena.models.types import Item, Step, Usage
from arena.settings import BudgetRules

__all__ = [
    "ANSWER_FAILED",
    "CALL_ANSWERED",
    "CALL_FAILED",
    "CALL_IGNORED",
    "CALL_SENT",
    "CALL_TYPES",
    "PERSON_ANSWERED",
    "PERSON_REPLACED",
    "SESSION_BEGAN",
    "SESSION_ENDED",
    "STEPPED_DOWN",
    "AnswerFailed",
    "BookedCost",
    "BrokenOff",
    "CallAnswered",
    "CallBody",
    "CallFailed",
    "CallIgnored",
    "CallLine",
    "CallSent",
    "PersonAnswered",
    "PersonReplaced",
    "Purpose",
    "SessionBegan",
    "SessionEnded",
    "SessionSetup",
    "StepDown",
    "TokenCounts",
    "booked_cost",
    "token_counts",
]

Purpose = Literal["answer", "summary"]
"""What a call is for: the answer, or a summary before it that the question has room after."""
BrokenOff = Literal["lost", "interrupted"]
"""Why a call has no end of its own: the process was killed, or the game was stopped."""


@closed
class CallBody(TypedDict):
    """One record of `calls.jsonl` without its hash."""

    i: Count
    """Number of the record in its file, from 0."""
    type: str
    """What it is; `data` goes by it."""
    at: str
    """When, as ISO 8601 in UTC."""
    data: Mapping[str, Any]
    """The payload of this type."""


@closed
class CallLine(CallBody):
    """One line of `calls.jsonl`; it holds the clocks."""

    hash: Hash
    """As in `log.jsonl`."""


# --- sessions, and seats that failed ---


@closed
class SessionSetup(TypedDict):
    """What a session is played with."""

    versions: dict[str, str]
    """Versions of the packages."""
    python: str
    """Version of Python."""
    budget: NotRequired[
        Annotated[dict[str, Any], GetPydanticSchema(lambda _, schema: schema(BudgetRules))]
    ]
    """The budget from here on; left out: that of `game.json`."""


@closed
class SessionBegan(SessionSetup):
    """A process began to play the game, or to go on with it."""

    resumed: Ordinal | None
    """How many records `log.jsonl` had before; null: none."""


@closed
class SessionEnded(TypedDict):
    """It stopped."""

    reason: str
    """`finished`, `interrupted`, `outage`, `budget`, or the name of the error."""


@closed
class AnswerFailed(TypedDict):
    """A seat failed to answer; the default that stood in is in `log.jsonl`."""

    seat: str
    """Who failed."""
    decision: str
    """The question, or the turn to talk."""
    reason: Reason
    """What went wrong."""
    why: str
    """The same in words."""


@closed
class PersonAnswered(TypedDict):
    """A person answered, or took a turn; written before the table takes it."""

    seat: str
    """Whose seat."""
    asked: str
    """The question, or the turn to talk."""
    option: str | None
    """Id of the option; null at a turn to talk."""
    speech: list[dict[str, Any]] | None
    """Messages, as `said` has them; null: none, or silence."""
    bid: Annotated[int, Field(ge=0, le=4)] | None
    """How much they want to speak; null where that was not asked."""
    seconds: Amount
    """How long they took."""


@closed
class PersonReplaced(TypedDict):
    """From this question on a bot answers for a person's seat, or the person again.

    Written when it is asked. Of several for one question the last counts.
    """

    seat: str
    """Whose seat."""
    asked: str
    """The question, or the turn to talk."""
    by: str
    """As in `seat_replaced`: the bot, or `human`."""
    reason: Literal["budget", "outage", "left", "timeouts", "back"]
    """As in `seat_replaced`; never `budget` or `outage`."""


# --- calls ---


@closed
class BookedCost(TypedDict):
    """What a call costs, or may cost at most."""

    tokens: Count
    """Input and output."""
    money: Amount | None
    """Dollars; null: the price is unknown."""


@closed
class TokenCounts(TypedDict):
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


@closed
class CallSent(TypedDict):
    """A call is about to leave.

    Its conversation is all `items` of its epoch, with the replies that were used between them.
    """

    call: Count
    """Number of the call in this game, from 0."""
    seat: str
    """Whose model is asked."""
    asked: str
    """The question, or the turn to talk."""
    purpose: Purpose
    """What the call is for: the answer, or a summary before it, where a context limit is near."""
    attempt: Count
    """0, then a number for each correction of this question."""
    again: Count
    """0, then a number for each time that the same call was tried again in this session."""
    step: Step
    """`forced`: the model has to call a tool; `offered`: it may; `text`: it writes JSON. What ends
    in `_loose` asks no longer that arguments be held to their schema."""
    epoch: Ordinal
    """Which conversation; a new one begins with a summary."""
    tools: list[dict[str, Any]] | None
    """`name`, `description` and JSON Schema of each; null: as in the call before."""
    items: list[Item]
    """What is new in the conversation, replies left out: `role` and `text`."""
    digest: Hash
    """SHA-256 of all that the call is made from."""
    least: Count
    """Fewest tokens that were sent; a count below it is not believed."""
    worst: BookedCost
    """What it may cost at most; held back from the budget until it has ended."""


@closed
class CallAnswered(TypedDict):
    """A reply came."""

    call: Count
    """Number of the call."""
    raw: dict[str, Any]
    """The reply as the provider sent it, private reasoning included."""
    booked: BookedCost
    """What it cost; where no count of tokens is believed, the worst case."""
    usage: TokenCounts | None
    """Tokens as the provider counted them; null where it did not, or is not believed."""
    unbelievable: bool
    """True where the provider counted what can't be: fewer tokens than the call has bytes for, or
    more than it could have at worst."""
    seconds: Amount
    """How long it took."""
    late: bool
    """True where it came after the seat's time was up: nobody used it."""


@closed
class CallFailed(TypedDict):
    """No reply came, or one that can't be read."""

    call: Count
    """Number of the call."""
    fault: FaultKind | BrokenOff
    """What went wrong; `lost`: the process was killed before the call ended, `interrupted`: it was
    stopped."""
    status: int | None
    """Of HTTP; null: there was none."""
    why: str
    """The same in words."""
    raw: dict[str, Any] | None
    """What came, where that was JSON; else null."""
    booked: BookedCost
    """Nothing where the server refused; else the worst case."""
    seconds: Amount
    """How long it took."""
    late: bool
    """True where it ended after the seat's time was up: nobody learned of it."""


@closed
class StepDown(TypedDict):
    """A server takes no call so, or brings none: the seat's model is asked less firmly.

    All seats of a SPEC learn it of one refusal; each has its own record when it asks next. Behind
    calls that failed by the server's own fault it is tried for this question only, and holds where
    it brings a reply. Behind replies that held no call it is the seat's alone.
    """

    seat: str
    """Whose model."""
    asked: str
    """At which question, or turn to talk."""
    purpose: Purpose
    """As in `call_sent`."""
    attempt: Count
    """As in `call_sent`."""
    epoch: NotRequired[Ordinal]
    """As in `call_sent`; absent in games of before 27 November 2026: that of the call before."""
    before: Step
    """How it was asked."""
    after: Step
    """How it is asked now."""
    tried: NotRequired[bool]
    """True where it holds for this question only, unless it brings a reply; absent: false."""


@closed
class CallIgnored(TypedDict):
    """A call ended in the moment in which the seat's time was up: nobody learned of it."""

    call: Count
    """Number of the call."""


SESSION_BEGAN = RecordType("session_began", SessionBegan)
SESSION_ENDED = RecordType("session_ended", SessionEnded)
ANSWER_FAILED = RecordType("answer_failed", AnswerFailed)
PERSON_ANSWERED = RecordType("person_answered", PersonAnswered)
PERSON_REPLACED = RecordType("person_replaced", PersonReplaced)
CALL_SENT = RecordType("call_sent", CallSent)
CALL_ANSWERED = RecordType("call_answered", CallAnswered)
CALL_FAILED = RecordType("call_failed", CallFailed)
CALL_IGNORED = RecordType("call_ignored", CallIgnored)
STEPPED_DOWN = RecordType("stepped_down", StepDown)

CALL_TYPES: tuple[RecordType[Any], ...] = (
    SESSION_BEGAN,
    SESSION_ENDED,
    ANSWER_FAILED,
    PERSON_ANSWERED,
    PERSON_REPLACED,
    CALL_SENT,
    CALL_ANSWERED,
    CALL_FAILED,
    CALL_IGNORED,
    STEPPED_DOWN,
)
"""All types of `calls.jsonl`."""


def booked_cost(cost: Cost) -> BookedCost:
    """Return a cost as it is recorded."""
    return BookedCost(tokens=cost.tokens, money=cost.money)


def token_counts(usage: Usage) -> TokenCounts:
    """Return counted tokens as they are recorded."""
    return TokenCounts(
        input=usage.input,
        cached=usage.cached,
        written=usage.written,
        output=usage.output,
        reasoning=usage.reasoning,
    )
