"""What a provider may be asked, in turn, and less where it refuses."""

from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.tournament.limits import Limit, Rate
from arena.tournament.rules import ProviderLimits
from tests.arena.tournament.stewards import (
    FAST,
    SLOW,
    HandClock,
    ahead,
    ended,
    steward,
    turn_over,
    waiting,
)


@settings(max_examples=100, deadline=None)
@given(a_minute=st.integers(1, 5000), pauses=st.lists(st.floats(0, 40), max_size=30))
def test_no_minute_has_more_than_the_limit(a_minute: int, pauses: list[float]) -> None:
    """Whenever a minute begins, and however long nobody asked before."""
    rate, now, left = Rate(a_minute), 1000.0, list[float]()
    for pause in [*pauses, *[0.0] * min(200, 2 * a_minute)]:
        now = max(now + pause, rate.free_at)
        rate.take(1, now)
        left.append(now)
    for at, first in enumerate(left):
        assert sum(each < first + 60.0 - 1e-6 for each in left[at:]) <= a_minute


def test_what_is_larger_than_a_burst_leaves_and_the_next_waits_longer() -> None:
    """A call of a whole minute's tokens is possible, and costs the minute after it."""
    rate = Rate(1000)
    rate.take(1000, 0.0)
    assert 59.0 < rate.free_at <= 60.0
    rate.give_back(1000)
    assert rate.free_at <= 0.0


def test_a_refusal_halves_the_calls_at_once_and_replies_bring_them_back() -> None:
    """Several refusals of calls that left together count once; the bound is the configured one."""
    limit = Limit(ProviderLimits(calls=8))
    for _ in range(8):
        limit.take(1, 0.0)
    for permit in (1, 2, 3):
        limit.end(1, ended(permit, 0, fault="rate_limit"))
        limit.refused(permit, newest=8)
    assert limit.at_once == 4
    limit.refused(9, newest=9)
    assert limit.at_once == 2
    for _ in range(200):
        limit.answered()
    assert limit.at_once == 8


def test_without_a_bound_the_first_refusal_says_how_many_there_were() -> None:
    """From then on half of them are under way, and never none."""
    limit = Limit(ProviderLimits())
    for _ in range(10):
        limit.take(1, 0.0)
    limit.end(1, ended(1, 0, fault="overloaded"))
    limit.refused(1, newest=10)
    assert limit.at_once == 5
    for permit in range(11, 30):
        limit.refused(permit, newest=permit)
    assert limit.at_once == 1


async def test_never_more_calls_at_once_than_the_limit(tmp_path: Path) -> None:
    """The next one leaves when one has ended."""
    two = steward(tmp_path, providers={"openai-compatible": {"calls": 2}})
    tasks = await waiting(two, *(ahead(seat=name, spec=spec) for name in "abc"
                                 for spec in (FAST, SLOW)))  # fmt: skip
    assert two.spending().open_calls == 2
    while not all(each.done() for each in tasks):
        permit = min(two._ledger.entries.open)
        await two.settle(permit, ended(permit))
        await turn_over()
        assert two.spending().open_calls <= 2


async def test_the_labels_of_a_model_share_the_limits_of_its_spec(tmp_path: Path) -> None:
    """A label may have a limit of its own beside it; another model is asked as before."""
    high, low = (FAST.replace("@", f"#{label}@") for label in ("high", "low"))
    limits = {FAST: {"calls": 3}, low: {"calls": 1}}
    four = steward(tmp_path, providers=limits)
    tasks = await waiting(four, *(ahead(seat=str(at), spec=low) for at in range(3)))
    assert [each.done() for each in tasks] == [True, False, False]
    more = await waiting(four, *(ahead(game="g0002", seat=str(at), spec=high) for at in range(3)),
                         ahead(game="g0003"), ahead(spec=SLOW))  # fmt: skip
    assert [each.done() for each in more] == [True, True, False, False, True]
    tasks += more
    while not all(each.done() for each in tasks):
        (permit, *_) = (at for at, each in four._ledger.entries.open.items()
                        if each.spec != SLOW)  # fmt: skip
        await four.settle(permit, ended(permit))
        await turn_over()
        assert sum(each.spec != SLOW for each in four._ledger.entries.open.values()) <= 3


async def test_requests_leave_at_the_pace_of_the_minute(tmp_path: Path) -> None:
    """Nobody looks at the clock in between: the steward is woken when the next may leave."""
    clock = HandClock()
    paced = steward(tmp_path, clock, providers={FAST: {"requests": 21}})
    began = clock.time()
    tasks = await waiting(paced, *(ahead(seat=str(at)) for at in range(6)))
    left = list[float]()
    while len(left) < len(tasks):
        left += [clock.time() - began] * (sum(each.done() for each in tasks) - len(left))
        # One for who waits, and that of the ledger, which notes the time.
        assert sum(not each.cancelled for each in clock.timers) <= 2
        clock.forward(1.0)
        await turn_over()
    assert left == [0.0, 0.0, 3.0, 6.0, 9.0, 12.0]


async def test_tokens_that_were_feared_and_not_used_are_given_back(tmp_path: Path) -> None:
    """Else the worst case of every call would be what a minute has room for."""
    clock = HandClock()
    paced = steward(tmp_path, clock, providers={FAST: {"tokens": 1000}})
    first = await paced.admit(ahead(1000))
    (second,) = await waiting(paced, ahead(1000, seat="Ben"))
    assert not second.done()
    await paced.settle(first, ended(0, 10))
    await turn_over()
    assert second.done()


@pytest.mark.parametrize(("asked", "waited"), [(7.0, 7.0), (10_000.0, 120.0), (None, 0.0)])
async def test_nobody_asks_a_provider_that_wants_to_be_left_alone(
    tmp_path: Path, asked: float | None, waited: float
) -> None:
    """For as long as it says, two minutes at most; other models are asked as before."""
    clock = HandClock()
    two = steward(tmp_path, clock)
    permit = await two.admit(ahead())
    refused = ended(0, 0, fault="rate_limit", retry_after=asked)
    await two.settle(permit, refused)
    fast, slow = await waiting(two, ahead(), ahead(spec=SLOW))
    assert slow.done()
    assert fast.done() is (waited == 0.0)
    clock.forward(waited)
    await turn_over()
    assert fast.done()


async def test_a_game_with_many_speakers_does_not_starve_the_others(tmp_path: Path) -> None:
    """Games have their turn one after the other."""
    one = steward(tmp_path, providers={FAST: {"calls": 1}})
    many = [ahead(game="g0001", seat=str(at)) for at in range(5)]
    few = [ahead(game=f"g000{game}") for game in (2, 3)]
    tasks = await waiting(one, *many, *few)
    order = list[str]()
    while not all(each.done() for each in tasks):
        ((permit, reservation),) = one._ledger.entries.open.items()
        order.append(reservation.game)
        await one.settle(permit, ended(0))
        await turn_over()
    assert order[:4] == ["g0001", "g0001", "g0002", "g0003"]


async def test_a_slow_model_does_not_hold_the_others(tmp_path: Path) -> None:
    """Where its calls fill up its own limit, those of another model leave all the same."""
    both = steward(tmp_path, providers={SLOW: {"calls": 1}})
    tasks = await waiting(
        both, *(ahead(game=f"g000{at % 3 + 1}", spec=SLOW, seat=str(at)) for at in range(9)),
        ahead(spec=FAST), ahead(spec=FAST, seat="Cleo"),
    )  # fmt: skip
    assert sum(each.done() for each in tasks[:9]) == 1
    assert all(each.done() for each in tasks[9:])


async def test_models_of_one_provider_take_turns(tmp_path: Path) -> None:
    """Where both wait for the limit that they share."""
    one = steward(tmp_path, providers={"openai-compatible": {"calls": 1}})
    tasks = await waiting(one, *(ahead(spec=spec, seat=str(at), game=f"g000{at + 1}")
                                 for spec in (FAST, SLOW) for at in range(3)))  # fmt: skip
    order = list[str]()
    while not all(each.done() for each in tasks):
        ((permit, reservation),) = one._ledger.entries.open.items()
        order.append(reservation.spec)
        await one.settle(permit, ended(0))
        await turn_over()
    assert all(mine != other for mine, other in pairwise(order[1:]))
