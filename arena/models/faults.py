"""Converts HTTP status, error body and headers of a failed call to a `Fault`.

No SDK is imported; no fault holds a request, so none holds a key. `error_bodies` extracts the
message.
"""

import re
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from hashlib import sha256
from math import isfinite

from arena.errors import Fault, FaultKind
from arena.models.error_bodies import (
    STREAM,
    codes,
    error_data,
    error_words,
    is_error,
    status_inside,
)
from arena.models.json_shapes import field, mapping, sequence, text
from arena.models.keys import scrub
from arena.models.overflows import is_overflow, never_fits
from arena.text import escaped

LONGEST = 300
READ = 4_000
"""Number of characters of a message that are searched for signs of a busy server."""
UNTOLD = "no reason given"
FIRST_WAIT, LONGEST_WAIT, MOST_ASKED = 0.5, 30.0, 120.0
"""Seconds: the first wait, the longest exponential wait, the longest wait a server may ask for."""
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
"""Fault by HTTP status; others: `server` from 500, `bad_request` from 400, else `unreadable`."""

OUT_OF_MONEY = ("insufficient_quota", "billing_hard_limit_reached", "billing_not_active")
BUSY = re.compile(
    r"^(\w+: )?overloaded($|[.,;:!])"
    r"|\b(currently|temporarily|too) (overloaded|busy|unavailable|at capacity)"
    r"|\b(engine|server|service|system|model|backend|cluster|upstream|provider)s? "
    r"(is |are )(overloaded|busy|at capacity|over capacity)\b",
    re.IGNORECASE,
)
"""Matches what a busy server says, whatever the status: the same request may succeed later."""
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
    """Return the fault of a reply with an error status; `of` names the model."""
    data = error_data(body)
    said = error_words(data)
    return Fault(
        _closer(_kind(status, codes(data)), (*codes(data), said)),
        sentence(f"{of}: HTTP {status}: {said or UNTOLD}", keys),
        status=status,
        retry_after=retry_after(headers, datetime.now(UTC)) or _delay(data),
        param=text(field(data, "error", "param")),
    )


def fault_inside(raw: Mapping[str, object], *, of: str, keys: Iterable[str] = ()) -> Fault | None:
    """Return the fault in the body of a reply with status 200, as some gateways send it."""
    if not is_error(raw):
        return None
    known, named, said = status_inside(raw), codes(raw), error_words(raw)
    kind = _kind(known or 500, named)
    if known is None:
        kind = next((CODES[code] for code in named if code in CODES), kind)
    why = f"{of}: the reply tells of an error: {said or UNTOLD}"
    return Fault(_closer(kind, (*named, said)), sentence(why, keys), status=known)


def no_reply(body: bytes, *, of: str) -> Fault:
    """Return the fault of a body with status 200 that is not a JSON object."""
    begin = body.lstrip()[:10].lower()
    what = "no JSON object"
    if begin.startswith(STREAM):
        what = "a stream of events, and none was asked for"
    elif begin.startswith(b"<"):
        what = "a page of HTML, and no JSON"
    return Fault("unreadable", f"{of}: the reply is {what}", status=200)


def retry_after(headers: Mapping[str, str], now: datetime) -> float | None:
    """Return the seconds that a server asks to wait; None if it does not ask."""
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


def wait_before(attempt: int, fault: Fault, *, seed: str) -> float | None:
    """Return the seconds to wait before a retry; None if the call is not to be retried.

    `attempt` counts the tries so far, from 1. The wait doubles with each, minus a jitter of up to
    half that is drawn by `seed`, so that seats which failed together don't retry together. What a
    server asks for is added; above two minutes the call is given up.
    """
    if not fault.retried or (fault.retry_after or 0.0) > MOST_ASKED:
        return None
    doubled = min(FIRST_WAIT * 2.0 ** min(attempt - 1, 16), LONGEST_WAIT)
    drawn = int.from_bytes(sha256(f"{seed}:{attempt}".encode()).digest()[:8]) / 2.0**64
    return (fault.retry_after or 0.0) + doubled * (1.0 - drawn / 2.0)


def sentence(why: str, keys: Iterable[str] = ()) -> str:
    """Return the text on one line, without keys, at most 300 characters long."""
    line = escaped(" ".join(scrub(why, keys).split()))
    return line if len(line) <= LONGEST else f"{line[: LONGEST - 1]}…"


def _kind(status: int, named: tuple[str, ...]) -> FaultKind:
    if any("overloaded" in code for code in named):
        return "overloaded"
    if any(code in OUT_OF_MONEY for code in named):
        return "forbidden"
    if status in KINDS:
        return KINDS[status]
    if status >= 500:  # noqa: PLR2004
        return "server"
    return "bad_request" if status >= 400 else "unreadable"  # noqa: PLR2004


def _closer(kind: FaultKind, said: tuple[str, ...]) -> FaultKind:
    """Return a more specific kind of fault where the message gives one.

    It can say that the conversation is too long, or that the server is busy.
    """
    if kind == "rate_limit":
        return "too_long" if any(map(never_fits, said)) else kind
    if kind not in {"bad_request", "server"}:
        return kind
    if any(map(is_overflow, said)):
        return "too_long"
    return "overloaded" if any(BUSY.search(each[:READ]) for each in said) else kind


def _delay(data: object) -> float | None:
    """Return the seconds of a `retryDelay` among the error details, as Google's servers send it."""
    for each in sequence(field(data, "error", "details")):
        found = re.fullmatch(r"(\d{1,9}(?:\.\d{1,9})?)s", text(mapping(each).get("retryDelay")))
        if found is not None:
            return float(found[1])
    return None
