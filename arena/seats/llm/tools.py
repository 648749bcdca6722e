"""The tools of a table: one for each kind of decision, then `say`, `bid` and `summarize`.

They are a function of the ruleset, the seats' names and the rules of talk: the same bytes for every
seat and every request of a game, so that providers find what they have cached. What is possible at
one moment is not in them; `toolbox_for` narrows one tool where a table asks for that.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from arena.claims.schema import claim_schema
from arena.models.types import Tool
from arena.seats.llm.purposes import PURPOSES
from arena.seats.seat import Question
from arena.settings import TalkRules
from arena.talk.speech import BIDS
from engine import Ruleset

__all__ = ["toolbox", "toolbox_for"]

Schema = dict[str, Any]
NOTE: Schema = {
    "type": ["string", "null"],
    "description": "Your private notebook.",
}
OPTION: Schema = {
    "type": ["string", "null"],
    "description": "Id of an option.",
}


def toolbox(ruleset: Ruleset, seats: Sequence[str], talk: TalkRules) -> tuple[Tool, ...]:
    """Return the tools in their order: kinds of decision as the ruleset has them, then talk."""
    deciding = [
        _tool(kind, PURPOSES[kind], {"option": OPTION, **_arguments(values), "note": NOTE})
        for kind, values in ruleset.arguments(seats).items()
    ]
    return (*deciding, *_talking(seats, talk), _summarize())


def toolbox_for(question: Question, tools: Sequence[Tool]) -> tuple[Tool, ...]:
    """Return the tools with the ids that are possible now in the tool that is asked for."""
    return tuple(
        _narrowed(tool, question) if tool.name == question.kind else tool for tool in tools
    )


def _narrowed(tool: Tool, question: Question) -> Tool:
    ids = [*(option.id for option in question.options), None]
    properties = {**tool.schema["properties"], "option": {**OPTION, "enum": ids}}
    return replace(tool, schema={**tool.schema, "properties": properties})


def _arguments(values: Mapping[str, Sequence[str | int]]) -> Schema:
    return {
        name: {
            "type": ["integer" if isinstance(each[0], int) else "string", "null"],
            "enum": [*each, None],
        }
        for name, each in values.items()
    }


def _talking(seats: Sequence[str], talk: TalkRules) -> list[Tool]:
    if talk.protocol == "off":
        return []
    message: Schema = {
        "text": {"type": "string", "description": "Your words."},
        "to": {
            "type": "array",
            "items": {"type": "string", "enum": list(seats)},
            "description": "Whom you address; empty: all.",
        },
        "whisper": {
            "type": "boolean",
            "description": "True: only those in `to` hear the words; all see that you whisper.",
        },
        "claims": {
            "type": "array",
            "items": _claim(),
            "description": "What your words assert, to be held against the truth; may be empty.",
        },
    }
    if not talk.claims:
        del message["claims"]
    messages: Schema = {
        "type": "array",
        "items": {
            "type": "object",
            "properties": message,
            "required": list(message),
            "additionalProperties": False,
        },
        "description": f"Up to {talk.messages}, each with its own listeners; empty: say nothing.",
    }
    say = _tool("say", PURPOSES["say"], {"messages": messages, "note": NOTE})
    if talk.protocol != "bidding":
        return [say]
    urgency = {
        "type": "integer",
        "enum": list(BIDS),
        "description": "0: nothing to say; 4: must speak now.",
    }
    return [say, _tool("bid", PURPOSES["bid"], {"urgency": urgency, "note": NOTE})]


def _claim() -> Schema:
    """Return the schema of a claim, whose condition does not repeat what its fields mean."""
    claim = claim_schema()
    fields = claim["properties"]
    condition = dict(fields["condition"])
    condition["properties"] = {
        name: {key: value for key, value in field.items() if key != "description"}
        for name, field in condition["properties"].items()
    }
    return {**claim, "properties": {**fields, "condition": condition}}


def _summarize() -> Tool:
    summary = {"type": "string", "description": "All that you need to go on."}
    return _tool("summarize", PURPOSES["summarize"], {"summary": summary})


def _tool(name: str, description: str, properties: Schema) -> Tool:
    schema = {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }
    return Tool(name=name, description=description, schema=schema)
