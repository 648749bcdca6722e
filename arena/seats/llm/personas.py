"""Personas: a name and a few sentences that a model is to play by, from a TOML file."""

from pathlib import Path

from arena.data import found, names
from arena.errors import ConfigError, possible
from arena.settings import Persona
from arena.text import shown
from arena.toml_files import read_toml

__all__ = ["persona", "personas"]

LONGEST = {"name": 40, "text": 2_000}
"""Characters of each key."""


def personas() -> tuple[str, ...]:
    """Return the names of those that come with the arena."""
    return names("personas")


def persona(given: str | Persona) -> Persona:
    """Return a persona by its name, or by the path of its file. Raises `ConfigError`.

    One whose text is known already is returned as it is.
    """
    if isinstance(given, Persona):
        return given
    file = found("personas", given)
    data = read_toml(file, "personas")
    if extra := [key for key in data if key not in LONGEST]:
        raise ConfigError(
            f"{file}: unknown key {shown(extra[0])}. {possible(extra[0], tuple(LONGEST))}"
        )
    return Persona.model_validate({key: _text(file, key, data.get(key)) for key in LONGEST})


def _text(file: Path, key: str, value: object) -> str:
    text = " ".join(value.split()) if isinstance(value, str) else ""
    if not text or not text.isprintable() or len(text) > LONGEST[key]:
        raise ConfigError(
            f"{file}: {key} is {shown(value)}. "
            f"Possible: printable text of 1 to {LONGEST[key]} characters."
        )
    return text
