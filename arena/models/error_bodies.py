"""What the body of an error says: its words, its codes, and whether it is an error at all.

Servers put the reason in as many places as there are makers. Keys are still in the words: it is
`arena.models.faults` that takes them out.
"""

import json
import re
from collections.abc import Iterable, Mapping
from html import unescape
from itertools import islice

from arena.models.json_shapes import field, mapping, sequence, text

STREAM = (b"data:", b"event:", b"id:", b"retry:", b":")
"""How a line of server-sent events begins; behind a colon alone stands a comment."""
DEEPEST = 12
"""Levels of a body that are looked at, those of JSON inside texts included."""
MOST = 8
"""Errors of a list that are told."""
UNKNOWN = 32
"""Objects that are looked at under names that nobody knows."""
LONGEST_PLACE = 100
WORDS = (
    "message", "msg", "errormessage", "errormsg", "statusmsg", "statusmessage", "faultstring",
)  # fmt: skip
MORE = ("errors", "detail", "errordescription", "description")
"""What is told beside the words, since there it is said of what they are."""
ELSE = ("reason", "details", "raw", "title")
"""What is told where there are no such words. All names are in lower case, without `_`."""
PLACES = ("loc", "param", "field")
"""Which part of a request an error is about."""
NAMES = ("code", "type")
ECHOED = frozenset({"input", "messages", "request", "body", "ctx", "headers"})
"""Under which a server repeats what it was sent."""
ANSWERS = ("choices", "content", "output", "data", "models")
"""What a reply has that is no error."""
NUMBERS = ("code", "status", "statuscode", "errorcode", "errcode")
FINE = frozenset({"", "0", "200", "ok", "success"})
FAILED = frozenset({"error", "fail", "failed", "failure"})
TAGGED = re.compile(
    r"<(?:\w+:)?(?:title|message|faultstring|h1)\b[^>]{0,200}>\s*(?:<!\[CDATA\[)?([^<\]]{1,2000})",
    re.IGNORECASE,
)
"""Where pages and XML have their reason."""
PAGE = 50_000
"""Letters of a page in which it is looked for."""


def error_data(body: bytes) -> object:
    """Return an error's JSON, or what says most of a body that is none.

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
    """Return the error that stands alone in a list; anything else as it is."""
    entries = sequence(data)
    return entries[0] if len(entries) == 1 else data


def error_words(data: object) -> str:
    """Return what an error says, with the part of the request that it is about; it may be empty.

    >>> error_words({"detail": [{"loc": ["body", "top_k"], "msg": "Not permitted"}]})
    'body.top_k: Not permitted'
    """
    return _said(data, DEEPEST)


def codes(data: object) -> tuple[str, ...]:
    """Return the codes and types of an error, where they are texts."""
    inner = field(data, "detail", "error") or field(data, "detail") or field(data, "errors")
    holders = (alone(field(data, "error")), data, alone(inner))
    found = (field(each, name) for each in holders for name in NAMES)
    return tuple(each for each in found if isinstance(each, str))


def is_error(raw: Mapping[str, object]) -> bool:
    """Tell whether what came as a reply is an error in its place: it says so, or has a code."""
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
    """Return the HTTP status that an error in a reply names as its code."""
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
    """Return an object whose names are written in one way: `error_msg` and `errorMsg`."""
    return {key.lower().replace("_", "").replace("-", ""): value for key, value in each.items()}


def _said(value: object, deepest: int) -> str:
    """Return the words of a text, a list or an object, none of whose parts is looked at twice."""
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
    """Return what an error says that a router hands on as JSON in a text, else the text."""
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
    """Return the parts behind each other, without what another one says already."""
    kept: list[str] = []
    for part in parts:
        if any(part in each for each in kept):
            continue
        kept = [each for each in kept if each not in part]
        kept += [part] if part else []
    return ": ".join(kept)


def _said_within(each: Mapping[str, object], deepest: int) -> str:
    """Return the first words of the objects under names that nobody knows."""
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
    """Return what is said, behind the part of the request that it is said of."""
    given = next((error[name] for name in PLACES if error.get(name)), "")
    steps = given if isinstance(given, list) else [given]
    known = (str(each) for each in islice(steps, MOST) if isinstance(each, str | int))
    place = ".".join(known)[:LONGEST_PLACE]
    return f"{place}: {said}" if said and place and place not in said else said
