"""The JSON Schema of a transcript, made from the code: the header, and every record by its type.

python -m arena.transcript.schema      writes schema-1.json again
"""

import ast
import inspect
import json
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from arena.calls.records import CallAnswered, CallFailed, CallIgnored, CallSent, SteppedDown
from arena.claims.judgement import Judgement
from arena.errors import Reason
from arena.settings import BudgetRules
from arena.transcript.header import GameHeader
from engine import Event  # with it come all families' events

__all__ = ["FILE", "schema", "written"]

FILE = Path(__file__).with_name("schema-1.json")
Hash = Annotated[str, Field(pattern="^[0-9a-f]{64}$")]


class _Data(BaseModel):
    model_config = ConfigDict(extra="forbid", use_attribute_docstrings=True)


class Opened(_Data):
    """Record 0: what `game.json` was when the game began."""

    digest: Hash
    """SHA-256 of the file."""
    lines: list[Annotated[str, Field(pattern="^[0-9a-f]{8}$")]]
    """The first 8 digits of each line's SHA-256, which find the line that was changed."""


class Answer(_Data):
    """An answer, logged before it is applied; sealed ones in the order of the questions."""

    decision: str
    """`SEAT.n`, n counting this seat's own questions from 1."""
    kind: str
    """What was asked, for example `cast_vote`."""
    option: str
    """The id of the option that was chosen."""


class AnswerDefaulted(Answer):
    """The option that stood in where a seat failed to answer."""

    reason: Reason
    """What went wrong; `calls.jsonl` has the details."""


class FloorClosed(_Data):
    """The game goes on after talk."""

    kind: str
    """`truck chief attack revote tie gift dice announced reveal`."""
    place: int | None
    """The location where the table talked, null: everywhere."""


class FloorOpened(FloorClosed):
    """The table may talk, and nothing is asked."""

    present: list[str]
    """The players with a character there, in Chief order."""


class TurnData(_Data):
    """A turn on a floor, taken with silence."""

    turn: str
    """`SEAT.tN`, N counting this seat's own turns from 1."""
    floor: str
    """`truck gift chief dice announced reveal attack revote tie`."""
    wave: Annotated[int, Field(ge=1)]
    """Number of the turns that were open together: none of them heard another."""


class Said(TurnData):
    """Words, which their hearers perceive."""

    text: str
    """As it was said."""
    to: list[str]
    """Who was addressed; nobody: the whole table."""
    whisper: bool
    """True where only those addressed heard it."""
    claims: list[dict[str, Any]]
    """What the words say, as data: `arena.claims.language`, without what is null."""


class Whispered(_Data):
    """Everybody sees that somebody whispers, and to whom; the words follow for them alone."""

    to: list[str]
    """Who hears it."""


class Bid(TurnData):
    """How much a seat wants to speak; nobody else perceives it."""

    bid: Annotated[int, Field(ge=0, le=4)]
    """From 0, nothing to say, to 4, must speak now."""


class TurnDefaulted(TurnData):
    """Silence, or the bid 0, stood in where a seat failed."""

    reason: Reason
    """What went wrong; `calls.jsonl` has the details."""


class SeatReplaced(_Data):
    """From here on a bot answers for a seat."""

    by: str
    """The bot's SPEC."""
    reason: Literal["budget"]
    """Why."""


class CallsCounted(_Data):
    """What `calls.jsonl` was when the game was sealed."""

    records: int
    """Its lines."""
    digest: Hash
    """Its SHA-256."""


class ResultData(_Data):
    """How the game ended."""

    scores: dict[str, int]
    """Points by seat."""
    placements: dict[str, int]
    """1 is best; equal seats share the better place (1, 1, 3)."""
    winners: list[str]
    """The seats at place 1."""
    end_reason: str
    """`few_left` or `together`."""
    epilogue: int | None
    """Osaczeni: the number reached, else null."""


class Sealed(_Data):
    """The footer: nothing can be added after it."""

    records: int
    """Lines of `log.jsonl`, this one included."""
    result: ResultData
    """How the game ended; all perceive this much."""
    calls: CallsCounted
    """Ties `calls.jsonl` to the game."""


class SessionBegan(_Data):
    """A process began to play the game, or to go on with it."""

    versions: dict[str, str]
    """Versions of the packages."""
    python: str
    """Version of Python."""
    resumed: Annotated[int, Field(ge=1)] | None
    """How many records `log.jsonl` had before; null: none."""
    budget: BudgetRules | None = None
    """The budget from here on; left out: that of `game.json`."""


class SessionEnded(_Data):
    """It stopped."""

    reason: str
    """`finished`, `interrupted`, `outage`, `budget`, or the name of the error."""


class AnswerFailed(_Data):
    """A seat failed to answer; the default that stood in is in `log.jsonl`."""

    seat: str
    """Who failed."""
    decision: str
    """The question, or the turn to talk."""
    reason: Reason
    """What went wrong."""
    why: str
    """The same in words."""


class _Line(BaseModel):
    model_config = ConfigDict(extra="forbid", use_attribute_docstrings=True)

    i: Annotated[int, Field(ge=0)]
    """Number of the record in its file, from 0."""


class LogLine(_Line):
    """One line of `log.jsonl`; it holds no clock."""

    type: str
    """What it is; `data` goes by it."""
    round: Annotated[int, Field(ge=0)]
    """0 in the set-up."""
    phase: str | None
    """The phase after this record; null before the first."""
    actor: str | None
    """The seat that did it, where one did."""
    seen_by: Literal["all", "engine"] | list[str]
    """Who perceived it: `all`, `engine` (nobody), or these seats."""
    data: dict[str, Any]
    """The payload of this type."""
    hash: Hash
    """SHA-256 of the hash before it and of this record, canonical and without `hash`."""


class CallLine(_Line):
    """One line of `calls.jsonl`; it holds the clocks."""

    type: str
    """What it is; `data` goes by it."""
    at: str
    """When, as ISO 8601 in UTC."""
    data: dict[str, Any]
    """The payload of this type."""
    hash: Hash
    """As in `log.jsonl`."""


LOG_TYPES: dict[str, type[Any]] = {
    "opened": Opened,
    "answer": Answer,
    "answer_defaulted": AnswerDefaulted,
    "floor_opened": FloorOpened,
    "floor_closed": FloorClosed,
    "said": Said,
    "whispered": Whispered,
    "silent": TurnData,
    "bid": Bid,
    "turn_defaulted": TurnDefaulted,
    "seat_replaced": SeatReplaced,
    "claim_judged": Judgement,
    "sealed": Sealed,
}
CALL_TYPES: dict[str, type[BaseModel]] = {
    "session_began": SessionBegan,
    "session_ended": SessionEnded,
    "answer_failed": AnswerFailed,
    "call_sent": CallSent,
    "call_answered": CallAnswered,
    "call_failed": CallFailed,
    "call_ignored": CallIgnored,
    "stepped_down": SteppedDown,
}


def schema() -> dict[str, Any]:
    """Return the schema: `$defs` has `GameHeader`, `LogLine` and `CallLine`, one for each file."""
    defs: dict[str, Any] = {}
    log = {name: _lifted(model, defs) for name, model in LOG_TYPES.items()}
    log |= {event.type: _event(event, defs) for event in _events()}
    calls = {name: _lifted(model, defs) for name, model in CALL_TYPES.items()}
    defs["GameHeader"] = _lifted(GameHeader, defs)
    defs["LogLine"] = _by_type(_lifted(LogLine, defs), log)
    defs["CallLine"] = _by_type(_lifted(CallLine, defs), calls)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Transcript of a game, schema 1",
        "description": "game.json is a GameHeader; log.jsonl has LogLines, calls.jsonl CallLines.",
        "$defs": dict(sorted(defs.items())),
    }


def _by_type(line: dict[str, Any], types: dict[str, Any]) -> dict[str, Any]:
    line["properties"]["type"]["enum"] = sorted(types)
    line["allOf"] = [
        {
            "if": {"properties": {"type": {"const": name}}},
            "then": {"properties": {"data": types[name]}},
        }
        for name in sorted(types)
    ]
    return line


def _lifted(of: type[Any], defs: dict[str, Any]) -> dict[str, Any]:
    """Return a type's schema with what it refers to moved into `defs`."""
    found = TypeAdapter(of).json_schema()
    defs.update(found.pop("$defs", {}))
    return found


def _event(event: type[Event], defs: dict[str, Any]) -> dict[str, Any]:
    found = _lifted(event, defs)
    properties = found["properties"]
    del properties["seen_by"]
    for name, sentence in _field_docs(event).items():
        properties[name]["description"] = sentence
    for each in properties.values():
        each.pop("default", None)  # a record has every field
    found.update(required=list(properties), additionalProperties=False)
    return found


def _events() -> Iterator[type[Event]]:
    waiting = list(Event.__subclasses__())
    while waiting:
        event = waiting.pop()
        waiting += event.__subclasses__()
        if event.__module__.startswith("engine."):
            yield event


def _field_docs(event: type[Event]) -> dict[str, str]:
    """Return the sentence under each field, as people read it in the code."""
    lines = [
        line
        for found in ast.parse(inspect.getsource(event)).body
        if isinstance(found, ast.ClassDef)
        for line in found.body
    ]
    docs: dict[str, str] = {}
    for field, after in pairwise(lines):
        match field, after:
            case (
                ast.AnnAssign(target=ast.Name(id=name)),
                ast.Expr(value=ast.Constant(value=str(sentence))),
            ):
                docs[name] = inspect.cleandoc(sentence)
            case _:
                pass
    return docs


def written() -> str:
    """Return the text of `schema-1.json`."""
    return json.dumps(schema(), indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    FILE.write_text(written(), encoding="utf-8")
