"""Assembles a Chat Completions reply from a stream of server-sent events.

Servers differ: some send increments, some repeat everything so far in each event; some leave out
`data:`. Comments before an unstreamed reply do not make it a stream.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from arena.models.error_bodies import STREAM, is_error
from arena.models.json_shapes import field, mapping, sequence

NOT_WHOLE = "the stream ended before the reply was whole"
WHOLE_AT_ONCE = frozenset({"role", "id", "type", "name"})
"""Fields that arrive whole, though some servers repeat them; all other texts arrive in pieces."""
NEWEST = 64
"""Number of newest list entries to which a piece may belong."""
MOST_BY_CHANCE = 2
"""Number of pieces that may share a beginning by chance: `*` and `**bold`, `1` and `10`."""
DONE = "[DONE]"
BOM = b"\xef\xbb\xbf"
COMMENTS = re.compile(rb"(\s*:[^\r\n]*[\r\n])*\s*")
SHORT = 300
"""Number of argument pieces up to which they are tested for completeness."""


class MixedStreamError(ValueError):
    """A piece has another JSON type than the earlier pieces of the same field."""


class _Pieces(list[str]):
    """A growing text; joined at the end, since each concatenation would copy all of it."""


def without_comments(body: bytes) -> bytes:
    """Strip the comments that some routers send while they wait for a reply."""
    plain = body.removeprefix(BOM)
    begun = COMMENTS.match(plain)
    return (plain[begun.end() :] if begun else plain) or plain


def is_stream(body: bytes) -> bool:
    """Return True if a body consists of events: named lines, or JSON on each line."""
    if body.lstrip().startswith(STREAM):
        return True
    first, _, more = body.strip().partition(b"\n")
    return bool(first.startswith(b"{") and more and _event(first.decode("utf-8", "replace")))


def whole_reply(body: bytes) -> dict[str, object] | None:
    """Assemble the reply from a stream's events; None if the stream ended early.

    An event that is an error is returned alone. Usage is taken from the last event that has it.
    Raises `MixedStreamError`.

    >>> whole_reply(b'data: {"choices":[{"delta":{"content":"Hi"},"finish_reason":"stop"}]}')
    {'choices': [{'index': 0, 'message': {'content': 'Hi'}, 'finish_reason': 'stop'}]}
    """
    message: dict[str, object] = {}
    head: dict[str, object] = {}
    reason, is_whole = None, False
    for event in _events(body):
        if event is None:
            is_whole = True
            break
        if event.get("error") or is_error(event):
            return {key: value for key, value in event.items() if key != "choices"}
        head |= {key: value for key, value in event.items() if key != "choices" and value}
        for choice in sequence(event.get("choices"))[:1]:
            delta = mapping(mapping(choice).get("delta"))
            if not delta and (whole := mapping(mapping(choice).get("message"))):
                message, delta = {}, whole
            _add(message, delta)
            reason = mapping(choice).get("finish_reason") or reason
    if reason is None and not (is_whole and message):
        return None
    message = {key: _joined(each) for key, each in message.items()}
    if "tool_calls" in message:
        message["tool_calls"] = [_without_index(call) for call in sequence(message["tool_calls"])]
    return head | {"choices": [{"index": 0, "message": message, "finish_reason": reason}]}


def _events(body: bytes) -> Iterator[dict[str, object] | None]:
    """Yield the data of each event; None for the event that ends the stream.

    Data is JSON on one line, or on several that belong together. Some servers omit the `data:`
    prefix.
    """
    lines: list[str] = []
    is_failure = False
    text = body.decode("utf-8-sig", "replace").replace("\r\n", "\n").replace("\r", "\n")
    for given in [*text.split("\n"), ""]:
        line = f"data:{given}" if given.startswith("{") and _event(given) else given.lstrip()
        if line.startswith("event:"):
            is_failure = line.removeprefix("event:").strip() == "error"
        if line.startswith("data:"):
            data = line.removeprefix("data:").strip()
            if data == DONE:
                yield None
                return
            if (event := _event(data)) is None:
                lines.append(data)
            else:
                yield _as_failure(event) if is_failure else event
        elif not line and any(lines):
            data, lines = "\n".join(lines), []
            event = _event(data)
            if event is None and not is_failure:
                return
            yield _as_failure(event or data) if is_failure else event


def _as_failure(said: dict[str, object] | str) -> dict[str, object]:
    return said if isinstance(said, dict) and said.get("error") else {"error": said}


def _event(data: str) -> dict[str, object] | None:
    try:
        read = json.loads(data)
    except (ValueError, RecursionError):
        return None
    return {**mapping(read)}


def _add(whole: dict[str, object], delta: Mapping[str, object]) -> None:
    for key, value in delta.items():
        before: object = whole.get(key)
        if value is None or (before and key in WHOLE_AT_ONCE):
            continue
        if before and _kind(before) != _kind(value):
            raise MixedStreamError(f"{key!r:.40} is {_kind(before)} and then {_kind(value)}")
        if not before and isinstance(value, list | dict | str):
            before = whole[key] = _Pieces() if isinstance(value, str) else type(value)()
        match before, value:
            case _Pieces() as text, str():
                text += [value] if value else []
            case list() as entries, list():
                _add_entries(entries, value)
            case dict() as inside, dict():
                _add(inside, value)
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


def _add_entries(whole: list[object], entries: list[object]) -> None:
    known = whole[-NEWEST:]
    for entry in entries:
        if not isinstance(entry, dict):
            whole.append(entry)
            continue
        own = _own(known, entry)
        if own is None:
            own = _begun(known, entry)
        known = [each for each in known if each is not own]
        if own is None:
            own = {}
            whole.append(own)
        _add(own, entry)


def _own(known: list[object], entry: Mapping[str, object]) -> dict[str, object] | None:
    """Return the newest entry that a piece does not contradict; the last, if it has no identity."""
    told = _told(entry)
    newest = known[::-1] if {"index", "id"} & told.keys() else known[-1:]
    return next(
        (
            each for each in newest
            if isinstance(each, dict) and {**told, **_told(each)} == {**_told(each), **told}
        ), None,
    )  # fmt: skip


def _begun(known: list[object], entry: Mapping[str, object]) -> dict[str, object] | None:
    """Return the call that a piece continues although its id differs.

    Some servers make up an id for each piece, others give every call index 0. So a piece that names
    a function begins another call, unless the arguments so far are incomplete.
    """
    told = _told(entry)
    objects = [each for each in known[::-1] if isinstance(each, dict)]
    for each in objects if {"index", "id"} <= told.keys() else ():
        before = _told(each)
        if before.get("index") == told["index"]:
            others = {key: told[key] for key in ("type", "name") if key in told}
            is_same = "name" not in told or ("name" in before and not _is_whole(each))
            return each if is_same and (before | others) == before else None
    return None


def _is_whole(call: Mapping[str, object]) -> bool:
    """Return True if arguments are complete JSON; for very many pieces only the end is checked."""
    pieces = field(call, "function", "arguments")
    if not isinstance(pieces, _Pieces):
        return True
    is_closed = bool(pieces) and pieces[-1].rstrip().endswith("}")
    return is_closed and (len(pieces) > SHORT or _is_json(_text_of(pieces)))


def _told(entry: Mapping[str, object]) -> dict[str, object]:
    """Return the fields that identify an entry."""
    told = {key: entry.get(key) for key in ("index", "id", "type")}
    told["name"] = mapping(entry.get("function")).get("name")
    return {key: _joined(each) for key, each in told.items() if each not in (None, "", [])}


def _joined(value: object) -> object:
    if isinstance(value, _Pieces):
        return _text_of(value)
    if isinstance(value, dict):
        return {key: _joined(each) for key, each in value.items()}
    return [_joined(each) for each in value] if isinstance(value, list) else value


def _text_of(pieces: Sequence[str]) -> str:
    """Join the pieces of a text, or return the last where each repeats all before it.

    They are cumulative for sure where the last is a JSON object and the concatenation is not, and
    where they grew more than once, other than by repetition.
    """
    whole = "".join(pieces)
    if len(pieces) <= 1:
        return whole
    first, last = pieces[0], pieces[-1]
    grows = all(after.startswith(before) for before, after in pairwise(pieces))
    if last.lstrip().startswith("{") and (grows or last * 2 == whole) and _is_json(last):
        return whole if _is_json(whole) else last
    is_repeated = last == (first * (len(last) // len(first) + 1))[: len(last)]
    return last if grows and len(set(pieces)) > MOST_BY_CHANCE and not is_repeated else whole


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def _without_index(call: object) -> object:
    return {key: value for key, value in mapping(call).items() if key != "index"}
