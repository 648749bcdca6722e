"""Mutation runs: break one line of the engine, and a named test must fail.

Each `[[mutation]]` of `mutations*.toml` beside this file names a `clause`, a `file` below
`engine/`, a `find` that stands there exactly once, its `replace`, and the `test` that must fail:
one or more pytest node ids, or an expression for `-k` over `tests/engine`. Every mutation is
applied to a copy of the engine and its tests, so the checkout is never touched.

    python tests/engine/mutate.py [CLAUSE ...]
"""

import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

__all__ = ["Mutation", "Outcome", "listed", "occurrences", "run", "run_all"]

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
KEYS = {"clause", "file", "find", "replace", "test"}
FAILED = 1
"""Pytest's exit code when tests ran and failed; above it, they did not run."""
LIMIT = 60
"""Seconds after which a mutated engine counts as hanging, which is noticed."""
WORKERS = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Mutation:
    """One line of the engine, made wrong."""

    clause: str
    file: str
    """Below `engine/`."""
    find: str
    replace: str
    test: str
    source: str
    """The list it stands in."""

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


def listed(folder: Path = HERE) -> list[Mutation]:
    """Return the mutations of all lists; `ValueError` names an entry that can't be read."""
    found: list[Mutation] = []
    for path in sorted(folder.glob("mutations*.toml")):
        for entry in tomllib.loads(path.read_text(encoding="utf-8"))["mutation"]:
            if set(entry) != KEYS or not all(isinstance(value, str) for value in entry.values()):
                text = f"{path.name}: {entry} has not exactly the texts {sorted(KEYS)}"
                raise ValueError(text)
            found.append(Mutation(**entry, source=path.name))
    return found


def occurrences(mutation: Mutation) -> int:
    """Return how often `find` stands in its file; 0 where there is no such file."""
    path = ROOT / "engine" / mutation.file
    return path.read_text(encoding="utf-8").count(mutation.find) if path.is_file() else 0


def run(mutation: Mutation) -> Outcome:
    """Apply a mutation to a copy and run its tests there."""
    with tempfile.TemporaryDirectory(prefix="mutation-") as name:
        copy = Path(name)
        shutil.copytree(ROOT / "engine", copy / "engine")
        shutil.copytree(HERE, copy / "tests" / "engine")
        shutil.copy2(ROOT / "pyproject.toml", copy)
        path = copy / "engine" / mutation.file
        path.write_text(
            path.read_text(encoding="utf-8").replace(mutation.find, mutation.replace, 1),
            encoding="utf-8",
        )
        for stale in (path.parent / "__pycache__").glob(f"{path.stem}.*"):
            stale.unlink()
        return _judged(mutation, copy)


def _judged(mutation: Mutation, copy: Path) -> Outcome:
    # In the copy `pythonpath = ["."]` puts the mutated engine before an installed one.
    # Other plugins than the timeout are left out: loading them takes longer than the tests.
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider"]
    command += ["-p", "pytest_timeout"]
    try:
        done = subprocess.run(
            [*command, *_selection(mutation.test)],
            cwd=copy,
            env={**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
            capture_output=True,
            text=True,
            timeout=LIMIT,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return Outcome(mutation=mutation, verdict="killed", output="timed out")
    verdict = {0: "survived", FAILED: "killed"}.get(done.returncode, "broken")
    return Outcome(mutation=mutation, verdict=verdict, output=done.stdout + done.stderr)


def _selection(test: str) -> list[str]:
    return test.split() if ".py" in test else ["tests/engine", "-k", test]


def run_all(mutations: Sequence[Mutation]) -> list[Outcome]:
    """Run them, two at a time; the outcomes come in their order."""
    with ThreadPoolExecutor(WORKERS) as pool:
        return list(pool.map(run, mutations))


def main(clauses: Iterable[str]) -> int:
    """Run the mutations of these clauses, or all; print what was not killed."""
    wanted = set(clauses)
    mutations = [each for each in listed() if not wanted or each.clause in wanted]
    stale = [each for each in mutations if occurrences(each) != 1]
    outcomes = run_all([each for each in mutations if each not in stale])
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
