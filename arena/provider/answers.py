"""Generates a model's answers: plausible, and a function of the request's bytes alone.

If the prompt lists options, it picks one, seldom itself; otherwise it guesses the tool's arguments,
which may be illegal. A correction has other bytes, so the guess then differs.
"""

from collections.abc import Mapping
from dataclasses import replace

from pydantic_core import to_json

from arena.forms import Schema
from arena.provider.argument_values import drawn_value, least_value, listed_values, types_of
from arena.provider.prompt_facts import PromptFacts, prompt_facts
from arena.provider.speeches import plan, speech, summary
from arena.provider.types import Answer, Draw, Prompt, ToolCall

ChosenCall = tuple[str, dict[str, object]]
"""A tool's name and its arguments."""
COMMON_ARGUMENTS = ("option", "note", "plan")
NOTES = (
    "Watch who changes sides.",
    "I said where I go; see who follows.",
    "Count the cards that are out.",
)
TEXT_ONE_IN = 50
"""One answer in this many is plain text, where no tool call is required."""
PASSING = "`pass`"
"""What a tool's description contains if there is nothing to do."""
NOTED = "`note`"
"""What the system text contains if notes are requested outside the tools."""
GREETING = "I am here. Tell me what is asked."


def answer_to(prompt: Prompt) -> Answer:
    """Return the answer to a request."""
    call = chosen_call(prompt, prompt.draw)
    if call is None:
        return Answer(thought=_thought(prompt, ""), words=GREETING)
    name, arguments = call
    thought = _thought(prompt, name)
    if not prompt.takes_calls or (
        not prompt.forced and prompt.draw.below(TEXT_ONE_IN, "wordy") == 0
    ):
        return Answer(thought=thought, words=call_as_text(call))
    text = to_json(arguments).decode()
    return Answer(thought=thought, calls=(ToolCall(name=name, arguments=text),))


def call_as_text(call: ChosenCall) -> str:
    """Return a call as a JSON object, for servers that take calls in text."""
    return to_json({"tool": call[0], "arguments": call[1]}).decode()


def chosen_call(prompt: Prompt, draw: Draw) -> ChosenCall | None:
    """Return the tool that is called and its arguments; None: no tool is wanted."""
    facts = prompt_facts(prompt, prompt.tools)
    name = facts.wanted
    if prompt.tools and name not in prompt.tools:
        name = next(iter(prompt.tools))
    if not name:
        return None
    facts = replace(facts, wanted=name)
    schema = prompt.tools.get(name, {})
    properties: Mapping[str, Schema] = schema.get("properties", {})
    passes = PASSING in schema.get("description", "") and draw.below(2, "pass") == 0
    arguments = _arguments(properties, facts, draw, passes=passes)
    asked_for_notes = name != "summarize" and NOTED in prompt.system
    takes_notes = "note" in properties if properties else asked_for_notes
    if takes_notes and draw.below(3, "note") == 0:
        arguments = {"note": None} | arguments | {"note": draw.pick(NOTES, "noted")}
    if "plan" in properties and draw.below(3, "plan") == 0:
        arguments["plan"] = plan(facts, draw)
    return name, arguments


def _arguments(
    properties: Mapping[str, Schema], facts: PromptFacts, draw: Draw, *, passes: bool
) -> dict[str, object]:
    empty = {key: least_value(schema) for key, schema in properties.items()}
    match facts.wanted:
        case "say":
            return speech(properties, facts, draw)
        case "bid":
            plain: Schema = {"type": "integer", "minimum": 0, "maximum": 4}
            bounds: Schema = {"maximum": 4, **properties.get("urgency", plain)}
            return empty | {"urgency": drawn_value(bounds, draw, "urgency")}
        case "summarize":
            return empty | {"summary": summary(facts)}
        case _ if facts.options:
            return empty | _chosen(properties, facts, draw)
        case _ if passes and "option" in properties:
            return empty | {"option": "pass"}
        case _:
            return empty | _guessed(properties, facts, draw)


def _chosen(properties: Mapping[str, Schema], facts: PromptFacts, draw: Draw) -> dict[str, object]:
    """Return arguments that name a legal option: its id, or the one argument equal to it."""
    kept = [each for each in facts.options if facts.seat not in each.split("-")]
    kept = kept or list(facts.options)
    others = [each for each in kept if each != "pass"]
    passes = not others or ("pass" in kept and draw.below(2, "pass") == 0)
    option = "pass" if passes else draw.pick(others, "option")
    spelt = [key for key in properties if key not in COMMON_ARGUMENTS]
    if len(spelt) == 1 and draw.below(4, "spelt") == 0:
        values = {str(value): value for value in listed_values(properties[spelt[0]])}
        if option in values:
            return {spelt[0]: values[option]}
    return {"option": option}


def _guessed(properties: Mapping[str, Schema], facts: PromptFacts, draw: Draw) -> dict[str, object]:
    """Return arguments that the schema allows; nullable ones are omitted now and then."""
    if not properties:
        return _guessed_blindly(facts, draw)
    spelt = {key: schema for key, schema in properties.items() if key not in COMMON_ARGUMENTS}
    if "option" in properties and not spelt:
        return {"option": draw.pick((*facts.ids, "pass"), "option")}
    left_out = {
        key
        for key, schema in spelt.items()
        if len(spelt) > 1 and "null" in types_of(schema) and draw.below(4, f"no {key}") == 0
    }
    return {
        key: drawn_value(schema, draw, key, facts.seat, facts.ids)
        for key, schema in spelt.items()
        if key not in left_out
    }


def _guessed_blindly(facts: PromptFacts, draw: Draw) -> dict[str, object]:
    """Return the usual argument of a tool of this name, where there is no schema."""
    if facts.others and any(part in facts.wanted for part in ("vote", "point", "tie")):
        return {"player": draw.pick(facts.others, "player")}
    if facts.places and any(part in facts.wanted for part in ("destination", "zombie")):
        return {"location": draw.pick(facts.places, "location")}
    return {"option": draw.pick((*facts.ids, "pass"), "option")}


def _thought(prompt: Prompt, name: str) -> str:
    if not prompt.thinks:
        return ""
    sure = 10 + prompt.draw.below(90, "sure")
    return f"I am asked for {name or 'nothing'}; {sure} % for my first idea."
