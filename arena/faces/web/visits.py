"""Reports on people who left a game, for its host only.

They are read from the game's folder; nothing else is stored.
"""

import json
from pathlib import Path

from arena.calls.lines import decoded_call
from arena.calls.records import PersonReplaced
from arena.errors import TranscriptError
from arena.faces.web import wording
from arena.forms import CALLS, LOG
from arena.hash_chain import parsed
from arena.seats.human.proof import who_answers
from arena.transcript import reader


def left(folder: Path) -> list[str]:
    """Return a sentence for each person who left their seat to a bot and is not back.

    If the game's files can't be read, the result is empty.
    """
    try:
        return _left(folder)
    except (TranscriptError, ValueError):
        return []


def _left(folder: Path) -> list[str]:
    calls, _ = reader.lines_of(reader.contents(folder, CALLS, missing=b""))
    mark = f'"{PersonReplaced.type}"'.encode()
    changes = who_answers(decoded_call(parsed(line)) for line in calls if mark in line)
    last = {seat: list(each.items())[-1] for seat, each in changes.items()}
    gone = {seat: (asked, by) for seat, (asked, by) in last.items() if by is not None}
    if not gone:
        return []
    log, _ = reader.lines_of(reader.contents(folder, LOG, missing=b""))
    return [
        wording.GONE[by.reason].format(seat=seat, at=_moment(asked, log))
        for seat, (asked, by) in gone.items()
    ]


def _moment(asked: str, log: list[bytes]) -> str:
    """Return the question and round at which a person left, or the last record's phase."""
    name = json.dumps(asked).encode()
    found = parsed(next((line for line in log if name in line), log[-1]))
    data = found["data"]
    is_it = asked in (data.get("decision"), data.get("turn"))
    what = str(data.get("kind") or data.get("floor")) if is_it else str(found["phase"])
    return wording.MOMENT.format(round=found["round"], what=what.replace("_", " "))
