"""What the model answers: sensible at a glance, and a function of the request's bytes alone.

With options it names one, seldom itself; without, it fills the tool's arguments with a guess, which
may be illegal. The bytes of a correction differ, so it guesses anew.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from pydantic_core import to_json

from arena.provider.asking import Answer, Ask, Call, Draw
from arena.provider.filling import emptied, filled, types_of, values_of
from arena.provider.reading import Situation, situation
from arena.provider.talking import spoken, summary

__all__ = ["Pick", "decide", "picked"]

Pick = tuple[str, dict[str, Any]]
"""A tool's name and the arguments."""
OWN = ("option", "note")
NOTES = (
    "Watch who changes sides.",
    "I said where I go; see who follows.",
    "Count the cards that are out.",
)
WORDY = 50
"""One in so many answers is written as words where no tool has to be called."""
PASSING = "`pass`"
"""What the description of a tool names where nothing has to be done."""
HELLO = "I am here. Tell me what is asked."


def decide(ask: Ask) -> Answer:
    """Return the answer to a request."""
    pick = picked(ask, ask.draw)
    if pick is None:
        return Answer(thought=_thought(ask, ""), words=HELLO)
    name, arguments = pick
    thought = _thought(ask, name)
    if not ask.tools or (not ask.forced and ask.draw.below(WORDY, "wordy") == 0):
        return Answer(thought=thought, words=worded(pick))
    text = to_json(arguments).decode()
    return Answer(thought=thought, calls=(Call(name=name, arguments=text),))


def worded(pick: Pick) -> str:
    """Return a call as the JSON object that stands for it in words."""
    return to_json({"tool": pick[0], "arguments": pick[1]}).decode()


def picked(ask: Ask, draw: Draw) -> Pick | None:
    """Return which tool is called and how; None: nothing is wanted."""
    seen = situation(ask, ask.tools)
    name = seen.wanted
    if ask.tools and name not in ask.tools:
        name = next(iter(ask.tools))
    if not name:
        return None
    seen = replace(seen, wanted=name)
    schema = ask.tools.get(name, {})
    properties: Mapping[str, Any] = schema.get("properties", {})
    passes = PASSING in schema.get("description", "") and draw.below(2, "pass") == 0
    arguments = _arguments(properties, seen, draw, passes=passes)
    if (not properties or "note" in properties) and draw.below(3, "note") == 0:
        arguments["note"] = draw.pick(NOTES, "noted")
    return name, arguments


def _arguments(
    properties: Mapping[str, Any], seen: Situation, draw: Draw, *, passes: bool
) -> dict[str, Any]:
    empty = {key: emptied(schema) for key, schema in properties.items()}
    match seen.wanted:
        case "say":
            return spoken(properties, seen, draw)
        case "bid":
            urgency = properties.get("urgency", {"type": "integer", "minimum": 0, "maximum": 4})
            bounds = {"maximum": 4} | dict(urgency)
            return empty | {"urgency": filled(bounds, draw, "urgency")}
        case "summarize":
            return empty | {"summary": summary(seen)}
        case _ if seen.options:
            return empty | _chosen(properties, seen, draw)
        case _ if passes and "option" in properties:
            return empty | {"option": "pass"}
        case _:
            return empty | _guessed(properties, seen, draw)


def _chosen(properties: Mapping[str, Any], seen: Situation, draw: Draw) -> dict[str, Any]:
    """Return a legal option: by its id, or by the one argument that is the same."""
    kept = [each for each in seen.options if seen.seat not in each.split("-")]
    kept = kept or list(seen.options)
    others = [each for each in kept if each != "pass"]
    passes = not others or ("pass" in kept and draw.below(2, "pass") == 0)
    option = "pass" if passes else draw.pick(others, "option")
    spelt = [key for key in properties if key not in OWN]
    if len(spelt) == 1 and draw.below(4, "spelt") == 0:
        values = {str(value): value for value in values_of(properties[spelt[0]])}
        if option in values:
            return {spelt[0]: values[option]}
    return {"option": option}


def _guessed(properties: Mapping[str, Any], seen: Situation, draw: Draw) -> dict[str, Any]:
    """Return arguments that the schema allows; what is nullable is left out now and then."""
    if not properties:
        return _guessed_blindly(seen, draw)
    spelt = {key: schema for key, schema in properties.items() if key not in OWN}
    if "option" in properties and not spelt:
        return {"option": draw.pick((*seen.ids, "pass"), "option")}
    left_out = {
        key
        for key, schema in spelt.items()
        if len(spelt) > 1 and "null" in types_of(schema) and draw.below(4, f"no {key}") == 0
    }
    return {
        key: filled(schema, draw, key, seen.seat, seen.ids)
        for key, schema in spelt.items()
        if key not in left_out
    }


def _guessed_blindly(seen: Situation, draw: Draw) -> dict[str, Any]:
    """Return the argument that a tool of this name has, where no schema tells."""
    if seen.others and any(part in seen.wanted for part in ("vote", "point", "tie")):
        return {"player": draw.pick(seen.others, "player")}
    if seen.places and any(part in seen.wanted for part in ("destination", "zombie")):
        return {"location": draw.pick(seen.places, "location")}
    return {"option": draw.pick((*seen.ids, "pass"), "option")}


def _thought(ask: Ask, name: str) -> str:
    if not ask.thinks:
        return ""
    sure = 10 + ask.draw.below(90, "sure")
    return f"I am asked for {name or 'nothing'}; {sure} % for my first idea."
