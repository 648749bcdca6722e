"""Rows of games that were read before, in the user's cache folder, which may be deleted any time.

To read a transcript takes some 40 ms, and a finished game does not change. A row is used as long as
its key fits: what the plan says of the game, every byte of its three files, and the code that reads
them. None stands in the tournament's own folder, which anybody may have written.
"""

import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any

from arena.folders import PRIVATE_FOLDER, cache_folder
from arena.hash_chain import digest, encode
from arena.lab import keys
from arena.tournament.folder import game_folder
from arena.tournament.game_result import GameResult, ResponseModel, SeatResult
from arena.tournament.plan import Plan, PlannedGame

__all__ = ["ResultStore", "key_of", "results_file"]


def key_of(plan: Plan, row: PlannedGame, folder: Path) -> str | None:
    """Return what the row of a game depends on, as a digest; None: it is not finished."""
    read = keys.key_of(game_folder(folder, row.game))
    if read is None:
        return None
    condition = plan.conditions[row.condition]
    specs = [plan.entrants[each].spec for each in row.entrants]
    models = {spec: condition.table.get("models", {}).get(spec) for spec in specs}
    personas = [condition.personas.get(each) for each in row.entrants]
    planned = [
        read, row.model_dump(mode="json"), condition.arm, condition.epoch, specs,
        {**condition.table, "models": models},
        [None if each is None else each.model_dump(mode="json") for each in personas],
    ]  # fmt: skip
    return digest(encode(planned).encode())


class ResultStore:
    """The rows of one tournament's games."""

    def __init__(self, plan: Plan) -> None:
        """Read what there is; lines that make no sense are passed over."""
        self._file = results_file(plan)
        self._rows: dict[str, GameResult] = {}
        self._new: list[bytes] = []
        with suppress(OSError):
            for line in [] if self._file is None else self._file.read_bytes().splitlines():
                with suppress(ValueError, KeyError, TypeError):
                    kept = json.loads(line)
                    self._rows[kept["key"]] = _row(kept["game"])

    def get(self, key: str) -> GameResult | None:
        """Return the row under a key."""
        return self._rows.get(key)

    def add(self, key: str, game: GameResult) -> None:
        """Take a row; `save` writes it."""
        self._rows[key] = game
        self._new.append(encode({"key": key, "game": asdict(game)}).encode() + b"\n")

    def save(self) -> None:
        """Append the new rows; where that can't be done, they are read again next time."""
        with suppress(OSError):
            if self._new and self._file is not None:
                self._file.parent.mkdir(mode=PRIVATE_FOLDER, parents=True, exist_ok=True)
                with self._file.open("ab") as file:
                    file.write(b"\n" + b"".join(self._new))  # the line before may be cut off
        self._new.clear()


def results_file(plan: Plan) -> Path | None:
    """Return where the rows of a tournament are kept; None: this user has no place for them."""
    try:
        folder = cache_folder()
    except RuntimeError:
        return None
    return folder / "results" / f"{digest(encode([plan.name, plan.seed]).encode())}.jsonl"


def _row(data: Mapping[str, Any]) -> GameResult:
    return GameResult(**{**data, "seats": tuple(map(_seat, data["seats"]))})


def _seat(data: Mapping[str, Any]) -> SeatResult:
    models = tuple(ResponseModel(**each) for each in data["response_models"])
    return SeatResult(**{**data, "response_models": models})
