"""The rule tests notice what they claim to notice: each listed mutation makes its test fail."""

import re
from collections import Counter
from dataclasses import replace

import pytest

from tests.engine.mutate import HERE, ROOT, Mutation, listed, occurrences, run, run_all

MUTATIONS = listed()
NODE = re.compile(r"(\S+\.py)(?:::(\w+))?")
HARMLESS = Mutation(
    clause="none",
    file="rules/moh/tables.py",
    find="DOOM = 8",
    replace="DOOM = 4 + 4",
    test="tests/engine/moh/test_e_movement.py::test_moh_38_eight_zombies_close_an_empty_location",
    source="here",
)


def test_each_mutation_finds_its_line_once() -> None:
    """A line that moved or changed would leave its mutation without effect."""
    assert [each.name for each in MUTATIONS if occurrences(each) != 1] == []


def test_no_mutation_is_listed_twice() -> None:
    """The same change is put once to the same test."""
    changes = Counter((each.file, each.find, each.replace, each.test) for each in MUTATIONS)
    assert [change for change, times in changes.items() if times > 1] == []


def test_each_mutation_names_tests_that_exist() -> None:
    """Files and functions of node ids are there, so that a typo is noticed at once."""
    missing = []
    for each in MUTATIONS:
        for file, function in NODE.findall(each.test):
            path = ROOT / file
            text = path.read_text(encoding="utf-8") if path.is_file() else ""
            if f"def {function}" not in text or not text:
                missing.append(f"{each.source}: {each.test}")
    assert missing == []


def test_every_list_is_read() -> None:
    """All `mutations*.toml` beside the runner contribute."""
    assert {each.source for each in MUTATIONS} == {p.name for p in HERE.glob("mutations*.toml")}


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_no_mutation_survives() -> None:
    """Every mutation is killed by the test that it names."""
    outcomes = run_all(MUTATIONS)
    assert [f"{o.verdict}: {o.mutation.name}" for o in outcomes if o.verdict != "killed"] == []


@pytest.mark.slow
def test_a_change_without_effect_survives() -> None:
    """The runner tells a survivor from a kill, and neither from tests that do not run."""
    assert run(HARMLESS).verdict == "survived"
    assert run(replace(HARMLESS, replace="DOOM = 9")).verdict == "killed"
    assert run(replace(HARMLESS, replace="DOOM = ")).verdict == "broken"
    assert run(replace(HARMLESS, test="no_test_has_this_name")).verdict == "broken"
