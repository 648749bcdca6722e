"""Records are typed: their names end at the decoder, and whoever reads one asks for its class."""

import ast
from collections.abc import Iterator
from pathlib import Path

from arena.calls.records import CALL_FACTS
from arena.records.facts import types_of_events

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


def texts_in(code: str) -> Iterator[str]:
    """Yield each text that code holds, docstrings left out."""
    tree = ast.parse(code)
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
        code = path.read_text(encoding="utf-8")
        written = {each for each in events - own if each in code}  # few files are worth parsing
        named = written and written.intersection(texts_in(code))
        if named:
            found[name] = sorted(named)
    assert found == {}


def test_no_room_names_a_type_of_calls_by_a_text() -> None:
    """Each is named once, in its class."""
    names = {each.type for each in CALL_FACTS}
    named = {
        path.relative_to(ROOT).as_posix(): found
        for path in sorted((ROOT / "arena").rglob("*.py"))
        if (found := sorted(names.intersection(texts_in(path.read_text(encoding="utf-8")))))
    }
    assert named == {CALLS: sorted(names)}
