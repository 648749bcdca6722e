"""The tests notice what they claim to notice: each listed mutation makes its test fail.

That is a proof, one for each list, which `make proofs` makes anew where it is stale. Here a sample
is run each time.
"""

import random
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import pytest

from tests.mutation.mutate import ROOT, TESTS, Copy, Mutation, listed, lists, occurrences

MUTATIONS = listed()
SAMPLED = 1
"""Of each list."""
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
    sources = {path.relative_to(TESTS).as_posix() for path in lists()}
    assert {each.source for each in MUTATIONS} == sources
    assert {"engine", "arena/claims", "arena/projections", "arena/seats/llm", "arena/talk"} == {
        source.rpartition("/")[0] for source in sources
    }


@pytest.fixture(scope="session")
def copy() -> Iterator[Copy]:
    """Yield a copy of the code and its tests; each worker that runs mutations makes its own."""
    with Copy() as copy:
        yield copy


@pytest.mark.slow
def test_no_mutation_of_a_sample_survives(copy: Copy) -> None:
    """One of each list, always the same, is killed by the tests that it names."""
    draw = random.Random(1)  # noqa: S311 - a sample, nothing secret
    for path in lists():
        source = path.relative_to(TESTS).as_posix()
        own = [each for each in MUTATIONS if each.source == source]
        for mutation in draw.sample(own, SAMPLED):
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
