"""Asks one seat: in time, corrected where its answer is invalid, and what becomes of a failure.

A failing seat is caught here, in its own node of the graph, since a failing branch would cancel its
siblings. What an outage (`on_outage`) and a budget that is used up (`on_budget`) do to the game is
decided here; what counts as an outage is the model's seat's to say.
"""

import asyncio
import traceback

import structlog

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
from arena.table.referee import Asked, Referee
from arena.table.replies import Answered, BidMade, Failed, SeatReply, Spoke
from arena.talk.speech import TalkTurn, bid_problem
from arena.text import escaped
from arena.transcript.records import SeatReplaced

__all__ = ["ask_seat"]

log = structlog.get_logger()


async def ask_seat(asked: Asked, referee: Referee) -> SeatReply:
    """Return what a seat replied, or what stands in; what concerns the whole game is raised."""
    try:
        return await _in_time(asked, referee)
    except BudgetExceeded as error:
        return await _unpaid(asked, referee, str(error))


async def _in_time(asked: Asked, referee: Referee) -> SeatReply:
    """Return a seat's reply, or why there is none; what concerns the whole game is raised."""
    seconds = referee.limits.answer_seconds
    try:
        async with asyncio.timeout(seconds) as clock:
            return _marked(asked, referee, await _tried(asked, referee))
    except BudgetExceeded:
        raise
    except (Aborted, WriteError, TranscriptError):
        referee.halt()
        raise
    except Outage as error:
        return _outage(asked, referee, "provider", error.why)
    except SeatFailure as error:
        return _failed(asked, error.reason, error.why)
    except (Exception, asyncio.CancelledError) as error:
        if _is_stopping(error):
            raise
        if isinstance(error, TimeoutError) and clock.expired():
            why = f"no answer in {seconds:g} seconds"
            owed = referee.seats[asked["seat"]].waits
            return (_outage if owed else _late)(asked, referee, "timeout", why)
        # As text: a renderer of exceptions may print locals, and a seat's are its hand.
        text = "".join(traceback.format_exception(error))
        log.debug("seat_traceback", seat=asked["seat"], decision=asked["id"], traceback=text)
        return _failed(asked, "error", f"{type(error).__name__}: {error}")


def _failed(asked: Asked, reason: Reason, why: str) -> Failed:
    seat, id_ = asked["seat"], asked["id"]
    log.warning("seat_failed", seat=seat, decision=id_, reason=reason, error=escaped(why))
    return {"id": id_, "reason": reason, "why": why}


def _late(asked: Asked, _: Referee, reason: Reason, why: str) -> Failed:
    return _failed(asked, reason, why)


def _outage(asked: Asked, referee: Referee, reason: Reason, why: str) -> Failed:
    """Return what an outage does to the game beyond the default of its seat."""
    llm, failed = referee.header.llm, _failed(asked, reason, why)
    match "default" if llm is None else llm.rules.on_outage:
        case "default":
            return failed
        case "pause":
            return {**failed, "halt": {"reason": "outage", "why": why}}
        case "abort":
            referee.halt()
            raise Aborted(f"the game is aborted: {why}.")


async def _unpaid(asked: Asked, referee: Referee, why: str) -> SeatReply:
    """Return what becomes of a question whose call does not fit into the budget."""
    llm = referee.header.llm
    match "default" if llm is None else llm.budget.on_budget:
        case "stop":
            return {"id": asked["id"], "halt": {"reason": "budget", "why": why}}
        case "house" if referee.replace(asked["seat"], HOUSE) is not None:
            log.warning("seat_replaced", seat=asked["seat"], by=HOUSE["by"], why=why)
            return await _in_time(asked, referee)
        case _:
            return _failed(asked, "budget", why)


HOUSE: SeatReplaced = {"by": "house", "reason": "budget"}


def _marked(asked: Asked, referee: Referee, reply: SeatReply) -> SeatReply:
    bot = referee.bots.get(asked["seat"])
    if bot is not None:
        reply["replaced"] = bot
    return reply


async def _tried(asked: Asked, referee: Referee) -> SeatReply:
    """Return a seat's first reply that is valid, or why none came in as many tries."""
    refused = ""
    reason: Reason = "illegal"
    for at in range(1 + referee.limits.corrections):
        try:
            return await _once(asked, referee, refused if at else None)
        except InvalidAnswer as error:
            refused, reason = error.why, error.reason
        referee.counts[asked["seat"]].corrections += 1
    return {"id": asked["id"], "reason": reason, "why": refused}


async def _once(asked: Asked, referee: Referee, refused: str | None) -> SeatReply:
    """Put the question, or give the turn to talk. Raises `InvalidAnswer`."""
    if asked["turn"] is not None:
        return await _talked(asked, TalkTurn.read(asked["turn"], refused=refused), referee)
    return await _answered(asked, Question.read(asked["question"] or {}, refused=refused), referee)


async def _answered(asked: Asked, question: Question, referee: Referee) -> Answered:
    seat, heard = _listener(asked, referee)
    option = await seat.answer(question, asked["view"], heard)
    if isinstance(option, str) and any(option == each.id for each in question.options):
        return {"id": asked["id"], "option": option}
    raise InvalidAnswer("illegal", f"{option!r} is no option of {asked['id']}")


async def _talked(asked: Asked, turn: TalkTurn, referee: Referee) -> Spoke | BidMade:
    seat, heard = _listener(asked, referee)
    if turn.task == "bid":
        bid = await seat.bid(turn, asked["view"], heard)
        _check(bid_problem(bid))
        return {"id": asked["id"], "bid": bid}
    speech = await seat.speak(turn, asked["view"], heard)
    if speech is None:
        return {"id": asked["id"], "speech": None}
    _check(referee.speech_problem(speech, turn))
    return {"id": asked["id"], "speech": speech.data()}


def _check(problem: str | None) -> None:
    if problem is not None:
        raise InvalidAnswer("illegal", problem)


def _listener(asked: Asked, referee: Referee) -> tuple[Seat, Heard]:
    name = asked["seat"]
    return referee.seats[name], referee.hearing[name].until(asked["heard"])


def _is_stopping(error: BaseException) -> bool:
    """Tell whether the game is being stopped; a seat may also have cancelled itself."""
    task = asyncio.current_task()
    return isinstance(error, asyncio.CancelledError) and task is not None and task.cancelling() > 0
