"""The wordings of a family's house bots, as `prompts/house` has them."""

import tomllib
from collections.abc import Mapping
from functools import cache
from typing import TypedDict, cast

from arena.data import path

__all__ = ["family_wordings", "in_family_words"]


class Words(TypedDict, total=False):
    """What one file has; a family need not have one."""

    wordings: Mapping[str, list[str]]
    """By intent."""
    called: Mapping[str, str]
    """What the family calls otherwise, to be replaced in this order."""


@cache
def _file(name: str) -> Words:
    file = path("prompts", "house", f"{name}.toml")
    return cast("Words", tomllib.loads(file.read_text("utf-8")) if file.exists() else {})


@cache
def family_wordings(family: str) -> Mapping[str, tuple[str, ...]]:
    """Return a family's wordings by intent: the shared ones in its words, and its own."""
    shared = {
        intent: [in_family_words(family, text) for text in texts]
        for intent, texts in _file("shared")["wordings"].items()
    }
    own = _file(family).get("wordings", {})
    return {intent: tuple(texts) for intent, texts in {**shared, **own}.items()}


def in_family_words(family: str, text: str) -> str:
    """Return a text of the shared wordings with a family's own names of things."""
    for shared, own in _file(family).get("called", {}).items():
        text = text.replace(shared, own)
    return text
