"""The LangGraph graph of a game: `referee` asks, `seat` answers, `Send` joins them.

All sealed questions are sent at once, each payload with that seat's own question and view. A seat
that fails is caught in its own node, since a failing branch would cancel its siblings. The state
holds nothing but the replies of one round; engine, seats and writer stay in the context. There is
no checkpoint: the transcript is the one store.
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
from arena.seats import Question
from arena.table.referee import Asked, Referee, Reply

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
    decision: str = state["question"]["id"]
    seat: str = state["question"]["seat"]
    seconds = referee.limits.answer_seconds
    try:
        async with asyncio.timeout(seconds) as clock:
            reply = await _answer(state, referee)
    except (Exception, asyncio.CancelledError) as error:
        if _is_stopping(error):
            raise
        late = isinstance(error, TimeoutError) and clock.expired()
        reason = "timeout" if late else "error"
        why = f"no answer in {seconds:g} seconds" if late else f"{type(error).__name__}: {error}"
        log.warning("seat_failed", seat=seat, decision=decision, reason=reason, error=escaped(why))
        if not late:
            # As text: a renderer of exceptions may print locals, and a seat's are its hand.
            text = "".join(traceback.format_exception(error))
            log.debug("seat_traceback", seat=seat, decision=decision, traceback=text)
        reply = {"decision": decision, "option": None, "reason": reason, "why": why}
    return {"replies": [reply]}


async def _answer(asked: Asked, referee: Referee) -> Reply:
    data = asked["question"]
    seat = referee.seats[data["seat"]]
    legal = [option["id"] for option in data["options"]]
    heard = referee.hearing[data["seat"]].until(asked["heard"])
    refused: str | None = None
    for _ in range(1 + referee.limits.corrections):
        question = Question.read(data, refused=refused)
        option = await seat.answer(question, asked["view"], heard)
        if isinstance(option, str) and option in legal:
            return {"decision": data["id"], "option": option}
        refused = f"{option!r} is no option of {data['id']}"
    return {"decision": data["id"], "option": None, "reason": "illegal", "why": refused}


def _is_stopping(error: BaseException) -> bool:
    """Tell whether the game is being stopped; a seat may also have cancelled itself."""
    task = asyncio.current_task()
    return isinstance(error, asyncio.CancelledError) and task is not None and task.cancelling() > 0
