"""Asks one seat of a table: in time, and what becomes of a failure.

A failing seat is caught here, in its own node of the graph, since a failing branch would cancel its
siblings. What an outage (`on_outage`) and a budget that is used up (`on_budget`) do to the game is
decided here; what counts as an outage is the model's seat's to say, but for a provider that refuses
one question after another: that is the referee's, who sees them all.
"""

import asyncio

from arena.calls.seat_time import seat_time
from arena.errors import (
    Aborted,
    BudgetExceeded,
    Outage,
    Reason,
    SeatFailure,
    TranscriptError,
    WriteError,
)
from arena.records.game import REPLACEMENT, STAND_IN
from arena.table.answering import answered, broken, failed
from arena.table.logs import log
from arena.table.referee import Referee, SeatTask
from arena.table.replies import Failed, SeatReply

__all__ = ["ask_seat"]


async def ask_seat(task: SeatTask, referee: Referee) -> SeatReply:
    """Return what a seat replied, or what stands in; what concerns the whole game is raised."""
    with referee.waiting(task):
        if referee.is_given_up(task):
            _stand_in(task, referee, "it gives no answer that can be taken")
        try:
            reply = await _in_time(task, referee)
        except BudgetExceeded as error:
            reply = await _unpaid(task, referee, error)
        except _DownError as down:
            _stand_in(task, referee, down.why)
            reply = await _in_time(task, referee)
        bot = referee.replaced(task["seat"])
        if bot is not None:
            reply["replaced"] = bot
        referee.note(task["seat"], reply)
        return reply


class _DownError(Exception):
    """A provider is down, and a house bot goes on."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


def _stand_in(task: SeatTask, referee: Referee, why: str) -> None:
    """Let a house bot answer for a seat whose provider is down."""
    if referee.replace(task["seat"], STAND_IN) is not None:
        log().warning("seat_replaced", seat=task["seat"], by=STAND_IN.by, why=why)


async def _in_time(task: SeatTask, referee: Referee) -> SeatReply:
    """Return a seat's reply, or why there is none; what concerns the whole game is raised."""
    seconds = referee.seconds(task)
    try:
        async with seat_time(seconds) as clock:
            seat = referee.seats[task["seat"]]
            return await answered(task, seat, referee.game)
    except BudgetExceeded:
        raise
    except (Aborted, WriteError, TranscriptError):
        referee.halt()
        raise
    except SeatFailure as error:
        return _without_answer(task, referee, error)
    except (KeyboardInterrupt, GeneratorExit):
        raise
    except BaseException as error:  # a seat of one's own may exit, too
        if _is_stopping(error):
            raise
        if isinstance(error, TimeoutError) and clock.expired():
            why = f"no answer in {seconds:g} seconds"
            if referee.seats[task["seat"]].waits:  # its provider owes the reply
                return _outage(task, referee, "timeout", why)
            return failed(task, "timeout", why)
        return broken(task, error)


def _without_answer(task: SeatTask, referee: Referee, error: SeatFailure) -> Failed:
    """Return what becomes of a question that its seat can't answer."""
    is_refused = error.reason == "provider" and referee.is_refused_again(task)
    if is_refused or isinstance(error, Outage):
        return _outage(task, referee, "provider", error.why)
    return failed(task, error.reason, error.why)


def _outage(task: SeatTask, referee: Referee, reason: Reason, why: str) -> Failed:
    """Return what an outage does to the game beyond the default of its seat."""
    llm = referee.header.llm
    on_outage = "default" if llm is None else llm.rules.on_outage
    if on_outage == "house" and referee.can_stand_in(task):
        raise _DownError(why)
    reply = failed(task, reason, why)
    spec = next(each.spec for each in referee.header.seats if each.name == task["seat"])
    if on_outage == "pause":
        return {**reply, "halt": {"reason": "outage", "why": reply["why"], "spec": spec}}
    if on_outage == "abort":
        referee.halt()
        raise Aborted(f"the game is aborted: {why}.", spec=spec)
    return reply


async def _unpaid(task: SeatTask, referee: Referee, error: BudgetExceeded) -> SeatReply:
    """Return what becomes of a question whose call does not fit into the budget."""
    llm, why = referee.header.llm, str(error)
    match error.on_budget or ("default" if llm is None else llm.budget.on_budget):
        case "stop":
            return {"id": task["id"], "halt": {"reason": "budget", "why": why}}
        case "house" if referee.replace(task["seat"], REPLACEMENT) is not None:
            log().warning("seat_replaced", seat=task["seat"], by=REPLACEMENT.by, why=why)
            return await _in_time(task, referee)
        case _:
            return failed(task, "budget", why)


def _is_stopping(error: BaseException) -> bool:
    """Tell whether the game is being stopped; a seat may also have cancelled itself."""
    task = asyncio.current_task()
    return isinstance(error, asyncio.CancelledError) and task is not None and task.cancelling() > 0
