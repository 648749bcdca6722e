"""The rulesets by id: the only place where an id means anything."""

from collections.abc import Mapping
from dataclasses import asdict
from functools import lru_cache

from engine.errors import RulesetError, nearest
from engine.rules.editions.edition import OPTIONS, Edition, RuleOption, Value, read_options
from engine.rules.editions.moh import MOH
from engine.rules.editions.moh_ru import MOH_RU
from engine.rules.moh.build import MohRules
from engine.rules.moh.family import compile_rules

__all__ = [
    "EDITIONS",
    "OPTIONS",
    "Edition",
    "RuleOption",
    "compiled",
    "edition",
    "options_in_force",
]

EDITIONS: Mapping[str, Edition] = {each.id: each for each in (MOH, MOH_RU)}


def edition(ruleset: str) -> Edition:
    """Return an edition; `RulesetError` for an unknown id."""
    found = EDITIONS.get(ruleset)
    if found is None:
        text = f"there is no ruleset {ruleset!r}. Possible: {', '.join(EDITIONS)}."
        raise RulesetError(text + nearest(ruleset, EDITIONS))
    return found


def options_in_force(
    ruleset: str, given: Mapping[str, object], seats: tuple[str, ...]
) -> dict[str, Value]:
    """Return every option with the value that is played."""
    readings = asdict(read_options(edition(ruleset), given, seats))
    return {key: readings[key] for key in OPTIONS}


def compiled(ruleset: str, options: Mapping[str, Value], seats: tuple[str, ...]) -> MohRules:
    """Return the compiled rules; tables that are alike share them, for nothing in them changes."""
    return _compiled(ruleset, tuple(options.items()), seats)


@lru_cache(maxsize=64)
def _compiled(
    ruleset: str, options: tuple[tuple[str, Value], ...], seats: tuple[str, ...]
) -> MohRules:
    found = edition(ruleset)
    return compile_rules(ruleset, found.places, read_options(found, dict(options), seats), seats)
