"""Sums over calls: what was counted, what was not, and what nobody knows the price of."""

import json
from typing import Any

import pytest

from arena.calls.spending import Stepped, WorstCase, by_seat, spent
from tests.arena.calls.samples import answered, failed, history_of, ignored, raw, sent, user


def test_nothing_is_nothing() -> None:
    """Sums are 0, and what can't be known is None."""
    none = spent([])
    assert (none.calls, none.input, none.cost, none.epochs) == (0, 0, 0.0, 0)
    assert (none.cache_share, none.repeated_share) == (None, None)
    assert (none.seconds_median, none.new_tokens) == (None, None)


def test_tokens_are_summed_as_they_were_counted() -> None:
    """The cache's share is that of all input."""
    whole = spent(
        history_of(
            sent(0), answered(0, raw(100, 10, reasoning=4)),
            sent(1), answered(1, raw(300, 20, cached=200)),
        )
    )  # fmt: skip
    assert (whole.calls, whole.input, whole.cached, whole.output) == (2, 400, 200, 30)
    assert whole.reasoning == 4
    assert whole.cache_share == 0.5


def test_a_known_price_is_summed() -> None:
    """Dollars of what was counted."""
    whole = spent(
        history_of(
            sent(0), answered(0, raw(1, 1), money=0.25), sent(1), answered(1, raw(1, 1), money=0.5)
        )
    )
    assert (whole.cost, whole.unpriced) == (0.75, 0)


def test_an_unknown_price_is_none_and_never_0() -> None:
    """Not even where a refused call cost nothing."""
    whole = spent(history_of(sent(0), answered(0, raw(1, 1)), sent(1), failed(1, "rate_limit")))
    assert (whole.cost, whole.unpriced) == (None, 1)


def test_a_seat_without_a_price_does_not_hide_the_others_cost() -> None:
    """The sum is of what is known, and the calls that it lacks are counted."""
    calls = history_of(
        sent(0), answered(0, raw(1, 1), money=0.5), sent(1, "Ben"), failed(1, "forbidden"),
        sent(2), answered(2, raw(1, 1)),
    )  # fmt: skip
    assert (spent(calls).cost, spent(calls).unpriced) == (0.5, 1)
    assert by_seat(calls)["Ben"].cost == 0.0


def test_what_nobody_counted_stands_apart() -> None:
    """A reply without usage, a call that broke off and one without an end: at the worst case."""
    whole = spent(
        history_of(
            sent(0), answered(0, raw(), money=0.1), sent(1), failed(1, "timeout", tokens=1000),
            sent(2), answered(2, raw(7, 1), money=0.5), sent(3),
        )
    )  # fmt: skip
    assert (whole.input, whole.cost, whole.unpriced) == (7, 0.5, 0)
    assert whole.worst == WorstCase(calls=3, tokens=3000, cost=0.1, unpriced=1, unbelievable=0)


def test_failed_calls_are_counted_by_fault_and_tries_apart() -> None:
    """A try again is one more call."""
    whole = spent(
        history_of(
            sent(0), failed(0, "overloaded"), sent(1, again=1), failed(1, "overloaded"),
            sent(2, again=2), failed(2, "server"), sent(3, again=3), answered(3, raw(1, 1)),
        )
    )  # fmt: skip
    assert (whole.calls, whole.again) == (4, 3)
    assert whole.failed == {"overloaded": 2, "server": 1}


def test_late_and_ignored_replies_are_counted_and_paid() -> None:
    """Nobody used them; the provider was paid all the same."""
    whole = spent(
        history_of(
            sent(0), answered(0, raw(5, 1), late=True, money=0.1),
            sent(1), answered(1, raw(5, 1), money=0.1), ignored(1),
        )
    )  # fmt: skip
    assert (whole.late, whole.ignored, whole.input) == (1, 1, 10)
    assert whole.cost == pytest.approx(0.2)


def test_seconds_are_told_by_sum_median_and_p90() -> None:
    """Nine of ten calls took no longer than the last of these."""
    records = [
        each
        for call in range(10)
        for each in (sent(call), answered(call, raw(1, 1), seconds=float(call)))
    ]
    whole = spent(history_of(*records))
    assert (whole.seconds, whole.seconds_median, whole.seconds_p90) == (45.0, 4.5, 8.0)


def test_a_lost_call_took_nobody_knows_how_long() -> None:
    """Its seconds are left out, not taken for 0."""
    whole = spent(history_of(sent(0), failed(0, "lost", tokens=9), sent(1), answered(1, raw(1, 1))))
    assert (whole.seconds, whole.seconds_median) == (1.0, 1.0)


def test_new_input_is_the_median_over_calls_that_can_be_compared() -> None:
    """As counted, and by four bytes a token."""
    whole = spent(
        history_of(
            sent(0, items=[user("Go.")]), answered(0, raw(10, 4)),
            sent(1, items=[user("a" * 10)]), answered(1, raw(20, 4)),
            sent(2, items=[user("a" * 50)]), answered(2, raw(44, 4)),
        )
    )  # fmt: skip
    assert whole.new_tokens == (6 + 20) / 2
    setup = len('{"role":"user","text":""}')
    assert whole.new_size == (setup + 30) / 4
    assert whole.repeated_share is not None
    assert 0 < whole.repeated_share < 1


def test_steps_down_are_named_with_their_call() -> None:
    """From what, to what."""
    whole = spent(
        history_of(
            sent(0), failed(0, "bad_request"), sent(1, step="offered"), answered(1, raw(1, 1))
        )
    )
    assert whole.stepped == (Stepped(seat="Ada", call=1, before="forced", after="offered"),)


def test_epochs_are_those_of_all_seats() -> None:
    """Each conversation is one."""
    calls = history_of(
        sent(0), answered(0, raw(1, 1)), sent(1, epoch=2), answered(1, raw(1, 1)),
        sent(2, "Ben"), failed(2, "server"),
    )  # fmt: skip
    assert spent(calls).epochs == 3
    assert by_seat(calls)["Ada"].epochs == 2


@pytest.mark.parametrize(
    ("fault", "then", "refused"),
    [
        ("bad_request", {}, 1),
        ("too_long", {}, 0),
        ("bad_request", {"step": "schema"}, 0),
        ("bad_request", {"asked": "Ada.9"}, 0),
    ],
)
def test_conversations_that_were_refused_are_counted(
    fault: Any, then: dict[str, Any], refused: int
) -> None:
    """Their length explains it, or another form of them, else nothing does."""
    calls = history_of(
        sent(0, "Ben"), answered(0, raw(1, 1)), sent(1, asked="Ada.2"), failed(1, fault),
        sent(2, **{"asked": "Ada.2", "epoch": 2, **then}), answered(2, raw(1, 1)),
    )  # fmt: skip
    assert spent(calls).refused_epochs == by_seat(calls)["Ada"].refused_epochs == refused


def test_the_data_is_json() -> None:
    """With the shares, which are no fields."""
    data = spent(history_of(sent(0), answered(0, raw(4, 1, cached=1)))).data()
    assert json.loads(json.dumps(data)) == {**data, "stepped": []}
    assert data["cache_share"] == 0.25
