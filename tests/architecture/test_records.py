"""Records are typed: their names end at the decoder, and whoever reads one asks for its class."""

import ast
from collections.abc import Collection, Iterator
from pathlib import Path

from arena.calls.records import CALL_FACTS
from arena.records.facts import types_of_events
from tests.architecture.sources import text_of, tree_of

ROOT = Path(__file__).parents[2]
OWN_NAMES = {
    "arena/tournament/run.py": {"game_began", "game_ended"},
    "arena/tournament/run_log.py": {"game_began", "game_ended"},
    "arena/bench/served.py": {"character_placed"},
    "arena/faces/cli": {"passed"},
    "arena/lab/proofs": {"passed"},
    "arena/lab/report/counted.py": {"passed"},
    "arena/faces/cli/analyze.py": {"passed"},
}
"""Words that a file has for something else: the run's own log, a frame of a page, a proof."""
CALLS = "arena/calls/records.py"
"""Where the types of `calls.jsonl` are named."""


def named_in(path: Path, names: Collection[str]) -> set[str]:
    """Return which of these texts a module holds, docstrings left out."""
    written = {each for each in names if each in text_of(path)}  # few files are worth a walk
    return written and written.intersection(texts_in(tree_of(path)))


def texts_in(tree: ast.Module) -> Iterator[str]:
    """Yield each text that code holds, docstrings left out."""
    said = {
        id(each.value) for each in ast.walk(tree) if isinstance(each, ast.Expr)
    }  # docstrings, and those under fields
    for each in ast.walk(tree):
        if isinstance(each, ast.Constant) and isinstance(each.value, str) and id(each) not in said:
            yield each.value


def test_no_room_names_an_event_of_the_rules_by_a_text() -> None:
    """Whoever reads a record asks for its class."""
    events = {each.type for each in types_of_events() if each.__module__.startswith("engine.")}
    assert "votes_revealed" in events
    found = {}
    for path in sorted((ROOT / "arena").rglob("*.py")):
        name = path.relative_to(ROOT).as_posix()
        own = {word for at, words in OWN_NAMES.items() if name.startswith(at) for word in words}
        named = named_in(path, events - own)
        if named:
            found[name] = sorted(named)
    assert found == {}


def test_no_room_names_a_type_of_calls_by_a_text() -> None:
    """Each is named once, in its class."""
    names = {each.type for each in CALL_FACTS}
    named = {
        path.relative_to(ROOT).as_posix(): found
        for path in sorted((ROOT / "arena").rglob("*.py"))
        if (found := sorted(named_in(path, names)))
    }
    assert named == {CALLS: sorted(names)}
