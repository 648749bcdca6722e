"""What happened in a game is folded in `arena/projections`, and nowhere above or below it.

A fold keeps something from one record to the next. In a module's text that is: where the type of a
fact is known (in a `case`, behind an `isinstance`, in a function that takes it, in a loop over
those of its type), something changes that was there before: an attribute, what the function was
given, or what stood before its loop. An attribute that is made of a record counts, too. Whoever
only looks for something in records keeps nothing.
"""

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import get_args

import pytest

from arena.records.facts import DEFINED, FOLDED, Fact, types_of_events
from tests.architecture.sources import statements, text_of, tree_of

ROOT = Path(__file__).resolve().parents[2]
HOME = ("arena/projections/", "arena/records/")
ORIGINS = (
    "arena.claims.deal_records", "arena.claims.derived", "arena.claims.judgement",
    "arena.claims.plans", "arena.events", "arena.records", "engine",
)  # fmt: skip
"""Whence facts are imported; other modules have classes of the same names."""
FACTS = frozenset(
    name for kind in (*get_args(Fact), *DEFINED, *FOLDED, *types_of_events())
    for name in (each.__name__ for each in kind.__mro__[:-1])
)  # fmt: skip
"""Names of all types of facts, and of what they have in common."""
RECORDS = frozenset({"Record", "Shown"})
CHANGES = frozenset(
    {
        "add", "append", "appendleft", "clear", "difference_update", "discard", "extend", "insert",
        "intersection_update", "pop", "popitem", "popleft", "remove", "setdefault", "subtract",
        "symmetric_difference_update", "update",
    }
)  # fmt: skip
"""Methods that change a collection."""
Function = ast.FunctionDef | ast.AsyncFunctionDef
Loop = ast.For | ast.AsyncFor | ast.While


@dataclass(frozen=True)
class Kept:
    """What a module may keep of records, and why no projection can."""

    names: str
    why: str


EXCEPTIONS: Mapping[str, Kept] = {
    "arena/claims/watches.py": Kept(
        "hid_at occasions opened same",
        "one claim waits for its truth: the judge, a projection, shows it what the facts have",
    ),
    "arena/transcript/record_builder.py": Kept(
        "phase round", "it writes them on each record, before there is any to read"
    ),
    "arena/table/referee.py": Kept("bots seats", "who answers now; the record follows from it"),
    "arena/table/recorded_replies.py": Kept(
        "bots plan unread", "parts of one reply, until the table that goes on takes it again"
    ),
    "arena/seats/house/memory.py": Kept(
        "_bad _good _open asked assertions betrayed caught cheated declined lately salt "
        "turned_down used",
        "a bot's opinion of others, and its own words; what happened it reads in a perspective",
    ),
    "arena/seats/planted/electors.py": Kept(
        "dice found", "it looks back through two rounds when it votes: who told it what"
    ),
    "arena/narration/narrator.py": Kept(
        "_ending _heading _over _round _title _unread",
        "what waits to be told, under which heading: it tells record by record",
    ),
    "arena/narration/telling.py": Kept("round_over", "where in the telling a sentence stands"),
    "arena/narration/sentences.py": Kept("dice_told kept", "what its reader was told before"),
    "arena/narration/osaczeni.py": Kept("lines owners reached", "what one sentence is made of"),
    "arena/narration/verdicts.py": Kept(
        "_findings _message", "what became of claims, until that is told"
    ),
    "arena/faces/cli/progress.py": Kept("_end", "the lines of the end, until they are printed"),
    "arena/faces/person/sitting.py": Kept("_end", "the lines of the end, to be told again"),
    "arena/faces/scene/lines.py": Kept("line", "the line of a record that is drawn"),
    "arena/faces/scene/scene.py": Kept("known", "what stands beside words on the page"),
    "arena/faces/terminal/full_screen.py": Kept("_phase _round", "the words that head the screen"),
    "arena/faces/web/viewpoint.py": Kept("_unheard", "what is told later, as its reader reads on"),
    "arena/lab/outcome.py": Kept("found", "counts whose defaults stood in"),
    "arena/lab/talking.py": Kept("_assertions _judged _said", "rows of what was said"),
    "arena/lab/voting.py": Kept(
        "by chosen chosen_at gifts tie tied votes",
        "rows of votes and gifts, with what could have been chosen: a replay feeds it that",
    ),
}  # fmt: skip
"""All that keeps something of records outside of the room that folds them."""


def imported(tree: ast.AST, kinds: frozenset[str]) -> frozenset[str]:
    """Return by which names a module knows classes of these names that are facts' or records'.

    Those of `arena.events` may be named behind that module's name.
    """
    found = set[str]()
    for node in statements(tree):
        if not isinstance(node, ast.ImportFrom):
            continue
        names = {each.name: each.asname or each.name for each in node.names}
        if str(node.module).startswith(ORIGINS):
            found |= {called for name, called in names.items() if name in kinds}
        elif node.module == "arena" and "events" in names:
            found |= {f"{names['events']}.{each}" for each in kinds}
    return frozenset(found)


def path_of(target: ast.AST) -> list[str]:
    """Return `["self", "a", "b"]` of `self.a[0].b`; empty where it does not begin with a name."""
    names: list[str] = []
    while isinstance(target, ast.Attribute | ast.Subscript | ast.Starred):
        if isinstance(target, ast.Attribute):
            names.append(target.attr)
        target = target.value
    return [target.id, *reversed(names)] if isinstance(target, ast.Name) else []


def parts_of(target: ast.expr) -> Iterator[ast.expr]:
    """Yield what an assignment assigns to, one by one."""
    if isinstance(target, ast.Tuple | ast.List):
        for each in target.elts:
            yield from parts_of(each)
    else:
        yield target


def changes_in(nodes: Sequence[ast.AST]) -> Iterator[tuple[list[str], ast.AST | None, bool]]:
    """Yield what is changed, by what, and whether a name is only bound to something else."""
    for node in (each for top in nodes for each in ast.walk(top)):
        match node:
            case ast.Assign(targets=targets, value=value):
                for target in (part for each in targets for part in parts_of(each)):
                    yield path_of(target), value, isinstance(target, ast.Name)
            case (
                ast.AugAssign(target=target, value=value)
                | ast.NamedExpr(target=target, value=value)
            ):
                yield path_of(target), value, isinstance(target, ast.Name)
            case ast.AnnAssign(target=target, value=given):
                yield path_of(target), given, isinstance(target, ast.Name)
            case ast.Delete(targets=targets):
                for target in targets:
                    yield path_of(target), None, isinstance(target, ast.Name)
            case ast.Call(func=ast.Attribute(attr=attr, value=changed)) if attr in CHANGES:
                yield path_of(changed), ast.Tuple([*node.args]), False
            case _:
                pass


@dataclass
class Folds:
    """Finds what a module keeps of records."""

    tree: ast.Module
    facts: frozenset[str] = field(init=False)
    records: frozenset[str] = field(init=False)

    def __post_init__(self) -> None:
        """Look by which names it knows them."""
        self.facts = imported(self.tree, FACTS)
        self.records = imported(self.tree, RECORDS)

    def kept(self) -> set[str]:
        """Return the names of what it keeps."""
        if not self.facts | self.records:
            return set()
        functions = [each for each in ast.walk(self.tree) if isinstance(each, Function)]
        return {name for each in functions for name in (*self._where_known(each), *self._of(each))}

    def _names(self, node: ast.AST, kinds: frozenset[str]) -> bool:
        return any(
            isinstance(each, ast.Name | ast.Attribute) and ".".join(path_of(each)) in kinds
            for each in ast.walk(node)
        )

    def _asks(self, node: ast.AST) -> bool:
        """Tell whether an expression asks for the type of a fact."""
        return any(
            isinstance(each, ast.Call | ast.Compare) and self._names(each, self.facts)
            for each in ast.walk(node)
            if not isinstance(each, ast.Call)
            or (isinstance(each.func, ast.Name) and each.func.id in {"isinstance", "of_type"})
        )

    def _taken(self, function: Function, kinds: frozenset[str]) -> frozenset[str]:
        """Return the parameters whose type is one of these."""
        given = (*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs)
        return frozenset(
            each.arg
            for each in given
            if each.annotation is not None
            and not isinstance(each.annotation, ast.Subscript)
            and self._names(each.annotation, kinds)
        )

    def _bodies(self, function: Function) -> Iterator[Sequence[ast.stmt]]:
        """Yield the parts of a function in which the type of a fact is known."""
        if self._taken(function, self.facts):
            yield function.body
        for node in ast.walk(function):
            match node:
                case ast.match_case(pattern=pattern, body=body):
                    classes = [each.cls for each in ast.walk(pattern)
                               if isinstance(each, ast.MatchClass)]  # fmt: skip
                    if any(self._names(each, self.facts) for each in classes):
                        yield body
                case ast.If(test=asked, body=body) | ast.While(test=asked, body=body):
                    if self._asks(asked):
                        yield body
                case ast.For(iter=asked, body=body) | ast.AsyncFor(iter=asked, body=body):
                    if self._asks(asked):
                        yield body
                case _:
                    pass

    def _where_known(self, function: Function) -> Iterator[str]:
        given = {each.arg for each in ast.walk(function.args) if isinstance(each, ast.arg)}
        outer = {
            name
            for each in ast.walk(function)
            if isinstance(each, ast.Global | ast.Nonlocal)
            for name in each.names
        }
        for body in self._bodies(function):
            for path, _, is_bound in changes_in(body):
                local = path[:1]
                if len(path) > 1:
                    yield path[-1]
                elif local and (
                    local[0] in outer
                    or (local[0] in given and not is_bound)
                    or stood_before(local[0], body, function)
                ):
                    yield local[0]

    def _of(self, function: Function) -> Iterator[str]:
        """Yield the attributes that are made of a record, not those that hold it."""
        records = self._taken(function, self.records)
        for path, value, _ in changes_in(function.body):
            if len(path) > 1 and value is not None:
                whole = value.elts if isinstance(value, ast.Tuple) else [value]
                made = [each for each in whole if not isinstance(each, ast.Name)]
                if any(self._names(each, records) or self._asks(each) for each in made):
                    yield path[-1]


def stood_before(name: str, body: Sequence[ast.stmt], function: Function) -> bool:
    """Tell whether a name is bound in a function outside of a loop that holds a part of it."""
    for loop in (each for each in ast.walk(function) if isinstance(each, Loop)):
        inside = {id(each) for each in ast.walk(loop)}
        if id(body[0]) in inside and any(
            isinstance(each, ast.Name)
            and each.id == name
            and isinstance(each.ctx, ast.Store)
            and id(each) not in inside
            for each in ast.walk(function)
        ):
            return True
    return False


def kept_in(text: str) -> set[str]:
    """Return the names of what a module keeps of records."""
    return Folds(ast.parse(text)).kept()


def kept_by(path: Path) -> set[str]:
    """Return the same of a file; who imports from nowhere whence facts come keeps nothing."""
    if not any(f"from {each}" in text_of(path) for each in (*ORIGINS, "arena import events")):
        return set()
    return Folds(tree_of(path)).kept()


def test_nothing_below_or_above_projections_keeps_what_records_come_to() -> None:
    """But for what stands above with its reason, each name of it."""
    found = {}
    for path in sorted((ROOT / "arena").rglob("*.py")):
        name = path.relative_to(ROOT).as_posix()
        if not name.startswith(HOME):
            kept = kept_by(path)
            if kept:
                found[name] = kept
    assert found == {name: set(each.names.split()) for name, each in EXCEPTIONS.items()}


def test_the_projections_are_what_the_check_finds() -> None:
    """It is not blind: each module that folds, by the docstring of its room, keeps something."""
    for name in ("assertions", "bargains", "board", "facts", "ledger", "position", "rounds"):
        text = (ROOT / "arena" / "projections" / f"{name}.py").read_text(encoding="utf-8")
        assert kept_in(text), name


HEAD = (
    "from arena.events import TruckSearched, VotesRevealed as Votes\n"
    "from arena.records.record import Record, of_type\n"
)


@pytest.mark.parametrize(
    ("kept", "text"),
    [
        (
            "who",
            "def f(self, r):\n match r.data:\n  case TruckSearched() as s: self.who = s.player",
        ),
        (
            "who",
            """
from arena import events
def f(self, r):
 match r.data:
  case events.Passed() as s: self.who = s.player
""",
        ),
        ("who", "def f(self, r):\n if isinstance(r.data, TruckSearched): self.who = r.data.player"),
        ("who", "def f(self, r):\n if type(r.data) is TruckSearched: self.who = r.actor"),
        ("n", "def f(self, r):\n if isinstance(r.data, Votes | TruckSearched): self.n += 1"),
        ("all", "def f(self, s: Votes) -> None:\n self.all[s.kind] = s.ballots"),
        ("all", "def f(self, s: Votes) -> None:\n self.state.all.append(s.ballots)"),
        ("all", "@FOLDS.on(Votes)\ndef f(s: Votes, all: list[str]) -> None:\n all.append(s.kind)"),
        ("n", "def f(s: Votes) -> None:\n global n\n n = s.number"),
        ("n", "def f(rs):\n n = 0\n for r in rs:\n  if isinstance(r.data, Votes): n += 1"),
        ("n", "def f(rs):\n n = 0\n for s in of_type(Votes, rs):\n  n = s.number\n return n"),
        ("d", "def f(rs):\n d = {}\n for s in of_type(Votes, rs):\n  d[s.kind] = s\n return d"),
        ("who", "def f(self, r: Record) -> None:\n self.who = searcher_of(r)"),
        ("round", "def f(self, r: Record) -> None:\n self.round = max(self.round, r.round)"),
        ("who", "def f(self, rs):\n self.who = [s.player for s in of_type(TruckSearched, rs)]"),
    ],
)
def test_a_fold_is_found_however_it_is_written(kept: str, text: str) -> None:
    """A test that can fail: on the object, on another, in a module, in a loop, by a helper."""
    assert kept_in(HEAD + text) == {kept}


@pytest.mark.parametrize(
    "text",
    [
        "def f(rs):\n return [s.player for s in of_type(TruckSearched, rs)]",
        "def f(rs):\n for r in reversed(rs):\n  if isinstance(r.data, Votes): return r.data\n",
        "def f(s: Votes) -> str:\n line = s.kind\n line += '!'\n return line",
        "def f(self, r: Record) -> None:\n self.heard.append(r)",
        "def f(self, r: Record) -> None:\n self.last = r",
    ],
)
def test_who_only_looks_keeps_nothing(text: str) -> None:
    """A question to all records, a sentence of one, and the records themselves are no fold."""
    assert kept_in(HEAD + text) == set()
