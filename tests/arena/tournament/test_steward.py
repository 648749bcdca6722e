"""One budget over all games: hard, whoever asks in whatever order, and each permit settled once."""

import asyncio
import json
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.calls.budget import CallAhead
from arena.errors import BudgetExceeded, WriteError
from arena.tournament.ledger import LEDGER, read_ledger
from arena.tournament.steward import Steward
from tests.arena.tournament.stewards import (
    FAST,
    SLOW,
    HandClock,
    ahead,
    ended,
    plan,
    steward,
    turn_over,
    waiting,
)


def lines(folder: Path) -> list[dict[str, Any]]:
    """Return the lines of the ledger."""
    return [json.loads(line) for line in (folder / LEDGER).read_bytes().splitlines()]


async def test_without_caps_everybody_may_leave_at_once(tmp_path: Path) -> None:
    """A plan that limits nothing holds nothing back."""
    free = steward(tmp_path)
    permits = [await free.admit(ahead(10**9, 10.0**6)) for _ in range(3)]
    assert len(set(permits)) == 3
    assert free.spending().open_calls == 3


@pytest.mark.parametrize(
    ("budget", "worst", "named"),
    [
        ({"money": 1.0}, ahead(1, 1.01), r"\$1\.0100"),
        ({"tokens": 99}, ahead(100), "100 tokens"),
        ({"calls": 0}, ahead(1), "0 calls"),
        ({"money": 1.0}, ahead(1, None), "price of a call is unknown"),
    ],
)
async def test_what_can_never_fit_is_refused_at_once(
    tmp_path: Path, budget: dict[str, Any], worst: CallAhead, named: str
) -> None:
    """The refusal names the cap, and the tournament says from then on that it is used up."""
    tight = steward(tmp_path, budget=budget)
    assert tight.exhausted is None
    with pytest.raises(BudgetExceeded, match=named):
        await asyncio.wait_for(tight.admit(worst), 1)
    assert tight.exhausted is not None
    assert [each["type"] for each in lines(tmp_path)] == ["began"]


async def test_a_call_waits_for_open_ones_of_other_games_that_may_cost_less(tmp_path: Path) -> None:
    """It leaves as soon as one has cost less than feared."""
    tight = steward(tmp_path, budget={"tokens": 150})
    first = await tight.admit(ahead(100, game="g0001"))
    (second,) = await waiting(tight, ahead(100, game="g0002"))
    assert not second.done()
    await tight.settle(first, ended(0, 50))
    assert await second != first


async def test_a_call_that_waited_in_vain_is_refused(tmp_path: Path) -> None:
    """It is, once what it waited for has cost too much."""
    tight = steward(tmp_path, budget={"tokens": 150})
    first = await tight.admit(ahead(100, game="g0001"))
    (second,) = await waiting(tight, ahead(100, game="g0002"))
    await tight.settle(first, ended(0, 51))
    with pytest.raises(BudgetExceeded, match="51 of 150 are used"):
        await second


async def test_a_call_that_was_not_made_costs_nothing(tmp_path: Path) -> None:
    """Neither a call nor a token of the budget."""
    one = steward(tmp_path, budget={"calls": 1})
    await one.settle(await one.admit(ahead()), ended(None, 0))
    await one.admit(ahead())
    assert one.spending().calls == 0


@pytest.mark.parametrize(("cap", "worst", "cost"), [(0.2, 0.2, 0.2 * 3 / 3), (2.01, 2.01, 2.01)])
async def test_floating_point_numbers_cost_nothing(
    tmp_path: Path, cap: float, worst: float, cost: float
) -> None:
    """A cap is used up to the billionth, and not passed by how a cost was reckoned."""
    tight = steward(tmp_path, budget={"money": cap})
    permit = await tight.admit(ahead(10, worst))
    await tight.settle(permit, ended(0, 10, cost))
    assert tight.spending().money == cap


async def test_a_permit_is_settled_once(tmp_path: Path) -> None:
    """A second settlement changes nothing, whoever makes it."""
    tight = steward(tmp_path, budget={"tokens": 100})
    permit = await tight.admit(ahead(100))
    await tight.settle(permit, ended(0, 60))
    await tight.settle(permit, ended(0, 60))
    await tight.abandon("g0001")
    assert tight.spending().tokens == 60
    assert Counter(each["type"] for each in lines(tmp_path))["settled"] == 1


async def test_who_is_cancelled_while_it_waits_holds_nothing_back(tmp_path: Path) -> None:
    """Its place in the queue is gone, and no reservation was written for it."""
    tight = steward(tmp_path, budget={"calls": 2}, providers={FAST: {"calls": 1}})
    first = await tight.admit(ahead())
    gone, stays = await waiting(tight, ahead(seat="Cleo"), ahead(seat="Ben"))
    gone.cancel()
    await turn_over()
    await tight.settle(first, ended(0))
    await stays
    assert [each["seat"] for each in lines(tmp_path) if each["type"] == "reserved"] == [
        "Anna", "Ben",
    ]  # fmt: skip


async def test_leave_that_comes_in_the_moment_of_a_cancellation_is_given_back(
    tmp_path: Path,
) -> None:
    """Else nobody would ever settle it."""
    tight = steward(tmp_path, providers={FAST: {"calls": 1}})
    first = await tight.admit(ahead())
    (late,) = await waiting(tight, ahead(seat="Ben"))
    await tight.settle(first, ended(0))
    late.cancel()
    await asyncio.gather(late, return_exceptions=True)
    assert tight.spending().open_calls == 0
    assert lines(tmp_path)[-1]["call"] is None


async def test_a_game_whose_player_is_gone_is_booked_at_its_worst(tmp_path: Path) -> None:
    """Where it left no files, and what waited of it waits no longer."""
    tight = steward(tmp_path, providers={FAST: {"calls": 1}})
    await tight.admit(ahead(100, 0.5))
    (dead,) = await waiting(tight, ahead(seat="Ben"))
    (alive,) = await waiting(tight, ahead(game="g0002"))
    await tight.abandon("g0001")
    with pytest.raises(asyncio.CancelledError):
        await dead
    await alive
    spent = tight.spending()
    assert (spent.tokens, spent.money, spent.waiting) == (100, 0.5, 0)


async def test_hours_are_counted_over_kills_however_many(tmp_path: Path) -> None:
    """A kill loses none of the time before it, and costs half a minute at most."""
    clock, played = HandClock(), 0.0
    for count, seconds in enumerate((29.0, 600.0, 14.0, 44.9, 3600.0), start=1):
        killed = steward(tmp_path, clock, budget={"hours": 10.0})
        clock.forward(seconds)
        played += seconds
        assert played <= killed.seconds <= played + 30 * (count - 1)
        killed._ledger.close()
        killed._noting.cancel()
    last = steward(tmp_path, clock, budget={"hours": 10.0})
    assert played <= last.seconds <= played + 30 * 5
    last.close()
    assert steward(tmp_path, clock, budget={"hours": 10.0}).seconds == pytest.approx(last.seconds)


async def test_kills_win_no_hours(tmp_path: Path) -> None:
    """A run that is killed again and again comes to its cap, however soon each kill comes."""
    clock, runs = HandClock(), 0
    while steward(tmp_path, clock, budget={"hours": 0.1}).exhausted is None:
        clock.timers.clear()  # of a process that is gone
        clock.forward(5)
        runs += 1
        assert runs <= 12
    assert runs == 12


async def test_hours_are_those_of_all_runs_together(tmp_path: Path) -> None:
    """Whoever waits when they are over is refused; the next run knows how many are left."""
    clock = HandClock()
    first = steward(tmp_path, clock, budget={"hours": 1.0}, providers={FAST: {"calls": 1}})
    permit = await first.admit(ahead())
    clock.forward(2000)
    await first.settle(permit, ended(0))
    first.close()
    clock.forward(9000)
    second = steward(tmp_path, clock, budget={"hours": 1.0}, providers={FAST: {"calls": 1}})
    assert second.seconds == 2000
    await second.admit(ahead())
    (late,) = await waiting(second, ahead(seat="Ben"))
    assert not late.done()
    clock.forward(1600)
    with pytest.raises(BudgetExceeded, match="1 hours"):
        await late
    assert second.exhausted == "the tournament's budget of 1 hours is used up"


async def test_a_full_disk_stops_calls_before_they_leave(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever waits learns of it, and whoever asks later; what is open is still settled."""
    tight = steward(tmp_path, providers={FAST: {"calls": 1}})
    permit = await tight.admit(ahead())
    (queued,) = await waiting(tight, ahead(seat="Ben"))
    monkeypatch.setattr("os.write", _no_room)
    with pytest.raises(WriteError):
        await tight.settle(permit, ended(0))
    with pytest.raises(WriteError):
        await queued
    with pytest.raises(WriteError):
        await tight.admit(ahead(spec=SLOW))
    assert tight.spending().open_calls == 0
    assert isinstance(tight.unwritten, WriteError)


async def test_the_call_that_meets_a_full_disk_does_not_leave(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its reservation can't be written, so it has no leave."""
    tight = steward(tmp_path)
    monkeypatch.setattr("os.write", _no_room)
    with pytest.raises(WriteError, match=r"ledger\.jsonl can't be written: No space"):
        await tight.admit(ahead())
    assert tight.spending().open_calls == 0


def _no_room(_file: int, _data: bytes) -> int:
    raise OSError(28, "No space left on device")


async def test_what_is_spent_is_found_again_by_the_next_run(tmp_path: Path) -> None:
    """To the billionth of a dollar, however many calls there were."""
    first = steward(tmp_path, budget={"money": 1.0})
    for call in range(10):
        permit = await first.admit(ahead(10, 0.1))
        await first.settle(permit, ended(call, 7, 0.09))
    first.close()
    second = steward(tmp_path, budget={"money": 1.0})
    assert second.spending().money == 0.9
    assert second.spending().tokens == 70
    await second.admit(ahead(10, 0.1))
    with pytest.raises(BudgetExceeded):
        await asyncio.wait_for(second.admit(ahead(10, 0.11)), 1)


# --- any order of things ---

OPS = st.lists(
    st.tuples(
        st.sampled_from(
            ["admit", "admit", "admit", "settle", "settle", "cancel", "abandon", "time"]
        ),
        st.integers(0, 2), st.integers(0, 40), st.integers(0, 40),
    ),
    max_size=40,
)  # fmt: skip
LIMITS = st.fixed_dictionaries(
    {},
    optional={"calls": st.integers(1, 3), "requests": st.integers(1, 60),
              "tokens": st.integers(20, 500)},
)  # fmt: skip


@settings(max_examples=settings().max_examples * 3 // 2, deadline=None)
@given(ops=OPS, cap=st.integers(0, 200), money=st.integers(0, 20), limits=LIMITS,
       slow=LIMITS)  # fmt: skip
def test_no_order_of_things_passes_a_cap_or_leaves_anybody_waiting(
    ops: list[tuple[str, int, int, int]], cap: int, money: int, limits: dict[str, int],
    slow: dict[str, int],
) -> None:  # fmt: skip
    """Spent and open stay within the caps at each step, and at the end nobody waits.

    In the ledger every reservation has one settlement, and its sums are those of the steward.
    """
    run = {
        "budget": {"tokens": cap, "money": money / 10},
        "providers": {"openai-compatible": limits, SLOW: slow},
    }
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(_any_order(Path(folder), ops, cap, money, run))


class _AnyOrder:
    """Tasks that want leave, and what became of it."""

    def __init__(self, tight: Steward, clock: HandClock) -> None:
        self.tight, self.clock = tight, clock
        self.tasks: list[asyncio.Task[int]] = []
        self._gone = set[int]()

    def admit(self, game: int, tokens: int, cents: int) -> None:
        """Let one more call ask for leave."""
        spec = (FAST, SLOW)[cents % 2]
        call = ahead(tokens, cents / 100, game=f"g000{game + 1}", spec=spec)
        self.tasks.append(asyncio.ensure_future(self.tight.admit(call)))

    async def settle(self, at: int, tokens: int) -> None:
        """Let a call that has leave end."""
        done = [each for each in self.tasks if each.done() and not each.cancelled()]
        leaves = [each.result() for each in done if each.exception() is None]
        mine = [each for each in leaves if each not in self._gone]
        if mine:
            permit = mine[at % len(mine)]
            self._gone.add(permit)
            worst = self.tight._ledger.entries.open[permit].worst
            cost = min(tokens, worst.tokens)
            part = (worst.money or 0.0) * cost / max(1, worst.tokens)
            await self.tight.settle(permit, ended(permit, cost, part))

    async def abandon(self, game: int) -> None:
        """Let the player of a game be gone."""
        name = f"g000{game + 1}"
        open_ = self.tight._ledger.entries.open
        self._gone |= {permit for permit, each in open_.items() if each.game == name}
        await self.tight.abandon(name)

    async def do(self, op: str, game: int, one: int, other: int) -> None:
        """Do one thing, and let all go on that can."""
        match op:
            case "admit":
                self.admit(game, one, other)
            case "settle":
                await self.settle(one, other)
            case "cancel" if self.tasks:
                self.tasks[one % len(self.tasks)].cancel()
            case "abandon":
                await self.abandon(game)
            case _:
                self.clock.forward(one)
        await turn_over()

    async def to_the_end(self) -> None:
        """Settle whatever gets leave, until nobody waits any more."""
        for _ in range(1000):
            self.clock.forward(1000)
            await self.settle(0, 3)
            await turn_over()
            if all(each.done() for each in self.tasks) and not self.tight.spending().open_calls:
                break


async def _any_order(
    folder: Path, ops: list[tuple[str, int, int, int]], cap: int, money: int, run: dict[str, Any]
) -> None:
    clock = HandClock()
    tight = Steward(folder, plan(**run), clock=clock)
    play = _AnyOrder(tight, clock)
    for op in ops:
        await play.do(*op)
        spent = tight.spending()
        assert spent.tokens + spent.open_tokens <= cap
        assert spent.money + spent.open_money <= money / 10 + 1e-12
    await play.to_the_end()
    assert all(each.done() for each in play.tasks)
    spent = tight.spending()
    assert (spent.waiting, spent.open_calls, spent.open_tokens, spent.open_money) == (0, 0, 0, 0.0)
    tight.close()
    written = lines(folder)
    reserved = [each["permit"] for each in written if each["type"] == "reserved"]
    assert sorted(reserved) == sorted(e["permit"] for e in written if e["type"] == "settled")
    again = read_ledger(folder)
    assert sum(each.cost.tokens for each in again.booked) == spent.tokens
    assert not again.open
