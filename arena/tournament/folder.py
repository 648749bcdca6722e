"""A tournament's folder: `plan.json`, `games/ID/`, `ledger.jsonl`, `report.html`, `tables/`."""

from contextlib import suppress
from pathlib import Path

from arena.errors import ConfigError, WriteError
from arena.folders import missing_folders, remove_empty
from arena.tournament.plan import PLAN, Plan
from arena.transcript.disk import Lock
from arena.transcript.reader import GAMES

__all__ = ["GAMES", "game_folder", "write_plan"]


def game_folder(folder: Path, game: str) -> Path:
    """Return where a game's files are."""
    return folder / GAMES / game


def write_plan(folder: Path, plan: Plan, *, is_new: bool = False) -> None:
    """Write `plan.json` in one step; one that `is_new` replaces none.

    Raises `ConfigError` where there is one, or another process has the folder, and `WriteError`.
    """
    file, missing = folder / PLAN, missing_folders(folder)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if not is_new:
            _write(file, plan)
            return
        lock = Lock(folder)  # of two commands that begin in the same instant one plans
        try:
            if file.exists():
                raise ConfigError(
                    f"{folder} has a plan by now. Possible: the same command again, which goes on "
                    "with that one."
                )
            _write(file, plan)
        finally:
            lock.close()
    except WriteError:
        remove_empty(missing)
        raise
    except OSError as error:
        remove_empty(missing)
        raise WriteError(f"{file} can't be written: {error.strerror}.") from error


def _write(file: Path, plan: Plan) -> None:
    new = file.with_suffix(".new")
    try:
        new.write_bytes(plan.dumped())
        new.replace(file)
    except OSError:
        with suppress(OSError):
            new.unlink()
        raise
