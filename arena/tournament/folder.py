"""The files of a tournament's folder: `plan.json`, `games/ID/`, `ledger.jsonl`, `report.html`."""

from contextlib import closing, nullcontext, suppress
from pathlib import Path

from arena.errors import ConfigError, WriteError
from arena.folders import missing_folders, remove_empty
from arena.tournament.plan import PLAN, Plan
from arena.transcript.disk import Lock
from arena.transcript.reader import GAMES

__all__ = ["GAMES", "game_folder", "write_plan"]


def game_folder(folder: Path, game: str) -> Path:
    """Return the folder of a game."""
    return folder / GAMES / game


def write_plan(folder: Path, plan: Plan, *, is_new: bool = False) -> None:
    """Write `plan.json` atomically; with `is_new` an existing plan is not replaced.

    Raises `ConfigError` where there is one already, or another process holds the folder, and
    `WriteError`.
    """
    file, missing = folder / PLAN, missing_folders(folder)
    new = file.with_suffix(".new")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        # Of two simultaneous commands only one plans.
        with closing(Lock(folder)) if is_new else nullcontext():
            if is_new and file.exists():
                raise ConfigError(
                    f"{folder} has a plan by now. Possible: the same command again, which goes on "
                    "with that one."
                )
            new.write_bytes(plan.dumped())
            new.replace(file)
    except WriteError:
        remove_empty(missing)
        raise
    except OSError as error:
        with suppress(OSError):
            new.unlink()
        remove_empty(missing)
        raise WriteError(f"{file} can't be written: {error.strerror}.") from error
