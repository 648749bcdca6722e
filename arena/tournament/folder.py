"""A tournament's folder: `plan.json`, `games/ID/`, `ledger.jsonl`, `report.html`, `tables/`."""

from pathlib import Path

from arena.errors import WriteError
from arena.tournament.plan import PLAN, Plan
from arena.transcript.reader import GAMES

__all__ = ["GAMES", "game_folder", "write_plan"]


def game_folder(folder: Path, game: str) -> Path:
    """Return where a game's files are."""
    return folder / GAMES / game


def write_plan(folder: Path, plan: Plan) -> None:
    """Write `plan.json` in one step: it is the old one or the new one, never half of it."""
    file = folder / PLAN
    new = file.with_suffix(".new")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        new.write_bytes(plan.dumped())
        new.replace(file)
    except OSError as error:
        new.unlink(missing_ok=True)
        raise WriteError(f"{file} can't be written: {error.strerror}.") from error
