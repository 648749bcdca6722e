"""Every type of record is read by the lab, or it says why not."""

import importlib
import pkgutil
from collections.abc import Iterable

import engine
from arena.lab.consumed import CONSUMED, IGNORED
from arena.records.facts import OWN_TYPES, types_of_events


def event_types() -> frozenset[str]:
    """Return the types of all events of the engine."""
    for each in pkgutil.walk_packages(engine.__path__, "engine."):
        importlib.import_module(each.name)
    of_rules = (each for each in types_of_events() if each.__module__.startswith("engine."))
    return frozenset(each.type for each in of_rules)


def names(kinds: Iterable[type]) -> set[str]:
    """Return the names of types."""
    return {str(vars(each)["type"]) for each in kinds}


def test_every_type_of_record_is_consumed_or_ignored() -> None:
    """A new type of record has to be read, or listed with the reason; one that is gone, removed."""
    assert names(CONSUMED) | names(IGNORED) == event_types() | set(OWN_TYPES)


def test_no_type_is_both() -> None:
    """What a fold reads is not ignored."""
    assert not CONSUMED & IGNORED.keys()


def test_every_reason_is_given() -> None:
    """An ignored type says why, in words."""
    assert [each for each, why in IGNORED.items() if len(why.split()) < 3] == []
