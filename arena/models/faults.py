"""What went wrong with a call: HTTP status, error body and headers as one `Fault`.

No SDK is imported; no fault holds a request, so none holds a key. What is done about a fault is
said in `backoff` and by the seat.
"""

import json
import re
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from math import isfinite

from arena.errors import Fault, FaultKind
from arena.models.json_shapes import field, mapping, sequence, text
from arena.models.keys import scrub
from arena.text import escaped

__all__ = ["STREAM", "fault_inside", "no_reply", "retry_after", "sentence", "status_fault"]

LONGEST = 300
NESTED = 3
"""How often an error may stand within an error."""
KINDS: dict[int, FaultKind] = {
    401: "unauthorized",
    402: "forbidden",
    403: "forbidden",
    404: "not_found",
    408: "timeout",
    409: "server",
    413: "too_long",
    429: "rate_limit",
    501: "bad_request",
    529: "overloaded",
}
"""Other statuses: `server` from 500 on, `bad_request` from 400 on, below that `unreadable`."""

STREAM = (b"data:", b"event:", b"id:", b"retry:", b":")
"""How a line of server-sent events begins; behind a colon alone stands a comment."""
OUT_OF_MONEY = ("insufficient_quota", "billing_hard_limit_reached", "billing_not_active")
SENT = r"\b(prompt|inputs?|conversation|context|messages?|string|sequence|request)"
"""What servers call what they were sent."""
MOST = r"(the )?max(imum)?([ _](?!queue|concurr|wait)[a-z]+)?[ _](len|size|tokens? (?!limit))"
TOO_LONG = re.compile(
    rf"{SENT}( token)?( length| size)? (is |are |was )?too (long|large|big)"
    r"|too many (input |prompt )?tokens|reduce the length of (the|your) (input|prompt|messages)"
    r"|context.?(length|window|size|limit)|maximum (prompt|input) length|max_(model|seq)_len"
    r"|(token count|\btokens).{0,40} exceed|exceed.{0,40}\b(token limit|limit of [\d,]+ tokens)"
    rf"|{SENT}\b.{{0,40}}\b(greater|larger|longer|more) than {MOST}"
    rf"|{SENT}( \w+)? exceeds? {MOST}"
    r"|\binputs?\b.{0,4} tokens.{0,30}must be <|tokens must be at least 1, got (-|0\b)"
    r"|must have (less|fewer) than [\d,]+ tokens|range of input length should be"
    r"|request.too.large|kv cache is full|space in the kv cache|context overflow",
    re.IGNORECASE,
)
"""What servers call it, in codes and words."""
RATE = re.compile(
    r"per.(minute|min|hour|day|second)|\b[rt]p[md]\b|rate.?limit|quota|concurren|queue",
    re.IGNORECASE,
)
"""What is said of calls in a time, or at once, in whatever number."""
NEVER = re.compile(r"request too large|too large for (this|the|your) (model|limit)", re.IGNORECASE)
"""What some say of a request that their rate will never let through, beside how much it may."""
ASKED = re.compile(
    r"limit\D{0,12}(?P<limit>\d[\d,_]{0,18})\D{1,40}requested\D{0,12}(?P<asked>\d[\d,_]{0,18})"
    r"|requested\D{0,12}(?P<asked_first>\d[\d,_]{0,18})\D{1,40}"
    r"limit\D{0,12}(?P<limit_last>\d[\d,_]{0,18})",
    re.IGNORECASE,
)
"""How much was asked for, and how much may be at all."""
TOKENS = re.compile(r"token|\btp[md]\b", re.IGNORECASE)
LATER = re.compile(
    r"remain|\bleft\b|concurren|again in\b|retry (after|in)\b|\brequests\b", re.IGNORECASE
)
"""What tells that the same request may fit later, or that requests are what is counted."""
CODES: dict[str, FaultKind] = {
    "rate_limit_exceeded": "rate_limit",
    "rate_limit_error": "rate_limit",
    "invalid_prompt": "bad_request",
    "invalid_request_error": "bad_request",
    "authentication_error": "unauthorized",
    "permission_error": "forbidden",
    "not_found_error": "not_found",
    "timeout_error": "timeout",
}


def status_fault(
    status: int, headers: Mapping[str, str], body: bytes, *, of: str, keys: Iterable[str] = ()
) -> Fault:
    """Return the fault of a reply whose HTTP status is an error; `of` names the model."""
    try:
        data = json.loads(body)
    except (ValueError, RecursionError):
        data = None
    data = _opened(data)
    why = _message(data) or "no reason given"
    return Fault(
        _longer(_kind(status, _codes(data)), data),
        sentence(f"{of}: HTTP {status}: {why}", keys),
        status=status,
        retry_after=retry_after(headers, datetime.now(UTC)) or _delay(data),
        param=text(field(data, "error", "param")),
    )


def fault_inside(raw: Mapping[str, object], *, of: str, keys: Iterable[str] = ()) -> Fault | None:
    """Return the fault that a reply of status 200 tells of in its body; some gateways do so."""
    error = raw.get("error")
    if not error or any(raw.get(name) for name in ("choices", "content")):
        return None
    if text(raw.get("status")) in {"completed", "incomplete"}:
        return None
    status = field(error, "code")
    known = status if isinstance(status, int) and 400 <= status <= 599 else None  # noqa: PLR2004
    codes = _codes(raw)
    kind = _kind(known or 500, codes)
    if known is None:
        kind = next((CODES[code] for code in codes if code in CODES), kind)
    kind = _longer(kind, raw)
    why = _message(raw) or "no reason given"
    return Fault(kind, sentence(f"{of}: the reply tells of an error: {why}", keys), status=known)


def no_reply(body: bytes, *, of: str) -> Fault:
    """Return the fault of a body that came with status 200 and is no JSON object."""
    begin = body.lstrip()[:10].lower()
    what = "no JSON object"
    if begin.startswith(STREAM):
        what = "a stream of events, and none was asked for"
    elif begin.startswith(b"<"):
        what = "a page of HTML, and no JSON"
    return Fault("unreadable", f"{of}: the reply is {what}", status=200)


def retry_after(headers: Mapping[str, str], now: datetime) -> float | None:
    """Return the seconds that a server asks to wait; None where it asks for none."""
    for name, scale in (("retry-after-ms", 0.001), ("retry-after", 1.0)):
        try:
            seconds = float(headers.get(name, "")) * scale
        except ValueError:
            continue
        if isfinite(seconds):
            return max(seconds, 0.0)
    try:
        when = parsedate_to_datetime(headers.get("retry-after", ""))
        aware = when if when.tzinfo is not None else when.replace(tzinfo=UTC)
        return max((aware - now).total_seconds(), 0.0)
    except (ValueError, OverflowError, OSError):
        return None


def sentence(why: str, keys: Iterable[str] = ()) -> str:
    """Return the text on one line, without keys, at most 300 characters long."""
    line = escaped(" ".join(scrub(why, keys).split()))
    return line if len(line) <= LONGEST else f"{line[: LONGEST - 1]}…"


def _kind(status: int, codes: tuple[str, ...]) -> FaultKind:
    if any("overloaded" in code for code in codes):
        return "overloaded"
    if any(code in OUT_OF_MONEY for code in codes):
        return "forbidden"
    if status in KINDS:
        return KINDS[status]
    if status >= 500:  # noqa: PLR2004
        return "server"
    return "bad_request" if status >= 400 else "unreadable"  # noqa: PLR2004


def _longer(kind: FaultKind, data: object) -> FaultKind:
    """Return the kind, or that the conversation is too long: some servers' failure, or rate."""
    said = (*_codes(data), _message(data))
    if kind == "rate_limit":
        return "too_long" if any(_never_fits(each) for each in said) else kind
    if kind not in {"bad_request", "server"}:
        return kind
    return "too_long" if any(TOO_LONG.search(each) for each in said) else kind


def _never_fits(said: str) -> bool:
    """Tell whether a request is larger than all that a rate lets through in its time."""
    if LATER.search(said):
        return False
    numbers = ASKED.search(said)
    if numbers is not None and TOKENS.search(said):
        asked, limit = (
            int(re.sub(r"\D", "", numbers[first] or numbers[second]))
            for first, second in (("asked", "asked_first"), ("limit", "limit_last"))
        )
        return asked > limit
    if NEVER.search(said):
        return True
    return TOO_LONG.search(said) is not None and not RATE.search(said)


def _opened(data: object) -> object:
    """Return an error that stands alone in a list."""
    alone = sequence(data)
    return alone[0] if len(alone) == 1 else data


def _delay(data: object) -> float | None:
    """Return the seconds of a `retryDelay`, as Google's servers have it among the details."""
    for each in sequence(field(data, "error", "details")):
        found = re.fullmatch(r"(\d{1,9}(?:\.\d{1,9})?)s", text(mapping(each).get("retryDelay")))
        if found is not None:
            return float(found[1])
    return None


def _codes(data: object) -> tuple[str, ...]:
    error = field(data, "error")
    found = (field(each, name) for each in (error, data) for name in ("code", "type"))
    return tuple(each for each in found if isinstance(each, str))


def _message(data: object, deepest: int = NESTED) -> str:
    """Return what a provider says; each has its own place for it."""
    error = field(data, "error")
    raw, own = field(error, "metadata", "raw"), field(error, "message")
    inner = (_within(raw, deepest) or _within(own, deepest)) if deepest else ""
    for said in (inner, own, error, field(data, "message"),
                 field(data, "detail"), field(data, "detail", "message"), field(data, "msg"),
                 field(data, "errors")):  # fmt: skip
        if isinstance(said, str) and said.strip():
            return said
    details = [text(mapping(each).get("msg")) for each in sequence(field(data, "detail"))]
    return "; ".join(each for each in details if each)


def _within(said: object, deepest: int) -> str:
    """Return what the error says that a router hands on, as JSON in a text."""
    if isinstance(said, str) and said.lstrip()[:1] in {"{", "["}:
        try:
            said = _opened(json.loads(said))
        except (ValueError, RecursionError):
            return ""
    return _message(said, deepest - 1) if isinstance(said, dict) else ""
