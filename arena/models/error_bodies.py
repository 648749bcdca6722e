"""Reads error bodies: message, codes, and whether the body is an error at all.

Servers put the reason in many places. Keys are not removed here: `arena.models.faults` does that.
"""

import json
import re
from collections.abc import Iterable, Mapping
from html import unescape
from itertools import islice

from arena.models.json_shapes import field, mapping, sequence, text

STREAM = (b"data:", b"event:", b"id:", b"retry:", b":")
"""Beginnings of a line of server-sent events; a lone colon begins a comment."""
DEEPEST = 12
"""Maximum nesting that is read, JSON inside texts included."""
MOST = 8
"""Maximum number of errors of a list that are reported."""
UNKNOWN = 32
"""Maximum number of objects that are searched under unknown names."""
LONGEST_PLACE = 100
WORDS = (
    "message", "msg", "errormessage", "errormsg", "statusmsg", "statusmessage", "faultstring",
)  # fmt: skip
MORE = ("errors", "detail", "errordescription", "description")
"""Fields that are added to the message, since they name what it is about."""
ELSE = ("reason", "details", "raw", "title")
"""Fields that are used where there is no message. All names in lower case, without `_`."""
PLACES = ("loc", "param", "field")
"""Fields that name the part of a request that an error is about."""
NAMES = ("code", "type")
ECHOED = frozenset({"input", "messages", "request", "body", "ctx", "headers"})
"""Fields in which a server repeats the request."""
ANSWERS = ("choices", "content", "output", "data", "models")
"""Fields of a reply that is no error."""
NUMBERS = ("code", "status", "statuscode", "errorcode", "errcode")
FINE = frozenset({"", "0", "200", "ok", "success"})
FAILED = frozenset({"error", "fail", "failed", "failure"})
TAGGED = re.compile(
    r"<(?:\w+:)?(?:title|message|faultstring|h1)\b[^>]{0,200}>\s*(?:<!\[CDATA\[)?([^<\]]{1,2000})",
    re.IGNORECASE,
)
"""Matches the elements in which HTML and XML pages state the reason."""
PAGE = 50_000
"""Number of characters of a page that are searched."""


def error_data(body: bytes) -> object:
    """Parse an error's JSON; from any other body extract the most informative text.

    That is the data of an event, the title of a page, the message of XML, or the first line.
    """
    data = _decoded(body)
    if data is not None:
        return alone(data)
    plain = body.decode("utf-8", "replace").strip("\ufeff \t\r\n")
    if plain.startswith("<"):
        found = TAGGED.search(plain, 0, PAGE)
        return unescape(found[1]).strip() if found else ""
    lines = plain.splitlines()
    events = [line.removeprefix("data:") for line in lines if line.startswith("data:")]
    first = next((each.strip() for each in (*events, *lines) if each.strip()), "")
    data = _decoded(first)
    if isinstance(data, dict | list):
        return alone(data)
    return "" if first == "null" or "\ufffd" in first or "\0" in first else first


def alone(data: object) -> object:
    """Unwrap a list of one error; return anything else unchanged."""
    entries = sequence(data)
    return entries[0] if len(entries) == 1 else data


def error_words(data: object) -> str:
    """Return an error's message, prefixed by the part of the request it is about; may be empty.

    >>> error_words({"detail": [{"loc": ["body", "top_k"], "msg": "Not permitted"}]})
    'body.top_k: Not permitted'
    """
    return _said(data, DEEPEST)


def codes(data: object) -> tuple[str, ...]:
    """Return the codes and types of an error, where they are strings."""
    inner = field(data, "detail", "error") or field(data, "detail") or field(data, "errors")
    holders = (alone(field(data, "error")), data, alone(inner))
    found = (field(each, name) for each in holders for name in NAMES)
    return tuple(each for each in found if isinstance(each, str))


def is_error(raw: Mapping[str, object]) -> bool:
    """Return True if a reply is an error instead: it says so, or has an error code."""
    if any(raw.get(name) for name in ("choices", "content")):
        return False
    if raw.get("error"):
        return text(raw.get("status")) not in {"completed", "incomplete"}
    if any(raw.get(name) for name in ANSWERS):
        return False
    if raw.get("errors") or "error" in (raw.get("object"), raw.get("type")):
        return True
    own = _plain({**raw, **mapping(raw.get("base_resp"))})
    failed = own.get("success") is False or any(_fails(name, own.get(name)) for name in NUMBERS)
    return failed and any(_said(own.get(name), DEEPEST) for name in (*WORDS, *MORE))


def status_inside(raw: Mapping[str, object]) -> int | None:
    """Return the HTTP status that an error in a reply gives as its code."""
    holders = (alone(raw.get("error")), raw)
    numbers = (_plain(mapping(each)).get(name) for each in holders for name in NUMBERS)
    found = (int(each) for each in map(str, numbers) if re.fullmatch(r"[45][0-9][0-9]", each))
    return next(found, None)


def _fails(name: str, code: object) -> bool:
    if isinstance(code, str) and not code.isdecimal():
        return code.lower() in FAILED if name == "status" else code.lower() not in FINE
    if isinstance(code, bool) or not isinstance(code, int | str):
        return False
    return str(code) not in FINE and not re.fullmatch(r"[1-3][0-9][0-9]", str(code))


def _decoded(given: bytes | str) -> object:
    try:
        return json.loads(given)
    except (ValueError, RecursionError):
        return None


def _plain(each: Mapping[str, object]) -> dict[str, object]:
    """Return an object with normalized keys: `error_msg` and `errorMsg` become the same."""
    return {key.lower().replace("_", "").replace("-", ""): value for key, value in each.items()}


def _said(value: object, deepest: int) -> str:
    """Return the message in a text, a list or an object, without repetition."""
    match value:
        case str():
            return _unwrapped(value.strip(), deepest)
        case list() if deepest:
            said = (_said(each, deepest - 1) for each in value[:MOST])
            return "; ".join(dict.fromkeys(filter(None, said)))
        case dict() if deepest:
            return _placed(value, _said_by(_plain(value), deepest - 1))
        case _:
            return ""


def _unwrapped(said: str, deepest: int) -> str:
    """Return the inner message of an error that a router passes on as JSON text."""
    data = _decoded(said) if deepest and said.startswith(("{", "[")) else None
    return (_said(data, deepest - 1) if isinstance(data, dict | list) else "") or said


def _said_by(each: Mapping[str, object], deepest: int) -> str:
    error = each.get("error")
    said = _said(error, deepest)
    if said and not isinstance(error, str):
        return said
    words, more = (
        next(filter(None, (_said(each.get(name), deepest) for name in names)), "")
        for names in (WORDS, MORE)
    )
    handed_on = _said(field(each, "metadata", "raw"), deepest)
    return (
        _both((said, words, more, handed_on))
        or next(filter(None, (_said(each.get(name), deepest) for name in ELSE)), "")
        or _said_within(each, deepest)
        or next((code for name in NAMES if (code := text(each.get(name)))), "")
    )


def _both(parts: Iterable[str]) -> str:
    """Join the parts, leaving out those contained in another."""
    kept: list[str] = []
    for part in parts:
        if any(part in each for each in kept):
            continue
        kept = [each for each in kept if each not in part]
        kept += [part] if part else []
    return ": ".join(kept)


def _said_within(each: Mapping[str, object], deepest: int) -> str:
    """Return the first message found under unknown names."""
    unknown = (each[name] for name in each if name not in {*WORDS, *MORE, *ELSE, *ECHOED, "error"})
    objects = (
        [entry for entry in value[:MOST] if isinstance(entry, dict)]
        if isinstance(value, list)
        else value
        for value in unknown
        if isinstance(value, list | dict)
    )
    said = (_said(value, deepest) for value in islice(objects, UNKNOWN))
    return next(filter(None, said), "")


def _placed(error: Mapping[str, object], said: str) -> str:
    """Prefix a message by the part of the request it is about."""
    given = next((error[name] for name in PLACES if error.get(name)), "")
    steps = given if isinstance(given, list) else [given]
    known = (str(each) for each in islice(steps, MOST) if isinstance(each, str | int))
    place = ".".join(known)[:LONGEST_PLACE]
    return f"{place}: {said}" if said and place and place not in said else said
