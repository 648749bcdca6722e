"""Plays one proof in a process of its own, and keeps what came of it where nothing failed.

    python -m tests.proofs.play NAME

A proof is a file of tests, `prove_NAME.py`, which the usual runs do not collect. What a test puts
into the fixture `figures` is kept.
"""

import ast
import sys
from collections.abc import Iterator

import pytest

from tests.proofs.kept import FOLDER, Figures, keep
from tests.proofs.modules import tree_of
from tests.proofs.reach import reached
from tests.proofs.recording import RECORDING

OPTIONS = ("-q", "-p", "no:cacheprovider", "--confcutdir", str(FOLDER), "-o", "timeout=1800")


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


if __name__ == "__main__":
    sys.exit(play(sys.argv[1]))
