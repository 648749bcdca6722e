"""Operator mutations change one place each, and their judge tells a noticed one from another."""

import ast
import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.mutation.mutate import ROOT
from tests.mutation.operators import drawn, listed, mutated, places

QUICK = ("calls", "table")
"""Rooms that are read in a second."""
SOURCE = '''"""Counts up to 3."""
from typing import Literal

Size = Literal[1, 2]


def count(of: list[int], *, more: Size = 1) -> int:
    """Return 4 or fewer."""
    if not of and more is not None:
        raise ValueError(f"{more + 1} in vain")
    total = len(of) + more
    return total if total <= 4 else sum(zip(of, of, strict=True))
'''
PLACES = [
    ("1", "2"),
    ("and", "or"),
    ("not ", ""),
    ("is not", "is"),
    ("total = len(of) + more", "pass"),
    ("+", "-"),
    ("return total if total <= 4 else sum(zip(of, of, strict=True))", "return None"),
    ("<=", "<"),
    ("4", "5"),
]
TESTS = """from arena.calls.toy import count


def test_a_long_list() -> None:
    assert count([1, 2, 3]) == 4
"""


@pytest.fixture
def toy(tmp_path: Path) -> Path:
    """Return a checkout of one module and one test of it."""
    for file, text in [
        ("arena/calls/toy.py", SOURCE),
        ("tests/arena/calls/test_toy.py", TESTS),
        (
            "pyproject.toml",
            '[tool.pytest]\npythonpath = ["."]\naddopts = ["--import-mode=importlib"]',
        ),
    ]:
        path = tmp_path / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return tmp_path


def test_places_are_those_of_operators_constants_and_steps(toy: Path) -> None:
    """Texts, types, formatted texts and keywords that only refuse are left as they are."""
    found = places(toy, "arena/calls/toy.py")
    assert [(each.original, each.replaced) for each in found] == PLACES
    assert all(mutated(toy, each) for each in found)


def test_a_seed_draws_the_same_mutants_again() -> None:
    """Rooms take turns, no place is drawn twice, and another seed draws others."""
    first, again, other = (drawn(ROOT, QUICK, seed, 20) for seed in (1, 1, 2))
    assert first == again != other
    assert [each.file.split("/")[1] for each in first] == [*QUICK] * 10
    assert len({each.key for each in first}) == 20


def test_each_mutant_is_another_program_with_one_text_replaced() -> None:
    """Before and after the place nothing differs, and Python reads both."""
    for mutant in drawn(ROOT, QUICK, 3, 20):
        source, changed = (ROOT / mutant.file).read_bytes(), mutated(ROOT, mutant)
        assert changed is not None
        before = source[: mutant.start]
        after = source.removeprefix(before + mutant.original.encode())
        assert changed == before + mutant.replaced.encode() + after
        assert ast.dump(ast.parse(changed)) != ast.dump(ast.parse(source))


def test_a_mutant_is_found_again_where_lines_were_added_above_it(toy: Path) -> None:
    """One whose own line changed is gone, and one that was killed is not looked for."""
    entries = [
        {"file": each.file, "function": each.function, "text": each.text, "nth": each.nth}
        | {"original": each.original, "replaced": each.replaced}
        for each in places(toy, "arena/calls/toy.py")
    ]
    lines = [*map(json.dumps, entries), json.dumps(entries[0] | {"verdict": "killed"})]
    module = toy / "arena" / "calls" / "toy.py"
    module.write_text("\n" + SOURCE.replace("len(of) +", "len(of) *"), encoding="utf-8")
    places.cache_clear()
    found, gone = listed(toy, lines)
    assert [(each.original, each.replaced) for each in found] == [*PLACES[:4], *PLACES[6:]]
    assert gone == lines[4:6]


@pytest.mark.slow
def test_the_judge_tells_a_noticed_mutant_from_another(toy: Path) -> None:
    """A test of one long list notices all but what matters to others."""
    fields = ("file", "function", "text", "original", "replaced", "nth")
    mutants = [
        {name: getattr(each, name) for name in fields} for each in places(toy, "arena/calls/toy.py")
    ]
    listing, found = toy / "drawn.jsonl", toy / "map.json"
    listing.write_text("\n".join(map(json.dumps, mutants)), encoding="utf-8")
    command = [sys.executable, "-m", "tests.mutation.judge", "--map", str(found)]
    command += ["--checkout", str(toy), "--tests", "tests/arena/calls", "--", str(listing)]
    judged = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    verdicts = [json.loads(line) for line in judged.splitlines()]
    survived = [3, 8]  # a check of an empty list, and a bound that the list does not reach
    assert [at for at, each in enumerate(verdicts) if each["verdict"] == "survived"] == survived
    assert {each["by"] for each in verdicts} == {
        None,
        "tests/arena/calls/test_toy.py::test_a_long_list",
    }
    assert len(verdicts) == len(PLACES)
