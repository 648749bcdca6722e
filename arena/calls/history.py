"""Reads a game's recorded calls for analysis: what was sent, what of it was new, the reply.

Raw replies are parsed by each API's own reader; nothing is sent, and no model opened.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from arena.calls.past import PastCall, past_calls
from arena.calls.records import CallRecord, Cost
from arena.errors import Fault
from arena.forms import JsonObject
from arena.hash_chain import encode
from arena.models.opening import reader_of
from arena.models.types import Item, Reply, Step, Usage, is_worded

_Failure = tuple[str, int | None, str]
"""Why a call has no readable reply: the fault, its HTTP status, and the message."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """A call, compared with the last answered one of the same seat."""

    number: int
    """From 0, in the order of sending."""
    seat: str
    asked: str
    """Id of the question, or of the turn to talk."""
    purpose: str
    """`answer`, or `summary`, which ends a conversation."""
    attempt: int
    """0, then 1 and up for corrections."""
    again: int
    """0, then 1 and up for retries of the same call."""
    step: Step
    stepped_from: Step | None
    """The step of the seat's previous call, if it differs."""
    epoch: int
    items: tuple[Item, ...]
    """New items of the conversation, without replies."""
    tools: tuple[JsonObject, ...] | None
    """The tools, if they differ from those of the previous call."""
    size: int
    """Bytes sent: tools and whole conversation."""
    repeated: int
    """Bytes of the common prefix with the previous call."""
    new_size: int | None
    """New bytes since the previous call and its reply; None: there is none to compare."""
    new_tokens: int | None
    """New tokens by the provider's count; None also if it reported none."""
    reply: Reply | None
    """None if none came, or none that can be parsed."""
    raw: JsonObject | None
    """The raw reply; None if none came, or no JSON."""
    fault: str | None
    """The fault; `open`: the record ends before the call did."""
    status: int | None
    """HTTP status of a failed call."""
    why: str
    booked: Cost
    """The cost; its worst case where it is unknown."""
    seconds: float | None
    """Duration; None if unknown."""
    unbelievable: bool
    """True if the provider's token count was implausible and therefore dropped."""
    late: bool
    """True if the reply came after the seat's time was up."""
    ignored: bool
    """True if the reply came at the very moment when the seat's time was up."""

    @property
    def usage(self) -> Usage | None:
        """The provider's token count; None if absent or implausible."""
        return None if self.reply is None else self.reply.usage

    @property
    def is_worst_case(self) -> bool:
        """True if the call is charged at its worst case for lack of a token count."""
        return self.usage is None and self.booked.tokens > 0


def history(records: Iterable[CallRecord], specs: Mapping[str, str]) -> tuple[Call, ...]:
    """Return all calls; `records` are checked ones of `calls.jsonl`, `specs` is by seat.

    Raises `ConfigError` for a SPEC that is no model's, `LookupError` for a seat without one.
    """
    seats: dict[str, _Seat] = {}
    calls = []
    for past in past_calls(records, ()).calls:
        name = past.sent.seat
        if name not in seats:
            seats[name] = _Seat(specs[name])
        calls.append(seats[name].call(past))
    return tuple(calls)


class _Seat:
    """Follows one seat's conversation from call to call."""

    def __init__(self, spec: str) -> None:
        self._reader = reader_of(spec)
        self._step: Step | None = None
        self._epoch = 0
        self._tools = b""
        self._items: list[bytes] = []
        self._last_answered: _Request | None = None

    def call(self, past: PastCall) -> Call:
        """Return the next call."""
        sent = past.sent
        stepped = self._step if self._step not in (None, sent.step) else None
        self._step = sent.step
        if sent.epoch != self._epoch:
            self._epoch, self._items = sent.epoch, []
        shown = b"" if sent.tools is None else encode(sent.tools).encode()
        new_tools = shown not in {b"", self._tools}  # each epoch records them
        if new_tools:
            self._tools = shown
        self._items += [encode(item).encode() for item in sent.items]
        tools = b"" if is_worded(self._step) else self._tools
        this = _Request(epoch=self._epoch, tools=tools, items=self._items, count=len(self._items))
        reply, failure = self._reply_or_failure(past)
        fault, status, why = failure or (None, None, "")
        usage = None if reply is None else reply.usage
        end, before = past.answered or past.failed, self._last_answered
        call = Call(
            number=sent.call, seat=sent.seat, asked=sent.asked, purpose=sent.purpose,
            attempt=sent.attempt, again=sent.again, step=sent.step, stepped_from=stepped,
            epoch=sent.epoch, items=sent.items,
            tools=sent.tools or () if new_tools else None,
            size=this.size, repeated=this.repeated(before),
            new_size=this.new_size(before), new_tokens=this.new_tokens(before, usage),
            reply=reply, raw=None if end is None else end.raw,
            fault=fault, status=status, why=why,
            booked=past.cost,
            seconds=None if end is None or fault == "lost" else float(end.seconds),
            unbelievable=past.answered is not None and past.answered.unbelievable,
            late=past.answered is not None and past.answered.late, ignored=past.ignored,
        )  # fmt: skip
        if reply is not None:
            this.usage, self._last_answered = usage, this
            if past.used:
                self._items.append(encode(reply.item).encode())
                this.reply = len(self._items[-1])
        return call

    def _reply_or_failure(self, past: PastCall) -> tuple[Reply | None, _Failure | None]:
        """Return the reply, or why there is none that can be parsed."""
        if past.answered is None:
            failed = past.failed
            if failed is None:
                return None, ("open", None, "the record ends before the call did")
            return None, (failed.fault, failed.status, failed.why)
        try:
            reply = self._reader(past.answered.raw)
            return replace(reply, usage=None) if past.answered.unbelievable else reply, None
        except Fault as fault:
            return None, (fault.kind, fault.status, fault.why)


@dataclass(slots=True, kw_only=True)
class _Request:
    """The content of one call as blocks of bytes: the tools, then each item."""

    epoch: int
    tools: bytes
    items: Sequence[bytes]
    """Items of the conversation; later calls append to the same list."""
    count: int
    """Number of the items that were sent."""
    size: int = field(init=False)
    usage: Usage | None = None
    reply: int = 0
    """Bytes of the reply with which the conversation continued."""

    def __post_init__(self) -> None:
        self.size = len(self.tools) + sum(map(len, self.items[: self.count]))

    def repeated(self, before: "_Request | None") -> int:
        """Return the bytes of the common prefix of both requests."""
        if before is None or before.tools != self.tools:
            return 0
        if before.epoch == self.epoch:
            return before.size
        same = len(self.tools)
        theirs = before.items[: before.count]
        for mine, other in zip(self.items[: self.count], theirs, strict=False):
            if mine != other:
                break
            same += len(mine)
        return same

    def new_size(self, before: "_Request | None") -> int | None:
        """Return the bytes added since the reply to the previous call, in one conversation."""
        if before is None or before.epoch != self.epoch:
            return None
        sizes = [each.size - len(each.tools) for each in (self, before)]
        return sizes[0] - sizes[1] - before.reply

    def new_tokens(self, before: "_Request | None", usage: Usage | None) -> int | None:
        """Return the same in tokens, by the provider's count."""
        if before is None or before.epoch != self.epoch:
            return None
        if usage is None or before.usage is None:
            return None
        output = before.usage.output if before.reply else 0
        return max(0, usage.input - before.usage.input - output)
