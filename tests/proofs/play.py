"""Plays one proof in a process of its own, and keeps what came of it where nothing failed.

    python -m tests.proofs.play NAME

A proof is a file of tests, `prove_NAME.py`, which the usual runs do not collect. What a test puts
into the fixture `figures` is kept. Or it is a list of mutations, each of which the test that it
names must notice. What decides that is what these tests reach where nothing is mutated, with the
files that are mutated.
"""

import ast
import sys
from collections.abc import Iterator

import pytest

from tests.mutation import mutate
from tests.proofs.kept import FOLDER, LIBRARIES, Figures, keep, mutated
from tests.proofs.modules import tree_of
from tests.proofs.reach import reached
from tests.proofs.recording import RECORDING

OPTIONS = ("-q", "-p", "no:cacheprovider", "--confcutdir", str(FOLDER), "-o", "timeout=1800")
AS_MUTATED = ("--noconftest", "--assert=plain")
"""As in the runs of mutations; and pytest makes no syntax trees of tests, so that theirs note."""
HARNESS = ("tests.mutation.forked_pytest", "tests.mutation.mutate")


class _Keeping:
    """A plugin: the fixture, and when recording begins."""

    def __init__(self) -> None:
        self.figures: dict[str, Figures] = {}

    @pytest.fixture(name="figures")
    def of_test(self, request: pytest.FixtureRequest) -> Iterator[Figures]:
        """Return what takes the figures of a test."""
        found: Figures = {}
        yield found
        self.figures[request.node.name] = found

    def pytest_sessionstart(self) -> None:
        """What pytest itself read is no data of a proof."""
        RECORDING.opened.clear()

    def pytest_collection_finish(self) -> None:
        """What ran until now made modules, no proof."""
        RECORDING.begin()


def play(name: str) -> int:
    """Play a proof; return the exit code of its tests."""
    plugin, module = _Keeping(), f"tests.proofs.prove_{name}"
    RECORDING.install()
    code = pytest.main([*OPTIONS, str(FOLDER / f"prove_{name}.py")], plugins=[plugin])
    if code == 0:
        own = {
            (module, node.lineno, node.col_offset)
            for node in ast.walk(tree_of(module))
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
        }
        modules = reached({*RECORDING.ran, *own}, RECORDING.before)
        keep(name, plugin.figures, modules, RECORDING.opened - {FOLDER / f"{name}.json"})
    return int(code)


def play_mutations(name: str) -> int:
    """Run the mutations of a list, then their tests without; return what was not as it must be."""
    # Not above: pytest rewrites its assertions when it loads it.
    from hypothesis import settings  # noqa: PLC0415

    path = mutated()[name]
    source = path.relative_to(mutate.TESTS).as_posix()
    mutations = [each for each in mutate.listed() if each.source == source]
    tests = sorted({test for each in mutations for test in each.test.split()})
    code = mutate.main([f"tests/{source}"], workers=1)
    if code:
        return code
    settings.load_profile("ci")
    RECORDING.install()
    code = pytest.main([*OPTIONS, *AS_MUTATED, *tests], plugins=[_Keeping()])
    if code == 0:
        changed = {".".join(each.path.with_suffix("").parts) for each in mutations}
        modules = {*reached(RECORDING.ran, RECORDING.before), *changed, *HARNESS}
        files = {*RECORDING.opened, path}
        keep(name, {"killed": len(mutations)}, modules, files, (*LIBRARIES, "hypothesis", "pytest"))
    return int(code)


if __name__ == "__main__":
    named = sys.argv[1]
    sys.exit(play_mutations(named) if named in mutated() else play(named))
