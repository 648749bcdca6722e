"""The LangGraph graph of a game: `referee` asks, `seat` answers, `Send` joins them.

All sealed questions, and all simultaneous turns to talk, are sent together, each payload with that
seat's own question and view. The state holds only the replies of one round; engine, seats and
writer stay in the context. There is no checkpoint: the transcript is the only store.

`seat` is a graph of its own: ask, read, correct, default. Running it for each question makes a game
of random bots 2.4 times as slow, one of house bots 1.9 times. So the node itself asks and reads at
first, by the same two steps, and the inner graph runs only after an invalid or missing answer. A
traced game runs all of it.

The seats being waited for are read from the graph's stream. Records are not streamed: that makes a
game 1.2 times as slow, and the last record before a crash, which is on disk, would be missing.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated, Literal, TypedDict

from langgraph.channels import Topic
from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph
from langgraph.runtime import Runtime
from langgraph.types import Command, Send

from arena.table import ask_seat
from arena.table.ask_seat import Attempt, Step, step_after
from arena.table.referee import OnWait, Referee, SeatTask
from arena.table.replies import SeatReply

RECURSION_LIMIT = 1_000_000
"""Limit of supersteps in a game; the rules end it long before."""
GRAPH_NOTE = "During task with name"
"""Prefix of the notes that LangGraph adds to an error, for its own debugging."""


class State(TypedDict):
    """State of the graph."""

    replies: Annotated[list[SeatReply], Topic(object, accumulate=False)]


class SeatState(TypedDict):
    """State of a seat's graph."""

    attempt: Attempt


@dataclass(frozen=True, slots=True)
class Context:
    """What the nodes work with; never part of the state."""

    referee: Referee
    traced: bool = False


Next = Literal["seat", "__end__"]
Graph = CompiledStateGraph[State, Context, State, State]
SeatGraph = CompiledStateGraph[SeatState, Context, SeatState, SeatState]


@lru_cache(maxsize=1)
def compiled() -> Graph:
    """Return the compiled graph; it holds no game and serves all."""
    steps = compiled_seat()

    async def seat(state: SeatTask, *, runtime: Runtime[Context]) -> State:
        context = runtime.context
        attempt = ask_seat.begin(state, context.referee)
        if not context.traced:
            attempt = await ask_seat.first_go(attempt, context.referee)
        if attempt.reply is None:
            attempt = (await steps.ainvoke({"attempt": attempt}))["attempt"]
        return {"replies": [reply for reply in [attempt.reply] if reply is not None]}

    graph = StateGraph(State, context_schema=Context)
    graph.add_node("referee", _referee)
    graph.add_node("seat", seat, input_schema=SeatTask)
    graph.add_edge(START, "referee")
    graph.add_edge("seat", "referee")
    return graph.compile()


@lru_cache(maxsize=1)
def compiled_seat() -> SeatGraph:
    """Return the compiled graph of a seat, which continues an attempt from any step."""
    graph = StateGraph(SeatState, context_schema=Context)
    graph.add_node("ask", _ask)
    graph.add_node("read", _read)
    graph.add_node("correct", _correct)
    graph.add_node("default", _default)
    graph.add_conditional_edges(START, _next, ["ask", "correct", "default"])
    graph.add_conditional_edges("ask", _next, ["read", "correct", "default"])
    graph.add_conditional_edges("read", _next, ["correct", "default", END])
    graph.add_edge("correct", "ask")
    graph.add_conditional_edges("default", _next, ["ask", END])
    return graph.compile()


async def run_to_end(context: Context, on_wait: OnWait | None = None) -> None:
    """Run a game; `on_wait` gets the seats being waited for, whenever that changes.

    Without `on_wait` nothing is streamed.
    """
    waiting: dict[str, SeatTask] = {}
    try:
        async for task in compiled().astream(
            {"replies": []}, {"recursion_limit": RECURSION_LIMIT}, context=context,
            stream_mode=[] if on_wait is None else "tasks",
        ):  # fmt: skip
            if on_wait is not None and task["name"] == "seat":
                if "input" in task:
                    waiting[task["id"]] = task["input"]
                else:
                    del waiting[task["id"]]
                on_wait({each.seat: each for each in waiting.values()})
    except Exception as error:
        notes = getattr(error, "__notes__", [])
        notes[:] = [note for note in notes if not note.startswith(GRAPH_NOTE)]
        raise
    finally:
        if waiting and on_wait is not None:
            on_wait({})


async def _referee(state: State, *, runtime: Runtime[Context]) -> Command[Next]:
    tasks = runtime.context.referee.go_on(state.get("replies", []))
    if not tasks:
        return Command(goto="__end__")
    return Command(goto=[Send("seat", each) for each in tasks])


# All steps are coroutines, even those without an await: LangGraph runs functions in threads.


async def _ask(state: SeatState, *, runtime: Runtime[Context]) -> SeatState:
    return {"attempt": await ask_seat.ask(state["attempt"], runtime.context.referee)}


async def _read(state: SeatState, *, runtime: Runtime[Context]) -> SeatState:
    return {"attempt": ask_seat.read(state["attempt"], runtime.context.referee)}


async def _correct(state: SeatState) -> SeatState:
    return {"attempt": ask_seat.correct(state["attempt"])}


async def _default(state: SeatState, *, runtime: Runtime[Context]) -> SeatState:
    return {"attempt": ask_seat.default(state["attempt"], runtime.context.referee)}


async def _next(state: SeatState) -> Step | Literal["__end__"]:
    return step_after(state["attempt"]) or "__end__"
