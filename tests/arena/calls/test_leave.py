"""Leave to call where games share a budget: asked for each call, settled once whatever happens."""

import asyncio
from typing import Any

import pytest

from arena.calls.budget import NOT_MADE, Budget, CallAhead, Settled
from arena.calls.caller import Caller
from arena.calls.past import PastCalls
from arena.calls.records import Cost
from arena.errors import BudgetExceeded, Fault, WriteError
from arena.settings import BudgetRules
from tests.arena.calls.test_caller import Kept, Scripted, ends, request, under_way


class Granting:
    """Grants leave, and keeps what became of it; it waits or refuses where it is told to."""

    def __init__(self, *, most: int = 10**6, slow: bool = False) -> None:
        self.asked: list[CallAhead] = []
        self.settled: list[tuple[int, Settled]] = []
        self.free = asyncio.Event()
        self.free.set()
        self._most, self._slow = most, slow

    async def admit(self, ahead: CallAhead) -> int:
        """Grant leave once it is free."""
        await self.free.wait()
        if len(self.asked) >= self._most:
            raise BudgetExceeded("nothing is left")
        self.asked.append(ahead)
        return len(self.asked)

    async def settle(self, permit: int, settled: Settled) -> None:
        """Keep what became of it."""
        if self._slow:
            await asyncio.sleep(0.01)
        self.settled.append((permit, settled))


def shared(admission: Granting, journal: Kept | None = None, **caps: Any) -> Caller:
    """Return what calls the models of a game that has to ask for leave."""
    budget = Budget(BudgetRules(**caps), lambda: 0.0, admission)
    return Caller("g0001", budget, journal or Kept(), PastCalls())


async def test_each_call_asks_for_leave_with_its_worst_case() -> None:
    """And says what it did cost, by its number in the game."""
    granting, model = Granting(), Scripted("yes", "no")
    calls = shared(granting)
    await calls.call(request(model))
    await calls.call(request(model, "Anna.2"))
    assert [(each.game, each.seat, each.spec) for each in granting.asked] == [
        ("g0001", "Anna", model.spec)
    ] * 2
    assert all(each.worst.tokens > 30 for each in granting.asked)
    cost = Cost(tokens=30, money=None)
    assert granting.settled == [
        (1, Settled(call=0, cost=cost)), (2, Settled(call=1, cost=cost)),
    ]  # fmt: skip


async def test_a_call_that_is_tried_again_asks_again() -> None:
    """Each try is a call of its own, and the refusal says how long the provider wants to wait."""
    granting = Granting()
    model = Scripted(Fault("rate_limit", "slow", status=429, retry_after=0.01), "yes", retries=1)
    await shared(granting).call(request(model))
    (_, first), (_, second) = granting.settled
    assert (first.fault, first.retry_after, first.cost.tokens) == ("rate_limit", 0.01, 0)
    assert (first.call, second.call, second.fault) == (0, 1, None)


async def test_nothing_is_written_before_leave_is_granted() -> None:
    """Order: leave, the game's budget, the intent, the call."""
    granting, journal, model = Granting(), Kept(), Scripted("yes")
    granting.free.clear()
    task = asyncio.create_task(shared(granting, journal).call(request(model)))
    await asyncio.sleep(0)
    assert (journal.types, model.sent) == ([], [])
    granting.free.set()
    await task
    assert journal.types == ["call_sent", "call_answered"]


async def test_what_the_games_own_budget_refuses_gives_its_leave_back() -> None:
    """Its table says what becomes of it, since the budget is its own."""
    granting = Granting()
    with pytest.raises(BudgetExceeded) as refused:
        await shared(granting, tokens=1).call(request(Scripted("yes")))
    assert refused.value.on_budget is None
    assert granting.settled == [(1, NOT_MADE)]


async def test_a_shared_budget_that_is_used_up_says_what_becomes_of_the_game() -> None:
    """Whatever the game's own rules are."""
    with pytest.raises(BudgetExceeded) as refused:
        await shared(Granting(most=0)).call(request(Scripted("yes")))
    assert refused.value.on_budget == "stop"


async def test_an_intent_that_can_not_be_written_gives_leave_back() -> None:
    """No call was made."""
    granting = Granting()
    with pytest.raises(WriteError):
        await shared(granting, Kept(full_at=0)).call(request(Scripted("yes")))
    assert granting.settled == [(1, NOT_MADE)]


async def test_a_reply_that_can_not_be_written_is_settled_at_its_worst() -> None:
    """As the game itself books it, when it goes on."""
    granting = Granting()
    with pytest.raises(WriteError):
        await shared(granting, Kept(full_at=1)).call(request(Scripted("yes")))
    ((_, settled),) = granting.settled
    assert settled.cost == granting.asked[0].worst


async def test_a_late_reply_is_settled_when_it_comes() -> None:
    """Its seat has gone, and its call goes on."""
    granting, reply = Granting(), asyncio.get_running_loop().create_future()
    calls, model = shared(granting), Scripted(reply)
    task = asyncio.create_task(calls.call(request(model)))
    await under_way(model)
    await ends(task)
    assert granting.settled == []
    reply.set_result("yes")
    await calls.settled(1.0)
    assert [settled.call for _, settled in granting.settled] == [0]


async def test_a_call_that_is_broken_off_is_settled_at_its_worst() -> None:
    """Once, though settling itself takes a while."""
    granting = Granting(slow=True)
    calls, model = shared(granting), Scripted(asyncio.get_running_loop().create_future())
    task = asyncio.create_task(calls.call(request(model)))
    await under_way(model)
    calls.halt()
    await ends(task)
    await calls.stop()
    ((_, settled),) = granting.settled
    assert (settled.fault, settled.cost) == ("interrupted", granting.asked[0].worst)


async def test_a_call_that_is_stopped_before_it_began_is_settled_and_written() -> None:
    """Its intent stands in the record, so its end does too."""
    granting, journal, model = Granting(slow=True), Kept(), Scripted("yes")
    calls = shared(granting, journal)
    task = asyncio.create_task(calls.call(request(model)))
    while not calls._running:  # noqa: ASYNC110 - the very step is meant
        await asyncio.sleep(0)
    await calls.stop()
    await asyncio.gather(task, return_exceptions=True)
    assert model.sent == []
    assert journal.types == ["call_sent", "call_failed"]
    assert [settled.fault for _, settled in granting.settled] == ["interrupted"]


async def test_who_is_cancelled_while_it_waits_made_no_call() -> None:
    """Nothing is written, and nothing is left to settle."""
    granting, journal = Granting(), Kept()
    granting.free.clear()
    calls = shared(granting, journal)
    task = asyncio.create_task(calls.call(request(Scripted("yes"))))
    await asyncio.sleep(0)
    await ends(task)
    assert (journal.types, granting.asked, granting.settled) == ([], [], [])
