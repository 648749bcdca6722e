"""The one way from a game to its models: budget, intent, call, record, retry.

A call runs in a task of its own, so that its reply is recorded even where its seat's time was up
before. In a game that goes on the calls that were answered are not made again: the seats ask once
more, and get what was recorded, if they ask the same.
"""

import asyncio
import time
from collections.abc import Mapping, Sequence
from contextlib import nullcontext, suppress
from dataclasses import dataclass
from typing import Protocol

from arena.calls.budget import NOT_MADE, NOTHING, Budget, CallAhead, Settled
from arena.calls.conversation import Conversation
from arena.calls.counted import believed, cost_of, worst_case
from arena.calls.ladder import Ladder
from arena.calls.past import PastCall, PastCalls, Stepped
from arena.calls.records import (
    BrokenOff,
    CallAnswered,
    CallFact,
    CallFailed,
    CallIgnored,
    CallSent,
    Cost,
    Purpose,
    StepDown,
    token_counts,
)
from arena.calls.seat_time import holding_seat_time
from arena.errors import (
    RETOLD_KINDS,
    Fault,
    Outage,
    SeatFailure,
    TranscriptError,
    WriteError,
)
from arena.forms import CALLS, JsonObject
from arena.hash_chain import encode
from arena.models.faults import wait_before
from arena.models.prices import Tariff
from arena.models.specs import parse, step_after, step_below
from arena.models.types import Model, Reply, Step, Tool, is_below

__all__ = ["CallRequest", "Caller", "Journal", "Purpose", "SteppedDown"]

BROKEN = frozenset({"server", "unreadable"})
"""Faults by which a server may fail at one way of asking alone."""
QUEUED = frozenset({"rate_limit", "overloaded"})
"""Faults after which a call waits for its turn, where many games share a provider."""


class SteppedDown(Exception):
    """The server does not take a call so: it has to be asked less firmly."""

    def __init__(self, step: Step, *, tried: bool = False) -> None:
        """`step` is how; `tried`: only for this question, to see whether the server takes it."""
        super().__init__(step)
        self.step: Step = step
        self.tried = tried


class Journal(Protocol):
    """Where calls are written down."""

    def call(self, data: CallFact) -> None:
        """Add a record to `calls.jsonl`; raises `WriteError`."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class CallRequest:
    """One call that a seat wants."""

    seat: str
    asked: str
    """The question, or the turn to talk."""
    purpose: Purpose
    """What the call is for: the answer, or a summary before it that the question has room after."""
    attempt: int
    """0, then a number for each correction."""
    model: Model
    tariff: Tariff | None
    conversation: Conversation
    tools: Sequence[Tool]
    step: Step
    setup: str
    """What the call is made from besides the conversation, as a digest."""
    extra: int = 0
    """Bytes of tools that the call before did not have."""

    @property
    def place(self) -> Stepped:
        """What a past call has to have in common with it."""
        epoch = self.conversation.epoch
        return self.asked, self.purpose, self.attempt, self.step, epoch


@dataclass(slots=True, kw_only=True)
class _OpenCall:
    """A call that has left."""

    sent: CallSent
    """Its record."""
    permit: int
    late: bool = False
    """True once its seat waits no longer."""
    begun: bool = False
    """False where its task was cancelled before it did anything."""


class Caller:
    """All calls of one game, in one process."""

    def __init__(
        self,
        game: str,
        budget: Budget,
        journal: Journal,
        recorded: PastCalls,
    ) -> None:
        """Go on after what is recorded; calls that broke off are booked at their worst case."""
        self._game, self._budget, self._journal = game, budget, journal
        self._past, self._recorded = recorded, recorded.by_question()
        self._count = len(recorded.calls)
        self._ladder = Ladder()
        self._running: set[asyncio.Task[Reply]] = set()
        self._stopping = False
        self._unwritten: WriteError | None = None
        for entry in recorded.calls:
            budget.spent.add(entry.cost)
            if entry.answered is None and entry.failed is None:
                self._journal.call(_broken_off(entry.sent.call, "lost", entry.cost, 0.0))

    async def call(self, request: CallRequest) -> Reply:
        """Return the model's reply.

        Raises `Fault` where none came for all retries, `SteppedDown` where the server does not take
        calls so, `Outage` where it takes them in no way, `BudgetExceeded` where none may be asked
        for, `SeatFailure` where the record says that the question failed here, `TranscriptError`
        where it says that something else was asked, or where it has no reply and must have one.
        """
        served = self._served(request)
        if served is not None:
            return served
        if request.asked in self._past.failed:
            raise SeatFailure(*self._past.failed[request.asked])
        if request.asked in self._past.answered:
            raise TranscriptError(
                CALLS, None, f"has no reply to {request.asked}, which was answered"
            )
        again = 0
        while True:
            self._follow(request)
            try:
                return await self._attempt(request, again)
            except Fault as fault:
                again += 1
                wait = wait_before(again, fault, seed=f"{self._game}/{request.asked}")
                is_trial = self._ladder.is_trial(request.model, request.step)
                retries = 0 if is_trial else request.model.settings.retries
                if wait is None or again > retries:
                    self._step_down(request, fault)
                    raise
                # Other games may have used up what the provider gives: that is not the seat's time.
                is_held = self._budget.is_shared and fault.kind in QUEUED
                with holding_seat_time() if is_held else nullcontext():
                    await asyncio.sleep(wait)

    def step_down(self, request: CallRequest, after: Step) -> None:
        """Write down that a seat asks less firmly, since no reply to it holds what it asks for."""
        if request.place not in self._past.stepped:
            self._write_step(request, after)
        self._ladder.lower(request.model, after)

    def _try_below(self, request: CallRequest) -> None:
        """Ask less firmly where a server fails at each call that is asked so, and took none yet."""
        below = step_below(request.step, parse(request.model.spec), request.model.settings)
        if below is not None:
            self._write_step(request, below, tried=True)
            raise SteppedDown(below, tried=True)

    def _step_down(self, request: CallRequest, fault: Fault) -> None:
        """Ask less firmly where a server refused a call, and never took one that was asked so."""
        model = request.model
        if self._ladder.has_taken(model, request.step):
            return
        is_trial = self._ladder.is_trial(model, request.step)
        if fault.kind in BROKEN or (is_trial and fault.refused):
            self._try_below(request)
            if is_trial:
                raise Outage(fault.why) from fault
        if not fault.refused or is_trial:
            return
        if not is_below(self._ladder.step(model), request.step):
            below = step_after(fault, request.step, parse(model.spec), model.settings)
            if below is None:
                # A model that is not there is its seat's to judge.
                if fault.kind == "not_found":
                    return
                raise Outage(fault.why) from fault
            self._ladder.lower(model, below)
        self._follow(request)

    def _follow(self, request: CallRequest) -> None:
        """Ask as the other seats of the model have to, and write that down."""
        step = self._ladder.step(request.model)
        has_taken = self._ladder.has_taken(request.model, request.step)
        if has_taken or not is_below(step, request.step):
            return
        self._write_step(request, step)
        raise SteppedDown(step)

    def _write_step(self, request: CallRequest, after: Step, *, tried: bool = False) -> None:
        self._journal.call(StepDown(
            seat=request.seat, asked=request.asked, purpose=request.purpose,
            attempt=request.attempt, epoch=request.conversation.epoch,
            before=request.step, after=after, tried=tried,
        ))  # fmt: skip

    async def settled(self, seconds: float) -> None:
        """Wait for calls whose seats wait no longer, so long; then break them off."""
        if self._running:
            await asyncio.wait(self._running, timeout=seconds)
        await self.stop()
        unwritten = self._unwritten or self._budget.unwritten
        if unwritten is not None:
            raise unwritten

    def halt(self) -> None:
        """Take note that the game stops: whoever is cancelled now was not late."""
        self._stopping = True

    async def stop(self) -> None:
        """Break off what is under way, and write that down."""
        self.halt()
        for task in self._running:
            task.cancel()
        await asyncio.gather(*self._running, return_exceptions=True)
        await self._budget.all_settled()

    def _ended(self, task: asyncio.Task[Reply], opened: _OpenCall) -> None:
        self._running.discard(task)
        if not opened.begun:  # it was stopped before it did anything
            with suppress(WriteError):
                self._break_off(opened, 0.0)
            settled = _settled(opened.sent.call, opened.sent.worst, "interrupted")
            self._budget.settle_later(opened.permit, settled)
        error = None if task.cancelled() else task.exception()
        if isinstance(error, WriteError):  # its seat may have gone, and nobody else would know
            self._unwritten = error

    # --- what is recorded ---

    def _served(self, request: CallRequest) -> Reply | None:
        """Return the recorded reply; None: the call has to be made.

        Raises `SteppedDown`, and `Fault` of a conversation that was not taken, as recorded.
        """
        last: PastCall | None = None
        for entry in self._recorded.get(request.asked, ()):
            if entry.place != request.place:
                continue
            self._check(entry, request)
            if entry.answered is not None:
                self._ladder.take(request.model, request.step)
            if entry.used:
                assert entry.answered is not None  # noqa: S101 - for the type
                reply = request.model.read(entry.answered.raw)
                return believed(reply, entry.sent, request.model.settings)
            last = entry
        refusal = None if last is None or not self._went_on(last) else last.refusal
        if refusal is not None and (refusal.kind == "too_long" or self._was_retold(request, last)):
            raise refusal
        stepped = self._past.stepped.get(request.place)
        if stepped is None:
            return None
        if not stepped.tried:
            self._ladder.lower(request.model, stepped.after)
        raise SteppedDown(stepped.after, tried=stepped.tried)

    def _was_retold(self, request: CallRequest, entry: PastCall | None) -> bool:
        """Tell whether a refusal was of the conversation, and no step down or outage."""
        if request.place in self._past.stepped:
            return False
        has_taken = self._ladder.has_taken(request.model, request.step)
        return has_taken or self._recorded[request.asked][-1] is not entry

    def _went_on(self, entry: PastCall) -> bool:
        """Tell whether a question has a call or an end after this call; else it is made again."""
        asked = entry.sent.asked
        ended = asked in self._past.failed or asked in self._past.answered
        return ended or self._recorded[asked][-1] is not entry

    def _check(self, entry: PastCall, request: CallRequest) -> None:
        if entry.sent.digest != request.conversation.digest(request.setup):
            raise TranscriptError(
                CALLS, entry.line,
                f"{request.seat} would be sent something else for {request.asked} than was "
                "recorded",
            )  # fmt: skip
        request.conversation.mark_written(request.tools)

    # --- what is sent ---

    async def _attempt(self, request: CallRequest, again: int) -> Reply:
        sent = request.conversation.most_tokens + request.extra
        worst = worst_case(sent, request.model.settings, request.tariff)
        permit = await self._budget.admit(CallAhead(
            game=self._game, seat=request.seat, spec=request.model.spec, worst=worst
        ))  # fmt: skip
        try:
            payload = request.model.payload(request.conversation.items, request.tools, request.step)
            intent = self._intend(request, again, worst)
        except BaseException:
            await self._budget.settle(permit, NOT_MADE)
            raise
        opened = _OpenCall(sent=intent, permit=permit)
        task = asyncio.create_task(self._send(request, opened, payload))
        self._running.add(task)
        task.add_done_callback(lambda done: self._ended(done, opened))
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            if self._stopping:
                pass  # the reply, should it still come, is used when the game goes on
            elif not task.done():
                opened.late = True
            elif _is_followed(task):
                self._journal.call(CallIgnored(call=opened.sent.call))
            raise

    def _intend(self, request: CallRequest, again: int, worst: Cost) -> CallSent:
        """Write down that a call is about to leave; return the record."""
        items, tools = request.conversation.unwritten(request.tools)
        intent = CallSent(
            call=self._count, seat=request.seat, asked=request.asked, purpose=request.purpose,
            attempt=request.attempt, again=again, step=request.step,
            epoch=request.conversation.epoch,
            tools=tools, items=items, digest=request.conversation.digest(request.setup),
            least=request.conversation.least_tokens, worst=worst,
        )  # fmt: skip
        self._journal.call(intent)
        request.conversation.mark_written(request.tools)
        self._count += 1
        return intent

    async def _send(self, request: CallRequest, opened: _OpenCall, payload: JsonObject) -> Reply:
        """Make the call, write down what came of it, and book that."""
        since, cost = time.monotonic(), opened.sent.worst
        opened.begun = True
        raw: JsonObject | None = None
        brought: Fault | BrokenOff | None = None
        try:
            left = self._budget.seconds_left()
            seconds = request.model.settings.call_seconds
            raw = await request.model.send(payload, seconds if left is None else min(seconds, left))
            counted = self._read(request, raw)
            reply = believed(counted, opened.sent, request.model.settings)
            booked = opened.sent.worst
            if reply.usage is not None:
                booked = cost_of(reply.usage, request.tariff, opened.sent.worst)
            self._ladder.take(request.model, request.step)
            self._journal.call(CallAnswered(
                call=opened.sent.call, raw=raw, booked=booked,
                usage=None if reply.usage is None else token_counts(reply.usage),
                unbelievable=reply.usage != counted.usage,
                seconds=_since(since), late=opened.late,
            ))  # fmt: skip
            cost = booked  # as it is recorded: what is not is booked at its worst case
        except Fault as fault:
            brought, booked = fault, NOTHING if fault.unbilled else opened.sent.worst
            self._journal.call(CallFailed(
                call=opened.sent.call, fault=fault.kind, status=fault.status, why=fault.why,
                raw=raw, booked=booked, seconds=_since(since), late=opened.late,
            ))  # fmt: skip
            cost = booked
            raise
        except asyncio.CancelledError:
            brought = "interrupted"
            self._break_off(opened, _since(since))
            raise
        finally:
            await self._budget.settle(opened.permit, _settled(opened.sent.call, cost, brought))
        return reply

    def _break_off(self, opened: _OpenCall, seconds: float) -> None:
        self._journal.call(_broken_off(opened.sent.call, "interrupted", opened.sent.worst, seconds))

    def _read(self, request: CallRequest, raw: JsonObject) -> Reply:
        """Return what a reply says; `Fault` for one that can't even be written down."""
        try:
            encode(raw).encode()
        except (ValueError, RecursionError) as error:
            raw.clear()
            raise Fault("unreadable", f"The reply is no JSON that can be kept: {error}") from error
        return request.model.read(raw)


def _is_followed(task: "asyncio.Task[Reply]") -> bool:
    """Tell whether its seat would have gone another way for what a call brought."""
    if task.cancelled():
        return False
    error = task.exception()
    return error is None or (isinstance(error, Fault) and error.kind in RETOLD_KINDS)


def _settled(call: int, cost: Cost, brought: Fault | BrokenOff | None) -> Settled:
    if isinstance(brought, Fault):
        fault, wait = brought.kind, brought.retry_after
        return Settled(call=call, cost=cost, fault=fault, retry_after=wait)
    return Settled(call=call, cost=cost, fault=brought)


BROKEN_OFF: Mapping[BrokenOff, str] = {
    "lost": "the process was killed before the call ended",
    "interrupted": "the game was stopped before the call ended",
}


def _broken_off(call: int, fault: BrokenOff, cost: Cost, seconds: float) -> CallFailed:
    return CallFailed(
        call=call, fault=fault, status=None, why=BROKEN_OFF[fault], raw=None,
        booked=cost, seconds=seconds, late=False,
    )  # fmt: skip


def _since(began: float) -> float:
    return round(time.monotonic() - began, 3)
