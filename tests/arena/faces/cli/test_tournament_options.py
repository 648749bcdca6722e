"""How `arena tournament` is asked for: its steps, its default, its options and their mistakes."""

import json

import pytest

from arena.errors import ConfigError
from arena.faces.cli import main
from arena.faces.cli.analysis import ANALYSIS, need_analysis
from arena.faces.cli.tournament_options import RunOptions, changed_rules
from arena.tournament.rules import RunRules, TournamentBudget

Capture = pytest.CaptureFixture[str]
STEPS = ("plan", "run", "status", "report", "extend")


@pytest.mark.parametrize("step", STEPS)
def test_each_step_shows_an_example_and_can_answer_in_json(step: str, capsys: Capture) -> None:
    """As each command does."""
    assert main(["tournament", step, "-h"]) == 0
    shown = capsys.readouterr().out
    assert f"Example: arena tournament {step}" in shown
    assert "--json" in shown


def test_the_help_has_the_whole_way_and_the_steps(capsys: Capture) -> None:
    """The options of what is done without a step stand there too."""
    assert main(["tournament", "-h"]) == 0
    shown = capsys.readouterr().out
    for part in ("--games N", "--dry-run", "--executor", *(f"\n  {step} " for step in STEPS)):
        assert part in shown
    assert "whole" not in shown
    assert "...\n" not in shown.partition("Commands:")[2]


def test_without_anything_it_says_what_is_missing(capsys: Capture) -> None:
    """Exit code 2, in words and as one document."""
    assert main(["tournament"]) == 2
    assert "A config, a table, or a step is missing." in capsys.readouterr().err


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["demo", "--gmaes", "4"], "--gmaes"),
        (["--gmaes", "4", "demo"], "--gmaes"),
        (["demo", "again"], "again"),
        (["plan"], "CONFIG"),
        (["demo", "--executor", "cloud"], "'local', 'in-process', 'ray'"),
        (["demo", "--games", "0"], "--games"),
        (["demo", "--seed", ""], "--seed is ''"),
        (["demoo"], "Did you mean 'demo'?"),
        (["plan", "nowhere.toml"], "nowhere.toml"),
        (["run", "nowhere"], "nowhere"),
        (["status", "nowhere"], "nowhere"),
        (["report", "nowhere"], "nowhere"),
        (["extend", "nowhere", "--replicates", "2"], "nowhere"),
    ],
    ids=" ".join,
)
def test_what_can_not_be_is_said_in_a_sentence(args: list[str], said: str, capsys: Capture) -> None:
    """Exit code 2, on standard error and as one document; the default has no name in it."""
    assert main(["tournament", *args]) == 2
    assert main(["tournament", *args, "--json"]) == 2
    printed = capsys.readouterr()
    assert said in printed.err
    assert "whole" not in printed.err
    document = json.loads(printed.out)
    assert document["exit_code"] == 2
    assert said in document["error"]


def test_the_command_line_goes_before_the_rules_of_a_plan() -> None:
    """What it does not say stays as it is."""
    rules = RunRules(games=3, budget=TournamentBudget(money=5.0, calls=9, on_budget="house"))
    options = RunOptions(budget=("money=$7.50", "hours=2"), at_once=4)
    changed = changed_rules(rules, options)
    assert changed.games == 4
    assert changed.processes == rules.processes
    assert changed.budget == TournamentBudget(money=7.5, calls=9, hours=2.0, on_budget="house")
    assert changed_rules(rules, RunOptions()) == rules


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (RunOptions(budget=("money",)), "KEY=VALUE"),
        (RunOptions(budget=("money=",)), "KEY=VALUE"),
        (RunOptions(budget=("mony=3",)), "Did you mean 'money'?"),
        (RunOptions(budget=("on_budget=house",)), "Possible: money, tokens, calls, hours."),
        (RunOptions(budget=("money=-1",)), "a number of dollars from 0"),
        (RunOptions(budget=("money=nan",)), "a number of dollars from 0"),
        (RunOptions(budget=("calls=1.5",)), "a whole number from 0"),
        (RunOptions(budget=("hours=0",)), "a number above 0"),
        (RunOptions(budget=("calls=1", "calls=2")), "twice"),
        (RunOptions(at_once=10_001), "from 1 to 10000"),
        (RunOptions(processes=257), "from 0 to 256"),
    ],
    ids=str,
)
def test_a_rule_that_can_not_be_is_refused(options: RunOptions, said: str) -> None:
    """With the option, what was given, and what is possible."""
    with pytest.raises(ConfigError, match="Possible: ") as refused:
        changed_rules(RunRules(), options)
    assert said in str(refused.value)


def test_without_the_extra_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every package that is missing is named, and the extra that has them."""
    need_analysis()
    monkeypatch.setattr("arena.faces.cli.analysis.ANALYSIS", (*ANALYSIS, "no_such_package"))
    with pytest.raises(ConfigError, match=r'need no_such_package, .*"horror-arena\[analysis\]"'):
        need_analysis()
