"""Rows of games that were read before: `results.jsonl`, which may be deleted at any time.

To read a transcript takes some 40 ms, and a finished game does not change. A row is used as long as
its key fits: what the plan says of the game, the sizes of its files and the last line of its log,
whose hash stands for all lines before it.
"""

import json
import os
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any

from arena.hash_chain import digest, encode
from arena.records import CALLS, HEADER, LOG
from arena.tournament.folder import game_folder
from arena.tournament.game_result import GameResult, SeatResult
from arena.tournament.plan import Plan, PlannedGame

__all__ = ["RESULTS", "ResultStore", "key_of"]

RESULTS = "results.jsonl"
VERSION = 2
"""Of the rows: another one wherever something is counted in another way."""
TAIL = 64 * 1024
"""Bytes in which the last line of a log has room."""


def key_of(plan: Plan, row: PlannedGame, folder: Path) -> str | None:
    """Return what the row of a game depends on, as a digest; None: it is not finished."""
    at = game_folder(folder, row.game)
    try:
        with (at / LOG).open("rb") as file:
            size = file.seek(0, os.SEEK_END)
            file.seek(max(0, size - TAIL))
            last = file.read().rpartition(b"\n")[0].rpartition(b"\n")[2]
        sizes = [size, (at / CALLS).stat().st_size, (at / HEADER).stat().st_size]
    except OSError:
        return None
    if b'"type":"sealed"' not in last:
        return None
    condition = plan.conditions[row.condition]
    specs = [plan.entrants[each].spec for each in row.entrants]
    models = {spec: condition.table.get("models", {}).get(spec) for spec in specs}
    personas = [condition.personas.get(each) for each in row.entrants]
    planned = [
        VERSION, row.model_dump(mode="json"), condition.arm, condition.epoch, specs,
        {**condition.table, "models": models},
        [None if each is None else each.model_dump(mode="json") for each in personas],
    ]  # fmt: skip
    return digest(encode([*planned, sizes]).encode() + last)


class ResultStore:
    """The rows that a tournament's folder has."""

    def __init__(self, folder: Path) -> None:
        """Read what there is; lines that make no sense are passed over."""
        self._file = folder / RESULTS
        self._rows: dict[str, GameResult] = {}
        self._new: list[bytes] = []
        with suppress(OSError):
            for line in self._file.read_bytes().splitlines():
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
            if self._new:
                with self._file.open("ab") as file:
                    file.write(b"\n" + b"".join(self._new))  # the line before may be cut off
        self._new.clear()


def _row(data: Mapping[str, Any]) -> GameResult:
    seats = tuple(SeatResult(**each) for each in data["seats"])
    return GameResult(**{**data, "seats": seats})
