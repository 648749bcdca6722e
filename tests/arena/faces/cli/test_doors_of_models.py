"""Wherever a model is named on the command line, any name is taken or refused in a sentence."""

import json
from pathlib import Path

import pytest

from arena.faces.cli import main
from arena.faces.web.lobby import Lobby
from arena.models.specs import LONGEST
from arena.provider import Provider
from arena.settings import BudgetRules

DOORS = ("play", "serve", "doctor", "doctor --table", "tournament plan")
TABLE = '[seats]\nA = {spec}\nB = "random"\nC = "random"\n[talk]\nprotocol = "off"\n'
REFUSED = {
    "a space": ("my model", "no proper name"),
    "a line": ("a\nb", "no proper name"),
    "no letter": ("a\udcffb", "no proper name"),
    "too long": ("x" * LONGEST, "Possible: 2000 at most"),
}
TAKEN = {
    "a path": "modele/józef/m.gguf", "signs": "q4·k😀", "a mark": "org@v2", "html": "<b>&x",
    "markup": "[red]x[/red]", "folders": "../../etc", "long": "a" * 300, "longer": "x" * 1_900,
}  # fmt: skip

USUAL = {"signs"}
"""The name of the usual run; CI takes all."""


def through(door: str, spec: str, folder: Path) -> list[str]:
    """Return the command line that names a model at a door."""
    table = folder / "table.toml"
    table.write_text(TABLE.format(spec=json.dumps(spec, ensure_ascii=not spec.isprintable())))
    out = ["--out", str(folder / "out")]
    return {
        "play": ["play", "--seat", f"Anna={spec}", *out],
        "serve": ["serve", "--port", "0", "--model", spec, *out],
        "doctor": ["doctor", "--json", "--model", spec],
        "doctor --table": ["doctor", "--json", "--table", str(table)],
        "tournament plan": ["tournament", "plan", str(table), "--games", "6", *out],
    }[door]


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize(("name", "why"), REFUSED.values(), ids=REFUSED)
def test_a_name_that_no_model_can_have_is_refused_in_a_sentence(
    door: str, name: str, why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Exit code 2, and nothing is written."""
    spec = f"openai-compatible:{name}@http://127.0.0.1:9/v1"
    if not name.isascii() and door in {"doctor --table", "tournament plan"}:
        why = "TOML"  # a file with half a letter is none
    assert main(through(door, spec, tmp_path)) == 2
    (sentence,) = capsys.readouterr().err.splitlines()
    assert why in sentence
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, id=each, marks=() if each in USUAL else pytest.mark.slow)
        for each, name in TAKEN.items()
    ],
)
def test_any_other_name_is_taken_at_each_door(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A doctor finds it, and a server has it to choose from."""
    with Provider() as server:
        spec = f"openai-compatible:{name}@{server.url}"
        for door in ("doctor", "doctor --table"):
            assert main(through(door, spec, tmp_path)) == 0
            checks = json.loads(capsys.readouterr().out)["checks"]
            assert {each["state"] for each in checks if name in each["name"]} == {"ok"}
    assert list(Lobby.of([spec], BudgetRules()).models.values()) == [spec]


@pytest.mark.slow
@pytest.mark.parametrize("name", TAKEN.values(), ids=TAKEN)
def test_any_other_name_is_planned(name: str, tmp_path: Path) -> None:
    """A tournament's plan has it as it was written."""
    spec = f"openai-compatible:{name}@http://127.0.0.1:9/v1"
    assert main(through("tournament plan", spec, tmp_path)) == 0
    plan = json.loads((tmp_path / "out" / "plan.json").read_text())
    assert spec in {each["spec"] for each in plan["entrants"].values()}
