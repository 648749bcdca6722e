"""Our modules by name: their files, their syntax trees, and the digests of these."""

import ast
from functools import cache
from hashlib import sha256
from pathlib import Path

ROOT = Path(__file__).parents[2]
OURS = ("arena", "engine", "tests")
DIGITS = 12
"""Of a digest: nobody means to make two of one."""


def is_ours(module: str) -> bool:
    """Tell whether a module is one of this repository."""
    return module.partition(".")[0] in OURS


@cache
def file_of(module: str) -> Path | None:
    """Return the file of a module of ours, where there is one."""
    path = ROOT.joinpath(*module.split("."))
    found = (each for each in (path.with_suffix(".py"), path / "__init__.py") if each.is_file())
    return next(found, None) if is_ours(module) else None


@cache
def tree_of(module: str) -> ast.Module:
    """Return the syntax tree of a module of ours, as far as it is done (see `done_by`)."""
    file = file_of(module)
    assert file is not None, module
    return done_by(file.read_text(encoding="utf-8"))


def done_by(source: str) -> ast.Module:
    """Return the syntax tree of a source, without docstrings and annotations of functions.

    Neither changes what is done. Annotations of fields stay: classes are made by them.
    """
    tree = ast.parse(source)
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                node.returns = None
                _drop_docstrings(node)
            case ast.arg():
                node.annotation = None
            case ast.Module() | ast.ClassDef():
                _drop_docstrings(node)
    return tree


def _drop_docstrings(
    node: ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef,
) -> None:
    """Leave out strings that stand alone, those under fields included."""
    node.body = [
        each
        for each in node.body
        if not (
            isinstance(each, ast.Expr)
            and isinstance(each.value, ast.Constant)
            and isinstance(each.value.value, str)
        )
    ]


@cache
def digest_of_module(module: str) -> str:
    """Return the digest of a module's syntax tree; empty where there is no such module."""
    return digest_of_tree(tree_of(module)) if file_of(module) else ""


def digest_of_tree(tree: ast.Module) -> str:
    """Return the digest of a syntax tree, wherever its lines stand."""
    return _digest(ast.dump(tree).encode())


@cache
def digest_of_file(name: str) -> str:
    """Return the digest of a file's bytes, by its path from the root; empty where there is none."""
    path = ROOT / name
    return _digest(path.read_bytes()) if path.is_file() else ""


def _digest(data: bytes) -> str:
    return sha256(data).hexdigest()[:DIGITS]
