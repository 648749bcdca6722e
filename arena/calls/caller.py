"""Sends a game's calls to models: budget, intent, call, record, retry.

A call runs in a task of its own, so that its reply is recorded even if its seat's time is up
before. When a game is resumed, calls that were answered are not made again: the seats ask once more
and get the recorded reply, if they ask the same.
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
"""Faults that may occur at one way of asking only."""
QUEUED = frozenset({"rate_limit", "overloaded"})
"""Faults after which a call waits its turn, where several games share a provider."""


class SteppedDown(Exception):
    """The server does not take calls in this form: the caller has to ask less strictly."""

    def __init__(self, step: Step, *, tried: bool = False) -> None:
        """`step` is the new way of asking; `tried`: for this question only, as an experiment."""
        super().__init__(step)
        self.step: Step = step
        self.tried = tried


class Journal(Protocol):
    """The log of calls."""

    def call(self, data: CallFact) -> None:
        """Append a record to `calls.jsonl`. Raises `WriteError`."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class CallRequest:
    """A call that a seat wants to make."""

    seat: str
    asked: str
    """Id of the question, or of the turn to talk."""
    purpose: Purpose
    """The answer, or a summary before it that makes room in the context."""
    attempt: int
    """0, then 1 and up for corrections."""
    model: Model
    tariff: Tariff | None
    conversation: Conversation
    tools: Sequence[Tool]
    step: Step
    setup: str
    """Digest of what the call is made from besides the conversation."""
    extra: int = 0
    """Bytes of tools that the call before did not have."""

    @property
    def place(self) -> Stepped:
        """The key that a recorded call must share with this one."""
        epoch = self.conversation.epoch
        return self.asked, self.purpose, self.attempt, self.step, epoch


@dataclass(slots=True, kw_only=True)
class _OpenCall:
    """A call that was sent."""

    sent: CallSent
    permit: int
    late: bool = False
    """True once its seat has stopped waiting."""
    begun: bool = False
    """False if its task was cancelled before it ran."""


class Caller:
    """All calls of one game in one process."""

    def __init__(
        self,
        game: str,
        budget: Budget,
        journal: Journal,
        recorded: PastCalls,
    ) -> None:
        """Start after the recorded calls; those that broke off are charged at their worst case."""
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
        """Return the model's reply, recorded or new.

        Raises `Fault` if all retries failed, `SteppedDown` if the server does not take calls in
        this form, `Outage` if it takes them in none, `BudgetExceeded` if no permit is left,
        `SeatFailure` if the record says that the question failed here, `TranscriptError` if the
        record shows another request, or lacks a reply that it must have.
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
                # Other games may have used up the provider's limit: the seat's time stops.
                is_held = self._budget.is_shared and fault.kind in QUEUED
                with holding_seat_time() if is_held else nullcontext():
                    await asyncio.sleep(wait)

    def step_down(self, request: CallRequest, after: Step) -> None:
        """Record that a seat asks less strictly, since its replies lack what it asks for."""
        if request.place not in self._past.stepped:
            self._write_step(request, after)
        self._ladder.lower(request.model, after)

    def _try_below(self, request: CallRequest) -> None:
        """Try a less strict step if the server fails at every call of this one.

        Raises `SteppedDown` if there is one.
        """
        below = step_below(request.step, parse(request.model.spec), request.model.settings)
        if below is not None:
            self._write_step(request, below, tried=True)
            raise SteppedDown(below, tried=True)

    def _step_down(self, request: CallRequest, fault: Fault) -> None:
        """Lower the step after a fault, if no call of this form ever brought a reply.

        Raises `SteppedDown`, or `Outage` if there is no lower step.
        """
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
                # The seat decides about a model that does not exist.
                if fault.kind == "not_found":
                    return
                raise Outage(fault.why) from fault
            self._ladder.lower(model, below)
        self._follow(request)

    def _follow(self, request: CallRequest) -> None:
        """Switch to the step that other seats of the model have found; raises `SteppedDown`."""
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
        """Wait at most so many seconds for late calls, then cancel them. Raises `WriteError`."""
        if self._running:
            await asyncio.wait(self._running, timeout=seconds)
        await self.stop()
        unwritten = self._unwritten or self._budget.unwritten
        if unwritten is not None:
            raise unwritten

    def halt(self) -> None:
        """Mark the game as stopping: a seat cancelled from now on is not late."""
        self._stopping = True

    async def stop(self) -> None:
        """Cancel the running calls and record that."""
        self.halt()
        for task in self._running:
            task.cancel()
        await asyncio.gather(*self._running, return_exceptions=True)
        await self._budget.all_settled()

    def _ended(self, task: asyncio.Task[Reply], opened: _OpenCall) -> None:
        self._running.discard(task)
        if not opened.begun:  # cancelled before it ran
            with suppress(WriteError):
                self._break_off(opened, 0.0)
            settled = _settled(opened.sent.call, opened.sent.worst, "interrupted")
            self._budget.settle_later(opened.permit, settled)
        error = None if task.cancelled() else task.exception()
        if isinstance(error, WriteError):  # its seat may no longer await it
            self._unwritten = error

    # --- recorded calls ---

    def _served(self, request: CallRequest) -> Reply | None:
        """Return the recorded reply; None if the call has to be made.

        Raises `SteppedDown`, or the `Fault` of a refused conversation, as recorded.
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
        """Return True if a refusal concerned the conversation, not the step, and was no outage."""
        if request.place in self._past.stepped:
            return False
        has_taken = self._ladder.has_taken(request.model, request.step)
        return has_taken or self._recorded[request.asked][-1] is not entry

    def _went_on(self, entry: PastCall) -> bool:
        """Return True if the question has a later call or an end; else the call is made again."""
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

    # --- new calls ---

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
                pass  # a late reply is used when the game is resumed
            elif not task.done():
                opened.late = True
            elif _is_followed(task):
                self._journal.call(CallIgnored(call=opened.sent.call))
            raise

    def _intend(self, request: CallRequest, again: int, worst: Cost) -> CallSent:
        """Record the intent of a call; return the record."""
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
        """Make the call, record its outcome, and charge it."""
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
            cost = booked  # only once recorded: else the worst case is charged
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
        """Parse a reply; raises `Fault` also for one that can't be written as JSON."""
        try:
            encode(raw).encode()
        except (ValueError, RecursionError) as error:
            raw.clear()
            raise Fault("unreadable", f"The reply is no JSON that can be kept: {error}") from error
        return request.model.read(raw)


def _is_followed(task: "asyncio.Task[Reply]") -> bool:
    """Return True if the outcome of a call would have changed what its seat did next."""
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
