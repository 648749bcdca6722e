"""Every type of record is read by the lab, or it says why not."""

import ast
import importlib
import pkgutil
from collections.abc import Iterator
from inspect import getsource

import engine
from arena.lab.consumed import CONSUMED, IGNORED
from arena.records.facts import OWN_TYPES
from engine.events import Event


def event_types() -> frozenset[str]:
    """Return the types of all events of the engine."""
    for each in pkgutil.walk_packages(engine.__path__, "engine."):
        importlib.import_module(each.name)
    return frozenset(each.type for each in _kinds(Event))


def _kinds(of: type[Event]) -> Iterator[type[Event]]:
    for each in of.__subclasses__():
        yield each
        yield from _kinds(each)


def words_of(module: str) -> frozenset[str]:
    """Return the texts in a module's code."""
    tree = ast.parse(getsource(importlib.import_module(module)))
    found = (each.value for each in ast.walk(tree) if isinstance(each, ast.Constant))
    return frozenset(each for each in found if isinstance(each, str))


def test_every_type_of_record_is_consumed_or_ignored() -> None:
    """A new type of record has to be read, or listed with the reason; one that is gone, removed."""
    assert CONSUMED.keys() | IGNORED.keys() == event_types() | set(OWN_TYPES)


def test_no_type_is_both() -> None:
    """What a fold reads is not ignored."""
    assert not CONSUMED.keys() & IGNORED.keys()


def test_every_consumed_type_stands_in_its_fold() -> None:
    """The module that is named for a type names it in its code."""
    unread = [type_ for type_, module in CONSUMED.items() if type_ not in words_of(module)]
    assert unread == []


def test_no_ignored_type_stands_in_the_reading() -> None:
    """What the lab's own folds read is not listed as ignored."""
    folds = ("arena.lab.reading", "arena.lab.talking", "arena.lab.voting", "arena.lab.replay")
    assert [(f, t) for f in folds for t in IGNORED if t in words_of(f)] == []


def test_every_reason_is_given() -> None:
    """An ignored type says why, in words."""
    assert [each for each, why in IGNORED.items() if len(why.split()) < 3] == []
