"""Gets a seat's reply to a question or a turn to talk, with corrections of invalid ones.

No event loop and no clock: `arena.table.ask_seat` waits for seats and limits their time.
"""

import traceback
from dataclasses import replace

from arena.errors import InvalidAnswer
from arena.seats.seat import Question, Seat, option_problem
from arena.table.logs import log
from arena.table.replies import Answered, BidMade, Failed, Given, SeatReply, Spoke
from arena.table.stepped_game import SeatTask, SteppedGame
from arena.talk.plan import Plan
from arena.talk.speech import TalkTurn, bid_problem
from arena.text import described, escaped, writable


async def answered(task: SeatTask, seat: Seat, game: SteppedGame) -> SeatReply:
    """Return a seat's first valid reply, or its failure once its tries are used up."""
    asked = task.asked
    while True:
        try:
            return taken(await put(asked, task, seat, game), asked, seat, game)
        except InvalidAnswer as error:
            failure = refused(task, error, game)
        if asked.tries == 1:
            return failure
        asked = corrected(asked, failure)


def corrected(asked: Question | TalkTurn, failure: Failed) -> Question | TalkTurn:
    """Return the question with the reason why the last answer was invalid, and one try less."""
    return replace(asked, refused=failure.why, tries=asked.tries - 1)


async def put(asked: Question | TalkTurn, task: SeatTask, seat: Seat, game: SteppedGame) -> Given:
    """Put the question or the turn to talk to the seat; return its reply, not yet validated."""
    heard = game.heard(asked.seat, task.heard, shared=seat.only_reads)
    if isinstance(asked, Question):
        option = await seat.answer(asked, task.view, heard)
        return Answered(id=asked.id, option=option, plan=_plan(seat, game))
    if asked.task == "bid":
        bid = await seat.bid(asked, task.view, heard)
        return BidMade(id=asked.id, bid=bid, plan=_plan(seat, game))
    speech = await seat.speak(asked, task.view, heard)
    return Spoke(id=asked.id, speech=speech, plan=_plan(seat, game))


def taken(given: Given, asked: Question | TalkTurn, seat: Seat, game: SteppedGame) -> Given:
    """Validate a reply and return an immutable copy. Raises `InvalidAnswer`."""
    if isinstance(asked, Question):
        if not seat.has_checked:
            _check(option_problem(given.option if isinstance(given, Answered) else None, asked))
    elif isinstance(given, BidMade):
        _check(bid_problem(given.bid))
    elif isinstance(given, Spoke) and given.speech is not None:
        _check(game.speech_problem(given.speech, asked))
        given = replace(given, speech=given.speech.fixed())
    if given.plan is None:
        return given
    _check(game.plan_problem(given.plan, asked.seat))
    return replace(given, plan=given.plan.fixed() if given.plan else None)


def refused(task: SeatTask, error: InvalidAnswer, game: SteppedGame) -> Failed:
    """Count an invalid answer; return the failure that stands if no try is left."""
    game.counts[task.seat].corrections += 1
    return Failed(id=task.id, reason=error.reason, why=error.why)


def failed(task: SeatTask, failure: Failed) -> Failed:
    """Write a failure to the library's log; return it with a reason fit for the transcript."""
    log().warning(
        "seat_failed", seat=task.seat, decision=task.id, reason=failure.reason,
        error=escaped(failure.why),
    )  # fmt: skip
    return replace(failure, why=writable(failure.why))


def broken(task: SeatTask, error: BaseException) -> Failed:
    """Return the failure of a seat that raised an unexpected error."""
    # As text: a renderer of exceptions may print local variables, such as a seat's hand.
    text = "".join(traceback.format_exception(error))
    log().debug("seat_traceback", seat=task.seat, decision=task.id, traceback=text)
    return Failed(id=task.id, reason="error", why=described(error))


def _plan(seat: Seat, game: SteppedGame) -> Plan | None:
    """Return the plan of a seat, at a table that records plans; else None."""
    return seat.plan if game.header.plans else None


def _check(problem: str | None) -> None:
    if problem is not None:
        raise InvalidAnswer("illegal", problem)
