"""The public face of the arena: what `import arena` names, and what it costs."""

import inspect
import pkgutil
import subprocess
import sys

import pytest

import arena

FACE = [
    "Aborted", "ArenaError", "Chair", "Claim", "ClaimError", "ConfigError", "InvalidAnswer",
    "Message", "Outcome", "Plan", "Question", "Seat", "SimulatedGame", "Speech", "StaleQuestion",
    "TableConfig", "TalkTurn", "TranscriptError", "Verification", "WriteError",
    "load", "play", "resume", "simulate", "verify",
]  # fmt: skip
ERRORS = [
    "Aborted", "ClaimError", "ConfigError", "InvalidAnswer", "StaleQuestion", "TranscriptError",
    "WriteError",
]  # fmt: skip


def test_the_public_face_is_pinned() -> None:
    """`__all__` holds these names, `dir` shows them, and each is what it is called."""
    assert arena.__all__ == FACE
    assert set(FACE) <= set(dir(arena))
    assert [getattr(arena, name).__name__ for name in FACE] == FACE


def test_an_unknown_name_is_an_attribute_error() -> None:
    """Laziness hides no misspelling."""
    with pytest.raises(AttributeError, match="module 'arena' has no attribute 'replay'"):
        _ = arena.replay  # type: ignore[attr-defined]


def test_no_name_is_that_of_a_module() -> None:
    """`import arena.NAME` would put the module in its place."""
    assert {each.name for each in pkgutil.iter_modules(arena.__path__)} & set(FACE) == set()


def imported_by(program: str) -> set[str]:
    """Return the modules that a fresh process has more after a program, `typing` left out."""
    program = (
        f"import sys, typing; before = set(sys.modules); {program};"
        "print(*sorted(set(sys.modules) - before))"
    )
    command = [sys.executable, "-c", program]
    return set(subprocess.run(command, check=True, capture_output=True, text=True).stdout.split())


def test_importing_it_imports_nothing_else() -> None:
    """What it is written with, `typing`, is Python's own."""
    assert imported_by("import arena") == {"arena"}


@pytest.mark.slow
def test_a_name_imports_no_more_than_it_needs() -> None:
    """Only who plays pays for the graph and the clients of models, only who loads for DuckDB."""
    names = [name for name in FACE if name not in {"Outcome", "load", "play", "resume"}]
    imported = imported_by(f"from arena import {', '.join(names)}")
    assert "arena.table.verify" in imported
    heavy = {"anthropic", "duckdb", "httpx2", "langchain_core", "langgraph", "langsmith", "openai"}
    assert heavy & imported == set()


def test_the_errors_form_one_tree() -> None:
    """Whatever is raised on purpose is an `ArenaError`."""
    assert all(issubclass(getattr(arena, name), arena.ArenaError) for name in ERRORS)
    assert [name for name in FACE if name.endswith(("Error", "Answer"))] == [
        "ArenaError", "ClaimError", "ConfigError", "InvalidAnswer", "TranscriptError", "WriteError",
    ]  # fmt: skip


def test_the_signatures_of_the_ways_in() -> None:
    """Names that callers rely on; a table and a folder are given alike everywhere."""
    ways = (arena.play, arena.resume, arena.simulate, arena.load, arena.verify)
    given = {each.__name__: list(inspect.signature(each).parameters) for each in ways}
    assert given["play"][:2] == ["table", "out"]
    assert {"people", "seats", "stop", "on_record"} <= {*given["play"]} & {*given["resume"]}
    assert given["simulate"] == ["table", "seeds", "keep"]
    assert given["load"] == ["folder", "keep", "processes"]
    assert given["resume"][0] == given["verify"][0] == "folder"


@pytest.mark.parametrize("name", [each for each in FACE if each not in {"ArenaError", *ERRORS}])
def test_a_docstring_begins_with_a_sentence(name: str) -> None:
    """Help on it begins with one line that ends as a sentence does."""
    first = (getattr(arena, name).__doc__ or "").split("\n\n")[0]
    assert first.endswith((".", ".`", "`."))
    assert "\n" not in first
