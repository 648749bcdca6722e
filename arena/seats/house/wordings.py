"""The wordings of a family's house bots, as `prompts/house` has them."""

import tomllib
from collections.abc import Mapping
from functools import cache
from typing import Any

from arena.data import path

__all__ = ["family_wordings", "in_family_words"]


@cache
def _file(name: str) -> Mapping[str, Any]:
    file = path("prompts", "house", f"{name}.toml")
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.exists() else {}


@cache
def family_wordings(family: str) -> Mapping[str, tuple[str, ...]]:
    """Return a family's wordings by intent: the shared ones in its words, and its own."""
    shared = {
        intent: [in_family_words(family, text) for text in texts]
        for intent, texts in _file("shared").items()
    }
    own = _file(family).get("wordings", {})
    return {intent: tuple(texts) for intent, texts in {**shared, **own}.items()}


def in_family_words(family: str, text: str) -> str:
    """Return a text of the shared wordings with a family's own names of things."""
    for shared, own in _file(family).get("called", {}).items():
        text = text.replace(shared, own)
    return text
