"""Reads and writes `run.jsonl`: the log of a tournament's runs, with times.

It has what transcripts do not: which games run, which are paused, why one failed. Ratings and costs
do not use it.
"""

import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

from arena.hash_chain import encode
from arena.transcript.disk import File
from arena.transcript.reader import contents, lines_of

RUN_LOG = "run.jsonl"

What = Literal[
    "run_began", "run_ended", "game_began", "game_ended", "left_out", "waits", "tried", "exhausted"
]
"""`exhausted`: the budget is used up; `left_out`: a game in the folder is broken or not of this
plan; `waits`: a model is paused, since its provider is down; `tried`: a game tries the model again
while others wait."""


@dataclass(slots=True)
class Fates:
    """The state of all unfinished games."""

    running: dict[str, None] = field(default_factory=dict)
    """Ids, in the order in which they began."""
    paused: dict[str, str] = field(default_factory=dict)
    """Reasons by id."""
    failed: dict[str, str] = field(default_factory=dict)
    left_out: dict[str, str] = field(default_factory=dict)
    down: dict[str, str] = field(default_factory=dict)
    """Reasons by SPEC of models whose providers are down: until a game that tried one is finished,
    or another run begins."""
    tried: dict[str, list[str]] = field(default_factory=dict)
    """Models that a game tries, by its id."""
    exhausted: str | None = None
    """The cap of the budget that is reached; None: none is."""

    def take(self, what: str, data: Mapping[str, str]) -> None:
        """Add a record."""
        match what:
            case "run_began":
                for known in (self.running, self.paused, self.failed, self.left_out, self.down):
                    known.clear()
                self.tried.clear()
                self.exhausted = None
            case "run_ended":
                self.running.clear()
            case "exhausted":
                self.exhausted = data["why"]
            case "waits":
                self.down[data["spec"]] = data["why"]
            case "tried":
                self.tried.setdefault(data["game"], []).append(data["spec"])
            case _:
                self._take_game(what, data["game"], data)

    def _take_game(self, what: str, game: str, data: Mapping[str, str]) -> None:
        self.running.pop(game, None)
        self.paused.pop(game, None)
        self.failed.pop(game, None)
        tried = self.tried.pop(game, ()) if what == "game_ended" else ()
        match what:
            case "game_began":
                self.running[game] = None
            case "left_out":
                self.left_out[game] = data["why"]
            case "game_ended" if data["how"] == "failed":
                self.failed[game] = data["why"]
            case "game_ended" if data["how"] != "finished":
                self.paused[game] = data["why"]
            case _:
                for spec in tried:
                    self.down.pop(spec, None)


class RunLog:
    """The log of runs, open for writing, and the state that follows from it."""

    def __init__(self, folder: Path) -> None:
        """Open the log after its last complete line. Raises `WriteError`."""
        whole = b"".join(lines_of(contents(folder, RUN_LOG, missing=b""))[0])
        self._file = File(folder / RUN_LOG, keep=len(whole))
        self._file.cut()
        self.fates = Fates()

    def add(self, what: What, **data: str | int) -> None:
        """Append a record. Raises `WriteError`."""
        at = datetime.now(UTC).isoformat(timespec="milliseconds")
        self._file.write(encode({"at": at, "type": what, **data}).encode() + b"\n")
        self.fates.take(what, _texts(data))

    def close(self) -> None:
        """Close the file."""
        self._file.close()


def fates_of(folder: Path) -> Fates:
    """Return the state that the log in a folder gives; invalid lines are ignored."""
    fates = Fates()
    for line in lines_of(contents(folder, RUN_LOG, missing=b""))[0]:
        with suppress(ValueError, KeyError, TypeError, AttributeError):
            record = _texts(json.loads(line))
            fates.take(record["type"], record)
    return fates


def _texts(data: Mapping[str, object]) -> dict[str, str]:
    """Return the values of a record that are texts."""
    return {key: each for key, each in data.items() if isinstance(each, str)}
