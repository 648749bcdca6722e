"""What a seat answers to a question or a turn to talk, corrected where it is invalid.

Here is no event loop and no clock: who waits for a seat, and how long, is `arena.table.ask_seat`.
"""

import traceback
from dataclasses import replace

from arena.errors import InvalidAnswer, Reason
from arena.seats.seat import Question, Seat, option_problem
from arena.table.logs import log
from arena.table.replies import Answered, BidMade, Failed, SeatReply, Spoke
from arena.table.stepped_game import Asked, SeatTask, SteppedGame
from arena.talk.speech import TalkTurn, bid_problem
from arena.text import described, escaped, writable

__all__ = ["answered", "broken", "failed"]


async def answered(
    task: SeatTask, seat: Seat, game: SteppedGame, asked: Asked | None = None
) -> SeatReply:
    """Return a seat's first reply that is valid, or why none came in as many tries.

    `asked` is what the task is about, where it is at hand; else it is read from the task.
    """
    refused = ""
    reason: Reason = "illegal"
    most = 1 + game.header.limits.corrections
    for at in range(most):
        try:
            question = _asked(task, asked, seat, refused if at else None, most - at)
            reply = await _once(task, question, seat, game)
            return _with_plan(task, seat, game, reply)
        except InvalidAnswer as error:
            refused, reason = error.why, error.reason
        game.counts[task["seat"]].corrections += 1
    return {"id": task["id"], "reason": reason, "why": refused}


def failed(task: SeatTask, reason: Reason, why: str) -> Failed:
    """Return what stands in for a seat that failed, and tell the library's log."""
    seat, id_ = task["seat"], task["id"]
    log().warning("seat_failed", seat=seat, decision=id_, reason=reason, error=escaped(why))
    return {"id": id_, "reason": reason, "why": writable(why)}


def broken(task: SeatTask, error: BaseException) -> Failed:
    """Return what stands in for a seat that raised what it should not."""
    # As text: a renderer of exceptions may print locals, and a seat's are its hand.
    text = "".join(traceback.format_exception(error))
    log().debug("seat_traceback", seat=task["seat"], decision=task["id"], traceback=text)
    return failed(task, "error", described(error))


def _asked(
    task: SeatTask, asked: Asked | None, seat: Seat, refused: str | None, tries: int
) -> Question | TalkTurn:
    """Return the question or the turn to talk, with what was wrong with the try before."""
    if isinstance(asked, TalkTurn):
        return replace(asked, refused=refused, tries=tries)
    if asked is not None:
        return Question.of(asked, refused=refused, tries=tries, shared=seat.only_reads)
    if task["turn"] is not None:
        return TalkTurn.read(task["turn"], refused=refused, tries=tries)
    return Question.read(task["question"] or {}, refused=refused, tries=tries)


async def _once(
    task: SeatTask, asked: Question | TalkTurn, seat: Seat, game: SteppedGame
) -> SeatReply:
    """Put the question, or give the turn to talk. Raises `InvalidAnswer`."""
    if isinstance(asked, TalkTurn):
        return await _talked(task, asked, seat, game)
    return await _answered(task, asked, seat, game)


def _with_plan(task: SeatTask, seat: Seat, game: SteppedGame, reply: SeatReply) -> SeatReply:
    """Return a reply with what the seat means to do. Raises `InvalidAnswer`."""
    plan = seat.plan if game.header.plans else None
    if plan is not None:
        _check(game.plan_problem(plan, task["seat"]))
        if plan:
            reply["plan"] = plan.data()
    return reply


async def _answered(task: SeatTask, question: Question, seat: Seat, game: SteppedGame) -> Answered:
    heard = game.heard(task["seat"], task["heard"], shared=seat.only_reads)
    option = await seat.answer(question, task["view"], heard)
    if not seat.has_checked:
        _check(option_problem(option, question))
    return {"id": task["id"], "option": option}


async def _talked(task: SeatTask, turn: TalkTurn, seat: Seat, game: SteppedGame) -> Spoke | BidMade:
    heard = game.heard(task["seat"], task["heard"], shared=seat.only_reads)
    if turn.task == "bid":
        bid = await seat.bid(turn, task["view"], heard)
        _check(bid_problem(bid))
        return {"id": task["id"], "bid": bid}
    speech = await seat.speak(turn, task["view"], heard)
    if speech is None:
        return {"id": task["id"], "speech": None}
    _check(game.speech_problem(speech, turn))
    return {"id": task["id"], "speech": speech.data()}


def _check(problem: str | None) -> None:
    if problem is not None:
        raise InvalidAnswer("illegal", problem)
