"""A tournament of bots from its config to its report."""

import json
from pathlib import Path
from typing import Any

from tests.arena.whole_games.frames import views_in
from tests.arena.whole_games.plain import command, csv_rows, page_parts, parquet_rows, records

CONFIG = """
name = "same"
seed = 7
seats = [3]
[talk]
floors = ["truck", "attack"]
[run]
processes = 1
[entrants]
ada = { spec = "house", anchor = true }
ben = "random"
cyd = "house:liar"
[[arms]]
name = "quiet"
talk = { protocol = "off" }
"""


def of_bots(out: Path) -> dict[str, Any]:
    """Plan, run and report a tournament with two arms; return what each step leaves and prints."""
    file, folder = out / "same.toml", out / "same"
    file.write_text(CONFIG, encoding="utf-8")
    given: dict[str, Any] = {
        "plan": command("tournament", "plan", str(file), "--out", str(folder)),
        "plan.json": json.loads((folder / "plan.json").read_bytes()),
    }
    command("tournament", "run", str(folder), "--quiet")
    given |= {**logs(folder), **reported(folder)}
    given |= {name: csv_rows(each) for name, each in tables(folder, "csv").items()}
    given |= {name: parquet_rows(each) for name, each in tables(folder, "parquet").items()}
    replay = (folder / "replays" / "g0001.js").read_text(encoding="utf-8")
    return given | {f"replay {who}": view for who, view in views_in(replay).items()}


def reported(folder: Path) -> dict[str, Any]:
    """Return what the report says, as JSON, as text, and as a page."""
    given = {"report --json": command("tournament", "report", str(folder), "--json")}
    given["report"] = command("tournament", "report", str(folder))
    parts = page_parts((folder / "report.html").read_text(encoding="utf-8"))
    return given | {f"report {part}": text for part, text in parts.items()}


def logs(folder: Path) -> dict[str, Any]:
    """Return the games' logs by their folders; the seal's sum of `calls.jsonl` is left out."""
    given = {}
    for game in sorted((folder / "games").iterdir()):
        *before, seal = records(game / "log.jsonl")
        del seal["data"]["calls"]
        given[game.name] = [*before, seal]
    return given


def tables(folder: Path, form: str) -> dict[str, Path]:
    """Return the tables of a report in one form, by the names of their files."""
    return {each.name: each for each in sorted((folder / "tables").glob(f"*.{form}"))}
