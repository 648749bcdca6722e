"""The graph of a table: what LangGraph draws, the steps of a seat, and what its stream tells."""

import asyncio
import itertools
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

import engine
from arena.config import TableConfig
from arena.errors import BudgetExceeded
from arena.records.record import Record
from arena.seats import Question, Seat, Uniform
from arena.settings import Limits
from arena.table import play, simulate
from arena.table.ask_seat import begin
from arena.table.graph import Context, compiled_seat, run_to_end
from arena.table.new_header import bots_seed
from arena.table.referee import Referee
from arena.table.replies import Answered, Failed, SeatReply
from arena.table.simulation import SimulatedGame
from arena.table.stepped_game import SeatTask, SteppedGame
from arena.talk.speech import TalkTurn
from arena.transcript.game_log import MemoryLog
from arena.transcript.header import GameHeader

pytestmark = pytest.mark.usefixtures("toy")

NAMES = ("Anna", "Bruno", "Clara")


class Unpaid(BudgetExceeded):
    """A call that does not fit, where a house bot is to go on."""

    on_budget = "house"


class Says(Seat):
    """Does what it is told, try by try: a word is its answer, the last one for good."""

    def __init__(self, *does: str | Exception) -> None:
        """An empty word is the first option; an exception is raised."""
        super().__init__()
        self._does = list(does)

    async def answer(
        self,
        question: Question,
        view: Mapping[str, Any],  # noqa: ARG002
        heard: Sequence[Record],  # noqa: ARG002
    ) -> str:
        """Do the next of it."""
        does = self._does.pop(0) if len(self._does) > 1 else self._does[0]
        if isinstance(does, Exception):
            raise does
        return does or question.options[0].id


def simulated() -> SimulatedGame:
    """Return a game of bots that draw."""
    table = TableConfig(ruleset="toy", seats=dict.fromkeys(NAMES, "random"))
    return next(simulate(table, [1]))


def refereed(header: GameHeader, seats: Mapping[str, Seat]) -> Referee:
    """Return a referee of a game that nobody has begun."""
    game = SteppedGame(engine.restore(header.saved()), header, MemoryLog(header))
    return Referee(game, seats, stopped=lambda: False, stand_in=lambda _: Says(""))


def steps(*does: str | Exception) -> tuple[list[str], SeatReply]:
    """Return what LangGraph runs of a seat's graph for its first question, and the reply."""
    referee = refereed(simulated().header, dict.fromkeys(NAMES, Says(*does)))
    (task, *_) = referee.go_on([])
    ran: list[str] = []

    async def run() -> SeatReply:
        state: dict[str, Any] = {"attempt": begin(task, referee)}
        context = Context(referee)
        async for update in compiled_seat().astream(state, context=context, stream_mode="updates"):
            (ran[len(ran) :],) = ([each] for each in update)
            (state,) = update.values()
        reply: SeatReply = state["attempt"].reply
        return reply

    return ran, asyncio.run(run())


@pytest.mark.parametrize(
    ("does", "ran", "reason"),
    [
        (("",), "ask read", None),
        (("no", ""), "ask read correct ask read", None),
        (("no",), "ask read correct ask read correct ask read default", "illegal"),
        ((ValueError("broken"),), "ask default", "error"),
        (("no", ValueError("broken")), "ask read correct ask default", "error"),
        ((Unpaid("too dear"),), "ask default ask read", None),
    ],
)
def test_a_seat_takes_the_steps_that_are_drawn(
    does: tuple[str | Exception, ...], ran: str, reason: str | None
) -> None:
    """An answer is read, corrected as often as the table says, and a default or a bot stands in."""
    done, reply = steps(*does)
    assert done == ran.split()
    assert (reply.reason if isinstance(reply, Failed) else None) == reason
    assert isinstance(reply, Answered) or reason is not None
    assert (reply.replaced is not None) == (ran == "ask default ask read")
    edges = compiled_seat().get_graph().edges
    drawn = {(each.source, each.target) for each in edges}
    path = ["__start__", *done, "__end__"]
    assert {*itertools.pairwise(path)} <= drawn


@pytest.mark.parametrize("traced", [False, True])
def test_a_game_is_the_same_whoever_runs_the_first_steps(*, traced: bool) -> None:
    """The node itself, or the inner graph, as in a game that is traced; or a simulation."""
    game = simulated()
    seats = {name: Uniform(bots_seed(game.header.seed)) for name in NAMES}
    referee = refereed(game.header, seats)
    asyncio.run(run_to_end(Context(referee, traced)))
    assert referee.game.is_over
    assert referee.game.log.records() == game.bodies[:-1]


class Dawdler(Seat):
    """Takes its time for an answer that can't be taken."""

    async def answer(
        self,
        question: Question,  # noqa: ARG002
        view: Mapping[str, Any],  # noqa: ARG002
        heard: Sequence[Record],  # noqa: ARG002
    ) -> str:
        """Answer."""
        await asyncio.sleep(0.06)
        return "no"


def test_all_tries_of_a_seat_share_its_time(tmp_path: Path) -> None:
    """Two thirds of it each time are too much for the second."""
    limits = Limits(answer_seconds=0.09, corrections=2)
    table = TableConfig(ruleset="toy", seats=dict.fromkeys(NAMES, "random"), limits=limits)
    outcome = asyncio.run(play(table, tmp_path, seats={"Anna": Dawdler()}))
    assert {*outcome.counts["Anna"].defaults} == {"timeout"}


class Hasty(Says):
    """Answers wrongly at first; what comes after it says that it was asked again."""

    def __init__(self) -> None:
        super().__init__("no", "")
        self.corrected = asyncio.Event()

    async def answer(
        self, question: Question, view: Mapping[str, Any], heard: Sequence[Record]
    ) -> str:
        """Answer."""
        if question.refused is not None:
            self.corrected.set()
        return await super().answer(question, view, heard)


class Slow(Says):
    """Answers no sealed question before another was corrected."""

    def __init__(self, hasty: Hasty) -> None:
        super().__init__("")
        self._hasty = hasty

    async def answer(
        self, question: Question, view: Mapping[str, Any], heard: Sequence[Record]
    ) -> str:
        """Wait, then answer."""
        if question.sealed:
            await self._hasty.corrected.wait()
        return await super().answer(question, view, heard)


def test_the_stream_tells_who_is_waited_for(tmp_path: Path) -> None:
    """All at once, then those who have not answered; nobody waits for another's correction."""
    hasty = Hasty()
    seats = {"Anna": hasty, "Bruno": Slow(hasty), "Clara": Says("")}
    told: list[dict[str, SeatTask]] = []
    table = TableConfig(ruleset="toy", seats=dict.fromkeys(NAMES, "random"), seed="1")
    table = table.model_copy(update={"limits": Limits(answer_seconds=5)})
    outcome = asyncio.run(
        play(table, tmp_path, seats=seats, on_wait=lambda tasks: told.append(dict(tasks)))
    )
    assert outcome.finished
    assert not any(each.defaults for each in outcome.counts.values())
    assert told[-1] == {}
    assert max(map(len, told)) == len(NAMES)
    sizes = [len(each) for each in told]
    assert all(abs(one - two) == 1 for one, two in zip([0, *sizes], sizes, strict=False))
    for tasks in told:
        for seat, task in tasks.items():
            assert task.seat == task.view["seat"] == seat
            assert type(task.asked) in {Question, TalkTurn}
