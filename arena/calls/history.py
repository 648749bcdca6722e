"""A game's calls as somebody reads them afterwards: what was sent, what of it was new, the reply.

The raw replies are read again by each protocol's own reader; nothing is sent, and no model opened.
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
"""Why a call has no reply that can be read: the fault, its HTTP status, and the same in words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """One call, and how it compares with the one before it that the seat's model answered."""

    number: int
    """From 0, in the order in which they left."""
    seat: str
    asked: str
    """The question, or the turn to talk."""
    purpose: str
    """`answer`, or `summary` of a conversation that ends here."""
    attempt: int
    """0, then a number for each correction."""
    again: int
    """0, then a number for each time that the same call was tried again."""
    step: Step
    stepped_from: Step | None
    """The step of the seat's call before, where that was another one."""
    epoch: int
    items: tuple[Item, ...]
    """What is new in the conversation, replies left out."""
    tools: tuple[JsonObject, ...] | None
    """The tools, where they are not those of the call before."""
    size: int
    """Bytes of the tools and the whole conversation that were sent."""
    repeated: int
    """Bytes of their beginning that stood in the call before."""
    new_size: int | None
    """Bytes that are new against the call before and its reply; None: there is none to compare."""
    new_tokens: int | None
    """The same in tokens, as the provider counts them; None also where it did not."""
    reply: Reply | None
    """None where none came that could be read."""
    raw: JsonObject | None
    """What came; None where nothing did, or no JSON."""
    fault: str | None
    """What went wrong; `open`: the record ends before the call did."""
    status: int | None
    """Of HTTP, where the call failed."""
    why: str
    """The fault in words."""
    booked: Cost
    """What it cost; the worst case where nobody knows."""
    seconds: float | None
    """How long it took; None where nobody knows."""
    unbelievable: bool
    """True where the provider counted tokens that can't be: then nothing is counted."""
    late: bool
    """True where the reply came after the seat's time was up."""
    ignored: bool
    """True where the reply came in the moment in which the seat's time was up."""

    @property
    def usage(self) -> Usage | None:
        """What the provider counted; None where it did not, or what can't be."""
        return None if self.reply is None else self.reply.usage

    @property
    def is_worst_case(self) -> bool:
        """True where nobody counted what the call took, and it may have taken something."""
        return self.usage is None and self.booked.tokens > 0


def history(records: Iterable[CallRecord], specs: Mapping[str, str]) -> tuple[Call, ...]:
    """Return all calls; `records` are those of `calls.jsonl`, checked, `specs` by seat.

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
        new_tools = shown not in {b"", self._tools}  # each conversation records them again
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
        """Return the reply, or why there is none that can be read."""
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
    """What one call sent, as blocks of bytes: the tools, then each item."""

    epoch: int
    tools: bytes
    items: Sequence[bytes]
    """The conversation, which goes on growing."""
    count: int
    """How many of its items were sent."""
    size: int = field(init=False)
    usage: Usage | None = None
    reply: int = 0
    """Bytes of the reply that the conversation went on with."""

    def __post_init__(self) -> None:
        self.size = len(self.tools) + sum(map(len, self.items[: self.count]))

    def repeated(self, before: "_Request | None") -> int:
        """Return the bytes of the beginning that both have."""
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
        """Return the bytes that came after the reply to the call before, in one conversation."""
        if before is None or before.epoch != self.epoch:
            return None
        sizes = [each.size - len(each.tools) for each in (self, before)]
        return sizes[0] - sizes[1] - before.reply

    def new_tokens(self, before: "_Request | None", usage: Usage | None) -> int | None:
        """Return the same as the provider counts it."""
        if before is None or before.epoch != self.epoch:
            return None
        if usage is None or before.usage is None:
            return None
        output = before.usage.output if before.reply else 0
        return max(0, usage.input - before.usage.input - output)
