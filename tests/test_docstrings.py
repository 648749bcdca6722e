"""The examples in docstrings are true."""

import doctest
import re
from importlib import import_module
from pathlib import Path

import pytest

from tests.doc_pages import ROOT

EXAMPLE = re.compile(r"^ *>>> ", flags=re.MULTILINE)
PLAY_GAMES = {"arena", "arena.seats.seat", "arena.table.run", "arena.table.simulation"}


def modules() -> list[str]:
    """Return the modules whose docstrings have examples."""
    return [
        ".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        for package in ("arena", "engine")
        for file in sorted((ROOT / package).rglob("*.py"))
        if EXAMPLE.search(file.read_text(encoding="utf-8"))
    ]


@pytest.mark.parametrize(
    "module",
    [
        pytest.param(each, marks=pytest.mark.slow if each in PLAY_GAMES else ())
        for each in modules()
    ],
)
def test_examples_in_docstrings_are_true(
    module: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each prints what it says, in a folder that has the example game and nothing else."""
    (tmp_path / "transcripts").mkdir()
    (tmp_path / "transcripts" / "examples").symlink_to(ROOT / "transcripts" / "examples")
    monkeypatch.chdir(tmp_path)
    found = doctest.testmod(import_module(module))
    assert found.attempted > 0
    assert found.failed == 0
