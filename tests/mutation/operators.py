"""Operator mutations: places of the arena's code, each with one operator, constant or step changed.

They are drawn by a seed, evenly over rooms, over a room's files, and over the kinds of change that
a file has; strings, annotations and imports are left as they are.

    python -m tests.mutation.operators --seed 34 --count 200 [ROOM ...] > drawn.jsonl
    python -m tests.mutation.judge --map FILE drawn.jsonl > verdicts.jsonl
"""

import argparse
import ast
import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path
from random import Random

ROOMS = ("calls", "lab", "table", "tournament")
SWAPS: dict[type[ast.AST], tuple[str, str]] = {
    ast.Lt: ("<", "<="),
    ast.LtE: ("<=", "<"),
    ast.Gt: (">", ">="),
    ast.GtE: (">=", ">"),
    ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
    ast.In: ("in", "not in"),
    ast.NotIn: ("not in", "in"),
    ast.Is: ("is", "is not"),
    ast.IsNot: ("is not", "is"),
    ast.Add: ("+", "-"),
    ast.Sub: ("-", "+"),
    ast.Mult: ("*", "/"),
    ast.Div: ("/", "*"),
    ast.FloorDiv: ("//", "*"),
    ast.And: ("and", "or"),
    ast.Or: ("or", "and"),
}
NO_BEHAVIOUR = frozenset({"strict", "slots", "frozen", "kw_only"})
"""Keywords that only refuse what the code does not do."""
TYPES = frozenset({"annotation", "returns"})
"""Fields of nodes that a type checker alone reads."""
Function = ast.FunctionDef | ast.AsyncFunctionDef
Change = tuple[int, int, str]
"""Where a text starts and ends, in bytes, and what replaces it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mutant:
    """One place of a file, changed."""

    file: str
    """Below the checkout."""
    kind: str
    """The type of syntax node that is changed; a step that is left out is a `Step`."""
    function: str
    """The innermost function around it, or nothing."""
    text: str
    """The line on which it starts."""
    original: str
    replaced: str
    nth: int
    """Which of the places that are alike in all of these, from 0."""
    line: int
    first: int
    """The first line of its function, decorators included; 0 where it is in none."""
    start: int
    """The byte at which it starts."""

    @property
    def key(self) -> tuple[str | int, ...]:
        """Return what finds it again where lines above it were added."""
        return (self.file, self.function, self.text, self.original, self.replaced, self.nth)

    def applied(self, source: bytes) -> bytes:
        """Return the source of its file with the change made."""
        end = self.start + len(self.original.encode())
        return source[: self.start] + self.replaced.encode() + source[end:]


class _Source:
    """A file's bytes, and the changes that can be made to them."""

    def __init__(self, source: bytes) -> None:
        self.source = source
        self._starts = [0]
        for line in source.splitlines(keepends=True):
            self._starts.append(self._starts[-1] + len(line))

    def start(self, node: ast.expr | ast.stmt) -> int:
        return self._starts[node.lineno - 1] + node.col_offset

    def end(self, node: ast.expr | ast.stmt) -> int:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return self._starts[node.end_lineno - 1] + node.end_col_offset

    def _swap(self, left: ast.expr, operator: ast.AST, right: ast.expr) -> Iterator[Change]:
        before, after = SWAPS.get(type(operator), ("", ""))
        found = self.source.find(before.encode(), self.end(left), self.start(right))
        joined = isinstance(operator, ast.Add) and any(map(_is_text, (left, right)))
        if before and found >= 0 and not joined:
            yield found, found + len(before), after

    def changes(self, node: ast.AST, *, in_function: bool) -> Iterator[Change]:
        """Yield the changes of a node itself, not of what is in it."""
        match node:
            case ast.Compare(left, operators, rest):
                for operator, pair in zip(operators, pairwise([left, *rest]), strict=True):
                    yield from self._swap(pair[0], operator, pair[1])
            case ast.BinOp(left, operator, right) | ast.AugAssign(left, operator, right):
                yield from self._swap(left, operator, right)
            case ast.BoolOp(operator, values):
                for left, right in pairwise(values):
                    yield from self._swap(left, operator, right)
            case ast.UnaryOp(ast.Not(), operand):
                yield self.start(node), self.start(operand), ""
            case ast.Constant(bool() as value):
                yield self.start(node), self.end(node), str(not value)
            case ast.Constant(int() | float() as value):
                yield self.start(node), self.end(node), repr(value + 1)
        if in_function:
            yield from self._steps(node)

    def _steps(self, node: ast.AST) -> Iterator[Change]:
        match node:
            case ast.Return(ast.expr() as value) if not _is_none(value):
                yield self.start(node), self.end(node), "return None"
            case (
                ast.Assign()
                | ast.AugAssign()
                | ast.AnnAssign(value=ast.expr())
                | ast.Expr(ast.Call() | ast.Await())
            ):
                yield self.start(node), self.end(node), "pass"


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.JoinedStr) or (
        isinstance(node, ast.Constant) and isinstance(node.value, str)
    )


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _nodes(
    node: ast.AST, within: tuple[Function, ...]
) -> Iterator[tuple[ast.AST, tuple[Function, ...]]]:
    match node:
        case ast.JoinedStr() | ast.Subscript(ast.Name("Literal")):
            return  # before Python 3.12 a formatted text's parts have no position
        case ast.keyword(name) if name in NO_BEHAVIOUR:
            return
        case ast.FunctionDef() | ast.AsyncFunctionDef():
            within = (*within, node)
    yield node, within
    for field, value in ast.iter_fields(node):
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST) and field not in TYPES:
                yield from _nodes(child, within)


@cache
def places(checkout: Path, file: str) -> list[Mutant]:
    """Return every mutant of a file, in the order of its places."""
    source = _Source((checkout / file).read_bytes())
    lines = source.source.decode().splitlines()
    found, alike = [], Counter[tuple[str, ...]]()
    for node, within in _nodes(ast.parse(source.source), ()):
        for start, end, replaced in source.changes(node, in_function=bool(within)):
            line = source.source.count(b"\n", 0, start) + 1
            name = ".".join(each.name for each in within)
            text = lines[line - 1].strip()
            original = source.source[start:end].decode()
            key = (name, text, original, replaced)
            found.append(
                Mutant(
                    file=file,
                    kind="Step" if replaced == "pass" else type(node).__name__,
                    function=name,
                    text=text,
                    original=original,
                    replaced=replaced,
                    nth=alike[key],
                    line=line,
                    first=_first_line(within[-1]) if within else 0,
                    start=start,
                )
            )
            alike[key] += 1
    return found


def _first_line(function: Function) -> int:
    return min(each.lineno for each in (function, *function.decorator_list))


def mutated(checkout: Path, mutant: Mutant) -> bytes | None:
    """Return its file with the change made; None where that is no Python or changes nothing."""
    source = (checkout / mutant.file).read_bytes()
    changed = mutant.applied(source)
    try:
        same = ast.dump(ast.parse(changed)) == ast.dump(ast.parse(source))
    except SyntaxError:
        return None
    return None if same else changed


def drawn(checkout: Path, rooms: Iterable[str], seed: int, count: int) -> list[Mutant]:
    """Draw mutants: rooms take turns, and so do a room's files; no place is drawn twice."""
    chance = Random(seed)  # noqa: S311 - a fixed sequence
    turns: list[list[list[Mutant]]] = []
    for room in sorted(rooms):
        paths = sorted((checkout / "arena" / room).rglob("*.py"))
        files = [list(places(checkout, path.relative_to(checkout).as_posix())) for path in paths]
        chance.shuffle(files)
        turns.append(files)
    chosen: list[Mutant] = []
    while len(chosen) < count and any(map(any, turns)):
        for files in turns:
            mutant = _next(checkout, files, chance)
            if mutant and len(chosen) < count:
                chosen.append(mutant)
    return chosen


def _next(checkout: Path, files: list[list[Mutant]], chance: Random) -> Mutant | None:
    """Draw one of the first file's mutants, by kind and then by place; that file goes last."""
    while any(files):
        file = files.pop(0)
        files.append(file)
        while file:
            kind = chance.choice(sorted({each.kind for each in file}))
            mutant = chance.choice([each for each in file if each.kind == kind])
            file.remove(mutant)
            if mutated(checkout, mutant):
                return mutant
    return None


def listed(checkout: Path, lines: Iterable[str]) -> tuple[list[Mutant], list[str]]:
    """Find listed mutants that were not killed; return also the lines whose place is gone."""
    found, gone = [], []
    for line in lines:
        entry = json.loads(line)
        if entry.get("verdict") in {"killed", "timeout"}:
            continue
        key = tuple(
            entry[name] for name in ("file", "function", "text", "original", "replaced", "nth")
        )
        there = places(checkout, entry["file"]) if (checkout / entry["file"]).is_file() else []
        mutant = next((each for each in there if each.key == key), None)
        if mutant:
            found.append(mutant)
        else:
            gone.append(line)
    return found, gone


def main() -> None:
    """Print drawn mutants, one JSON object a line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--count", type=int, required=True)
    parser.add_argument("--checkout", type=Path, default=Path.cwd())
    parser.add_argument("rooms", nargs="*", default=ROOMS, metavar="ROOM")
    given = parser.parse_args()
    for mutant in drawn(given.checkout, given.rooms, given.seed, given.count):
        sys.stdout.write(json.dumps(asdict(mutant)) + "\n")


if __name__ == "__main__":
    main()
