"""Style budgets, measured on the files that git has or would add: no scratch file counts."""

import ast
import re
import subprocess
from collections.abc import Iterable
from functools import cache
from itertools import groupby
from pathlib import Path
from statistics import quantiles

from tests.architecture.sources import statements, text_of, tree_of

ROOT = Path(__file__).resolve().parents[2]

# Character classes keep these patterns from matching their own text.
REGISTRY_HOST = re.compile(r"\b(?:pypi|pythonhosted|npmjs|yarnpkg|debian)[.](?:org|com|net)\b")
MACHINE_PATH = re.compile(r"(?<![\w./<>$}])[/](?:home|root|Users|work|opt|mnt)[/]\w")


@cache
def project_files() -> tuple[Path, ...]:
    """Return what git tracks and what it would add."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    paths = (ROOT / name for name in listed.split("\0") if name)
    return tuple(sorted(path for path in paths if path.is_file()))


def python_files(*folders: str) -> list[Path]:
    """Return the modules below top-level folders."""
    inside = [ROOT / folder for folder in folders]
    return [
        path
        for path in project_files()
        if path.suffix == ".py" and any(path.is_relative_to(folder) for folder in inside)
    ]


def line_count(path: Path) -> int:
    """Return all lines, blank ones included."""
    return len(text_of(path).splitlines())


def lengths_in(path: Path) -> dict[str, int]:
    """Return how many lines each function of a module has, by `file:line name`."""
    return {
        f"{path.relative_to(ROOT)}:{node.lineno} {node.name}": (node.end_lineno or node.lineno)
        - node.lineno
        + 1
        for node in statements(tree_of(path))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    }


def p90(values: Iterable[int]) -> float:
    """Return the value that nine of ten stay at or below."""
    return quantiles(values, n=10, method="inclusive")[-1]


def places_that_match(pattern: re.Pattern[str], paths: Iterable[Path]) -> list[str]:
    """Return `file:line` for every hit."""
    return [
        f"{path.relative_to(ROOT)}:{text_of(path).count(chr(10), 0, found.start()) + 1}"
        for path in paths
        for found in pattern.finditer(text_of(path))
    ]


def changelog_entries() -> list[str]:
    """Return the bullets, each joined with its continuation lines."""
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    return re.findall(r"^[-*] (.+(?:\n[ \t]+\S.*)*)", text, flags=re.MULTILINE)


def test_functions_are_short() -> None:
    """Nine functions of ten have at most 35 lines, and none has more than 60."""
    lengths: dict[str, int] = {}
    for path in python_files("engine", "arena"):
        lengths |= lengths_in(path)
    assert {name: lines for name, lines in lengths.items() if lines > 60} == {}
    assert p90(lengths.values()) <= 35


def test_files_are_short() -> None:
    """Nine source files of ten have at most 400 lines, and none has more than 500."""
    lengths = {path: line_count(path) for path in python_files("engine", "arena")}
    assert {str(path): lines for path, lines in lengths.items() if lines > 500} == {}
    assert p90(lengths.values()) <= 400


def test_there_is_as_much_test_as_source() -> None:
    """The tests, the suite that ships included, have at least as many lines as what they test."""
    shipped = set(python_files("engine/testing"))
    tests = sum(map(line_count, {*python_files("tests"), *shipped}))
    source = sum(map(line_count, {*python_files("engine", "arena")} - shipped))
    assert tests >= source, f"{tests} lines of tests, {source} of source"


def test_the_makefile_has_at_most_ten_targets() -> None:
    """Ten targets, the virtual environment's included, can be kept in mind."""
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert (
        len(re.findall(r"^(?!\.[A-Z])[^\s:=#]+(?: [^\s:=#]+)*:(?!=)", makefile, re.MULTILINE)) <= 10
    )


def test_changelog_entries_are_short() -> None:
    """An entry says the outcome in at most 25 words."""
    assert [entry for entry in changelog_entries() if len(entry.split()) > 25] == []


def test_a_release_is_a_page_of_outcomes_by_area() -> None:
    """Each entry begins with its area, entries of an area stand together, 60 lines a release."""
    releases = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8").split("\n## ")[1:]
    assert releases
    for release in releases:
        entries = re.findall(r"^[-*] (.+)", release, flags=re.MULTILINE)
        areas = [re.match(r"[A-Z][a-z]+(?=: )", entry) for entry in entries]
        assert [entry for entry, area in zip(entries, areas, strict=True) if area is None] == []
        runs = [area for area, _ in groupby(area[0] for area in areas if area)]
        assert len(runs) == len(set(runs)), runs
        assert len(release.splitlines()) <= 60


def test_the_glossary_has_at_most_sixty_words() -> None:
    """More would be a second language; a word stands there once."""
    rows = re.findall(r"^\| \*\*.+", (ROOT / "docs/glossary.md").read_text("utf-8"), re.MULTILINE)
    assert 40 <= len(rows) == len({row.split(" | ")[0] for row in rows}) <= 60


def test_the_readme_shows_how_to_start() -> None:
    """A newcomer finds the two commands that matter in the README."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert "make demo" in readme
    assert "make test" in readme


def test_no_file_names_a_registry_or_a_path_of_one_machine() -> None:
    """A checkout works wherever it lies and whatever index its user has configured."""
    assert places_that_match(REGISTRY_HOST, project_files()) == []
    assert places_that_match(MACHINE_PATH, project_files()) == []
    assert places_that_match(re.compile(re.escape(f"{ROOT}/")), project_files()) == []


def test_the_lock_holds_names_and_hashes_only() -> None:
    """The lock files have no address, no index and no local file."""
    elsewhere = re.compile(r"://|file:|^[ \t]*--(?!hash=)|^-", re.MULTILINE)
    assert places_that_match(elsewhere, sorted(ROOT.glob("requirements*.lock"))) == []
