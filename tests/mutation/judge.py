"""Run the tests that enter a mutant's function, to see whether one of them notices it.

Which test enters which function of the arena is found once, by one run of the rooms' tests, and
kept in a file. A test that fails in that run, where only the text of modules differs, tells nothing
of a mutant and is left out. Each run is a fork of this process in a copy of the checkout, and is
stopped after its share of processor time.

    python -m tests.mutation.judge --map FILE [--checkout FOLDER] drawn.jsonl > verdicts.jsonl

What an earlier judgement killed is left out, so its verdicts can be judged in another checkout.
"""

import argparse
import gc
import importlib
import json
import multiprocessing
import os
import resource
import shutil
import signal
import sys
import tempfile
import threading
from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field
from itertools import accumulate
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, Self

import pytest
from hypothesis import HealthCheck, Phase, settings

from tests.mutation.forked_pytest import STOPPED, TESTED
from tests.mutation.operators import ROOMS, Mutant, listed

FIRST = 60
"""How many of the tests that enter a mutant's function are run first, the quickest."""
ALLOWED = 120.0
"""Processor seconds that other tests may take, by what they took when the map was made."""
LIMIT = 60
"""Processor seconds after which a run hangs, beside `ALLOWED`, which fewer tests use up seldom."""
WAITING = 1800.0
"""Seconds after which a run that waits for something is stopped; a test has less."""
MEMORY = 6 << 30
"""Bytes that a process may take: a mutant that gathers without end leaves some to others."""
COMMON = ("-q", "-p", "no:cacheprovider", "-p", "pytest_timeout")


@dataclass(slots=True)
class _Part:
    """What a fixture or a test enters, and its processor seconds."""

    codes: set[CodeType] = field(default_factory=set)
    seconds: float = 0.0
    inside: float = 0.0
    """Those of fixtures that were made within it, which every test of theirs needs."""


class Entered:
    """A plugin that writes which functions each test enters, what it costs, and what fails."""

    def __init__(self, root: Path, answer: Path) -> None:
        self._root, self._answer = root, answer
        self._now = _Part()
        self._fixtures: dict[object, _Part] = defaultdict(_Part)
        self._seconds: dict[str, float] = {}
        self._entered: dict[str, list[str]] = defaultdict(list)
        self._failed: set[str] = set()

    def _trace(self, frame: FrameType, _event: str, _argument: object) -> None:
        self._now.codes.add(frame.f_code)

    @contextmanager
    def _noted(self) -> Iterator[_Part]:
        around, part, began = self._now, _Part(), sum(os.times()[:4])
        self._now = part
        try:
            yield part
        finally:
            taken = sum(os.times()[:4]) - began
            part.seconds = taken - part.inside
            around.inside += taken
            self._now = around

    def pytest_sessionstart(self) -> None:
        threading.settrace(self._trace)
        sys.settrace(self._trace)

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef: object) -> Iterator[None]:
        with self._noted() as part:
            result = yield
        made = self._fixtures[fixturedef]
        made.codes |= part.codes
        made.seconds = max(made.seconds, part.seconds)
        return result

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Function) -> Iterator[None]:
        with self._noted() as test:
            result = yield
        used = {each for several in item._fixtureinfo.name2fixturedefs.values() for each in several}
        parts = [test, *(self._fixtures[each] for each in used)]
        self._seconds[item.nodeid] = sum(part.seconds for part in parts)
        for code in set().union(*(part.codes for part in parts)):
            path = Path(code.co_filename)
            if path.is_relative_to(self._root / "arena"):
                name = f"{path.relative_to(self._root)}:{code.co_firstlineno}"
                self._entered[name].append(item.nodeid)
        return result

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self._failed.add(report.nodeid)

    def pytest_sessionfinish(self) -> None:
        sys.settrace(None)
        found = {"seconds": self._seconds, "entered": self._entered, "failed": list(self._failed)}
        self._answer.write_text(json.dumps(found), encoding="utf-8")


class Chosen:
    """A plugin that runs chosen tests alone, and writes which was the last to start."""

    def __init__(self, tests: Collection[str], answer: Path) -> None:
        self._tests, self._answer = tests, answer

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = [item for item in items if item.nodeid in self._tests]

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        self._answer.write_text(json.dumps(nodeid), encoding="utf-8")


class Modules:
    """A plugin that writes what was imported."""

    def __init__(self, answer: Path) -> None:
        self._answer = answer

    def pytest_sessionfinish(self) -> None:
        left = {*TESTED, "pytest_timeout"}  # pytest wants to import its plugins itself
        others = [name for name in sys.modules if name.partition(".")[0] not in left]
        self._answer.write_text(json.dumps(others), encoding="utf-8")


class TestMap:
    """Which tests there are for a function, the quickest first."""

    __test__ = False

    def __init__(self, found: dict[str, Any]) -> None:
        seconds: dict[str, float] = found["seconds"]
        self._seconds = {each: seconds[each] for each in seconds if each not in found["failed"]}
        self._entered: dict[str, list[str]] = found["entered"]

    def entering(self, mutant: Mutant) -> list[str]:
        """Return the tests that enter its function or, where it is in none, one of its file."""
        if not mutant.first:
            return self._entering_file(mutant)
        return self._sorted(self._entered.get(f"{mutant.file}:{mutant.first}", []))

    def others(self, mutant: Mutant) -> list[str]:
        """Return the tests left to try: further ones, and neighbours of those that enter its file.

        A neighbour may know the function by what another test has kept, or by another process.
        """
        entering, file = self.entering(mutant), self._entering_file(mutant)
        near = tuple({f"{test.partition('::')[0]}::" for test in file})
        if not near and not mutant.first:  # a module of constants, which many tests import
            near = (f"tests/{'/'.join(mutant.file.split('/')[:2])}/",)
        neighbours = {test for test in self._seconds if test.startswith(near)}
        left = self._sorted(neighbours.union(entering).difference(entering[:FIRST]))
        spent = accumulate(self._seconds[test] for test in left)
        return [test for test, seconds in zip(left, spent, strict=True) if seconds <= ALLOWED]

    def _entering_file(self, mutant: Mutant) -> list[str]:
        functions = [name for name in self._entered if name.startswith(f"{mutant.file}:")]
        return self._sorted([test for name in functions for test in self._entered[name]])

    def _sorted(self, tests: Collection[str]) -> list[str]:
        return sorted(set(tests) & self._seconds.keys(), key=self._order)

    def _order(self, test: str) -> tuple[float, str]:
        return self._seconds[test], test


class Copy:
    """A copy of a checkout in which tests are run on one mutant after another."""

    def __init__(self, checkout: Path) -> None:
        """Copy it; a statement without effect is added to every module of the rooms."""
        self._folder = tempfile.TemporaryDirectory(prefix="operators-")
        self.root = Path(self._folder.name) / "checkout"
        hidden = shutil.ignore_patterns(".*", "__pycache__")
        shutil.copytree(checkout, self.root, ignore=hidden)
        for room in ROOMS:
            for path in (self.root / "arena" / room).rglob("*.py"):
                path.write_bytes(path.read_bytes() + b"pass\n")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._folder.cleanup()

    def run(
        self, plugin: type, *arguments: str, limit: int, given: Sequence[object] = ()
    ) -> tuple[int | None, Any]:
        """Run pytest in a fork; return its exit code, None where it was stopped, and its answer."""
        answer = Path(self._folder.name) / "answer.json"
        answer.write_text("null", encoding="utf-8")
        command = [*COMMON, f"--basetemp={answer.with_name('made')}", *arguments]
        process = multiprocessing.get_context("fork").Process(
            target=self._forked, args=(plugin(*given, answer), command, limit)
        )
        process.start()
        process.join(WAITING if limit < WAITING else None)
        assert process.pid is not None
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.join()
        shutil.rmtree(self.root / ".hypothesis", ignore_errors=True)
        code = None if process.exitcode in STOPPED else process.exitcode
        return code, json.loads(answer.read_text(encoding="utf-8"))

    def _forked(self, plugin: object, command: list[str], limit: int) -> None:
        os.setsid()
        os.chdir(self.root)
        resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))
        resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
        with (Path(self._folder.name) / "output").open("wb") as output:
            os.dup2(output.fileno(), 1)
            os.dup2(output.fileno(), 2)
        for name in [name for name in sys.modules if name.partition(".")[0] in TESTED]:
            del sys.modules[name]
        sys.path[:] = [each for each in sys.path if not (Path(each or ".") / "arena").is_dir()]
        sys.dont_write_bytecode = isinstance(plugin, Chosen)  # no mutant leaves a compiled one
        os.environ |= {"PYTHONPATH": str(self.root), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
        os.environ["PYTHONDONTWRITEBYTECODE"] = "1" if sys.dont_write_bytecode else ""
        os._exit(pytest.main(command, plugins=[plugin]))  # whatever threads a test has left

    def share(self, folders: Sequence[str]) -> None:
        """Compile modules and import those that are not under test, for the runs to come."""
        _, names = self.run(Modules, "--collect-only", *folders, limit=10**6)
        for name in names:
            with suppress(Exception):
                importlib.import_module(name)
        settings.register_profile(
            "the same for each mutant",
            phases=(Phase.explicit, Phase.generate),
            deadline=None,
            derandomize=True,
            suppress_health_check=tuple(HealthCheck),
        )
        settings.load_profile("the same for each mutant")
        gc.collect()
        gc.freeze()

    def judge(self, mutant: Mutant, tests: TestMap) -> dict[str, object]:
        """Return the verdict, the test that gave it, and the seconds of processor time it took."""
        path, began = self.root / mutant.file, os.times()
        original, stat = path.read_bytes(), path.stat()
        path.write_bytes(mutant.applied(original))
        # A compiled module is known by its source's time in seconds: this one's must differ.
        os.utime(path, ns=(stat.st_atime_ns, stat.st_mtime_ns + 10**9))
        try:
            first, others = tests.entering(mutant)[:FIRST], tests.others(mutant)
            verdict, by = self.verdict(first)
            if verdict == "survived":
                verdict, by = self.verdict(others)
        finally:
            path.write_bytes(original)
            os.utime(path, ns=(stat.st_atime_ns, stat.st_mtime_ns))
        taken = round(sum(os.times()[:4]) - sum(began[:4]), 1)
        ran = len(first) + (len(others) if verdict == "survived" else 0)
        return {"verdict": verdict, "by": by, "tests": ran, "seconds": taken}

    def verdict(self, tests: Collection[str]) -> tuple[str, str | None]:
        """Run tests on the copy as it stands; return the verdict and the test that gave it."""
        if not tests:
            return "survived", None
        files = sorted({test.partition("::")[0] for test in tests})
        limit = LIMIT + int(ALLOWED)
        code, by = self.run(Chosen, "-x", *files, limit=limit, given=[set(tests)])
        match code:
            case 0 | pytest.ExitCode.NO_TESTS_COLLECTED:
                return "survived", None
            case None:
                return "timeout", by
        return "killed", by or "what collects the tests"


def main() -> None:
    """Print each mutant with its verdict, one JSON object a line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--checkout", type=Path, default=Path.cwd())
    parser.add_argument("--map", type=Path, required=True, help="made where there is none")
    parser.add_argument("--tests", nargs="*", default=[f"tests/arena/{room}" for room in ROOMS])
    parser.add_argument("--marks", default="not slow")
    parser.add_argument("drawn", type=Path)
    given = parser.parse_args()
    mutants, gone = listed(given.checkout, given.drawn.read_text(encoding="utf-8").splitlines())
    sys.stderr.writelines(f"its place is gone: {line}\n" for line in gone)
    with Copy(given.checkout.resolve()) as copy:
        copy.share(given.tests)
        if not given.map.is_file():
            chosen = ("-m", given.marks, *given.tests)
            code, found = copy.run(Entered, *chosen, limit=10**6, given=[copy.root])
            assert code in {pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED}, "tests did not run"
            given.map.write_text(json.dumps(found), encoding="utf-8")
        tests = TestMap(json.loads(given.map.read_text(encoding="utf-8")))
        for mutant in mutants[:1]:
            assert copy.verdict(tests.entering(mutant)[:FIRST]) == ("survived", None), (
                "they fail as it is"
            )
        for mutant in mutants:
            sys.stdout.write(json.dumps(asdict(mutant) | copy.judge(mutant, tests)) + "\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
