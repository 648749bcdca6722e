"""What the lab makes of a few games: its figures, its report and its tables."""

from pathlib import Path
from typing import Any

from arena.lab.export import CARD, CITATION
from tests.arena.whole_games.games import played_by_bots
from tests.arena.whole_games.plain import command, csv_rows, page_parts, parquet_rows

PLAYED = {"a": ("moh", 3), "b": ("osaczeni", 3), "c": ("moh", 5)}


def lab(out: Path) -> dict[str, Any]:
    """Play games of both families; return what the commands of the lab give."""
    at = out / "games"
    for name, (ruleset, seats) in PLAYED.items():
        played_by_bots(ruleset, seats, out).rename(_made(at) / name)
    given: dict[str, Any] = {
        "analyze --json": command("analyze", str(at), "--json"),
        "analyze": command(
            "analyze", str(at), "--unproven", "--out", str(out / "unproven"), "--quiet"
        ),
    }
    for name, folder in (("report", at / "lab"), ("unproven report", out / "unproven")):
        parts = page_parts((folder / "report.html").read_text(encoding="utf-8"))
        given |= {f"{name} {part}": text for part, text in parts.items()}
    for form, *options in (("csv",), ("parquet", "--redact")):
        files = command(
            "export", str(at), "--to", form, "--out", str(out / form), "--json", *options
        )
        given |= {f"export {form}": files, **_export(out / form)}
    return given


def _made(folder: Path) -> Path:
    folder.mkdir(exist_ok=True)
    return folder


def _export(folder: Path) -> dict[str, Any]:
    """Return the tables and texts of an export; checksums are of clocks too."""
    tables = {each.name: csv_rows(each) for each in sorted(folder.glob("*.csv"))}
    tables |= {each.name: parquet_rows(each) for each in sorted(folder.glob("*.parquet"))}
    texts = {name: (folder / name).read_text(encoding="utf-8") for name in (CARD, CITATION)}
    return tables | {f"{folder.name} {name}": text for name, text in texts.items()}
