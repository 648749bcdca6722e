"""Every clause of the rules is cited by the name of a test, or is excused here with a reason."""

import re
from pathlib import Path

HERE = Path(__file__).resolve().parent
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


def test_no_clause_is_excused_that_a_test_cites() -> None:
    """An excuse that is no longer needed goes."""
    assert sorted(set(EXCUSED) & cited()) == []
    assert all(len(reason.split()) > 3 for reason in EXCUSED.values())
