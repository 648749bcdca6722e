"""Which functions of ours run, and which of our files are opened, while a proof is played.

Each function, lambdas included, is made to note its own line when it begins. This is done when its
module is imported, to the syntax tree: files stay as they are, and it takes next to no time.
"""

import ast
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from importlib import import_module
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from multiprocessing import get_context
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any, TypeVar

from tests.proofs.modules import ROOT, is_ours

T = TypeVar("T")
NOTE = "__note__"
UNCOUNTED = (ROOT / ".venv", ROOT / ".hypothesis")
"""What is installed differs from machine to machine; the libraries that decide are named."""
Ran = tuple[str, int, int]
"""A function: its module, line and column."""


class Recording(MetaPathFinder):
    """What ran and what was opened since the last call of `begin`."""

    def __init__(self) -> None:
        self.before: set[Ran] = set()
        """What ran when modules were imported, before `begin`."""
        self.ran: set[Ran] = set()
        self.opened: set[Path] = set()

    def install(self) -> None:
        """Note everything from now on, of modules that are not imported yet. It can't be undone."""
        sys.meta_path.insert(0, self)
        sys.addaudithook(self._hear)

    def begin(self) -> None:
        """Tell what ran so far from what runs now."""
        self.before |= self.ran
        self.ran.clear()

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return the spec of a module of ours, with a loader that makes its functions note."""
        if not is_ours(fullname):
            return None
        spec = PathFinder.find_spec(fullname, path, target)
        if spec is not None and isinstance(spec.loader, SourceFileLoader):
            spec.loader = _Loader(spec.loader.name, spec.loader.path, self.ran)
        return spec

    def _hear(self, event: str, given: tuple[object, ...]) -> None:
        if event == "open" and isinstance(given[0], str):
            path = Path(given[0]).absolute()
            is_ours = path.is_relative_to(ROOT) and not any(map(path.is_relative_to, UNCOUNTED))
            if is_ours and path.suffix not in {".py", ".pyc"}:
                self.opened.add(path)


RECORDING = Recording()
"""That of this process."""


def in_processes(
    count: int, function: Callable[..., T], jobs: Sequence[tuple[object, ...]]
) -> Iterator[T]:
    """Yield what a function returns for each job, by so many processes, and note what ran there."""
    with ProcessPoolExecutor(count, get_context("spawn"), _begin) as pool:
        named = [(function.__module__, function.__qualname__, each) for each in jobs]
        for found, ran, opened in pool.map(_job, *zip(*named, strict=True), chunksize=5):
            RECORDING.ran |= ran
            RECORDING.opened |= opened
            yield found


def _begin() -> None:
    RECORDING.install()


def _job(module: str, name: str, given: tuple[object, ...]) -> tuple[Any, set[Ran], set[Path]]:
    """Call a function by its name: its module is imported here, when all is noted."""
    is_first = module not in sys.modules
    function = getattr(import_module(module), name)
    if is_first:
        RECORDING.begin()
    found = function(*given)
    ran = {*RECORDING.ran}
    RECORDING.ran.clear()
    return found, ran, RECORDING.opened


class _Loader(SourceFileLoader):
    def __init__(self, fullname: str, path: str, ran: set[Ran]) -> None:
        super().__init__(fullname, path)
        self.ran = ran

    def get_code(self, fullname: str) -> CodeType:
        """Compile the source, never what was compiled before."""
        tree = _Noting(fullname).visit(ast.parse(self.get_data(self.path)))
        return compile(ast.fix_missing_locations(tree), self.path, "exec", dont_inherit=True)

    def exec_module(self, module: ModuleType) -> None:
        """Give the module what notes."""
        setattr(module, NOTE, self.ran.add)
        super().exec_module(module)


class _Noting(ast.NodeTransformer):
    def __init__(self, module: str) -> None:
        self.module = module

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        """Note first of all, behind the docstring."""
        self.generic_visit(node)
        node.body.insert(ast.get_docstring(node) is not None, ast.Expr(self._note(node)))
        return node

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> ast.AsyncFunctionDef:
        """As any other."""
        self.generic_visit(node)
        node.body.insert(ast.get_docstring(node) is not None, ast.Expr(self._note(node)))
        return node

    def visit_Lambda(self, node: ast.Lambda) -> ast.Lambda:
        """Note, and then return what it returned: noting returns None."""
        self.generic_visit(node)
        node.body = ast.IfExp(self._note(node), ast.Constant(None), node.body)
        return node

    def _note(self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) -> ast.Call:
        where = ast.Constant((self.module, node.lineno, node.col_offset))
        return ast.Call(ast.Name(NOTE, ast.Load()), [where], [])
