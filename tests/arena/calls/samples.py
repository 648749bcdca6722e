"""Records of `calls.jsonl`, made by hand for the tests of what is read from them."""

from typing import Any

from arena.calls.history import Call, history

__all__ = ["SPECS", "answered", "failed", "history_of", "ignored", "raw", "sent", "user"]

Record = dict[str, Any]
SPECS = {"Ada": "openai-compatible:m@http://127.0.0.1:1/v1", "Ben": "anthropic:m"}
AT = "2026-11-21T12:00:00.000+00:00"
WORST = {"tokens": 1000, "money": None}
TOOLS = [{"name": "move", "description": "Move.", "schema": {"type": "object"}}]


def history_of(*records: tuple[str, Record]) -> tuple[Call, ...]:
    """Return the history that the records of one session tell."""
    began = ("session_began", {"versions": {}, "python": "3", "resumed": None})
    lines = [
        {"i": i, "type": kind, "at": AT, "data": data}
        for i, (kind, data) in enumerate((began, *records))
    ]
    return history(lines, SPECS)


def user(text: str) -> Record:
    """Return what a model is told."""
    return {"role": "user", "text": text}


def sent(call: int, seat: str = "Ada", **more: Any) -> tuple[str, Record]:
    """Return an intent; what is not given is that of a first, forced call."""
    data = {
        "call": call, "seat": seat, "asked": f"{seat}.{call + 1}", "purpose": "answer",
        "attempt": 0, "again": 0, "step": "forced", "epoch": 1, "tools": None, "items": [],
        "digest": "0" * 64, "worst": WORST,
    }  # fmt: skip
    return "call_sent", {**data, **more}


def raw(*counted: int, cached: int = 0, reasoning: int = 0, said: str = "I move.") -> Record:
    """Return a reply of Chat Completions; `counted` are its input and output tokens, if any."""
    reply: Record = {
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
    reply: Record,
    *,
    money: float | None = None,
    seconds: float = 1.0,
    late: bool = False,
) -> tuple[str, Record]:
    """Return the record of a reply, booked as counted, or else at its worst case."""
    usage = reply.get("usage", {})
    tokens = usage.get("prompt_tokens", 0) + usage.get("completion_tokens", 0)
    booked = {"tokens": tokens if usage else 1000, "money": money}
    return "call_answered", {
        "call": call, "raw": reply, "booked": booked, "usage": usage, "seconds": seconds,
        "late": late,
    }  # fmt: skip


def failed(
    call: int, fault: str, *, tokens: int = 0, money: float | None = 0.0, status: int | None = None
) -> tuple[str, Record]:
    """Return the record of a call that failed after two seconds."""
    return "call_failed", {
        "call": call, "fault": fault, "status": status, "why": f"it was {fault}", "raw": None,
        "booked": {"tokens": tokens, "money": money}, "seconds": 2.0,
    }  # fmt: skip


def ignored(call: int) -> tuple[str, Record]:
    """Return the record of a reply that came as the seat's time was up."""
    return "call_ignored", {"call": call}
