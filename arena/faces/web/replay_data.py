"""A recorded game as frames by viewpoint, with models' calls where all is shown."""

import base64
import gzip
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pydantic import JsonValue
from pydantic_core import PydanticSerializationError, to_json

from arena.calls.history import Call
from arena.events import GameBegan, GameEnded
from arena.faces.scene import Frame, Scene
from arena.faces.web.round_data import told
from arena.lab.rows import Stakes
from arena.narration.dialects import words_of
from arena.narration.words import Words
from arena.records.facts import Fact
from arena.records.game import Answer
from arena.records.lines import decoded
from arena.records.record import Record, Shown, of_type, stripped
from arena.records.talk import TurnOnFloor
from arena.talk.speech import JOINERS
from arena.text import escaped, escaped_all
from arena.transcript.reader import Transcript

ALL = "all"
PUBLIC = "public"


def viewpoints(seats: Iterable[str]) -> tuple[str, ...]:
    """Return all viewpoints: all secrets, the public, then each seat."""
    return (ALL, PUBLIC, *seats)


def game(
    transcript: Transcript, who: Iterable[str], calls: Sequence[Call] = (),
    betrayals: Sequence[Stakes] | None = None,
) -> dict[str, object]:  # fmt: skip
    """Return the replay data of a game: its `views` for each of `who`."""
    seats = clockwise(transcript.records, transcript.seats)
    common = _Common.of(transcript, seats)
    return {
        "views": {each: view(transcript, seats, each, calls, betrayals, common) for each in who}
    }


def view(
    transcript: Transcript, seats: tuple[str, ...], who: str, calls: Sequence[Call] = (),
    betrayals: Sequence[Stakes] | None = None, common: "_Common | None" = None,
) -> dict[str, object]:  # fmt: skip
    """Return the `head` and `frames` of one viewpoint; `seats` are clockwise.

    For `all` only, `calls` are included, and `rounds` and `ties` summarize the game, with
    `betrayals` if the analysis has counted them. `common` shares work between viewpoints.
    """
    common = common or _Common.of(transcript, seats)
    scene = Scene(transcript.header, seats, who, words=common.words)
    frames = _frames(scene, common.records, calls if who == ALL else ())
    return {
        "head": scene.head(),
        "frames": frames,
        **(told(transcript, betrayals) if who == ALL else {}),
    }


def packed(data: object) -> str:
    """Return JSON data compressed and in base64, for use in a page."""
    return base64.b64encode(zipped(data)).decode()


def zipped(data: object) -> bytes:
    """Return JSON data compressed by gzip, deterministically."""
    try:
        text = to_json(data)
    except PydanticSerializationError:  # a lone surrogate, which UTF-8 can't encode
        plain = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
        text = plain.encode("utf-8", errors="backslashreplace")
    return gzip.compress(text, compresslevel=6, mtime=0)


@dataclass(frozen=True, slots=True)
class _Common:
    words: Words
    records: Sequence[Shown]
    """All records of the game; a scene filters them."""

    @classmethod
    def of(cls, transcript: Transcript, seats: tuple[str, ...]) -> "_Common":
        lines = zip(transcript.records, transcript.lines, strict=True)
        records = [stripped(_printable_record(each, line.decode())) for each, line in lines]
        return cls(words_of(transcript.header.facts(), seats), records)


def _frames(scene: Scene, records: Sequence[Shown], calls: Sequence[Call]) -> list[Frame]:
    asked: dict[str, list[Call]] = {}
    for call in calls:
        asked.setdefault(call.asked, []).append(call)
    frames: list[Frame] = []
    waiting: list[Call] = []
    for at, record in enumerate(records):
        new = scene.take(record)
        waiting += asked.pop(str(_asked(record.data)), ())
        if new and waiting:
            new[-1]["calls"] = [_call(each) for each in waiting]
            waiting = []
        if scene.who == ALL:
            _number(new, at)
        frames += new
    if next(of_type(GameEnded, records), None) is None:
        frames += scene.stop()
    elif scene.who == ALL:
        frames += scene.reveal(records)
    left = [*waiting, *(each for unheard in asked.values() for each in unheard)]
    if frames and left:
        frames[-1]["calls"] = [*frames[-1].get("calls", ()), *map(_call, left)]
    return frames


def _asked(fact: Fact) -> str | None:
    """Return the question or turn that a record answers; None: none."""
    match fact:
        case Answer(decision=asked) | TurnOnFloor(turn=asked):
            return asked
        case _:
            return None


def _number(new: Sequence[Frame], record: int) -> None:
    """Write into frames the index of their record, so that a link can name it.

    A frame that was held back precedes the record's own. Indices are secret from seats.
    """
    for back, frame in enumerate(reversed(new)):
        frame["record"] = record - back


def _call(call: Call) -> dict[str, JsonValue]:
    """Return a model's thoughts, answer and cost in one call, without the prompt."""
    reply, usage = call.reply, call.usage
    tools = [] if reply is None else [_tool(each.name, each.arguments) for each in reply.calls]
    return {
        "call": call.number,
        "seat": call.seat,
        "asked": call.asked,
        "purpose": call.purpose,
        "attempt": call.attempt,
        "reasoning": "" if reply is None else _printable(reply.reasoning),
        "note": "\n".join(note for note, _ in tools if note),
        "text": "" if reply is None else _printable(reply.text),
        "answer": "\n".join(answer for _, answer in tools),
        "fault": None if call.fault is None else _printable(f"{call.fault}: {call.why}"),
        "seconds": call.seconds,
        "cost": call.booked.money,
        "tokens": call.booked.tokens if usage is None else usage.input + usage.output,
        "unused": call.late or call.ignored,
    }


def _tool(name: str, arguments: str) -> tuple[str, str]:
    try:
        given = json.loads(arguments)
    except (ValueError, RecursionError):
        given = None
    note = given.pop("note", None) if isinstance(given, dict) else None
    said = arguments if given is None else json.dumps(given, ensure_ascii=False)
    return _printable(note) if isinstance(note, str) else "", _printable(f"{name} {said}")


def _printable_record(record: Record, line: str) -> Record:
    """Escape invisible characters in a record; its line shows whether there are any."""
    if "\\" not in line and line[:-1].isprintable():
        return record
    seen_by = record.seen_by
    return decoded({
        "i": record.at, "type": record.type, "round": record.round, "phase": record.phase,
        "actor": record.actor and _printable(record.actor),
        "seen_by": seen_by if isinstance(seen_by, str) else [*map(_printable, seen_by)],
        "data": escaped_all(record.data.data(), JOINERS),
    })  # fmt: skip


def _printable(text: str) -> str:
    """Escape invisible characters and those that change the direction of text."""
    return escaped(text, JOINERS)


def clockwise(records: Iterable[Record], joined: tuple[str, ...]) -> tuple[str, ...]:
    """Return the seats clockwise, or in order of joining if the game has not begun."""
    return next((began.seats for began in of_type(GameBegan, records)), joined)
