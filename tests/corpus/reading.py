"""Recorded games for tests that need a game which was played before.

    >>> from tests.corpus import reading
    >>> reading.records("moh-random-3")[0].type
    'opened'

Each is one file in `games` (`packing`), how it was played stands in `making.GAMES`, and
`python -m tests.corpus` plays them anew.
"""

import os
import shutil
from functools import cache
from pathlib import Path

from arena.records.record import Record
from arena.transcript import reader
from arena.transcript.header import GameHeader
from arena.transcript.reader import Transcript
from tests.corpus.packing import ENDING, unpack
from tests.corpus.shared import run_folder

FOLDER = Path(__file__).parent / "games"


def archive(name: str) -> Path:
    """Return the file of a recorded game."""
    return FOLDER / f"{name}{ENDING}"


@cache
def folder(name: str) -> Path:
    """Return the folder of a recorded game, unpacked once a process; nobody may change it."""
    own = run_folder() / str(os.getpid()) / name
    own.mkdir(parents=True)
    return unpack(archive(name).read_bytes(), own)


def copy_of(name: str, into: Path) -> Path:
    """Copy a recorded game into a folder; return the copy, which may be changed."""
    source = folder(name)
    copy = into / source.name
    copy.mkdir(parents=True)
    for each in source.iterdir():
        shutil.copyfile(each, copy / each.name)
    return copy


@cache
def transcript(name: str) -> Transcript:
    """Return what a game's reader makes of it; nobody may change that."""
    return reader.read(folder(name))


def header(name: str) -> GameHeader:
    """Return what the header of a recorded game says."""
    return transcript(name).header


def records(name: str) -> tuple[Record, ...]:
    """Return the records of a recorded game's log."""
    return transcript(name).records


@cache
def names(
    *,
    ruleset: str | None = None,
    seats: int | None = None,
    talk: bool | None = None,
    models: bool | None = None,
    people: bool | None = None,
) -> tuple[str, ...]:
    """Return the recorded games that are such, all of them where nothing is asked for."""
    found = []
    for each in sorted(file.name.removesuffix(ENDING) for file in FOLDER.glob(f"*{ENDING}")):
        game = reader.header_of((folder(each) / "game.json").read_bytes())
        wanted = (
            (ruleset, game.ruleset),
            (seats, len(game.seats)),
            (talk, game.talk.protocol != "off" and bool(game.talkers)),
            (models, game.llm is not None),
            (people, game.people is not None),
        )
        if all(asked in {None, true} for asked, true in wanted):
            found.append(each)
    return tuple(found)
