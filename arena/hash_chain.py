"""Compact JSON, and the hash chain over it.

JSON is written without spaces, with keys in the order of the record's definition, so each record
has one encoding. A line is a record's JSON with `hash` as its last key: the SHA-256 of the previous
hash and of the body, the record without `hash`. Changing a line invalidates every line after it.
"""

import json
from collections.abc import Callable
from hashlib import sha256
from math import isfinite
from typing import Any

from pydantic_core import from_json

from arena.forms import JsonRecord

GENESIS = ""
"""Stands for the hash before the first record."""
TAIL = len(',"hash":""}\n') + 64

SHOWN = 160
"""Maximum length of a value in a message."""

encode: Callable[[object], str] = json.JSONEncoder(
    separators=(",", ":"), ensure_ascii=False, allow_nan=False, check_circular=False
).encode
"""Returns a value's compact JSON; `ValueError` for a number that JSON does not have."""


def _number(text: str) -> float:
    """Parse a non-integer number; `ValueError` if it is not finite."""
    value = float(text)
    if not isfinite(value):
        raise ValueError(f"{text} is out of the range of JSON's numbers")
    return value


_decode = json.JSONDecoder(parse_float=_number, parse_constant=_number).decode
_DIGITS = b"0123456789.-"
_BARE = bytes.maketrans(b"\t\n\r ,[E", b"::::::e")
RANGE = 308
"""Digits up to which a number without an exponent is within the range of a float."""


def digest(data: bytes) -> str:
    """Return the SHA-256 in hexadecimal."""
    return sha256(data).hexdigest()


def chained(previous: str, body: JsonRecord) -> tuple[bytes, str]:
    """Return a body's line, newline included, and its hash."""
    text = encode(body)
    hash_ = digest((previous + text).encode())
    return f'{text[:-1]},"hash":"{hash_}"}}\n'.encode(), hash_


def parsed(data: bytes) -> Any:  # noqa: ANN401 - JSON has no narrower type
    """Parse JSON; `ValueError` for what could not be written again as JSON in UTF-8."""
    if not _may_overflow(data):
        try:
            return from_json(data, allow_inf_nan=False)
        except ValueError:  # the slow parser has better errors and nests deeper
            pass
    return _slowly(data)


def _slowly(data: bytes) -> object:
    try:
        text = data.decode()
        value: object = _decode(text)
        if "\\u" in text:  # maybe a lone surrogate, which UTF-8 can't encode
            encode(value).encode()
    except RecursionError:
        raise ValueError("it is nested too deeply") from None
    return value


def _may_overflow(data: bytes) -> bool:
    """Return True if a number may be too large for the fast parser, which makes it infinite.

    Without its digits, such a number begins with its exponent; a word after a space does too.
    """
    bare = data.translate(_BARE, _DIGITS)
    return len(data) - len(bare) > RANGE or b":e" in b":" + bare


def split(line: bytes) -> tuple[bytes, str]:
    """Split a line into its body and its hash; ("", "") if it has none."""
    head, tail = line[:-TAIL], line[-TAIL:]
    if not (tail.startswith(b',"hash":"') and tail.endswith(b'"}\n')):
        return b"", ""
    return head + b"}", tail[9:73].decode("latin-1")


def short(value: object) -> str:
    """Return a value, or the essential keys of a record, shortened for a message."""
    if isinstance(value, dict) and "type" in value:
        value = {key: value[key] for key in value if key in {"type", "seen_by", "data"}}
    text = value if isinstance(value, str) else encode(value)
    return text if len(text) <= SHOWN else f"{text[: SHOWN - 3]}..."
