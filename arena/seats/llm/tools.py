"""The tools of a table: one for each kind of decision, then `say`, `bid` and `summarize`.

They are a function of the ruleset, the seats' names and the rules of the table: the same bytes for
every seat and every request of a game, so that providers find what they have cached. The options of
one moment are not in them; `toolbox_for` narrows one tool where a table asks for that. Each but
`summarize` begins with the note, so that reasons are written before the choice; behind it stands
the plan where a table records plans. A table without notes leaves the note out. `bounded` adds
bounds that strict tools don't allow, for answers as text that a schema constrains.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from arena.claims.notation_pattern import line_pattern
from arena.claims.vocabulary import Vocabulary
from arena.forms import Schema
from arena.models.types import Tool
from arena.seats.seat import Question
from arena.settings import LlmRules, TalkRules
from arena.talk.plan import LINES
from arena.talk.speech import BIDS
from engine import Ruleset

Properties = dict[str, Schema]

PURPOSES: Mapping[str, str] = {
    "place_character": "Put one of your characters on the board at the start.",
    "assign_start": "Let one of your start dice place one of your characters.",
    "play_vote_card": "Play a card before a vote, or `pass`.",
    "play_attack_card": "Play a card before a vote in an attack, or `pass`.",
    "play_item": "Play an item in a discussion, or `pass`.",
    "cast_vote": "Cast your secret ballot for a player.",
    "cast_revote": "Cast your secret ballot in a re-vote.",
    "point_at": "Point at a player; all do so at once.",
    "break_tie": "Decide a tie with the victim token.",
    "distribute_truck": "Say which card from the truck you keep, which you give, and to whom.",
    "use_camera": "Play a Security Camera to look at the dice, or `pass`.",
    "use_walkie_talkie": "Play a Walkie-talkie to look at the dice, or `pass`.",
    "announce_destination": "Choose your destination for all to hear; it binds.",
    "choose_destination": "Choose your destination in secret.",
    "place_revenge_zombie": "Place a zombie after your elimination, or `pass` if you may.",
    "move": "Say which of your characters goes to your destination, or runs.",
    "energy_drink": "Play an Energy drink to move a character, or `pass`.",
    "choose_victim": "Say which of your characters is lost.",
    "say": "Speak on your turn to talk, or say nothing.",
    "bid": "Say how much you want to speak next.",
    "summarize": "Write down what you need to go on, in place of the talk so far.",
}
"""The description of each tool, by its name; a kind of decision has the same in both families."""

NOTE: Schema = {
    "type": ["string", "null"],
    "description": "Your reasons; what to remember.",
}
PLAN: Schema = {"type": "array", "items": {"type": "string"}}
SUMMARY: Schema = {"type": "string", "description": "All that you need to go on."}
LISTED: Schema = {"type": "string"}
UNLISTED: Schema = {"type": ["string", "null"]}
"""The schema of `option` where options are not listed, and its arguments may replace it."""
LONGEST = 1_999
"""Largest bound on a text's characters: llama.cpp takes no bound of 2,000 or more."""


def toolbox(
    ruleset: Ruleset, seats: Sequence[str], talk: TalkRules, rules: LlmRules
) -> tuple[Tool, ...]:
    """Return a table's tools in order: kinds of decision as the ruleset has them, then talk."""
    first: Properties = {"note": NOTE} if rules.notes else {}
    if rules.plans:
        first["plan"] = PLAN
    deciding = [
        _tool(kind, {**first, **_choosing(values, rules)})
        for kind, values in ruleset.arguments(seats).items()
    ]
    return (*deciding, *_talking(seats, talk, first), _tool("summarize", {"summary": SUMMARY}))


def keys_of(tools: Sequence[Tool]) -> Mapping[str, tuple[str, ...]]:
    """Return the argument names of each tool, by its name, and the keys of a message of `say`."""
    keys = {tool.name: tuple(tool.schema["properties"]) for tool in tools}
    for tool in tools:
        if tool.name == "say":
            keys["message"] = tuple(tool.schema["properties"]["messages"]["items"]["properties"])
    return keys


def toolbox_for(question: Question, tools: Sequence[Tool]) -> tuple[Tool, ...]:
    """Return the tools with the ids of the present options in the tool that is asked for."""
    return tuple(
        _narrowed(tool, question) if tool.name == question.kind else tool for tool in tools
    )


def bounded(
    tool: Tool, speaker: str, vocabulary: Vocabulary, talk: TalkRules, rules: LlmRules
) -> Tool:
    """Return a tool with the bounds by which an answer of `speaker` is parsed.

    Texts, lists and listeners are bounded, and a claim must match the notation.
    """
    bounds: Properties = {
        "note": {"maxLength": min(rules.notes, LONGEST)},
        "plan": {"maxItems": LINES},
        "messages": {"maxItems": talk.messages},
    }
    properties = _with_bounds(tool.schema["properties"], bounds)
    if "messages" in properties:
        message = _bounded_message(properties["messages"]["items"], speaker, vocabulary, talk)
        properties["messages"]["items"] = message
    return replace(tool, schema={**tool.schema, "properties": properties})


def _bounded_message(
    message: Schema, speaker: str, vocabulary: Vocabulary, talk: TalkRules
) -> Schema:
    """Return the schema of a message with the table's bounds, and without its speaker."""
    others = [seat for seat in vocabulary.seats if seat != speaker]
    bounds: Properties = {
        "text": {"maxLength": min(talk.characters, LONGEST)},
        "to": {"items": {"type": "string", "enum": others}, "maxItems": len(others)},
        "claims": {
            "items": {"type": "string", "pattern": line_pattern(vocabulary, speaker)},
            "maxItems": talk.claims,
        },
    }
    return {**message, "properties": _with_bounds(message["properties"], bounds)}


def _with_bounds(properties: Properties, bounds: Properties) -> Properties:
    return {name: {**each, **bounds.get(name, {})} for name, each in properties.items()}


def _narrowed(tool: Tool, question: Question) -> Tool:
    properties = tool.schema["properties"]
    ids: list[str | None] = [option.id for option in question.options]
    if "null" in properties["option"]["type"]:
        ids.append(None)
    properties = {**properties, "option": {**properties["option"], "enum": ids}}
    return replace(tool, schema={**tool.schema, "properties": properties})


def _choosing(values: Mapping[str, Sequence[str | int]], rules: LlmRules) -> Properties:
    """Return the arguments that name an option: its id, or its own where ids are not listed."""
    if rules.hints == "full":
        return {"option": LISTED}
    arguments: Properties = {
        name: {
            "type": ["integer" if isinstance(each[0], int) else "string", "null"],
            "enum": [*each, None],
        }
        for name, each in values.items()
    }
    return {"option": UNLISTED, **arguments}


def _talking(seats: Sequence[str], talk: TalkRules, first: Properties) -> list[Tool]:
    if talk.protocol == "off":
        return []
    message: Properties = {
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
            "items": {"type": "string"},
            "description": "What your words claim, promise, offer or answer, a line each; may be "
            "empty.",
        },
    }
    if not talk.claims:
        del message["claims"]
    messages: Schema = {
        "type": "array",
        "items": _closed_object(message),
        "description": f"Up to {talk.messages}, each with its own listeners; empty: say nothing.",
    }
    say = _tool("say", {**first, "messages": messages})
    if talk.protocol != "bidding":
        return [say]
    urgency: Schema = {
        "type": "integer",
        "enum": list(BIDS),
        "description": "0: nothing to say; 4: must speak now.",
    }
    return [say, _tool("bid", {**first, "urgency": urgency})]


def _tool(name: str, properties: Properties) -> Tool:
    return Tool(name=name, description=PURPOSES[name], schema=_closed_object(properties))


def _closed_object(properties: Properties) -> Schema:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }
