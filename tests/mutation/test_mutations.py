"""The tests notice what they claim to notice: each listed mutation makes its test fail."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import pytest

from tests.mutation.mutate import ROOT, TESTS, Copy, Mutation, listed, occurrences

MUTATIONS = listed()
NODE = re.compile(r"(\S+\.py)(?:::(\w+)(?:\[.+\])?)?")
HARMLESS = Mutation(
    clause="none",
    file="rules/moh/tables.py",
    find="DOOM = 8",
    replace="DOOM = 4 + 4",
    test="tests/engine/moh/test_e_movement.py::test_moh_38_eight_zombies_close_an_empty_location",
    source="engine/here",
)


def test_each_mutation_finds_its_line_once() -> None:
    """A line that moved or changed would leave its mutation without effect."""
    assert [each.name for each in MUTATIONS if occurrences(each) != 1] == []


def test_no_mutation_is_listed_twice() -> None:
    """The same change is put once to the same test."""
    changes = Counter((each.path, each.find, each.replace, each.test) for each in MUTATIONS)
    assert [change for change, times in changes.items() if times > 1] == []


def test_each_mutation_names_tests_that_exist() -> None:
    """Files and functions of node ids are there, so that a typo is noticed at once."""
    missing = []
    for each in MUTATIONS:
        for name in each.test.split():
            node = NODE.fullmatch(name)
            path = ROOT / (node[1] if node else "no node id")
            text = path.read_text(encoding="utf-8") if path.is_file() else ""
            if not text or (node and node[2] and f"def {node[2]}(" not in text):
                missing.append(f"{each.source}: {each.test}")
    assert missing == []


def test_every_list_is_read() -> None:
    """All `mutations*.toml` contribute, and each is about the room that its tests are about."""
    lists = {path.relative_to(TESTS).as_posix() for path in TESTS.rglob("mutations*.toml")}
    assert {each.source for each in MUTATIONS} == lists
    assert {"engine", "arena/claims", "arena/projections", "arena/seats/llm", "arena/talk"} == {
        source.rpartition("/")[0] for source in lists
    }


@pytest.fixture(scope="session")
def copy() -> Iterator[Copy]:
    """Yield a copy of the code and its tests; each worker that runs mutations makes its own."""
    with Copy() as copy:
        yield copy


@pytest.mark.slow
@pytest.mark.parametrize(
    "mutation", [pytest.param(m, id=f"{n} {m.clause}") for n, m in enumerate(MUTATIONS, start=1)]
)
def test_no_mutation_survives(mutation: Mutation, copy: Copy) -> None:
    """Every mutation is killed by the test that it names."""
    outcome = copy.judge(mutation)
    assert outcome.verdict == "killed", f"{mutation.name}\n{outcome.output}"


@pytest.mark.slow
def test_a_change_without_effect_survives(copy: Copy) -> None:
    """The runner tells a survivor from a kill, and neither from tests that do not run."""
    assert copy.judge(HARMLESS).verdict == "survived"
    assert copy.judge(replace(HARMLESS, replace="DOOM = 9")).verdict == "killed"
    assert copy.judge(replace(HARMLESS, replace="DOOM = ")).verdict == "broken"
    assert copy.judge(replace(HARMLESS, test="no_test_has_this_name")).verdict == "broken"


@pytest.mark.slow
def test_a_mutation_leaves_nothing_behind(copy: Copy) -> None:
    """A change as long as the line, killed before and after, does not reach the run between."""
    for change, verdict in [("9", "killed"), ("8", "survived"), ("9", "killed")]:
        assert copy.judge(replace(HARMLESS, replace=f"DOOM = {change}")).verdict == verdict
