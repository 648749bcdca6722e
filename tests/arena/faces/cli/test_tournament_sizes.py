"""`arena tournament plan` of any number of games: what is lost comes first, budgets are spent."""

import json
from pathlib import Path
from typing import Any

import pytest

from arena.faces.cli import main
from arena.tournament.plan import read_plan

Capture = pytest.CaptureFixture[str]
MODEL = "openai-compatible:one@http://127.0.0.1:9/v1"


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def written(entrants: int, size: int, more: str = "", model: str = "") -> None:
    """Write `t.toml`, a tournament of bots, with a model among them if one is given."""
    bots = "".join(f'e{at} = "random"\n' for at in range(entrants - bool(model)))
    spec = f'm = "{model}"\n[models."{model}"]\nprice = {{ input = 1.0, output = 4.0 }}\n'
    text = f'name = "t"\nseed = 1\nseats = [{size}]\n{more}\n[talk]\nprotocol = "off"\n[entrants]\n'
    Path("t.toml").write_text(text + bots + (spec if model else ""), encoding="utf-8")


def printed(capsys: Capture, *args: str) -> str:
    """Return what a command prints that succeeds, on one line."""
    assert main(["tournament", *args]) == 0
    return " ".join(capsys.readouterr().out.split())


def document(capsys: Capture, *args: str) -> dict[str, Any]:
    """Return what it prints as JSON."""
    assert main(["tournament", *args, "--json"]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


@pytest.mark.slow
def test_who_can_not_be_ranked_stands_before_any_figure(capsys: Capture) -> None:
    """Three disjoint tables of 12 entrants; a fourth game links them."""
    written(12, 4)
    shown = printed(capsys, "plan", "t.toml", "--games", "3", "--dry-run")
    first, _, rest = shown.partition("no game links these groups")
    assert rest
    assert not any(letter.isdigit() for letter in first)
    assert "3 games are too few: it takes 4 to link all." in rest
    linked = printed(capsys, "plan", "t.toml", "--games", "4", "--dry-run")
    assert "no game links" not in linked
    assert linked.startswith("What is lost These 4 games end within a balanced round")


@pytest.mark.slow
def test_a_complete_round_loses_nothing(capsys: Capture) -> None:
    """As many games as a round has are said in the same way as ever."""
    written(4, 3, "games = 7")
    assert "5 more complete it, 12 in all" in printed(capsys, "plan", "t.toml", "--dry-run")
    whole = document(capsys, "plan", "t.toml", "--games", "12", "--dry-run")
    assert whole["shortfall"] is None
    assert printed(capsys, "plan", "t.toml", "--games", "12", "--dry-run").startswith("Games t:")


@pytest.mark.slow
def test_games_that_arms_can_not_have_are_said(capsys: Capture) -> None:
    """32 games under three arms are 30."""
    written(6, 3, "games = 32")
    with Path("t.toml").open("a", encoding="utf-8") as file:
        file.write('[[arms]]\nname = "quiet"\ntalk = { whispers = false }\n')
    shown = printed(capsys, "plan", "t.toml", "--dry-run")
    assert "32 games were asked for: 30 is the most in which each is played under all arms" in shown


@pytest.mark.slow
def test_a_budget_is_spent_once_and_its_folder_goes_on(capsys: Capture) -> None:
    """The number is worked out when the plan is new; a larger cap later leaves it as it is."""
    written(4, 3, 'games = "budget"', MODEL)
    plan = ("plan", "t.toml", "--out", "cup")
    few = document(capsys, *plan, "--budget", "calls=300")
    assert 0 < few["games"] < 24
    assert few["forecast"]["calls"]["expected"] <= 300
    assert document(capsys, *plan, "--budget", "calls=900")["games"] == few["games"]
    assert read_plan(Path("cup")).run.budget.calls == 900
    with Path("t.toml").open("a", encoding="utf-8") as file:
        file.write("[budget]\ncalls = 600\n")
    more = document(capsys, "extend", "cup", "t.toml")
    assert more["games"] - more["added"] == few["games"]
    assert more["added"] > 0
    assert more["forecast"]["calls"]["expected"] <= 600


def test_a_cap_is_needed(capsys: Capture) -> None:
    """`--games budget` without one is refused in a sentence."""
    written(4, 3, "", MODEL)
    assert main(["tournament", "plan", "t.toml", "--games", "budget", "--dry-run"]) == 2
    assert "the budget has no cap in money" in capsys.readouterr().err
