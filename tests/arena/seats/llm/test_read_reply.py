"""What a reply that can't be an answer is told."""

import pytest

from arena.errors import InvalidAnswer
from arena.models.types import Reply, Stop, ToolCall, Usage
from arena.seats.llm.read_reply import call_arguments

CALL = ToolCall(id="1", name="bid", arguments='{"urg')
COUNTED = Usage(input=900, cached=0, written=0, output=512, reasoning=512)


def told(
    *, text: str = "", calls: tuple[ToolCall, ...] = (), stop: Stop = "length", usage: bool = True
) -> InvalidAnswer:
    """Return what a model is told of a reply that can't be taken as a bid."""
    reply = Reply(
        item={}, calls=calls, text=text, reasoning="Hm.", stop=stop,
        usage=COUNTED if usage else None, model="m",
    )  # fmt: skip
    with pytest.raises(InvalidAnswer) as caught:
        call_arguments(reply, "bid", {"bid": ("note", "urgency")})
    return caught.value


IN_THOUGHT = (
    "You were cut off while you thought, after 512 tokens, before you answered. "
    "Possible: to think much less, and to call 'bid' right away."
)
IN_WORDS = (
    "Your answer was cut off in its words, after 512 tokens, before it called a tool. "
    "Possible: to call 'bid' right away."
)
IN_A_CALL = (
    "Your answer was cut off at the longest output, after 512 tokens. Possible: a shorter one."
)


@pytest.mark.parametrize(
    ("text", "calls", "why"),
    [(" ", (), IN_THOUGHT), ("Let me see.", (), IN_WORDS), ("", (CALL,), IN_A_CALL)],
)
def test_who_was_cut_off_is_told_where(text: str, calls: tuple[ToolCall, ...], why: str) -> None:
    """A shorter answer helps nobody who never came to answer."""
    error = told(text=text, calls=calls)
    assert (error.reason, error.why) == ("truncated", why)
    assert told(text=text, calls=calls, usage=False).why == why.replace(", after 512 tokens", "")


def test_a_name_that_no_tool_has_is_no_answer() -> None:
    """It is told as the model wrote it, whatever goes back in its place."""
    error = told(calls=(ToolCall(id="1", name="place it!!", arguments="[]"),), stop="done")
    assert (error.reason, error.why) == (
        "malformed", "You called 'place it!!'. Possible: to call 'bid'.",
    )  # fmt: skip
