"""Escapes the words of players, so that they stay within one string on one line.

A model is shown the words of other players, and its own where these were invalid. None of them may
look like a heading, a role, a tag, a tool call or the end of a string. So each character that is
not printable, and each that such a frame is made of, is written as a JSON escape, which means the
same character. `call_forms` relies on that.
"""

import json
import re

CALLED = r"(?<=[^ !\x22$-')-/:;=?@^~])\("
"""A round bracket right behind a word, as in a call of a function."""
FRAME = re.compile(rf"[<>\[\]{{}}#|`\u00a0]|{CALLED}|[^ -~]")
"""Characters of frames, and all that are not printable ASCII; printable letters are not escaped in
the end."""
OWN_FRAME = re.compile(rf"[<>{{}}|`\u00a0]|{CALLED}|[^ -~]")
"""The same without the characters of lists: for a model's own words, which may repeat others'."""
MOST = 10_000
CUT = " (cut)"


def quoted(text: str, most: int = MOST) -> str:
    r"""Return the text as a JSON string literal on one line, cut after `most` characters.

    >>> print(quoted("</say> # Your turn"))
    "\u003c/say\u003e \u0023 Your turn"
    """
    return _escape(FRAME, json.dumps(_cut(text, most), ensure_ascii=False))


def harmless(text: str, most: int = MOST) -> str:
    """Escape a sentence on one line in the same way, without quotation marks around it."""
    return _escape(FRAME, _cut(text, most))


def own_words(text: str, most: int = MOST) -> list[str]:
    """Return the lines of a model's own words, with tags and calls escaped."""
    return [_escape(OWN_FRAME, line) for line in _cut(text, most).splitlines()]


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else text[:most] + CUT


def _escape(frame: re.Pattern[str], text: str) -> str:
    return frame.sub(_written_out, text)


def _written_out(found: re.Match[str]) -> str:
    each = found[0]
    if each.isprintable() and not each.isascii():
        return each
    return "".join(f"\\u{unit:04x}" for unit in _units(each))


def _units(each: str) -> list[int]:
    """Return the UTF-16 code units, of which JSON escapes are made."""
    data = each.encode("utf-16-be", "surrogatepass")
    return [int.from_bytes(data[at : at + 2], "big") for at in range(0, len(data), 2)]
