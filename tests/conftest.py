"""What makes whole runs quicker: files in memory, what is shared, order, and no garbage."""

import gc
import os
import shutil
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.corpus.shared import VARIABLE
from tests.toy.registration import registered

MEMORY = Path("/dev/shm")  # noqa: S108 - pytest makes a folder there that is its user's alone
ROOM = 4 << 30
"""Bytes that have to be free there; a whole run leaves a tenth of it at once."""


def pytest_configure(config: pytest.Config) -> None:
    """Let files lie in memory where there is room, and make the folder that all workers share.

    A game is synced to disk at each phase's end, which takes longer than to play it. Whoever wants
    a disk names one: `TMPDIR=/var/tmp PYTEST_DEBUG_TEMPROOT=/var/tmp`.
    """
    if not hasattr(config, "workerinput"):
        if os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free >= ROOM:
            os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))
        root = os.environ.get("PYTEST_DEBUG_TEMPROOT")
        os.environ[VARIABLE] = tempfile.mkdtemp(prefix="arena-tests-", dir=root)


def pytest_unconfigure(config: pytest.Config) -> None:
    """Remove that folder."""
    if not hasattr(config, "workerinput"):
        shutil.rmtree(os.environ.pop(VARIABLE), ignore_errors=True)


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
