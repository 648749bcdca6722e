"""The LangGraph graph of a game: `referee` asks, `seat` answers, `Send` joins them.

All sealed questions, and all who speak at once, are sent together, each payload with that seat's
own question and view. The state holds nothing but the replies of one round; engine, seats and
writer stay in the context. There is no checkpoint: the transcript is the one store.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated, Literal, TypedDict

from langgraph.channels import Topic
from langgraph.graph import START, StateGraph
from langgraph.graph.state import CompiledStateGraph
from langgraph.runtime import Runtime
from langgraph.types import Command, Send

from arena.table.ask_seat import ask_seat
from arena.table.referee import Referee, SeatTask
from arena.table.replies import SeatReply

__all__ = ["RECURSION_LIMIT", "Context", "State", "compiled"]

RECURSION_LIMIT = 1_000_000
"""Supersteps in a game; the rules end it long before."""


class State(TypedDict):
    """What flows through the graph."""

    replies: Annotated[list[SeatReply], Topic(dict, accumulate=False)]


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
    graph.add_node("seat", _seat, input_schema=SeatTask)
    graph.add_edge(START, "referee")
    graph.add_edge("seat", "referee")
    return graph.compile()


async def _referee(state: State, *, runtime: Runtime[Context]) -> Command[Next]:
    tasks = runtime.context.referee.go_on(state.get("replies", []))
    if not tasks:
        return Command(goto="__end__")
    return Command(goto=[Send("seat", each) for each in tasks])


async def _seat(state: SeatTask, *, runtime: Runtime[Context]) -> dict[str, list[SeatReply]]:
    return {"replies": [await ask_seat(state, runtime.context.referee)]}
