"""Asks one seat: in time, corrected where its answer is invalid, and what becomes of a failure.

A failing seat is caught here, in its own node of the graph, since a failing branch would cancel its
siblings. What an outage (`on_outage`) and a budget that is used up (`on_budget`) do to the game is
decided here; what counts as an outage is the model's seat's to say.
"""

import asyncio
import traceback

from arena.errors import (
    Aborted,
    BudgetExceeded,
    InvalidAnswer,
    Outage,
    Reason,
    SeatFailure,
    TranscriptError,
    WriteError,
)
from arena.seats import Heard, Question, Seat
from arena.table.logs import log
from arena.table.referee import Referee, SeatTask
from arena.table.replies import Answered, BidMade, Failed, SeatReply, Spoke
from arena.talk.speech import TalkTurn, bid_problem
from arena.text import described, escaped, shown, writable
from arena.transcript.records import REPLACEMENT

__all__ = ["ask_seat"]


async def ask_seat(task: SeatTask, referee: Referee) -> SeatReply:
    """Return what a seat replied, or what stands in; what concerns the whole game is raised."""
    try:
        return await _in_time(task, referee)
    except BudgetExceeded as error:
        return await _unpaid(task, referee, str(error))


async def _in_time(task: SeatTask, referee: Referee) -> SeatReply:
    """Return a seat's reply, or why there is none; what concerns the whole game is raised."""
    seconds = referee.limits.answer_seconds
    try:
        async with asyncio.timeout(seconds) as clock:
            return _marked(task, referee, await _tried(task, referee))
    except BudgetExceeded:
        raise
    except (Aborted, WriteError, TranscriptError):
        referee.halt()
        raise
    except Outage as error:
        return _outage(task, referee, "provider", error.why)
    except SeatFailure as error:
        return _failed(task, error.reason, error.why)
    except (KeyboardInterrupt, GeneratorExit):
        raise
    except BaseException as error:  # a seat of one's own may exit, too
        if _is_stopping(error):
            raise
        if isinstance(error, TimeoutError) and clock.expired():
            why = f"no answer in {seconds:g} seconds"
            if referee.seats[task["seat"]].waits:  # its provider owes the reply
                return _outage(task, referee, "timeout", why)
            return _failed(task, "timeout", why)
        # As text: a renderer of exceptions may print locals, and a seat's are its hand.
        text = "".join(traceback.format_exception(error))
        log().debug("seat_traceback", seat=task["seat"], decision=task["id"], traceback=text)
        return _failed(task, "error", described(error))


def _failed(task: SeatTask, reason: Reason, why: str) -> Failed:
    seat, id_ = task["seat"], task["id"]
    log().warning("seat_failed", seat=seat, decision=id_, reason=reason, error=escaped(why))
    return {"id": id_, "reason": reason, "why": writable(why)}


def _outage(task: SeatTask, referee: Referee, reason: Reason, why: str) -> Failed:
    """Return what an outage does to the game beyond the default of its seat."""
    llm, failed = referee.header.llm, _failed(task, reason, why)
    match "default" if llm is None else llm.rules.on_outage:
        case "default":
            return failed
        case "pause":
            return {**failed, "halt": {"reason": "outage", "why": failed["why"]}}
        case "abort":
            referee.halt()
            raise Aborted(f"the game is aborted: {why}.")


async def _unpaid(task: SeatTask, referee: Referee, why: str) -> SeatReply:
    """Return what becomes of a question whose call does not fit into the budget."""
    llm = referee.header.llm
    match "default" if llm is None else llm.budget.on_budget:
        case "stop":
            return {"id": task["id"], "halt": {"reason": "budget", "why": why}}
        case "house" if referee.replace(task["seat"], REPLACEMENT) is not None:
            log().warning("seat_replaced", seat=task["seat"], by=REPLACEMENT["by"], why=why)
            return await _in_time(task, referee)
        case _:
            return _failed(task, "budget", why)


def _marked(task: SeatTask, referee: Referee, reply: SeatReply) -> SeatReply:
    bot = referee.bots.get(task["seat"])
    if bot is not None:
        reply["replaced"] = bot
    return reply


async def _tried(task: SeatTask, referee: Referee) -> SeatReply:
    """Return a seat's first reply that is valid, or why none came in as many tries."""
    refused = ""
    reason: Reason = "illegal"
    most = 1 + referee.limits.corrections
    for at in range(most):
        try:
            reply = await _once(task, referee, refused if at else None, tries=most - at)
            return _with_plan(task, referee, reply)
        except InvalidAnswer as error:
            refused, reason = error.why, error.reason
        referee.counts[task["seat"]].corrections += 1
    return {"id": task["id"], "reason": reason, "why": refused}


async def _once(task: SeatTask, referee: Referee, refused: str | None, *, tries: int) -> SeatReply:
    """Put the question, or give the turn to talk. Raises `InvalidAnswer`."""
    if task["turn"] is not None:
        turn = TalkTurn.read(task["turn"], refused=refused, tries=tries)
        return await _talked(task, turn, referee)
    question = Question.read(task["question"] or {}, refused=refused, tries=tries)
    return await _answered(task, question, referee)


def _with_plan(task: SeatTask, referee: Referee, reply: SeatReply) -> SeatReply:
    """Return a reply with what the seat means to do. Raises `InvalidAnswer`."""
    plan = referee.seats[task["seat"]].plan if referee.header.plans else None
    if plan is not None:
        _check(referee.plan_problem(plan, task["seat"]))
        if plan:
            reply["plan"] = plan.data()
    return reply


async def _answered(task: SeatTask, question: Question, referee: Referee) -> Answered:
    seat, heard = _listener(task, referee)
    option = await seat.answer(question, task["view"], heard)
    if isinstance(option, str) and any(option == each.id for each in question.options):
        return {"id": task["id"], "option": option}
    raise InvalidAnswer("illegal", f"{shown(option)} is no option of {task['id']}")


async def _talked(task: SeatTask, turn: TalkTurn, referee: Referee) -> Spoke | BidMade:
    seat, heard = _listener(task, referee)
    if turn.task == "bid":
        bid = await seat.bid(turn, task["view"], heard)
        _check(bid_problem(bid))
        return {"id": task["id"], "bid": bid}
    speech = await seat.speak(turn, task["view"], heard)
    if speech is None:
        return {"id": task["id"], "speech": None}
    _check(referee.speech_problem(speech, turn))
    return {"id": task["id"], "speech": speech.data()}


def _check(problem: str | None) -> None:
    if problem is not None:
        raise InvalidAnswer("illegal", problem)


def _listener(task: SeatTask, referee: Referee) -> tuple[Seat, Heard]:
    name = task["seat"]
    return referee.seats[name], referee.hearing[name].until(task["heard"])


def _is_stopping(error: BaseException) -> bool:
    """Tell whether the game is being stopped; a seat may also have cancelled itself."""
    task = asyncio.current_task()
    return isinstance(error, asyncio.CancelledError) and task is not None and task.cancelling() > 0
