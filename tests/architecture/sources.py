"""Modules as syntax trees, each parsed once for all tests of a process."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path


@cache
def text_of(path: Path) -> str:
    """Return what a file holds; bytes that are no UTF-8 are replaced, not refused."""
    return path.read_text("utf-8", "replace")


@cache
def tree_of(path: Path) -> ast.Module:
    """Return the tree of a module, which nobody may change."""
    return ast.parse(text_of(path))


def statements(node: ast.AST) -> Iterator[ast.AST]:
    """Yield all statements below a node; a function stands in no expression."""
    for field in ("body", "handlers", "orelse", "finalbody", "cases"):
        for each in getattr(node, field, ()):
            yield each
            yield from statements(each)
