"""The dialects by family; no face compares a ruleset's id."""

from collections.abc import Mapping
from types import MappingProxyType

from arena.narration.dialect import Dialect
from arena.narration.moh import MOH
from arena.narration.osaczeni import OSACZENI

__all__ = ["DIALECTS", "Dialect"]

DIALECTS: Mapping[str, Dialect] = MappingProxyType({"moh": MOH, "osaczeni": OSACZENI})
