"""Sanitizes foreign text for printing: no cursor control, no bidirectional overrides."""

import json
import re
from pathlib import Path
from shlex import quote
from typing import Any

LONGEST_VALUE = 80
LONGEST_DESCRIPTION = 2000
LONGEST_WORD = 240
"""Maximum length of a word in a message; a path to be copied is hardly longer."""


def escaped(text: str, but: str = "") -> str:
    r"""Escape unprintable characters: a carriage return becomes `\r`.

    The characters in `but` stay unchanged.
    """
    if text.isprintable():
        return text
    return "".join(
        each if each.isprintable() or each in but else each.encode("unicode_escape").decode()
        for each in text
    )


def writable(text: str) -> str:
    """Escape what a file can't hold: lone surrogates."""
    return text.encode(errors="backslashreplace").decode()


def described(error: BaseException) -> str:
    """Describe a foreign exception: its class and its message, shortened."""
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
    """Return a given value for a message: its Python literal, shortened."""
    text = repr(value)
    return text if len(text) <= LONGEST_VALUE else f"{text[: LONGEST_VALUE - 4]}...{text[-1]}"


def shortened(text: str) -> str:
    """Shorten each very long word of a message."""
    return re.sub(rf"\S{{{LONGEST_WORD},}}", lambda found: f"{found[0][:LONGEST_VALUE]}...", text)


def shell_path(path: Path) -> str:
    """Return a path quoted for the shell."""
    text = str(path)
    return quote(f"./{text}" if text.startswith("-") else text)


def escaped_all(value: object, but: str = "") -> Any:  # noqa: ANN401 - of the form that it had
    """Escape every text in JSON data, keys included, as `escaped` does."""
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
    """Return JSON on one line; unprintable characters become JSON escapes."""
    return re.sub(r"[^ -~]", _written_out, json.dumps(value, ensure_ascii=False))


def _written_out(found: re.Match[str]) -> str:
    return found[0] if found[0].isprintable() else json.dumps(found[0])[1:-1]
