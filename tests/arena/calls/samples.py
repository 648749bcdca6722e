"""Records of `calls.jsonl`, made by hand for the tests of what is read from them."""

from dataclasses import replace
from typing import Any

from arena.calls.budget import BrokenOff
from arena.calls.history import Call, history
from arena.calls.records import (
    CallAnswered,
    CallFact,
    CallFailed,
    CallIgnored,
    CallRecord,
    CallSent,
    Cost,
    SessionBegan,
)
from arena.errors import FaultKind
from arena.models.types import Item

SPECS = {"Ada": "openai-compatible:m@http://127.0.0.1:1/v1", "Ben": "anthropic:m"}
AT = "2026-11-21T12:00:00.000+00:00"
WORST = Cost(tokens=1000, money=None)
TOOLS = ({"name": "move", "description": "Move.", "schema": {"type": "object"}},)


def history_of(*facts: CallFact) -> tuple[Call, ...]:
    """Return the history that the records of one session tell."""
    began = SessionBegan(versions={}, python="3", resumed=None)
    records = [CallRecord(data=data, i=i, at=AT) for i, data in enumerate((began, *facts))]
    return history(records, SPECS)


def user(text: str) -> Item:
    """Return what a model is told."""
    return {"role": "user", "text": text}


def sent(call: int, seat: str = "Ada", **more: Any) -> CallSent:
    """Return an intent; what is not given is that of a first, forced call."""
    data = CallSent(
        call=call, seat=seat, asked=f"{seat}.{call + 1}", purpose="answer", attempt=0, again=0,
        step="forced", epoch=1, tools=None, items=(), digest="0" * 64, least=0, worst=WORST,
    )  # fmt: skip
    return replace(data, **more)


def raw(
    *counted: int, cached: int = 0, reasoning: int = 0, said: str = "I move."
) -> dict[str, Any]:
    """Return a reply of Chat Completions; `counted` are its input and output tokens, if any."""
    reply: dict[str, Any] = {
        "id": "x", "model": "m-1",
        "choices": [{"message": {"role": "assistant", "content": said}, "finish_reason": "stop"}],
    }  # fmt: skip
    if counted:
        reply["usage"] = {
            "prompt_tokens": counted[0],
            "completion_tokens": counted[1],
            "prompt_tokens_details": {"cached_tokens": cached},
            "completion_tokens_details": {"reasoning_tokens": reasoning},
        }
    return reply


def answered(
    call: int,
    reply: dict[str, Any],
    *,
    money: float | None = None,
    seconds: float = 1.0,
    late: bool = False,
) -> CallAnswered:
    """Return the record of a reply, booked as counted, or else at its worst case.

    The counted tokens are left out of it: they are read from the reply.
    """
    usage = reply.get("usage", {})
    tokens = usage.get("prompt_tokens", 0) + usage.get("completion_tokens", 0)
    booked = Cost(tokens=tokens if usage else 1000, money=money)
    return CallAnswered(
        call=call,
        raw=reply,
        booked=booked,
        usage=None,
        unbelievable=False,
        seconds=seconds,
        late=late,
    )


def failed(
    call: int,
    fault: FaultKind | BrokenOff,
    *,
    tokens: int = 0,
    money: float | None = 0.0,
    status: int | None = None,
) -> CallFact:
    """Return the record of a call that failed after two seconds."""
    return CallFailed(
        call=call, fault=fault, status=status, why=f"it was {fault}", raw=None,
        booked=Cost(tokens=tokens, money=money), seconds=2.0, late=False,
    )  # fmt: skip


def ignored(call: int) -> CallAnswered:
    """Return the record of a reply that came as the seat's time was up."""
    return CallIgnored(call=call)
