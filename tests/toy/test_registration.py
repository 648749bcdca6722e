"""The toy is a ruleset only while somebody asks for it."""

import subprocess
import sys
from pathlib import Path

import pytest

import engine
from tests.toy.registration import OWN, registered


def test_nothing_of_it_stays_behind() -> None:
    """All tables are as they were, and its id is unknown again."""
    before = [dict(table) for table, _ in OWN]
    with registered() as ruleset:
        assert ruleset in engine.rulesets()
        assert engine.ruleset(ruleset).family == "toy"
        engine.new_table(ruleset, 3, 1)
    assert [dict(table) for table, _ in OWN] == before
    with pytest.raises(engine.RulesetError, match="there is no ruleset 'toy'"):
        engine.ruleset(ruleset)


@pytest.mark.slow
def test_the_command_line_knows_it_in_a_process_of_its_own() -> None:
    """`python -m tests.toy` is `arena` with one ruleset more."""
    found = subprocess.run(
        [sys.executable, "-m", "tests.toy", "rulesets", "toy"],
        check=True, capture_output=True, text=True, cwd=Path(__file__).parents[2],
    )  # fmt: skip
    assert "Toy" in found.stdout
    assert "TOY-10" in found.stdout
