"""The tournament of the README's first screen, from its name to its report."""

import json
import tomllib
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import pytest

from arena.data import path
from arena.faces.cli import main
from arena.table.verify import verify
from tests.arena.tournament.whole import sealed
from tests.proofs.kept import Figures


@dataclass(frozen=True, slots=True, kw_only=True)
class Demo:
    """A tournament that was run to its end."""

    folder: Path
    out: str
    """What was printed."""


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Demo:
    """Return what came of `arena tournament demo`, played here, where a proof sees what runs."""
    at = tmp_path_factory.mktemp("demo")
    out = at / "printed"
    with pytest.MonkeyPatch.context() as patch, out.open("w", encoding="utf-8") as printed:
        patch.chdir(at)
        patch.setenv("COLUMNS", "100")
        patch.setattr("sys.stdout", printed)
        assert main(["tournament", "demo", "--executor", "in-process"]) == 0
    (plan,) = at.rglob("plan.json")
    return Demo(folder=plan.parent, out=out.read_text(encoding="utf-8"))


def test_every_game_is_played_and_true_and_everybody_is_ranked(demo: Demo) -> None:
    """Report and tables are there."""
    folder = demo.folder
    plan = json.loads((folder / "plan.json").read_bytes())
    assert [each.name for each in sealed(folder)] == [each["game"] for each in plan["games"]]
    assert all(verify(each).ok for each in sealed(folder))
    config = tomllib.loads(path("configs", "tournaments", "demo.toml").read_text(encoding="utf-8"))
    assert [name for name in config["entrants"] if name not in demo.out] == []
    page = (folder / "report.html").read_text(encoding="utf-8")
    assert [name for name in config["entrants"] if name not in page] == []
    assert "<script src" not in page
    kinds = Counter(each.suffix for each in (folder / "tables").iterdir())
    assert kinds[".csv"] == kinds[".parquet"] > 0


def test_who_is_ahead(demo: Demo, figures: Figures) -> None:
    """The lines that are printed, without where the files are: the README shows them."""
    printed = demo.out.partition("\n\n")[2].partition("\nElo is")[0]
    assert printed
    figures["printed"] = printed.splitlines(keepends=True)
