"""Every clause of the rules is cited by the name of a test, or is excused here with a reason.

Each is cited in the engine too, and the clauses of the decisions are those of the rules text.
"""

import re
from pathlib import Path

import pytest

import engine

HERE = Path(__file__).resolve().parent
ENGINE = HERE.parents[1] / "engine"
CLAUSES = {"moh": range(1, 70), "osa": range(1, 66)}
"""The clauses of the rules specification, by the prefix of their ids."""
EXCUSED: dict[str, str] = {}
"""Clauses that only describe: there is nothing that a test could find broken."""
CITED = re.compile(r"^def test_\w*?(moh|osa)_(\d+)_", re.MULTILINE)


def cited() -> set[str]:
    """Return the clauses that test functions are named by."""
    return {
        f"{family}_{number}"
        for path in HERE.rglob("test_*.py")
        for family, number in CITED.findall(path.read_text(encoding="utf-8"))
    }


def test_every_clause_is_cited_by_a_test() -> None:
    """A clause without a test is named here, and so is a test of a clause that does not exist."""
    every = {f"{family}_{number}" for family, numbers in CLAUSES.items() for number in numbers}
    assert sorted(every - cited() - set(EXCUSED)) == []
    assert sorted(cited() - every) == []


def test_every_clause_is_cited_where_it_is_kept() -> None:
    """Somewhere in the engine each clause stands by its id: in a rule, a comment, a docstring."""
    code = "".join(path.read_text(encoding="utf-8") for path in ENGINE.rglob("*.py"))
    every = {f"{family}-{n}".upper() for family, numbers in CLAUSES.items() for n in numbers}
    assert sorted(every - set(re.findall(r"\b(?:MOH|OSA)-\d+\b", code))) == []


def test_no_clause_is_excused_that_a_test_cites() -> None:
    """An excuse that is no longer needed goes."""
    assert sorted(set(EXCUSED) & cited()) == []
    assert all(len(reason.split()) > 3 for reason in EXCUSED.values())


def choices(ruleset: str) -> list[dict[str, object]]:
    """Return no options, then each value of each option that lists its values, by itself."""
    options = [each for each in engine.ruleset(ruleset).options.values() if each.kind == "choice"]
    return [{}, *({each.key: value} for each in options for value in each.values or ())]


@pytest.mark.parametrize("ruleset", engine.rulesets())
def test_every_kind_of_decision_has_its_clauses(ruleset: str) -> None:
    """Kind for kind as in the catalogue, at least one each, whatever the options."""
    for options in choices(ruleset):
        facts = engine.ruleset(ruleset, options)
        assert list(facts.decision_clauses) == list(facts.catalogue(3))
        assert all(facts.decision_clauses.values())


@pytest.mark.parametrize("ruleset", engine.rulesets())
def test_the_clauses_of_decisions_stand_in_the_rules_text(ruleset: str) -> None:
    """Whatever is chosen at a table, no clause is named that its players are not told."""
    for options in choices(ruleset):
        facts = engine.ruleset(ruleset, options)
        told = {rule.clause for rule in facts.rules(4)}
        named = {clause for each in facts.decision_clauses.values() for clause in each}
        assert sorted(named - told) == [], options
