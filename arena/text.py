"""Text from elsewhere, made safe to print: a file cannot move the cursor or turn a line around."""

import json
import re
from pathlib import Path
from shlex import quote
from typing import Any

LONGEST_VALUE = 80
LONGEST_DESCRIPTION = 2000
LONGEST_WORD = 240
"""Characters in a row that a message holds; a path that is to be copied is hardly longer."""


def escaped(text: str, but: str = "") -> str:
    r"""Return the text with what is not printable written out: a carriage return becomes `\r`.

    The characters in `but` stay as they are.
    """
    if text.isprintable():
        return text
    return "".join(
        each if each.isprintable() or each in but else each.encode("unicode_escape").decode()
        for each in text
    )


def writable(text: str) -> str:
    """Return the text with what no file can have, half a pair of surrogates, written out."""
    return text.encode(errors="backslashreplace").decode()


def described(error: BaseException) -> str:
    """Return an exception of somebody else's code in words: its class and what it says, cut."""
    name = type(error).__name__
    try:
        said = str(error)
    except Exception:  # noqa: BLE001 - whatever it is, it says nothing
        return name
    return writable(f"{name}: {said[:LONGEST_DESCRIPTION]}")


def plural(count: object, one: str, many: str | None = None) -> str:
    """Return `1 zombie`, `2 zombies`, `3 dice`."""
    return f"{count} {one if count == 1 else many or one + 's'}"


def shown(value: object) -> str:
    """Return a value that somebody gave as a message shows it: as Python writes it, and cut."""
    text = repr(value)
    return text if len(text) <= LONGEST_VALUE else f"{text[: LONGEST_VALUE - 4]}...{text[-1]}"


def shortened(text: str) -> str:
    """Return a message with each very long word of it cut, where nobody knew that it would be."""
    return re.sub(rf"\S{{{LONGEST_WORD},}}", lambda found: f"{found[0][:LONGEST_VALUE]}...", text)


def shell_path(path: Path) -> str:
    """Return a path as it can be pasted behind a command."""
    text = str(path)
    return quote(f"./{text}" if text.startswith("-") else text)


def escaped_all(value: object, but: str = "") -> Any:  # noqa: ANN401 - of the form that it had
    """Return JSON data with every text in it escaped, keys included, as `escaped` does."""
    match value:
        case str():
            return escaped(value, but)
        case list():
            return [escaped_all(each, but) for each in value]
        case dict():
            return {escaped_all(key, but): escaped_all(each, but) for key, each in value.items()}
        case _:
            return value


def document(value: object) -> str:
    """Return JSON on one line; what is not printable stands as an escape that means the same."""
    return re.sub(r"[^ -~]", _written_out, json.dumps(value, ensure_ascii=False))


def _written_out(found: re.Match[str]) -> str:
    return found[0] if found[0].isprintable() else json.dumps(found[0])[1:-1]
