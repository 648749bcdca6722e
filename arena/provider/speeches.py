"""Generates a model's speech: sentences with matching claims, plans, and summaries."""

import re
from collections.abc import Mapping

from arena.forms import Schema
from arena.provider.argument_values import least_value
from arena.provider.prompt_facts import PromptFacts
from arena.provider.types import Draw

SMALL_TALK = (
    "I have seen worse rounds than this one.",
    "Let us keep our heads and count the open doors.",
    "Whoever says least tonight has most to hide.",
    "I am listening, and I will remember who said what.",
)
OFFER = re.compile(
    r"^ *Offer (?P<number>[0-9]+), by (?P<by>.+?) to (?P<to>[^:]+?)(?:, counter to [0-9]+)?:"
)
SUMMARY_LINES = 6
LINE_LENGTH = 160


def speech(properties: Mapping[str, Schema], facts: PromptFacts, draw: Draw) -> dict[str, object]:
    """Return arguments of the tool `say`: silence half of the time, otherwise words with claims.

    An offer to the seat is always answered.
    """
    arguments: dict[str, object] = {name: least_value(each) for name, each in properties.items()}
    arguments["messages"] = []
    offers = _offers(facts)
    if not offers and draw.below(2, "silent"):
        return arguments
    items = _field(properties, "messages").get("items", {})
    arguments["messages"] = [_message(items.get("properties", {}), facts, offers, draw)]
    return arguments


def _message(
    properties: Mapping[str, Schema], facts: PromptFacts, offers: list[tuple[str, str]], draw: Draw
) -> dict[str, object]:
    message: dict[str, object] = {"text": "", "to": [], "whisper": False, "claims": []}
    if properties:
        message = {name: least_value(schema) for name, schema in properties.items()}
    pairs = [
        (words, line) for words, line in _sentences_with_claims(facts, draw)
        if re.search(_claim_pattern(properties), line)
    ]  # fmt: skip
    count = min(draw.below(3, "claims"), len(pairs))
    first = draw.below(len(pairs), "first claim") if pairs else 0
    chosen = [pairs[(first + i) % len(pairs)] for i in range(count)]
    for number, offerer in offers[:1]:
        answer = draw.pick(("accept", "decline"), "answer")
        chosen = [(f"{offerer}, to offer {number} I say: {answer}.", f"{answer} {number}")]
    said = " ".join(words for words, _ in chosen) or draw.pick(SMALL_TALK, "words")
    message["text"] = said[: properties.get("text", {}).get("maxLength")]
    if "claims" in message:
        message["claims"] = [line for _, line in chosen]
    return message


def _claim_pattern(properties: Mapping[str, Schema]) -> str:
    """Return the regular expression of claims; empty, which matches all, if there is none."""
    return properties.get("claims", {}).get("items", {}).get("pattern", "")


def plan(facts: PromptFacts, draw: Draw) -> list[str]:
    """Return the lines of a plan, now and then an unreadable one."""
    lines = [f"I mean to vote {draw.pick(facts.others, 'rival')} attack"] if facts.others else []
    if facts.places:
        place = draw.pick(facts.places, "goal")
        lines += [f"I mean to go {place}", f"I mean to report zombies {place} >= 1"]
    lines.append("I mean to win")
    first = draw.below(len(lines), "meant")
    return lines[first : first + 2]


def summary(facts: PromptFacts) -> str:
    """Return a one-paragraph summary of the events."""
    who = facts.seat or "this seat"
    if not facts.news:
        return f"I play {who}. Nothing new has happened; I keep to what I said before."
    kept = " ".join(line[:LINE_LENGTH] for line in facts.news[-SUMMARY_LINES:])
    return f"I play {who}. Of {len(facts.news)} things that happened, the last: {kept}"


def _field(properties: Mapping[str, Schema], name: str) -> Schema:
    field = properties.get(name, {})
    return next((each for each in field.get("anyOf", ()) if each.get("type") == "array"), field)


def _offers(facts: PromptFacts) -> list[tuple[str, str]]:
    """Return number and author of each new offer to this seat."""
    found = [OFFER.match(line) for line in facts.news]
    return [
        (each["number"], each["by"])
        for each in found
        if each and facts.seat in each["to"].split(", ")
    ]


def _sentences_with_claims(facts: PromptFacts, draw: Draw) -> list[tuple[str, str]]:
    """Return sentences with the claim lines that say the same, of kinds that every table allows."""
    pairs: list[tuple[str, str]] = []
    if facts.others:
        whom = draw.pick(facts.others, "whom")
        friend = draw.pick(facts.others, "friend")
        pairs += [
            (f"In the attack I vote for {whom}.", f"I vote {whom} attack"),
            (f"For the truck I vote for {whom}.", f"I vote {whom} truck"),
            (f"I will not vote against {friend} while I have a choice.", f"I spare {friend}"),
            (f"{friend} has looked at the dice.", f"{friend} saw"),
            (
                f"Peace between us, {friend}: I don't vote for you, you don't for me.",
                f"offer {friend}: I spare {friend} / {friend} spares me",
            ),
        ]
    if facts.places:
        place = draw.pick(facts.places, "place")
        full = draw.pick(facts.places, "full")
        pairs += [
            (f"I go to {place}.", f"I go {place}"),
            (f"There is one at {full} at least.", f"I think zombies {full} >= 1"),
        ]
    return pairs
