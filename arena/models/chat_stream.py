"""A Chat reply that came as a stream of events, put together as if it had come whole."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from arena.models.json_shapes import mapping, sequence

__all__ = ["NOT_WHOLE", "whole_reply"]

NOT_WHOLE = "the stream ended before the reply was whole"
WHOLE_AT_ONCE = frozenset({"role", "id", "type", "name"})
"""What comes whole, though some servers repeat it; all other texts come in pieces."""
DONE = "[DONE]"


def whole_reply(body: bytes) -> dict[str, Any] | None:
    """Return the reply that a stream's events make up; None: it ended before that.

    An event that is an error is returned as it is. Usage is what the last event that has one says.

    >>> whole_reply(b'data: {"choices":[{"delta":{"content":"Hi"},"finish_reason":"stop"}]}')
    {'choices': [{'index': 0, 'message': {'content': 'Hi'}, 'finish_reason': 'stop'}]}
    """
    message: dict[str, Any] = {}
    head: dict[str, Any] = {}
    reason, is_whole = None, False
    for event in _events(body):
        if event is None:
            is_whole = True
            break
        if event.get("error"):
            return event
        head |= {key: value for key, value in event.items() if key != "choices" and value}
        for choice in sequence(event.get("choices"))[:1]:
            _add(message, mapping(mapping(choice).get("delta") or mapping(choice).get("message")))
            reason = mapping(choice).get("finish_reason") or reason
    if reason is None and not (is_whole and message):
        return None
    if "tool_calls" in message:
        message["tool_calls"] = [
            {key: value for key, value in call.items() if key != "index"}
            for call in message["tool_calls"]
        ]
    return head | {"choices": [{"index": 0, "message": message, "finish_reason": reason}]}


def _events(body: bytes) -> Iterator[dict[str, Any] | None]:
    """Yield the data of each event; None for the one that says that there are no more."""
    for event in body.decode("utf-8", "replace").replace("\r\n", "\n").split("\n\n"):
        lines = [line[5:].removeprefix(" ") for line in event.split("\n") if line[:5] == "data:"]
        data = "\n".join(lines).strip()
        if data == DONE:
            yield None
        elif data:
            try:
                read = json.loads(data)
            except (ValueError, RecursionError):
                return
            if isinstance(read, dict):
                yield read


def _add(whole: dict[str, Any], delta: Mapping[str, Any]) -> None:
    """Add a piece of a message to it."""
    for key, value in delta.items():
        before = whole.get(key)
        if value is None or (before and key in WHOLE_AT_ONCE):
            continue
        if isinstance(value, list):
            _add_entries(whole.setdefault(key, []), value)
        elif isinstance(value, dict):
            _add(whole.setdefault(key, {}), value)
        elif isinstance(value, str) and isinstance(before, str):
            whole[key] = before + value
        else:
            whole[key] = value


def _add_entries(whole: list[Any], entries: list[Any]) -> None:
    """Add pieces of a list's entries: to those of their `index`, else of their id, or the last."""
    for entry in entries:
        if not isinstance(entry, dict):
            whole.append(entry)
            continue
        at = _place(whole, entry)
        if at is None:
            whole.append({})
            at = -1
        if isinstance(whole[at], dict):
            _add(whole[at], entry)


def _place(whole: list[Any], entry: Mapping[str, Any]) -> int | None:
    for key in ("index", "id"):
        if entry.get(key) is not None:
            found = (i for i, each in enumerate(whole) if mapping(each).get(key) == entry[key])
            return next(found, None)
    return len(whole) - 1 if whole else None
