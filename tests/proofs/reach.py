"""Which modules decide what a proof finds: those whose functions ran, and what these name.

A module whose functions did not run may still give a constant or a class. So names are followed
from the functions that ran: to the statement at the top of their module that binds them, to what
that names in turn, and through imports to other modules. Nothing is followed through a function
that did not run. What a package only hands on is followed to where it is made.
"""

import ast
from collections.abc import Collection, Iterator, Mapping
from functools import cache

from tests.proofs.modules import file_of, tree_of
from tests.proofs.recording import Ran

Function = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
Import = ast.Import | ast.ImportFrom
Named = tuple[str, str]
"""A module, and a name that is bound at its top; empty: the module, whatever is taken of it."""


def reached(ran: Collection[Ran], before: Collection[Ran]) -> frozenset[str]:
    """Return the modules that decide what functions do.

    What ran `before`, while modules were imported, decides only where it made what is named.
    """
    walk = _Walk({*ran, *before})
    for module in {module for module, *_ in ran}:
        own = {(line, column) for of, line, column in ran if of == module}
        walk.add(module)
        for node in _statements(module):
            if any(each in own for each in _functions_in(node)):
                walk.name(module, node)
    return walk.finished()


class _Walk:
    def __init__(self, ran: set[Ran]) -> None:
        self.ran = ran
        self.modules: set[str] = set()
        self.seen: set[Named] = set()
        self.todo: list[Named] = []

    def add(self, module: str) -> None:
        """Take a module in, with what its statements that bind nothing name."""
        if module not in self.modules:
            self.modules.add(module)
            for node in _statements(module):
                if not [*_binds(node)]:
                    self.name(module, node)

    def name(self, module: str, node: ast.AST) -> None:
        """Note what a statement names, to be followed."""
        self.todo += self._named(module, node)

    def finished(self) -> frozenset[str]:
        """Follow all names; return all modules."""
        while self.todo:
            each = self.todo.pop()
            if each not in self.seen and file_of(each[0]):
                self.seen.add(each)
                self._follow(*each)
        return frozenset(self.modules)

    def _follow(self, module: str, name: str) -> None:
        own = _bindings(module)
        for node in own.get(name, ()) if name else _statements(module):
            if isinstance(node, Import):
                targets = _imported(module, node)
                self.todo += [targets[name]] if name else targets.values()
            elif not isinstance(node, Function) or self._has_run(module, node):
                self.add(module)
                self.name(module, node)

    def _has_run(self, module: str, node: Function) -> bool:
        return (module, node.lineno, node.col_offset) in self.ran

    def _named(self, module: str, node: ast.AST) -> Iterator[Named]:
        """Yield what a node names, but for functions in it that did not run."""
        if isinstance(node, Function) and not self._has_run(module, node):
            return
        match node:
            case ast.Import() | ast.ImportFrom():
                yield from _imported(module, node).values()
            case ast.Name(id=name):
                yield module, name
            case ast.Attribute(value=ast.Name(id=name), attr=attr):
                yield from _of_module(module, name, attr)
            case _:
                for each in ast.iter_child_nodes(node):
                    yield from self._named(module, each)


def _of_module(module: str, name: str, attr: str) -> Iterator[Named]:
    """Yield what `name.attr` is: of an imported module only that, of anything else the name."""
    imports = [each for each in _bindings(module).get(name, ()) if isinstance(each, Import)]
    targets = [_imported(module, each)[name] for each in imports]
    if targets and all(inner == "" for _, inner in targets):
        yield from ((of, attr) for of, _ in targets)
    else:
        yield module, name


@cache
def _statements(module: str) -> tuple[ast.stmt, ...]:
    """Return the statements at the top of a module, those for type checkers left out."""
    return tuple(
        each
        for each in tree_of(module).body
        if not (isinstance(each, ast.If) and ast.unparse(each.test) == "TYPE_CHECKING")
    )


@cache
def _bindings(module: str) -> Mapping[str, list[ast.stmt]]:
    found: dict[str, list[ast.stmt]] = {}
    for node in _statements(module):
        for name in _binds(node):
            found.setdefault(name, []).append(node)
    return found


def _binds(node: ast.stmt) -> Iterator[str]:
    match node:
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            yield name
        case ast.Import() | ast.ImportFrom():
            yield from _imported("", node)
        case _:
            for each in ast.walk(node):
                if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store):
                    yield each.id


def _imported(module: str, node: Import) -> Mapping[str, Named]:
    """Return what an import binds, by name, and what it is."""
    if isinstance(node, ast.Import):
        return {
            each.asname or each.name.partition(".")[0]: (
                each.name if each.asname else each.name.partition(".")[0],
                "",
            )
            for each in node.names
        }
    assert node.level == 0, module
    base = node.module or ""
    return {each.asname or each.name: _target(base, each.name) for each in node.names}


def _target(base: str, name: str) -> Named:
    """Return what `from base import name` takes: a module, or what is bound in one."""
    inner = f"{base}.{name}"
    return (inner, "") if file_of(inner) else (base, name)


def _functions_in(node: ast.AST) -> Iterator[tuple[int, int]]:
    for each in ast.walk(node):
        if isinstance(each, Function):
            yield each.lineno, each.col_offset
