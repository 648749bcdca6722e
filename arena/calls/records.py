"""What stands in `calls.jsonl`: sessions, seats that failed, people's answers, calls to models.

Of a call there is an intent before it leaves, and what came of it. `lines` decodes them.
"""

from functools import cache
from typing import Annotated, ClassVar, Literal, cast, get_args, get_type_hints

from pydantic import BaseModel, Field

from arena.errors import FaultKind, Reason
from arena.forms import LEFT_OUT, Amount, Count, Hash, JsonObject, Ordinal
from arena.models.types import Item, Step, Usage
from arena.records.decoding import may_lack
from arena.records.payload import Payload
from arena.settings import BudgetRules
from engine.fact import fact

Purpose = Literal["answer", "summary"]
"""What a call is for: the answer, or a summary before it that the question has room after."""
BrokenOff = Literal["lost", "interrupted"]
"""Why a call has no end of its own: the process was killed, or the game was stopped."""


class _Written(Payload):
    """What is written as it is: what a provider sent is not made anew, as a log's data are."""

    __slots__ = ()

    @classmethod
    @cache
    def _left_out(cls) -> frozenset[str]:
        hints = get_type_hints(cls, include_extras=True)
        return frozenset(name for name, hint in hints.items() if may_lack(hint))

    def data(self) -> dict[str, object]:
        """Return it as JSON data, without the keys that are left out."""
        held = {name: _json(getattr(self, name)) for name in self._names()}
        left_out = {name for name in self._left_out() if held[name] is None}
        return {name: value for name, value in held.items() if name not in left_out}


def _json(value: object) -> object:
    if isinstance(value, tuple):
        return list(cast("tuple[object, ...]", value))
    if isinstance(value, BaseModel):
        return value.model_dump(mode="json")
    return value.data() if isinstance(value, _Written) else value


# --- sessions, and seats that failed ---


@fact
class SessionSetup(_Written):
    """What a session is played with."""

    versions: dict[str, str]
    """Versions of the packages."""
    python: str
    """Version of Python."""
    budget: Annotated[BudgetRules | None, LEFT_OUT] = None
    """The budget from here on; left out: that of `game.json`."""


@fact
class SessionBegan(SessionSetup):
    """A process began to play the game, or to go on with it."""

    type: ClassVar[str] = "session_began"

    resumed: Ordinal | None
    """How many records `log.jsonl` had before; null: none."""


@fact
class SessionEnded(_Written):
    """It stopped."""

    type: ClassVar[str] = "session_ended"

    reason: str
    """`finished`, `interrupted`, `outage`, `budget`, or the name of the error."""


@fact
class AnswerFailed(_Written):
    """A seat failed to answer; the default that stood in is in `log.jsonl`."""

    type: ClassVar[str] = "answer_failed"

    seat: str
    """Who failed."""
    decision: str
    """The question, or the turn to talk."""
    reason: Reason
    """What went wrong."""
    why: str
    """The same in words."""


@fact
class PersonAnswered(_Written):
    """A person answered, or took a turn; written before the table takes it."""

    type: ClassVar[str] = "person_answered"

    seat: str
    """Whose seat."""
    asked: str
    """The question, or the turn to talk."""
    option: str | None
    """Id of the option; null at a turn to talk."""
    speech: tuple[JsonObject, ...] | None
    """Messages, as `said` has them; null: none, or silence."""
    bid: Annotated[int, Field(ge=0, le=4)] | None
    """How much they want to speak; null where that was not asked."""
    seconds: Amount
    """How long they took."""


@fact
class PersonReplaced(_Written):
    """From this question on a bot answers for a person's seat, or the person again.

    Written when it is asked. Of several for one question the last counts.
    """

    type: ClassVar[str] = "person_replaced"

    seat: str
    """Whose seat."""
    asked: str
    """The question, or the turn to talk."""
    by: str
    """As in `seat_replaced`: the bot, or `human`."""
    reason: Literal["budget", "outage", "left", "timeouts", "back"]
    """As in `seat_replaced`; never `budget` or `outage`."""


# --- calls ---


@fact
class Cost(_Written):
    """What a call costs, or may cost at most."""

    tokens: Count
    """Input and output."""
    money: Amount | None
    """Dollars; null: the price is unknown."""


@fact
class TokenCounts(_Written):
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


@fact
class CallSent(_Written):
    """A call is about to leave.

    Its conversation is all `items` of its epoch, with the replies that were used between them.
    """

    type: ClassVar[str] = "call_sent"

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
    tools: tuple[JsonObject, ...] | None
    """`name`, `description` and JSON Schema of each; null: as in the call before."""
    items: tuple[Item, ...]
    """What is new in the conversation, replies left out: `role` and `text`."""
    digest: Hash
    """SHA-256 of all that the call is made from."""
    least: Count
    """Fewest tokens that were sent; a count below it is not believed."""
    worst: Cost
    """What it may cost at most; held back from the budget until it has ended."""


@fact
class CallAnswered(_Written):
    """A reply came."""

    type: ClassVar[str] = "call_answered"

    call: Count
    """Number of the call."""
    raw: JsonObject
    """The reply as the provider sent it, private reasoning included."""
    booked: Cost
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


@fact
class CallFailed(_Written):
    """No reply came, or one that can't be read."""

    type: ClassVar[str] = "call_failed"

    call: Count
    """Number of the call."""
    fault: FaultKind | BrokenOff
    """What went wrong; `lost`: the process was killed before the call ended, `interrupted`: it was
    stopped."""
    status: int | None
    """Of HTTP; null: there was none."""
    why: str
    """The same in words."""
    raw: JsonObject | None
    """What came, where that was JSON; else null."""
    booked: Cost
    """Nothing where the server refused; else the worst case."""
    seconds: Amount
    """How long it took."""
    late: bool
    """True where it ended after the seat's time was up: nobody learned of it."""


@fact
class StepDown(_Written):
    """A server takes no call so, or brings none: the seat's model is asked less firmly.

    All seats of a SPEC learn it of one refusal; each has its own record when it asks next. Behind
    calls that failed by the server's own fault it is tried for this question only, and holds where
    it brings a reply. Behind replies that held no call it is the seat's alone.
    """

    type: ClassVar[str] = "stepped_down"

    seat: str
    """Whose model."""
    asked: str
    """At which question, or turn to talk."""
    purpose: Purpose
    """As in `call_sent`."""
    attempt: Count
    """As in `call_sent`."""
    epoch: Annotated[Ordinal | None, LEFT_OUT] = None
    """As in `call_sent`; absent in games of before 27 November 2026: that of the call before."""
    before: Step
    """How it was asked."""
    after: Step
    """How it is asked now."""
    tried: Annotated[bool | None, LEFT_OUT] = None
    """True where it holds for this question only, unless it brings a reply; absent: false."""


@fact
class CallIgnored(_Written):
    """A call ended in the moment in which the seat's time was up: nobody learned of it."""

    type: ClassVar[str] = "call_ignored"

    call: Count
    """Number of the call."""


CallFact = (
    SessionBegan | SessionEnded | AnswerFailed | PersonAnswered | PersonReplaced | CallSent
    | CallAnswered | CallFailed | CallIgnored | StepDown
)  # fmt: skip
"""What one record of `calls.jsonl` says."""
CALL_FACTS: tuple[type[CallFact], ...] = get_args(CallFact)


@fact
class CallRecord:
    """One record of `calls.jsonl`."""

    data: CallFact
    """What it says."""
    i: int
    """Its number in its file, from 0."""
    at: str
    """When, as ISO 8601 in UTC."""
    hash: str | None = None
    """That of its line; None where it has none."""

    @property
    def type(self) -> str:
        """The name of its type."""
        return self.data.type

    def plain(self) -> dict[str, object]:
        """Return it as JSON data, in the order of a line without its hash."""
        return {"i": self.i, "type": self.data.type, "at": self.at, "data": self.data.data()}


def token_counts(usage: Usage) -> TokenCounts:
    """Return counted tokens as they are recorded."""
    return TokenCounts(**{key: getattr(usage, key) for key in TokenCounts.__annotations__})
