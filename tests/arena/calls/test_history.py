"""What is read from the records of calls, and how each call compares with the one before."""

from dataclasses import replace

import pytest

from arena.calls.history import history
from arena.calls.records import CallRecord
from arena.calls.spending import spent
from arena.errors import ConfigError
from arena.hash_chain import encode
from tests.arena.calls.samples import (
    TOOLS,
    WORST,
    answered,
    failed,
    history_of,
    ignored,
    raw,
    sent,
    user,
)  # fmt: skip

SYSTEM = {"role": "system", "text": "You play."}


def size(*values: object) -> int:
    """Return the bytes of JSON values."""
    return sum(len(encode(value)) for value in values)


REPLY = {"role": "assistant", "raw": [{"role": "assistant", "content": "I move."}]}


def test_a_reply_is_read_by_its_protocol() -> None:
    """Words, tokens and the model that answered, of each of two protocols."""
    message = {
        "type": "message", "model": "m-2", "content": [{"type": "text", "text": "Yes."}],
        "usage": {"input_tokens": 3, "cache_read_input_tokens": 5, "output_tokens": 2},
    }  # fmt: skip
    first, second = history_of(
        sent(0), answered(0, raw(10, 4)), sent(1, "Ben"), answered(1, message)
    )  # fmt: skip
    assert first.reply is not None
    assert (first.reply.text, first.reply.model) == ("I move.", "m-1")
    assert first.usage is not None
    assert (first.usage.input, first.usage.output) == (10, 4)
    assert second.usage is not None
    assert (second.usage.input, second.usage.cached) == (8, 5)


def test_the_first_call_repeats_nothing() -> None:
    """Its size is that of the tools and all items, and there is nothing to compare it with."""
    (call,) = history_of(sent(0, tools=TOOLS, items=[SYSTEM, user("Go.")]), answered(0, raw(10, 4)))
    assert call.size == size(TOOLS, SYSTEM, user("Go."))
    assert (call.repeated, call.new_size, call.new_tokens) == (0, None, None)


def test_a_second_call_repeats_the_first() -> None:
    """New is what came after the reply, in bytes and as the provider counts it."""
    _, call = history_of(
        sent(0, tools=TOOLS, items=[SYSTEM, user("Go.")]), answered(0, raw(10, 4)),
        sent(1, items=[user("And now?")]), answered(1, raw(17, 2)),
    )  # fmt: skip
    assert call.repeated == size(TOOLS, SYSTEM, user("Go."))
    assert call.new_size == size(user("And now?"))
    assert call.size == call.repeated + call.new_size + size(REPLY)
    assert call.new_tokens == 3


def test_seats_are_apart() -> None:
    """Another seat's call in between changes nothing."""
    calls = history_of(
        sent(0, items=[user("Go.")]), answered(0, raw(10, 4)),
        sent(1, "Ben", items=[user("Ben, go.")]), failed(1, "server"),
        sent(2, items=[user("And now?")]), answered(2, raw(17, 2)),
    )  # fmt: skip
    assert [call.new_tokens for call in calls] == [None, None, 3]
    assert calls[1].size == size(user("Ben, go."))


def test_what_a_failed_call_sent_is_new_in_the_next_one() -> None:
    """A call that is tried again is held against the last one that was answered."""
    calls = history_of(
        sent(0, items=[user("Go.")]), answered(0, raw(10, 4)),
        sent(1, items=[user("And now?")]), failed(1, "overloaded", status=529),
        sent(2, again=1), answered(2, raw(17, 2)),
    )  # fmt: skip
    assert [call.new_size for call in calls[1:]] == [size(user("And now?"))] * 2
    assert calls[2].new_tokens == 3
    assert (calls[1].fault, calls[1].status, calls[1].why) == (
        "overloaded",
        529,
        "it was overloaded",
    )


@pytest.mark.parametrize("how", ["late", "ignored"])
def test_a_reply_that_nobody_used_does_not_stand_in_the_conversation(how: str) -> None:
    """The next call sends what was sent before and what is new, no more."""
    end = [ignored(0)] if how == "ignored" else []
    first, call = history_of(
        sent(0, items=[user("Go.")]), answered(0, raw(10, 4), late=how == "late"), *end,
        sent(1, items=[user("And now?")]), answered(1, raw(17, 2)),
    )  # fmt: skip
    assert (first.late, first.ignored) == (how == "late", how == "ignored")
    assert call.size == size(user("Go."), user("And now?"))
    assert call.new_tokens == 7


def test_a_new_epoch_repeats_what_both_begin_with() -> None:
    """Tools, which are told once, and system text; tokens of two are not compared."""
    _, call = history_of(
        sent(0, tools=TOOLS, items=[SYSTEM, user("Go.")]), answered(0, raw(10, 4)),
        sent(1, epoch=2, tools=TOOLS, items=[SYSTEM, user("You were here.")]),
        answered(1, raw(9, 2)),
    )  # fmt: skip
    assert call.repeated == size(TOOLS, SYSTEM)
    assert call.tools is None
    assert call.size == size(TOOLS, SYSTEM, user("You were here."))
    assert (call.new_size, call.new_tokens) == (None, None)


def test_other_tools_repeat_nothing() -> None:
    """They stand in front of all else, so that no cache finds what follows."""
    _, call = history_of(
        sent(0, tools=TOOLS, items=[user("Go.")]), answered(0, raw(10, 4)),
        sent(1, tools=[*TOOLS, *TOOLS], items=[user("And now?")]), answered(1, raw(17, 2)),
    )  # fmt: skip
    assert call.repeated == 0
    assert call.new_size == size(user("And now?"))


def test_a_step_down_is_seen_and_words_need_no_tools() -> None:
    """Tools that are not sent count for nothing."""
    first, second, third = history_of(
        sent(0, tools=TOOLS, items=[user("Go.")]), failed(0, "bad_request", status=400),
        sent(1, step="text", epoch=2, tools=TOOLS, items=[user("Go.")]), answered(1, raw(10, 4)),
        sent(2, step="text", epoch=2, items=[user("On.")]), answered(2, raw(20, 4)),
    )  # fmt: skip
    assert [each.stepped_from for each in (first, second, third)] == [None, "forced", None]
    assert second.size == size(user("Go."))


def test_a_call_without_an_end_is_open() -> None:
    """It is booked at its worst case, and nobody knows how long it took."""
    (call,) = history_of(sent(0))
    assert (call.fault, call.seconds, call.booked.tokens) == ("open", None, 1000)
    assert call.is_worst_case


def test_a_call_that_was_refused_is_no_worst_case() -> None:
    """It cost nothing, and that is known."""
    refused, cut = history_of(
        sent(0), failed(0, "rate_limit", status=429), sent(1), failed(1, "timeout", tokens=1000)
    )
    assert not refused.is_worst_case
    assert cut.is_worst_case


def test_a_recorded_reply_that_cannot_be_read_is_a_fault() -> None:
    """Nothing is raised: a record may have been written by another version."""
    (call,) = history_of(sent(0), answered(0, {"choices": []}))
    assert (call.reply, call.fault) == (None, "unreadable")
    assert call.raw == {"choices": []}


def test_a_seat_whose_spec_is_no_models_is_refused() -> None:
    """The record and the header contradict each other."""
    lines = [CallRecord(data=sent(0), i=0, at="2026-11-21T12:00:00+00:00")]
    with pytest.raises(ConfigError, match="'house' is of no known kind"):
        history(lines, {"Ada": "house"})
    with pytest.raises(LookupError):
        history(lines, {})


def test_a_count_that_cant_be_is_none_and_said() -> None:
    """What the provider counted stands in the raw reply alone."""
    reply = replace(answered(0, raw(10, 4)), unbelievable=True, booked=WORST)
    (call,) = history_of(sent(0), reply)
    assert (call.usage, call.unbelievable, call.is_worst_case) == (None, True, True)
    assert spent((call,)).worst.unbelievable == 1
