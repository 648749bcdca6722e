"""A call leaves only if its worst case fits."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from arena.calls.budget import NOT_MADE, Budget, CallAhead, Settled
from arena.calls.records import Cost
from arena.errors import BudgetExceeded
from arena.settings import BudgetRules


def budget(clock: Callable[[], float] = lambda: 0.0, **caps: Any) -> Budget:
    """Return a budget with these caps."""
    return Budget(BudgetRules(**caps), clock)


def cost(tokens: int, money: float | None = None) -> Cost:
    """Return a cost."""
    return Cost(tokens=tokens, money=money)


def ahead(worst: Cost) -> CallAhead:
    """Return a call that may cost so much."""
    return CallAhead(game="game", seat="Anna", spec="openai:model", worst=worst)


def made(tokens: int, money: float | None = None) -> Settled:
    """Return that a call was made and cost so much."""
    return Settled(call=0, cost=cost(tokens, money))


async def held(of: Budget, worst: Cost) -> int:
    """Reserve, and fail where that would wait."""
    return await asyncio.wait_for(of.admit(ahead(worst)), 1)


async def test_without_caps_everything_fits() -> None:
    """A budget that caps nothing counts, and refuses nothing."""
    free = budget()
    for _ in range(3):
        await free.settle(await held(free, cost(10**9, 10.0**6)), made(5, 0.5))
    assert (free.spent.calls, free.spent.tokens, free.spent.money) == (3, 15, 1.5)


@pytest.mark.parametrize(
    ("caps", "worst", "named"),
    [
        ({"money": 1.0}, cost(1, 1.01), r"\$1\.0100"),
        ({"tokens": 99}, cost(100), "100 tokens"),
        ({"calls": 0}, cost(1), "0 calls"),
    ],
)
async def test_a_worst_case_above_a_cap_is_refused_and_names_it(
    caps: dict[str, Any], worst: Cost, named: str
) -> None:
    """What would break a cap by itself is refused at once, in words that name the cap."""
    with pytest.raises(BudgetExceeded, match=named):
        await held(budget(**caps), worst)


@pytest.mark.parametrize(
    ("caps", "worst"), [({"money": 1.0}, cost(1, 1.0)), ({"tokens": 100}, cost(100)),
                        ({"calls": 1}, cost(1))],
)  # fmt: skip
async def test_a_worst_case_that_is_just_the_cap_fits(caps: dict[str, Any], worst: Cost) -> None:
    """A cap may be reached, not passed."""
    assert await held(budget(**caps), worst)


async def test_a_call_waits_for_an_open_one_and_leaves_when_that_was_cheap() -> None:
    """What is only held back may come free, so who needs it waits."""
    tight = budget(money=1.0)
    first = await held(tight, cost(1, 0.9))
    second = asyncio.create_task(tight.admit(ahead(cost(1, 0.9))))
    await asyncio.sleep(0)
    assert not second.done()
    await tight.settle(first, made(1, 0.05))
    assert await asyncio.wait_for(second, 1)


async def test_a_call_that_waited_is_refused_when_the_open_one_was_dear() -> None:
    """Once what it waited for is spent, the call can't fit any more."""
    tight = budget(money=1.0)
    first = await held(tight, cost(1, 0.9))
    second = asyncio.create_task(tight.admit(ahead(cost(1, 0.9))))
    await asyncio.sleep(0)
    await tight.settle(first, made(1, 0.9))
    with pytest.raises(BudgetExceeded):
        await asyncio.wait_for(second, 1)


async def test_a_call_that_was_not_made_gives_back_what_it_held() -> None:
    """A reservation without a call costs nothing and counts as no call."""
    tight = budget(calls=1)
    await tight.settle(await held(tight, cost(1)), NOT_MADE)
    assert tight.spent.calls == 0
    assert await held(tight, cost(1))


async def test_what_is_spent_and_held_back_never_passes_a_cap() -> None:
    """However many ask at once, the sum of worst cases stays below the cap."""
    tight = budget(tokens=100)
    most = 0
    running = 0

    async def one() -> None:
        nonlocal most, running
        try:
            call = await tight.admit(ahead(cost(30)))
        except BudgetExceeded:
            return
        running += 30
        most = max(most, running + tight.spent.tokens)
        await asyncio.sleep(0)
        running -= 30
        await tight.settle(call, made(10))

    await asyncio.wait_for(asyncio.gather(*(one() for _ in range(20))), 5)
    assert most <= 100
    assert tight.spent.tokens == 80


async def test_time_is_a_cap_too() -> None:
    """After so many seconds no call is made; until then it knows how long one may take."""
    now = 3.0
    timed = budget(lambda: now, seconds=10)
    assert timed.seconds_left() == 7
    assert await held(timed, cost(1))
    now = 10.0
    with pytest.raises(BudgetExceeded, match="10 seconds"):
        await held(timed, cost(1))


async def test_a_price_that_is_unknown_books_no_money() -> None:
    """Unknown is not free, and not a number either: it is told apart where costs are shown."""
    free = budget()
    await free.settle(await held(free, cost(10)), made(10, None))
    assert (free.spent.tokens, free.spent.money) == (10, 0.0)
