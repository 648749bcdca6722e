"""What all tests share: seeds, Ctrl-C, files in memory, games, the order of tests, quicker runs.

`ARENA_SEED=7` before the command gives all tests that draw, Hypothesis's among them, this seed.
"""

import gc
import os
import secrets
import shutil
import signal
import tempfile
from collections import defaultdict
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis.internal.conjecture import providers

from tests.corpus.shared import VARIABLE
from tests.toy.registration import registered

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # each worker has one processor

gc.disable()  # until all tests are collected, which makes no garbage
GARBAGE = 20_000
"""New objects after which garbage is looked for; after Python's 700 it takes 2 % of all time."""

SEED = os.environ.get("ARENA_SEED")

settings.register_profile("drawn", parent=settings.get_profile("ci"), derandomize=False)
settings.register_profile("usual", parent=settings.get_profile("ci"), max_examples=40)
settings.load_profile("drawn" if SEED else "ci")  # "ci": fixed seeds, no clock, nothing kept

providers._get_local_constants = lambda: providers._local_constants
"""Examples are not drawn from the numbers and texts of whatever modules a worker has loaded: they
would change with any line of the code. It read all of that, too, in every worker."""

MEMORY = Path("/dev/shm")  # noqa: S108 - pytest makes a folder there that is its user's alone
ROOM = 4 << 30
"""Bytes that have to be free there."""
ROOT = "PYTEST_DEBUG_TEMPROOT"
"""Pytest's environment variable for the folder in which it makes its own."""


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Hand the seed to Hypothesis, heed Ctrl-C, and make the folder that all workers share.

    Who inherits that Ctrl-C is ignored, as in the background, ignores it too: commands that tests
    start and then stop.
    """
    if SEED:
        config.option.hypothesis_seed = SEED
    elif config.option.markexpr == "not slow":
        settings.load_profile("usual")  # for tests that name no number of examples; CI takes all
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if not hasattr(config, "workerinput"):
        _keep_files_in_memory()
        root = os.environ.get(ROOT)
        os.environ[VARIABLE] = tempfile.mkdtemp(prefix="arena-tests-", dir=root)
        os.environ["XDG_CACHE_HOME"] = f"{os.environ[VARIABLE]}/cache"
        os.environ["XDG_CONFIG_HOME"] = f"{os.environ[VARIABLE]}/config"


def _keep_files_in_memory() -> None:
    """Let files of tests lie in memory where there is room and nobody has named another place.

    A game is synced to disk at each phase's end, which takes longer than to play it.
    """
    if os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free >= ROOM:
        os.environ.setdefault(ROOT, str(MEMORY))


def pytest_unconfigure(config: pytest.Config) -> None:
    """Remove that folder."""
    if not hasattr(config, "workerinput"):
        shutil.rmtree(os.environ.pop(VARIABLE), ignore_errors=True)


@pytest.fixture(scope="module")
def toy() -> Iterator[str]:
    """Make the toy a ruleset while a module's tests run; its id."""
    with registered() as ruleset:
        yield ruleset


@pytest.fixture
def drawn_seed() -> int:
    """Return a seed of its own for each run of each test, and print it for those that fail."""
    seed = int(SEED) if SEED else secrets.randbits(32)
    print(f"To run this test again: ARENA_SEED={seed}")  # noqa: T201
    return seed


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Let every other worker begin at the end.

    So each compiles half of the files in a fresh checkout, and reads what the other has compiled.
    """
    report = yield
    if (
        isinstance(collector, pytest.Dir)
        and os.environ.get("PYTEST_XDIST_WORKER", "0")[-1] in "13579"
    ):
        report.result.reverse()
    return report


@pytest.hookimpl(wrapper=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> Generator[None, None, None]:
    """Put files with slow tests first, above all those that may run longer than others.

    A file's tests stay together, in their order, and share what it has made for them.
    """
    items.sort(key=_file)  # all workers have one order, wherever they began
    yield
    longest: dict[str, tuple[float, bool]] = defaultdict(lambda: (0.0, False))
    for each in items:
        timeout = each.get_closest_marker("timeout")
        slow = each.get_closest_marker("slow") is not None
        allowed = float(timeout.args[0]) if slow and timeout else 0.0
        longest[_file(each)] = max(longest[_file(each)], (allowed, slow))
    items.sort(key=lambda each: longest[_file(each)], reverse=True)


def pytest_collection_finish() -> None:
    """Leave modules and tests out of garbage collections, each of which would visit them all."""
    gc.freeze()
    gc.set_threshold(GARBAGE)
    gc.enable()


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> None:
    """Leave out also what a file keeps for later tests, such as games that several files read."""
    if nextitem is None or _file(nextitem) != _file(item):
        gc.collect()
        gc.freeze()


def _file(item: pytest.Item) -> str:
    return item.nodeid.partition("::")[0]
