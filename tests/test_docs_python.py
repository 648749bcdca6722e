"""Python in the pages that is in no example, or that no example runs.

`test_docs` runs each block. A seat whose method raises is a recorded default and no failure, so the
types of blocks are checked as well; code in sentences is held against what it names.
"""

import ast
import asyncio
import builtins
import gc
import inspect
import re
import sys
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from mypy import api

import arena
import engine
from arena.lab import Tables
from engine.testing import check_ruleset
from tests.doc_pages import DOCS, LINKING, PAGES, ROOT, Block, blocks, prose_of, spans

STANDS_FOR: dict[str, Any] = {
    "arena": arena, "asyncio": asyncio, "engine": engine, "gc": gc,
    "chair": arena.Chair, "question": arena.Question, "table": engine.Table, "tables": Tables,
    "turn": arena.TalkTurn, "check_ruleset": check_ruleset,
}  # fmt: skip
"""What pages import, and what their variables hold."""
SHORT = (
    "# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False\n"
    '# mypy: disable-error-code="union-attr"\n'
)
"""Examples are as short as people write them, and know that a game which is over has a result."""
MISSING, UNKNOWN = object(), object()
FILE = re.compile(r"[.](?:cff|duckdb|html|jsonl?|lock|md|py|toml)$")
READ = (*PAGES, ROOT / "transcripts" / "examples" / "README.md")
"""Pages whose sentences are read: others speak of what is inside of the code."""
LONGEST_OWN_SEAT = 15


def python_blocks(page: Path) -> list[Block]:
    """Return a page's programs."""
    return [each for each in blocks(page) if each.language == "python"]


# --- imports ---


def deep_imports(text: str) -> list[str]:
    """Return what a program imports of the arena but not from its face."""
    found: list[str] = []
    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.Import(names=names):
                found += [each.name for each in names if each.name.startswith("arena.")]
            case ast.ImportFrom(module="arena", names=names):
                found += [each.name for each in names if each.name not in arena.__all__]
            case ast.ImportFrom(module=str(module)) if module.startswith("arena."):
                found.append(module)
            case _:
                pass
    return found


@pytest.mark.parametrize("page", LINKING, ids=lambda page: str(page.relative_to(ROOT)))
def test_programs_import_from_the_face_only(page: Path) -> None:
    """`import arena` is enough for whatever a page shows."""
    assert [(each.where, deep_imports(each.text)) for each in python_blocks(page)] == [
        (each.where, []) for each in python_blocks(page)
    ]


@pytest.mark.parametrize(
    "text",
    ["from arena.table import play", "import arena.table", "from arena import table"],
)
def test_an_import_past_the_face_is_found(text: str) -> None:
    """Of a module, of what is in one, and of a room."""
    assert deep_imports(text) != []


# --- types ---

OLD = """
import arena

class Silent(arena.Seat):
    async def speak(self, turn, view, heard):
        return arena.Speech(text="...")
"""
"""What the page on tables once said of a speech, in a method that nobody calls."""
WRONG = ("arena.nothing", "arena.play(7)", "arena.verify().okay", "arena.Chair().offer")
FACE = "\n".join(
    [
        f"from arena import {', '.join(arena.__all__)}",
        "import arena",
        *(f"{each}  # type: ignore" for each in WRONG),
    ]
)
"""Fails where a name is missing, and, as an ignore is not needed then, where it has no type."""


@pytest.mark.slow
def test_programs_and_the_face_have_the_right_types(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Methods that nobody calls too; as strictly as in the arena itself."""
    monkeypatch.setenv("MYPYPATH", str(ROOT))
    every = [each.text for page in LINKING for each in python_blocks(page)]
    programs = [FACE, *(SHORT + each for each in (*every, OLD))]
    files = [tmp_path / f"program_{number}.py" for number in range(len(programs))]
    for file, text in zip(files, programs, strict=True):
        file.write_text(text, encoding="utf-8")
    settings = [f"--config-file={ROOT}/pyproject.toml", f"--cache-dir={ROOT}/.mypy_cache"]
    settings += ["--no-error-summary", "--hide-error-context"]
    deepest = sys.getrecursionlimit()
    try:
        said, failed, _ = api.run([*settings, *map(str, files)])
    finally:
        sys.setrecursionlimit(deepest)  # mypy raises it
    assert not failed, failed
    errors = [line for line in said.splitlines() if ": note: " not in line]
    assert len(errors) == 1, said
    assert f"/{files[-1].name}:" in errors[0]
    assert 'Unexpected keyword argument "text" for "Speech"' in errors[0]


# --- code in sentences ---


def code_problem(span: str) -> str | None:
    """Say what is wrong with code in a sentence; None: nothing, or it is no Python.

    What is looked at are names of `arena` and `engine`, calls, which have to fit the signature, and
    headers of methods of a seat. `f()` is a way to write a name, and `...` may stand for anything.
    """
    header = re.fullmatch(r"async def (\w+)\((.*)\)", span)
    if header is not None:
        method = getattr(arena.Seat, header[1], None)
        named = method and list(inspect.signature(method).parameters)[1:]
        return None if named == header[2].split(", ") else f"a seat's {header[1]} takes {named}"
    try:
        tree = ast.parse(span, mode="eval")
    except SyntaxError:
        return None
    problems = (_problem_of(node) for node in ast.walk(tree))
    return next((each for each in problems if each is not None), None) or _value_problem(tree)


def _problem_of(node: ast.AST) -> str | None:
    match node:
        case ast.Attribute():
            found = _found(node)
            return f"there is no {ast.unparse(node)}" if found is MISSING else None
        case ast.Call(func=func, args=args, keywords=keywords) if args or keywords:
            called = _found(func)
            if called is UNKNOWN or called is MISSING:
                return None if isinstance(func, ast.Attribute) else f"what is {ast.unparse(func)}?"
            return _call_problem(called, args, keywords)
        case _:
            return None


def _call_problem(
    called: Callable[..., object], args: list[ast.expr], keywords: list[ast.keyword]
) -> str | None:
    anything = any(isinstance(each, ast.Constant) and each.value is ... for each in args)
    signature = inspect.signature(called)
    given = [each for each in args if not (isinstance(each, ast.Constant) and each.value is ...)]
    if next(iter(signature.parameters), None) == "self":
        given = [ast.Constant(None), *given]
    bind = signature.bind_partial if anything else signature.bind
    try:
        bind(*given, **{each.arg: each.value for each in keywords if each.arg})
    except TypeError as error:
        return str(error)
    return None


def _value_problem(tree: ast.Expression) -> str | None:
    """Make what only the face's classes are called for, and literals given to."""
    names = {each.id for each in ast.walk(tree) if isinstance(each, ast.Name)}
    values = {name: getattr(arena, name) for name in names & {*arena.__all__}}
    whole = names == values.keys() and isinstance(tree.body, ast.Call)
    if not names or not whole or not all(isinstance(each, type) for each in values.values()):
        return None
    try:
        eval(compile(tree, "prose", "eval"), values)  # noqa: S307 - of our own pages
    except Exception as error:  # noqa: BLE001 - whatever a reader would see
        return f"{type(error).__name__}: {error}"
    return None


def _found(node: ast.expr) -> Any:  # noqa: ANN401 - whatever is named
    """Return what code names: MISSING, what it is said to be in has none; UNKNOWN: nobody says."""
    match node:
        case ast.Name(id=name):
            faces = (each for each in (arena, engine) if name in each.__all__)
            home = next(faces, builtins if hasattr(builtins, name) else engine.Table)
            return STANDS_FOR[name] if name in STANDS_FOR else getattr(home, name, UNKNOWN)
        case ast.Attribute(value=value, attr=attr):
            base = _found(value)
            is_known = inspect.ismodule(base) or inspect.isclass(base)
            found = getattr(base, attr, MISSING) if is_known else UNKNOWN
            if found is MISSING and hasattr(base, "__path__"):
                return UNKNOWN if find_spec(f"{base.__name__}.{attr}") else MISSING
            return found
        case _:
            return UNKNOWN


@pytest.mark.parametrize("page", READ, ids=lambda page: str(page.relative_to(ROOT)))
def test_code_in_sentences_is_right(page: Path) -> None:
    """Names are there, calls fit, and what is made of literals alone can be made."""
    code = [each for each in spans(prose_of(page)) if not FILE.search(each)]
    assert {each: found for each in code if (found := code_problem(each)) is not None} == {}


@pytest.mark.parametrize(
    "span",
    [
        'Speech(text="...")',
        'Speech.on("...")',
        'Claim.read({"location": 2})',
        "arena.seat",
        "arena.labs",
        "engine.tables()",
        "imagine(seat, policy, seed)",
        'simulated("demo")',
        "chair.give(chair.open.asked.id, ..., now=True)",
        "chair.gives(...)",
        "async def speak(turn, heard)",
        "async def talk(turn, view, heard)",
    ],
)
def test_code_in_a_sentence_that_is_wrong_is_found(span: str) -> None:
    """The first is what the page on tables once said."""
    assert code_problem(span) is not None


def test_a_seat_of_one_s_own_takes_few_lines() -> None:
    """From the import to the end of a game, in the first program that has a seat."""
    own = [each.text for each in python_blocks(DOCS / "tables.md") if "(arena.Seat)" in each.text]
    assert "arena.play(" in own[0]
    assert len(own[0].splitlines()) <= LONGEST_OWN_SEAT
