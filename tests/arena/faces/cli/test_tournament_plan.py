"""What `arena tournament` says a plan takes: before anything is played, and afterwards."""

import json
from pathlib import Path

import pytest

from arena.faces.cli import main
from arena.provider import Provider

Capture = pytest.CaptureFixture[str]
SPEC = "openai-compatible:m@{}"


def config_at(folder: Path, url: str) -> str:
    """Return the file of a tournament of a model and three bots, 12 games."""
    spec = SPEC.format(url)
    text = f"""
seed = 1
seats = 3
[entrants]
model = "{spec}"
ada = "random"
ben = "random"
cyd = "random"
[talk]
protocol = "off"
[run]
processes = 1
[models."{spec}"]
price = {{ input = 2.0, output = 8.0 }}
"""
    file = folder / "t.toml"
    file.write_text(text, encoding="utf-8")
    return str(file)


@pytest.mark.slow
def test_a_plan_says_what_its_intervals_cover(tmp_path: Path, capsys: Capture) -> None:
    """In a sentence, with what they take for granted; nothing is drawn where nobody looks."""
    given = config_at(tmp_path, "http://127.0.0.1:9/v1")
    assert main(["tournament", "plan", given, "--dry-run"]) == 0
    said = capsys.readouterr()
    told = " ".join(said.out.split())
    assert (
        "In 9 of 10 tournaments the totals lie in the intervals, if the models play better than "
        "chance and no better than house bots, and repeat 10% of their calls at most." in told
    )
    assert "Measured on 8 games without a call." in told
    assert said.err == ""


@pytest.mark.slow
def test_what_was_played_says_what_is_left(tmp_path: Path, capsys: Capture) -> None:
    """`extend` foretells the games that are added from those that are finished."""
    with Provider(requests_kept=0) as server:
        given, folder = config_at(tmp_path, server.url), str(tmp_path / "t")
        assert main(["tournament", "plan", given, "--out", folder]) == 0
        assert main(["tournament", "run", folder, "--yes", "--quiet"]) == 0
    capsys.readouterr()
    more = ["tournament", "extend", folder, "--replicates", "1", "--dry-run"]
    assert main(more) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert "12 games of 24 are played; what follows is of the others." in told
    assert "if models play on as in the 12 games that were played." in told
    assert main([*more, "--json"]) == 0
    forecast = json.loads(capsys.readouterr().out)["forecast"]
    assert main(["tournament", "status", folder, "--json"]) == 0
    status = json.loads(capsys.readouterr().out)
    assert forecast["measured"] == 3  # those of bots alone, for the time that they take
    assert forecast["cost"]["expected"] == pytest.approx(status["forecast"]["money"]["expected"])
    assert forecast["calls"]["expected"] == pytest.approx(status["spending"]["calls"])
