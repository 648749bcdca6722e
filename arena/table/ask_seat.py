"""The steps by which one seat is asked: ask, read, correct, default; `step_after` says which next.

A failing seat is caught here, in the step that asks it, since a failing branch of the graph would
cancel its siblings. What an outage (`on_outage`) and a budget that is used up (`on_budget`) do to
the game is decided by the last step; what counts as an outage is the model's seat's to say, but for
a provider that refuses one question after another: that is the referee's, who sees them all.
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
    """Whose failure it is: its own, an outage of its provider, or a call that is not paid for."""
    failure: Failed
    """What stands in, where nothing else is done."""
    on_budget: Literal["house", "stop", "default"] | None = None
    """What becomes of the game where the budget is not its own; None: as its table says."""


@fact
class Attempt:
    """How far a seat has come with what it is asked."""

    task: SeatTask
    asked: Question | TalkTurn
    """As it is put, with what was wrong with the try before."""
    seconds: float
    """What is left of the seat's time, in which all its tries have to be."""
    given: Given | None = None
    """What the seat gave, until it is read."""
    refused: Failed | None = None
    """Why that could not be taken."""
    trouble: Trouble | None = None
    """Why it gives nothing."""
    reply: SeatReply | None = None
    """What it comes to."""


def step_after(attempt: Attempt) -> Step | None:
    """Return what is to be done next; None: the reply is there."""
    if attempt.reply is not None:
        return None
    if attempt.trouble is not None:
        return "default"
    if attempt.refused is not None:
        return "default" if attempt.asked.tries == 1 else "correct"
    return "ask" if attempt.given is None else "read"


def begin(task: SeatTask, referee: Referee) -> Attempt:
    """Return an attempt of which no step is done; a house bot makes it for a model given up."""
    if referee.is_given_up(task):
        _replace(task, referee, STAND_IN, "it gives no answer that can be taken")
    return _unasked(task, referee)


async def first_go(attempt: Attempt, referee: Referee) -> Attempt:
    """Ask, and read what came."""
    attempt = await ask(attempt, referee)
    return read(attempt, referee) if step_after(attempt) == "read" else attempt


async def ask(attempt: Attempt, referee: Referee) -> Attempt:
    """Put the question to the seat and wait for it; what concerns the whole game is raised."""
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
    """Take what the seat gave as its reply, or say why it can't be taken."""
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
    """Say in the question what was wrong with the answer, to ask once more."""
    if attempt.refused is None:
        raise TypeError("nothing was refused")
    return replace(attempt, asked=corrected(attempt.asked, attempt.refused), refused=None)


def default(attempt: Attempt, referee: Referee) -> Attempt:
    """Let a default stand in for the reply, or a house bot for the seat, or stop the game."""
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
    """End an attempt; the reply says who answered for the seat."""
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
    """Keep why the seat gives no answer; what concerns the whole game is raised."""
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
            # Where the seat waits, its provider owes the reply.
            at: Boundary = "provider" if referee.seats[task.seat].waits else "seat"
            return Trouble(at=at, failure=Failed(id=task.id, reason="timeout", why=why))
        case _:
            return Trouble(at="seat", failure=broken(task, error))


def _outage(attempt: Attempt, failure: Failed, referee: Referee) -> Attempt:
    """Do what an outage does to the game beyond the default of its seat."""
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
    """Do what becomes of a question whose call does not fit into the budget."""
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
    """Let a house bot answer for a seat; tell whether there is one for it."""
    if referee.replace(task.seat, bot) is None:
        return False
    log().warning("seat_replaced", seat=task.seat, by=bot.by, why=why)
    return True


def _is_stopping(error: BaseException) -> bool:
    """Tell whether the game is being stopped; a seat may also have cancelled itself."""
    task = asyncio.current_task()
    return isinstance(error, asyncio.CancelledError) and task is not None and task.cancelling() > 0
