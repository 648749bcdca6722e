"""Makes the toy known to engine and arena, for a while or for a whole process.

The product's tables can't be changed, and have no door for tests: what they are a view of can be.
"""

import gc
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from types import MappingProxyType
from typing import Any

from arena.families import FAMILIES
from arena.narration.dialects import DIALECTS
from engine.rules.editions import EDITIONS
from tests.toy.family import TOY
from tests.toy.words import DIALECT, WORDS

OWN: tuple[tuple[Mapping[str, Any], object], ...] = (
    (EDITIONS, TOY),
    (FAMILIES, WORDS),
    (DIALECTS, DIALECT),
)
"""What is kept by ruleset or by family, with what the toy has there; its id is its family's too."""


def register() -> None:
    """Add the toy to every table, for good: for a process of its own."""
    for table, own in OWN:
        _changeable(table)[TOY.id] = own


@contextmanager
def registered() -> Iterator[str]:
    """Add the toy, give its id, and take it away again."""
    register()
    try:
        yield TOY.id
    finally:
        for table, _ in OWN:
            del _changeable(table)[TOY.id]


def _changeable(table: Mapping[str, Any]) -> dict[str, Any]:
    """Return the dict that a table is, or is a view of: all that a view refers to."""
    (under,) = gc.get_referents(table) if isinstance(table, MappingProxyType) else (table,)
    assert isinstance(under, dict)
    return under
