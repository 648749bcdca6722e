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

from arena.plain import escaped
from arena.seats import Heard, Question, Seat, Talker
from arena.table.referee import Asked, Referee, Reply
from arena.talk.speech import Window, bid_problem

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
    asked, seat = state["id"], state["seat"]
    seconds = referee.limits.answer_seconds
    try:
        async with asyncio.timeout(seconds) as clock:
            reply = await _tried(state, referee)
    except (Exception, asyncio.CancelledError) as error:
        if _is_stopping(error):
            raise
        late = isinstance(error, TimeoutError) and clock.expired()
        reason = "timeout" if late else "error"
        why = f"no answer in {seconds:g} seconds" if late else f"{type(error).__name__}: {error}"
        log.warning("seat_failed", seat=seat, decision=asked, reason=reason, error=escaped(why))
        if not late:
            # As text: a renderer of exceptions may print locals, and a seat's are its hand.
            text = "".join(traceback.format_exception(error))
            log.debug("seat_traceback", seat=seat, decision=asked, traceback=text)
        reply = {"reason": reason, "why": why}
    return {"replies": [{"id": asked, **reply}]}


async def _tried(asked: Asked, referee: Referee) -> Reply:
    """Return a seat's first reply that can be taken, or why none came in as many tries."""
    refused: str | None = None
    for _ in range(1 + referee.limits.corrections):
        if asked["turn"] is not None:
            turn = Window.read(asked["turn"], refused=refused)
            reply, refused = await _talked(asked, turn, referee)
        else:
            question = Question.read(asked["question"] or {}, refused=refused)
            reply, refused = await _answered(asked, question, referee)
        if refused is None:
            return reply
    return {"reason": "illegal", "why": refused}


async def _answered(asked: Asked, question: Question, referee: Referee) -> tuple[Reply, str | None]:
    """Put a question; return the reply, and why it can't be taken."""
    seat, heard = _listener(asked, referee)
    option = await seat.answer(question, asked["view"], heard)
    if isinstance(option, str) and any(option == each.id for each in question.options):
        return {"option": option}, None
    return {}, f"{option!r} is no option of {asked['id']}"


async def _talked(asked: Asked, turn: Window, referee: Referee) -> tuple[Reply, str | None]:
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
