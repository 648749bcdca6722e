"""Mutation runs: break one line of what is tested, and a named test must fail.

The lists are all `mutations*.toml` below `tests/`; as tests stand where their room does, a list in
`tests/arena/claims/` is about `arena/claims/`. Each `[[mutation]]` names a `clause` (a rule's id,
or what must hold, in words), a `file` of the room, a `find` that stands there exactly once, its
`replace`, and the `test` that must fail: one or more pytest node ids. Every mutation is applied to
a copy of the code and its tests, so the checkout is never touched.

    python tests/mutation/mutate.py [CLAUSE | FILE | LIST ...]
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue
from typing import Self

TESTS = Path(__file__).resolve().parents[1]
ROOT = TESTS.parent
COPIED = ("engine", "arena", "configs", "prompts", "tests")
"""What is tested, its tests, and the data that it reads."""
KEYS = {"clause", "file", "find", "replace", "test"}
FAILED = 1
"""Pytest's exit code when tests ran and failed; above it, they did not run."""
WORKERS = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Mutation:
    """One line of what is tested, made wrong."""

    clause: str
    file: str
    """Below the room."""
    find: str
    replace: str
    test: str
    source: str
    """The list it stands in, below `tests/`."""

    @property
    def path(self) -> Path:
        """Return where the file stands below the root."""
        return Path(self.source).parent / self.file

    @property
    def name(self) -> str:
        """Return what a report calls it."""
        return f"{self.clause} {self.file}: {self.find.strip()!r} -> {self.replace.strip()!r}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What the tests said of a mutation."""

    mutation: Mutation
    verdict: str
    """`killed`, `survived`, or `broken`: its tests could not run, so it proves nothing."""
    output: str


def lists() -> list[Path]:
    """Return the files of all lists."""
    return sorted(TESTS.rglob("mutations*.toml"))


def listed() -> list[Mutation]:
    """Return the mutations of all lists; `ValueError` names an entry that can't be read."""
    found: list[Mutation] = []
    for path in lists():
        source = path.relative_to(TESTS).as_posix()
        for entry in tomllib.loads(path.read_text(encoding="utf-8"))["mutation"]:
            if set(entry) != KEYS or not all(isinstance(value, str) for value in entry.values()):
                text = f"{source}: {entry} has not exactly the texts {sorted(KEYS)}"
                raise ValueError(text)
            found.append(Mutation(**entry, source=source))
    return found


def occurrences(mutation: Mutation) -> int:
    """Return how often `find` stands in its file; 0 where there is no such file."""
    path = ROOT / mutation.path
    return path.read_text(encoding="utf-8").count(mutation.find) if path.is_file() else 0


class Copy:
    """A copy of the code and its tests, in which one mutation after another is tried."""

    def __init__(self) -> None:
        """Copy them and start pytest there."""
        self._folder = tempfile.TemporaryDirectory(prefix="mutation-")
        self._root = Path(self._folder.name)
        for name in COPIED:
            shutil.copytree(
                ROOT / name, self._root / name, ignore=shutil.ignore_patterns("__pycache__")
            )
        shutil.copy2(ROOT / "pyproject.toml", self._root)
        # Not in `sys.path`: the checkout, or a folder of the copy that pytest does not put there.
        self._pytest = subprocess.Popen(
            [sys.executable, "-P", str(self._root / "tests" / "mutation" / "forked_pytest.py")],
            cwd=self._root,
            env={**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        folders = {str(Path("tests", each.source).parent) for each in listed()}
        self._run("--collect-only", *sorted(folders))  # compiles modules, for the runs to come

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._pytest.communicate()
        self._folder.cleanup()

    def judge(self, mutation: Mutation) -> Outcome:
        """Apply a mutation, run its tests and take it back."""
        path = self._root / mutation.path
        original, stat = path.read_bytes(), path.stat()
        path.write_bytes(original.replace(mutation.find.encode(), mutation.replace.encode(), 1))
        # A compiled module is known by its source's time in seconds: this one's must differ.
        os.utime(path, ns=(stat.st_atime_ns, stat.st_mtime_ns + 10**9))
        try:
            code, output = self._run("-x", *mutation.test.split())
        finally:
            path.write_bytes(original)
            os.utime(path, ns=(stat.st_atime_ns, stat.st_mtime_ns))
            shutil.rmtree(self._root / ".hypothesis", ignore_errors=True)
        if code is None:
            return Outcome(mutation=mutation, verdict="killed", output=output)
        verdict = {0: "survived", FAILED: "killed"}.get(code, "broken")
        return Outcome(mutation=mutation, verdict=verdict, output=output)

    def _run(self, *arguments: str) -> tuple[int | None, str]:
        # Other plugins than the timeout are left out: loading them takes longer than the tests.
        # So are the games and clients of a conftest, which no test named in a list asks for.
        common = ["-q", "-p", "no:cacheprovider", "-p", "pytest_timeout", "--noconftest"]
        assert self._pytest.stdin is not None
        assert self._pytest.stdout is not None
        print(json.dumps([*common, *arguments]), file=self._pytest.stdin, flush=True)
        code, output = json.loads(self._pytest.stdout.readline())
        return code, output


def run_all(mutations: Sequence[Mutation], workers: int = WORKERS) -> list[Outcome]:
    """Run them, so many at a time; the outcomes come in their order."""
    copies: SimpleQueue[Copy] = SimpleQueue()

    def judged(mutation: Mutation) -> Outcome:
        copy = copies.get()
        try:
            return copy.judge(mutation)
        finally:
            copies.put(copy)

    with ExitStack() as stack, ThreadPoolExecutor(workers) as pool:
        for _ in range(workers):
            copies.put(stack.enter_context(Copy()))
        return list(pool.map(judged, mutations))


def main(chosen: Iterable[str], workers: int = WORKERS) -> int:
    """Run the mutations of these clauses, files or lists, or all; print what was not killed."""
    wanted = set(chosen)
    mutations = [
        each
        for each in listed()
        if not wanted or wanted & {each.clause, str(each.path), f"tests/{each.source}"}
    ]
    stale = [each for each in mutations if occurrences(each) != 1]
    outcomes = run_all([each for each in mutations if each not in stale], workers)
    for each in stale:
        print(f"{each.source}: stands {occurrences(each)} times: {each.name}")  # noqa: T201
    for outcome in outcomes:
        if outcome.verdict != "killed":
            print(f"{outcome.verdict}: {outcome.mutation.name}")  # noqa: T201
    killed = sum(outcome.verdict == "killed" for outcome in outcomes)
    print(f"{killed} of {len(mutations)} mutations killed")  # noqa: T201
    return 0 if killed == len(mutations) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
