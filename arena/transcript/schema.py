"""The JSON Schema of a transcript, made from the code: the header, and every record by its type.

python -m arena.transcript.schema      writes schema-2.json again
"""

import ast
import inspect
import json
from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path
from typing import TypedDict, cast

from pydantic import TypeAdapter
from typing_extensions import get_original_bases, is_typeddict

from arena.calls.lines import CallLine
from arena.calls.records import CALL_FACTS
from arena.claims.derived import ENVELOPE
from arena.claims.judgement import Judgement
from arena.records.facts import DEFINED, FOLDED, types_of_events
from arena.records.lines import LogLine
from arena.transcript.header import SCHEMA, GameHeader
from engine import Event  # imports the events of all families

FILE = Path(__file__).with_name(f"schema-{SCHEMA}.json")


class _Schema(TypedDict, total=False):
    """The keys of a JSON Schema that this module changes."""

    description: str
    default: object
    properties: "dict[str, _Schema]"
    required: list[str]
    additionalProperties: bool
    enum: list[str]
    allOf: list[object]


_Schemas = dict[str, _Schema]


def schema() -> dict[str, object]:
    """Return the schema; its `$defs` include `GameHeader`, `LogLine` and `CallLine`, one a file."""
    defs: _Schemas = {}
    log = {each.type: _record(each, defs) for each in DEFINED}
    log[Judgement.type] = _schema_of(Judgement, defs)
    log |= {each.type: _schema_without(ENVELOPE, each, defs) for each in FOLDED}
    log |= {event.type: _event(event, defs) for event in types_of_events() if _is_of_rules(event)}
    calls = {each.type: _record(each, defs) for each in CALL_FACTS}
    defs["GameHeader"] = _schema_of(GameHeader, defs)
    defs["LogLine"] = _by_type(_record(LogLine, defs), log)
    defs["CallLine"] = _by_type(_record(CallLine, defs), calls)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"Transcript of a game, schema {SCHEMA}",
        "description": "game.json is a GameHeader; log.jsonl has LogLines, calls.jsonl CallLines.",
        "$defs": dict(sorted(defs.items())),
    }


def _by_type(line: _Schema, types: _Schemas) -> _Schema:
    line["properties"]["type"]["enum"] = sorted(types)
    line["allOf"] = [
        {
            "if": {"properties": {"type": {"const": name}}},
            "then": {"properties": {"data": types[name]}},
        }
        for name in sorted(types)
    ]
    return line


def _schema_of(of: type[object], defs: _Schemas) -> _Schema:
    """Return a type's schema, moving its definitions into `defs`."""
    found = TypeAdapter(of).json_schema()
    defs.update(found.pop("$defs", {}))
    return cast("_Schema", found)


def _schema_without(left_out: Iterable[str], of: type[object], defs: _Schemas) -> _Schema:
    found = _schema_of(of, defs)
    for name in left_out:
        del found["properties"][name]
    found["required"] = list(found["properties"])
    return found


def _record(definition: type[object], defs: _Schemas) -> _Schema:
    """Return a record's schema with the descriptions of inherited fields."""
    found = _schema_of(definition, defs)
    bases = get_original_bases(definition) if is_typeddict(definition) else definition.__mro__[1:]
    for base in bases:
        docs = _field_docs(base) if base.__module__.startswith("arena.") else {}
        for name, sentence in docs.items():
            if name in found["properties"]:
                found["properties"][name]["description"] = sentence
    for each in found["properties"].values():
        each.pop("default", None)  # of an optional key
    return found


def _event(event: type[Event], defs: _Schemas) -> _Schema:
    found = _schema_of(event, defs)
    properties = found["properties"]
    del properties["seen_by"]
    for name, sentence in _field_docs(event).items():
        properties[name]["description"] = sentence
    for each in properties.values():
        each.pop("default", None)  # a record has every field
    found |= {"required": list(properties), "additionalProperties": False}
    return found


def _is_of_rules(event: type[Event]) -> bool:
    return event.__module__.startswith("engine.")


def _field_docs(definition: type[object]) -> dict[str, str]:
    lines = [
        line
        for found in ast.parse(inspect.getsource(definition)).body
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


def schema_text() -> str:
    """Return the contents of the schema file."""
    return json.dumps(schema(), indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    FILE.write_text(schema_text(), encoding="utf-8")
