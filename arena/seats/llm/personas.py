"""Personas: a name and a few sentences that a model is to play by, from a TOML file."""

import tomllib
from pathlib import Path

from arena.data import found, names
from arena.errors import ConfigError, possible
from arena.settings import Persona
from arena.text import shown

KEYS = ("name", "text")
LONGEST = {"name": 40, "text": 2_000}
"""Most characters of each key's text."""


def personas() -> tuple[str, ...]:
    """Return the names of the personas that come with the arena."""
    return names("personas")


def persona(given: str | Persona) -> Persona:
    """Load a persona by its name, or by the path of its file. Raises `ConfigError`.

    A loaded persona is returned as it is.
    """
    return given if isinstance(given, Persona) else _read(given)


def _read(name_or_path: str) -> Persona:
    file = found("personas", name_or_path)
    data = _data(file)
    if extra := [key for key in data if key not in KEYS]:
        raise ConfigError(f"{file}: unknown key {shown(extra[0])}. {possible(extra[0], KEYS)}")
    return Persona.model_validate({key: _text(file, key, data.get(key)) for key in KEYS})


def _data(file: Path) -> dict[str, object]:
    try:
        return tomllib.loads(file.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise ConfigError(
            f"{file} can't be read: {error.strerror}. Possible: the path of a persona's file."
        ) from error
    except UnicodeDecodeError as error:
        raise ConfigError(f"{file} is not UTF-8 text (byte {error.start}).") from error
    except (ValueError, RecursionError) as error:
        raise ConfigError(f"{file} is no valid TOML: {error}.") from error


def _text(file: Path, key: str, value: object) -> str:
    text = " ".join(value.split()) if isinstance(value, str) else ""
    if not text or not text.isprintable() or len(text) > LONGEST[key]:
        raise ConfigError(
            f"{file}: {key} is {shown(value)}. "
            f"Possible: printable text of 1 to {LONGEST[key]} characters."
        )
    return text
