"""The LangGraph graph of a game: `referee` asks, `seat` answers, `Send` joins them.

All sealed questions, and all who speak at once, are sent together, each payload with that seat's
own question and view. A seat that fails is caught in its own node, since a failing branch would
cancel its siblings. The state holds nothing but the replies of one round; engine, seats and writer
stay in the context. There is no checkpoint: the transcript is the one store.
"""

import asyncio
import traceback
from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated, Literal, TypedDict

import structlog
from langgraph.channels import Topic
from langgraph.graph import START, StateGraph
from langgraph.graph.state import CompiledStateGraph
from langgraph.runtime import Runtime
from langgraph.types import Command, Send

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
from arena.seats import Heard, Question, Seat, Talker
from arena.table.referee import Asked, Referee, Reply
from arena.talk.speech import TalkTurn, bid_problem
from arena.text import escaped

__all__ = ["RECURSION_LIMIT", "Context", "State", "compiled"]

RECURSION_LIMIT = 1_000_000
"""Supersteps in a game; the rules end it long before."""

log = structlog.get_logger()


class State(TypedDict):
    """What flows through the graph."""

    replies: Annotated[list[Reply], Topic(dict, accumulate=False)]


@dataclass(frozen=True, slots=True)
class Context:
    """What the nodes work with; never part of the state."""

    referee: Referee


Next = Literal["seat", "__end__"]
Graph = CompiledStateGraph[State, Context, State, State]


@lru_cache(maxsize=1)
def compiled() -> Graph:
    """Return the graph; it holds no game and serves all."""
    graph = StateGraph(State, context_schema=Context)
    graph.add_node("referee", _referee)
    graph.add_node("seat", _seat, input_schema=Asked)
    graph.add_edge(START, "referee")
    graph.add_edge("seat", "referee")
    return graph.compile()


async def _referee(state: State, *, runtime: Runtime[Context]) -> Command[Next]:
    asked = runtime.context.referee.go_on(state.get("replies", []))
    if not asked:
        return Command(goto="__end__")
    return Command(goto=[Send("seat", each) for each in asked])


async def _seat(state: Asked, *, runtime: Runtime[Context]) -> dict[str, list[Reply]]:
    referee = runtime.context.referee
    try:
        reply = await _in_time(state, referee)
    except BudgetExceeded as error:
        reply = await _unpaid(state, referee, str(error))
    return {"replies": [{"id": state["id"], **reply}]}


async def _in_time(asked: Asked, referee: Referee) -> Reply:
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
        return _failed(asked, "provider", error.why) | _halted(referee, error.why)
    except SeatFailure as error:
        return _failed(asked, error.reason, error.why)
    except (Exception, asyncio.CancelledError) as error:
        if _is_stopping(error):
            raise
        if isinstance(error, TimeoutError) and clock.expired():
            why = f"no answer in {seconds:g} seconds"
            silent = getattr(referee.seats[asked["seat"]], "waits", False)
            return _failed(asked, "timeout", why) | (_halted(referee, why) if silent else {})
        # As text: a renderer of exceptions may print locals, and a seat's are its hand.
        text = "".join(traceback.format_exception(error))
        log.debug("seat_traceback", seat=asked["seat"], decision=asked["id"], traceback=text)
        return _failed(asked, "error", f"{type(error).__name__}: {error}")


def _failed(asked: Asked, reason: Reason, why: str) -> Reply:
    seat, id_ = asked["seat"], asked["id"]
    log.warning("seat_failed", seat=seat, decision=id_, reason=reason, error=escaped(why))
    return {"reason": reason, "why": why}


def _halted(referee: Referee, why: str) -> Reply:
    """Return what an outage does to the game beyond the default of its seat."""
    llm = referee.header.llm
    match "default" if llm is None else llm.rules.on_outage:
        case "default":
            return {}
        case "pause":
            return {"halt": {"reason": "outage", "why": why}}
        case "abort":
            referee.halt()
            raise Aborted(f"the game is aborted: {why}.")


async def _unpaid(asked: Asked, referee: Referee, why: str) -> Reply:
    """Return what becomes of a question whose call does not fit into the budget."""
    llm = referee.header.llm
    match "default" if llm is None else llm.budget.on_budget:
        case "stop":
            return {"halt": {"reason": "budget", "why": why}}
        case "house" if referee.replace(asked["seat"], HOUSE) is not None:
            log.warning("seat_replaced", seat=asked["seat"], by=HOUSE["by"], why=why)
            return await _in_time(asked, referee)
        case _:
            return _failed(asked, "budget", why)


HOUSE = {"by": "house", "reason": "budget"}


def _marked(asked: Asked, referee: Referee, reply: Reply) -> Reply:
    bot = referee.bots.get(asked["seat"])
    return reply if bot is None else {**reply, "replaced": dict(bot)}


async def _tried(asked: Asked, referee: Referee) -> Reply:
    """Return a seat's first reply that can be taken, or why none came in as many tries."""
    refused: str | None = None
    reason: Reason = "illegal"
    for _ in range(1 + referee.limits.corrections):
        try:
            if asked["turn"] is not None:
                turn = TalkTurn.read(asked["turn"], refused=refused)
                reply, refused = await _talked(asked, turn, referee)
            else:
                question = Question.read(asked["question"] or {}, refused=refused)
                reply, refused = await _answered(asked, question, referee)
            reason = "illegal"
        except InvalidAnswer as error:
            refused, reason = error.why, error.reason
        if refused is None:
            return reply
        referee.counts[asked["seat"]].corrections += 1
    return {"reason": reason, "why": refused}


async def _answered(asked: Asked, question: Question, referee: Referee) -> tuple[Reply, str | None]:
    """Put a question; return the reply, and why it can't be taken."""
    seat, heard = _listener(asked, referee)
    option = await seat.answer(question, asked["view"], heard)
    if isinstance(option, str) and any(option == each.id for each in question.options):
        return {"option": option}, None
    return {}, f"{option!r} is no option of {asked['id']}"


async def _talked(asked: Asked, turn: TalkTurn, referee: Referee) -> tuple[Reply, str | None]:
    """Give a turn to talk; return the reply, and why it can't be taken."""
    seat, heard = _listener(asked, referee)
    if not isinstance(seat, Talker):
        raise TypeError(f"{type(seat).__name__} has no speak and bid")
    if turn.task == "bid":
        bid = await seat.bid(turn, asked["view"], heard)
        return {"bid": bid}, bid_problem(bid)
    speech = await seat.speak(turn, asked["view"], heard)
    if speech is None:
        return {"speech": None}, None
    refused = referee.speech_problem(speech, turn)
    return {} if refused else {"speech": speech.data()}, refused


def _listener(asked: Asked, referee: Referee) -> tuple[Seat, Heard]:
    name = asked["seat"]
    return referee.seats[name], referee.hearing[name].until(asked["heard"])


def _is_stopping(error: BaseException) -> bool:
    """Tell whether the game is being stopped; a seat may also have cancelled itself."""
    task = asyncio.current_task()
    return isinstance(error, asyncio.CancelledError) and task is not None and task.cancelling() > 0
