from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.errors import Fault, FaultKind
from arena.models.faults import wait_before

PASSING = {"connection", "timeout", "rate_limit", "overloaded", "server", "unreadable"}


@pytest.mark.parametrize("kind", get_args(FaultKind))
def test_only_what_passes_is_waited_for(kind: FaultKind) -> None:
    """A request that would fail again is not tried again."""
    assert (wait_before(1, Fault(kind, "No."), seed="s") is not None) is (kind in PASSING)


@pytest.mark.parametrize(
    ("attempt", "longest"),
    [(1, 0.5), (2, 1.0), (3, 2.0), (6, 16.0), (7, 30.0), (8, 30.0), (10_000, 30.0)],
)
@given(seed=st.text(st.characters(codec="utf-8")))
def test_the_wait_doubles_up_to_half_a_minute(attempt: int, longest: float, seed: str) -> None:
    """A wait is between half of its longest and its longest."""
    wait = wait_before(attempt, Fault("server", "No."), seed=seed)
    assert wait is not None
    assert longest / 2 <= wait <= longest


def test_the_same_seed_waits_alike() -> None:
    """A wait is a function of the try and the seed."""
    one, other = (
        [wait_before(attempt, Fault("server", "No."), seed="s") for attempt in (1, 2, 3)]
        for _ in range(2)
    )
    assert one == other


def test_seats_come_back_apart() -> None:
    """Seats that failed together are spread."""
    waits = {wait_before(1, Fault("rate_limit", "No."), seed=f"Anna.{n}") for n in range(50)}
    assert len(waits) == 50


@pytest.mark.parametrize("asked", [0.0, 3.0, 120.0])
def test_a_server_is_waited_for_as_long_as_it_asks(asked: float) -> None:
    """What a server asks for is the least, and seats are spread behind it."""
    plain = wait_before(2, Fault("rate_limit", "No."), seed="s")
    wait = wait_before(2, Fault("rate_limit", "No.", retry_after=asked), seed="s")
    assert plain is not None
    assert wait == asked + plain


def test_a_server_that_asks_for_too_long_is_given_up() -> None:
    """Nobody at a table waits for longer than two minutes."""
    assert wait_before(1, Fault("rate_limit", "No.", retry_after=120.1), seed="s") is None
