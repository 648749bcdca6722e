"""The templates in `prompts`: compiled once, and a digest that says which they were."""

from functools import cache
from hashlib import sha256
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template

from arena.data import path
from arena.seats.llm.quoting import harmless, own_words, quoted

__all__ = ["prompts_digest", "rendered"]

NO_TEMPLATE = {"README.md"}


def rendered(name: str, **values: object) -> str:
    """Return a template filled in, by its path below `prompts`, for example `decision/move.md`.

    A value that the template needs and does not get is an error.
    """
    return _template(name).render(**values).strip()


@cache
def _template(name: str) -> Template:
    return _environment().get_template(name)


def prompts_digest() -> str:
    """Return the SHA-256 of all templates, with their names, in the order of their names."""
    digest = sha256()
    for file in _files():
        text = file.read_bytes()
        name = file.relative_to(path("prompts")).as_posix()
        digest.update(f"{name}\n{len(text)}\n".encode() + text)
    return digest.hexdigest()


def _files() -> list[Path]:
    found = (file for file in path("prompts").rglob("*.md") if file.name not in NO_TEMPLATE)
    return sorted(found, key=lambda file: file.relative_to(path("prompts")).as_posix())


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(path("prompts")),
        undefined=StrictUndefined,
        autoescape=False,  # noqa: S701 - Markdown for a model; words of players are escaped as JSON
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    environment.filters |= {
        "quoted": quoted,
        "harmless": harmless,
        "own_words": own_words,
        "counted": _counted,
    }
    return environment


def _counted(votes: dict[str, int]) -> str:
    """Return `Ben 4, Dan 1`."""
    return ", ".join(f"{name} {count}" for name, count in votes.items())
