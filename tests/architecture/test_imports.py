"""Modules stand above or below one another: no circle of imports, wherever they are written."""

import ast
import re
from collections.abc import Iterator, Mapping
from functools import cache
from graphlib import CycleError, TopologicalSorter
from itertools import pairwise
from pathlib import Path

import pytest

from tests.architecture.sources import statements, tree_of

ROOT = Path(__file__).resolve().parents[2]


def modules(root: Path) -> dict[str, Path]:
    """Return the file of each module of engine and arena, by its dotted name."""
    found = {}
    for top in ("engine", "arena"):
        for path in (root / top).rglob("*.py"):
            parts = path.relative_to(root).with_suffix("").parts
            found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def imported(tree: ast.AST) -> Iterator[tuple[str, str | None]]:
    """Yield what is imported, those in functions and for types included, and what of it."""
    for node in statements(tree):
        if isinstance(node, ast.Import):
            yield from ((each.name, None) for each in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, "imports are absolute"
            yield from ((str(node.module), each.name) for each in node.names)


def imports(files: Mapping[str, Path]) -> dict[str, set[str]]:
    """Return which modules each module imports; of a package's name, the module behind it."""
    graph = {}
    for name, path in files.items():
        found = {
            inside if (inside := f"{module}.{of}") in files else module
            for module, of in imported(tree_of(path))
        }
        graph[name] = (found & files.keys()) - {name}
    return graph


@cache
def of_the_house() -> Mapping[str, set[str]]:
    """Return which modules of engine and arena each of them imports."""
    return imports(modules(ROOT))


def circle(graph: Mapping[str, set[str]]) -> list[str]:
    """Return a circle of imports, its first module again as its last; empty: there is none."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def test_no_modules_import_each_other() -> None:
    """Neither at their head, nor for types alone, nor in a function: what two need lies below."""
    graph = of_the_house()
    assert len(graph) > 600
    assert circle(graph) == []


@pytest.mark.parametrize(
    "back",
    [
        "from arena.one import A",
        "import arena.one",
        "from arena import one",
        "def f():\n    from arena.one import A",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from arena.one import A",
    ],
)
def test_a_circle_is_found_however_it_is_written(tmp_path: Path, back: str) -> None:
    """A test that can fail: two modules of which each imports the other."""
    (tmp_path / "arena").mkdir()
    for name, text in (("__init__", ""), ("one", "from arena.two import B"), ("two", back)):
        (tmp_path / "arena" / f"{name}.py").write_text(text, "utf-8")
    assert set(circle(imports(modules(tmp_path)))) == {"arena.one", "arena.two"}


def test_the_ways_through_the_house_are_imports() -> None:
    """The guide draws three of them: of two beside an arrow one imports the other."""
    graph = of_the_house()
    guide = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    ways = re.findall(r"```flow\n(.*?)```", guide, re.DOTALL)
    assert len(ways) == 3
    for way in ways:
        lines = way.strip().splitlines()
        assert len(lines) == 5
        for line in lines:
            for one, other in pairwise(line.split(" → ")):
                assert other in graph[one] or one in graph[other], f"{one} → {other}"
