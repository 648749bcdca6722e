"""What happened to a tournament's games, in their order, with the time: `run.jsonl`.

It says what no transcript does: which games run, which are paused, why one failed. Nothing that is
rated or paid rests on it.
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
"""`exhausted`: the budget is used up; `left_out`: a game in the folder is broken or none of this
plan; `waits`: a model is not asked for some time, since its provider is down; `tried`: a game asks
it again while the others wait."""


@dataclass(slots=True)
class Fates:
    """What became of games that are not finished."""

    running: dict[str, None] = field(default_factory=dict)
    """Ids, in the order in which they began."""
    paused: dict[str, str] = field(default_factory=dict)
    """Why, by id."""
    failed: dict[str, str] = field(default_factory=dict)
    left_out: dict[str, str] = field(default_factory=dict)
    down: dict[str, str] = field(default_factory=dict)
    """Models whose providers are down, and why: until a game that tried one is finished, or another
    run begins."""
    tried: dict[str, list[str]] = field(default_factory=dict)
    """Models that a game tries, by its id."""
    exhausted: str | None = None
    """Which cap of the budget is reached."""

    def take(self, what: str, data: Mapping[str, str]) -> None:
        """Take one more record."""
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
    """The open file, and what it comes to."""

    def __init__(self, folder: Path) -> None:
        """Go on after the whole lines that are there. Raises `WriteError`."""
        whole = b"".join(lines_of(contents(folder, RUN_LOG, missing=b""))[0])
        self._file = File(folder / RUN_LOG, keep=len(whole))
        self._file.cut()
        self.fates = Fates()

    def add(self, what: What, **data: str | int) -> None:
        """Add a record. Raises `WriteError`."""
        at = datetime.now(UTC).isoformat(timespec="milliseconds")
        self._file.write(encode({"at": at, "type": what, **data}).encode() + b"\n")
        self.fates.take(what, _texts(data))

    def close(self) -> None:
        """Close the file."""
        self._file.close()


def fates_of(folder: Path) -> Fates:
    """Return what the log of a folder comes to; lines that make no sense are passed over."""
    fates = Fates()
    for line in lines_of(contents(folder, RUN_LOG, missing=b""))[0]:
        with suppress(ValueError, KeyError, TypeError, AttributeError):
            record = _texts(json.loads(line))
            fates.take(record["type"], record)
    return fates


def _texts(data: Mapping[str, object]) -> dict[str, str]:
    """Return those of a record's values that are texts: fates follow from these."""
    return {key: each for key, each in data.items() if isinstance(each, str)}
