"""What makes whole runs quicker: the order of tests, and what is never garbage."""

import gc
from collections import defaultdict
from collections.abc import Iterator

import pytest

from tests.toy.registration import registered


@pytest.fixture(scope="module")
def toy() -> Iterator[str]:
    """Make the toy a ruleset while a module's tests run; its id."""
    with registered() as ruleset:
        yield ruleset


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put files with slow tests first, above all those that may run longer than others.

    A file's tests stay together, in their order, and share what it has made for them.
    """
    longest: dict[str, tuple[float, bool]] = defaultdict(lambda: (0.0, False))
    for each in items:
        timeout = each.get_closest_marker("timeout")
        slow = each.get_closest_marker("slow") is not None
        allowed = float(timeout.args[0]) if slow and timeout else 0.0
        longest[_file(each)] = max(longest[_file(each)], (allowed, slow))
    items.sort(key=lambda each: longest[_file(each)], reverse=True)


def pytest_collection_finish() -> None:
    """Leave modules and tests out of garbage collections, each of which would visit them all."""
    gc.collect()
    gc.freeze()


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> None:
    """Leave out also what a file keeps for later tests, such as games that several files read."""
    if nextitem is None or _file(nextitem) != _file(item):
        gc.collect()
        gc.freeze()


def _file(item: pytest.Item) -> str:
    return item.nodeid.partition("::")[0]
