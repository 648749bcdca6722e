"""A Chat reply that came as a stream of events, put together as if it had come whole."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from arena.models.json_shapes import mapping, sequence

__all__ = ["NOT_WHOLE", "MixedStreamError", "whole_reply"]

NOT_WHOLE = "the stream ended before the reply was whole"
WHOLE_AT_ONCE = frozenset({"role", "id", "type", "name"})
"""What comes whole, though some servers repeat it; all other texts come in pieces."""
NEWEST = 64
"""Entries of a list, the newest, to which a piece may belong."""
DONE = "[DONE]"


class MixedStreamError(ValueError):
    """A piece is of another kind than what came before it in its place."""


class _Pieces(list[str]):
    """A text that grows; joined at the end, since each addition would copy all of it."""


def whole_reply(body: bytes) -> dict[str, Any] | None:
    """Return the reply that a stream's events make up; None: it ended before that.

    An event that is an error is returned as it is. Usage is what the last event that has one says.
    Raises `MixedStreamError`.

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
            delta = mapping(mapping(choice).get("delta"))
            if not delta and (whole := mapping(mapping(choice).get("message"))):
                message, delta = {}, whole
            _add(message, delta)
            reason = mapping(choice).get("finish_reason") or reason
    if reason is None and not (is_whole and message):
        return None
    message = _joined(message)
    if "tool_calls" in message:
        message["tool_calls"] = [_without_index(call) for call in sequence(message["tool_calls"])]
    return head | {"choices": [{"index": 0, "message": message, "finish_reason": reason}]}


def _events(body: bytes) -> Iterator[dict[str, Any] | None]:
    """Yield the data of each event; None for the one that says that there are no more.

    Data is JSON in one line, whatever stands between the lines, or in several that belong together.
    """
    lines: list[str] = []
    text = body.decode("utf-8", "replace").replace("\r\n", "\n").replace("\r", "\n")
    for line in [*text.split("\n"), ""]:
        if line.startswith("data:"):
            data = line.removeprefix("data:").strip()
            if data == DONE:
                yield None
                return
            if (event := _event(data)) is None:
                lines.append(data)
            else:
                yield event
        elif not line and any(lines):
            event, lines = _event("\n".join(lines)), []
            if event is None:
                return
            yield event


def _event(data: str) -> dict[str, Any] | None:
    try:
        read = json.loads(data)
    except (ValueError, RecursionError):
        return None
    return {**mapping(read)}


def _add(whole: dict[str, Any], delta: Mapping[str, Any]) -> None:
    """Add a piece of a message to it."""
    for key, value in delta.items():
        before: Any = whole.get(key)
        if value is None or (before and key in WHOLE_AT_ONCE):
            continue
        if before and _kind(before) != _kind(value):
            raise MixedStreamError(f"{key!r:.40} is {_kind(before)} and then {_kind(value)}")
        if not before and isinstance(value, list | dict | str):
            before = whole[key] = _Pieces() if isinstance(value, str) else type(value)()
        match value:
            case list():
                _add_entries(before, value)
            case dict():
                _add(before, value)
            case str():
                before += [value] if value else []
            case _:
                whole[key] = value


def _kind(value: object) -> str:
    match value:
        case str() | _Pieces():
            return "text"
        case list():
            return "a list"
        case dict():
            return "an object"
        case _:
            return "a number"


def _add_entries(whole: list[Any], entries: list[Any]) -> None:
    """Add the pieces of a list's entries to what they belong to."""
    known = whole[-NEWEST:]
    for entry in entries:
        if not isinstance(entry, dict):
            whole.append(entry)
            continue
        own = _own(known, entry)
        known = [each for each in known if each is not own]
        if own is None:
            own = {}
            whole.append(own)
        _add(own, entry)


def _own(known: list[Any], entry: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return the newest entry of which a piece says nothing else; the last, if it names none."""
    told = _told(entry)
    newest = known[::-1] if {"index", "id"} & told.keys() else known[-1:]
    return next(
        (
            each for each in newest
            if isinstance(each, dict) and {**told, **_told(each)} == {**_told(each), **told}
        ), None,
    )  # fmt: skip


def _told(entry: Mapping[str, Any]) -> dict[str, Any]:
    """Return what tells an entry from others."""
    told = {key: entry.get(key) for key in ("index", "id", "type")}
    told["name"] = mapping(entry.get("function")).get("name")
    return {key: _joined(each) for key, each in told.items() if each not in (None, "", [])}


def _joined(value: Any) -> Any:  # noqa: ANN401 - whatever JSON has
    if isinstance(value, _Pieces):
        return "".join(value)
    if isinstance(value, dict):
        return {key: _joined(each) for key, each in value.items()}
    return [_joined(each) for each in value] if isinstance(value, list) else value


def _without_index(call: object) -> object:
    return {key: value for key, value in mapping(call).items() if key != "index"}
