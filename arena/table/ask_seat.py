"""The steps of asking one seat: ask, read, correct, default; `step_after` selects the next.

A seat's failure is caught here, in the step that asks it, since a failing branch of the graph would
cancel its siblings. The last step decides what an outage (`on_outage`) and an exhausted budget
(`on_budget`) do to the game. The model's seat decides what counts as an outage, except that a
provider which refuses one question after another is recognized by the referee, who sees them all.
"""

import asyncio
from dataclasses import replace
from typing import Literal

from arena.calls.seat_time import seat_time
from arena.errors import (
    Aborted,
    BudgetExceeded,
    InvalidAnswer,
    Outage,
    SeatFailure,
    TranscriptError,
    WriteError,
)
from arena.records.game import REPLACEMENT, STAND_IN, SeatReplaced
from arena.seats.seat import Question
from arena.table.answering import broken, corrected, failed, put, refused, taken
from arena.table.logs import log
from arena.table.referee import Referee, SeatTask
from arena.table.replies import Failed, Given, Halt, Halted, SeatReply
from arena.talk.speech import TalkTurn
from engine.fact import fact

Step = Literal["ask", "read", "correct", "default"]
Boundary = Literal["seat", "provider", "budget"]


@fact
class Trouble:
    """Why a seat gives no answer."""

    at: Boundary
    """Where the failure occurred: in the seat, at its provider, or at the budget."""
    failure: Failed
    """The failure to record if no other measure is taken."""
    on_budget: Literal["house", "stop", "default"] | None = None
    """What happens to the game if the budget is a shared one; None: as the table says."""


@fact
class Attempt:
    """The progress of asking one seat."""

    task: SeatTask
    asked: Question | TalkTurn
    """The question or turn, with the reason why the last answer was invalid."""
    seconds: float
    """Time left to the seat for all its tries."""
    given: Given | None = None
    """The seat's reply, not yet validated."""
    refused: Failed | None = None
    """Why the reply was invalid."""
    trouble: Trouble | None = None
    """Why there is no reply."""
    reply: SeatReply | None = None
    """The final reply."""


def step_after(attempt: Attempt) -> Step | None:
    """Return the next step; None once there is a final reply."""
    if attempt.reply is not None:
        return None
    if attempt.trouble is not None:
        return "default"
    if attempt.refused is not None:
        return "default" if attempt.asked.tries == 1 else "correct"
    return "ask" if attempt.given is None else "read"


def begin(task: SeatTask, referee: Referee) -> Attempt:
    """Start an attempt; a house bot replaces a model that has stopped answering."""
    if referee.is_given_up(task):
        _replace(task, referee, STAND_IN, "it gives no answer that can be taken")
    return _unasked(task, referee)


async def first_go(attempt: Attempt, referee: Referee) -> Attempt:
    """Ask, and read the reply."""
    attempt = await ask(attempt, referee)
    return read(attempt, referee) if step_after(attempt) == "read" else attempt


async def ask(attempt: Attempt, referee: Referee) -> Attempt:
    """Put the question to the seat and await its reply; raises what concerns the whole game."""
    try:
        async with seat_time(attempt.seconds) as time:
            task, asked = attempt.task, attempt.asked
            given = await put(asked, task, referee.seats[asked.seat], referee.game)
            return Attempt(task=task, asked=asked, seconds=time.left, given=given)
    except InvalidAnswer as error:
        return replace(_refused(attempt, error, referee), seconds=time.left)
    except BaseException as error:  # noqa: BLE001 - a seat of one's own may exit, too
        return _troubled(attempt, error, referee, late=time.is_up)


def read(attempt: Attempt, referee: Referee) -> Attempt:
    """Validate the reply, or record why it is invalid."""
    if attempt.given is None:
        raise TypeError("nothing was given")
    try:
        seat = referee.seats[attempt.asked.seat]
        reply = taken(attempt.given, attempt.asked, seat, referee.game)
    except InvalidAnswer as error:
        return _refused(attempt, error, referee)
    except BaseException as error:  # noqa: BLE001 - what it gave may be of a class of its own
        return _troubled(attempt, error, referee)
    return _replied(attempt, reply, referee)


def correct(attempt: Attempt) -> Attempt:
    """Add the reason of the refusal to the question, for another try."""
    if attempt.refused is None:
        raise TypeError("nothing was refused")
    return replace(attempt, asked=corrected(attempt.asked, attempt.refused), refused=None)


def default(attempt: Attempt, referee: Referee) -> Attempt:
    """Resolve a failure: default answer, house bot in place of the seat, or end of the game."""
    trouble = attempt.trouble
    if trouble is None:
        return _replied(attempt, attempt.refused, referee)
    match trouble.at:
        case "budget":
            return _unpaid(attempt, trouble, referee)
        case "provider":
            return _outage(attempt, trouble.failure, referee)
        case "seat":
            return _replied(attempt, failed(attempt.task, trouble.failure), referee)


def _unasked(task: SeatTask, referee: Referee) -> Attempt:
    return Attempt(
        task=task, asked=task.asked, seconds=referee.seconds(task)
    )  # fmt: skip


def _refused(attempt: Attempt, error: InvalidAnswer, referee: Referee) -> Attempt:
    return replace(attempt, given=None, refused=refused(attempt.task, error, referee.game))


def _replied(attempt: Attempt, reply: SeatReply | None, referee: Referee) -> Attempt:
    """Finish an attempt; the reply names the bot, if one answered."""
    if reply is None:
        raise TypeError("nothing was refused")
    seat = attempt.asked.seat
    bot = referee.replaced(seat)
    if bot is not None:
        reply = replace(reply, replaced=bot)
    referee.note(seat, reply)
    return Attempt(task=attempt.task, asked=attempt.asked, seconds=attempt.seconds, reply=reply)


def _troubled(
    attempt: Attempt, error: BaseException, referee: Referee, *, late: bool = False
) -> Attempt:
    """Record why the seat gives no answer; raises what concerns the whole game."""
    match error:
        case Aborted() | WriteError() | TranscriptError():
            referee.halt()
            raise error
        case KeyboardInterrupt() | GeneratorExit():
            raise error
        case _ if _is_stopping(error):
            raise error
        case _:
            return replace(attempt, trouble=_trouble(attempt, error, referee, late=late))


def _trouble(attempt: Attempt, error: BaseException, referee: Referee, *, late: bool) -> Trouble:
    task = attempt.task
    match error:
        case BudgetExceeded():
            failure = Failed(id=task.id, reason="budget", why=str(error))
            return Trouble(at="budget", failure=failure, on_budget=error.on_budget)
        case SeatFailure():
            is_refused = error.reason == "provider" and referee.is_refused_again(task)
            if is_refused or isinstance(error, Outage):
                failure = Failed(id=task.id, reason="provider", why=error.why)
                return Trouble(at="provider", failure=failure)
            return Trouble(
                at="seat", failure=Failed(id=task.id, reason=error.reason, why=error.why)
            )
        case TimeoutError() if late:
            why = f"no answer in {referee.seconds(task):g} seconds"
            # While the seat waits, the delay is its provider's.
            at: Boundary = "provider" if referee.seats[task.seat].waits else "seat"
            return Trouble(at=at, failure=Failed(id=task.id, reason="timeout", why=why))
        case _:
            return Trouble(at="seat", failure=broken(task, error))


def _outage(attempt: Attempt, failure: Failed, referee: Referee) -> Attempt:
    """Apply `on_outage`: house bot, pause, abort, or the seat's default."""
    task, llm = attempt.task, referee.header.llm
    on_outage = "default" if llm is None else llm.rules.on_outage
    if on_outage == "house" and referee.can_stand_in(task):
        _replace(task, referee, STAND_IN, failure.why)
        return _unasked(task, referee)
    reply = failed(task, failure)
    spec = next(each.spec for each in referee.header.seats if each.name == task.seat)
    if on_outage == "pause":
        reply = replace(reply, halt=Halt(reason="outage", why=reply.why, spec=spec))
    if on_outage == "abort":
        referee.halt()
        raise Aborted(f"the game is aborted: {failure.why}.", spec=spec)
    return _replied(attempt, reply, referee)


def _unpaid(attempt: Attempt, trouble: Trouble, referee: Referee) -> Attempt:
    """Apply `on_budget` to a question whose call does not fit the budget."""
    task, llm, why = attempt.task, referee.header.llm, trouble.failure.why
    match trouble.on_budget or ("default" if llm is None else llm.budget.on_budget):
        case "stop":
            halted = Halted(id=task.id, halt=Halt(reason="budget", why=why))
            return _replied(attempt, halted, referee)
        case "house" if _replace(task, referee, REPLACEMENT, why):
            return _unasked(task, referee)
        case _:
            return _replied(attempt, failed(task, trouble.failure), referee)


def _replace(task: SeatTask, referee: Referee, bot: SeatReplaced, why: str) -> bool:
    """Replace a seat by a house bot; return False if there is none."""
    if referee.replace(task.seat, bot) is None:
        return False
    log().warning("seat_replaced", seat=task.seat, by=bot.by, why=why)
    return True


def _is_stopping(error: BaseException) -> bool:
    """Return True if the game is being stopped; a seat can also have cancelled itself."""
    task = asyncio.current_task()
    return isinstance(error, asyncio.CancelledError) and task is not None and task.cancelling() > 0
