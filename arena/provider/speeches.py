"""What the model says: speeches with claims that mean the same, and summaries of a conversation."""

from collections.abc import Mapping
from typing import Any

from arena.provider.argument_values import least_value, listed_values
from arena.provider.prompt_facts import PromptFacts
from arena.provider.types import Draw

__all__ = ["speech", "summary"]

Claim = dict[str, Any]
SMALL_TALK = (
    "I have seen worse rounds than this one.",
    "Let us keep our heads and count the open doors.",
    "Whoever says least tonight has most to hide.",
    "I am listening, and I will remember who said what.",
)
SUMMARY_LINES = 6
LINE_LENGTH = 160


def speech(properties: Mapping[str, Any], facts: PromptFacts, draw: Draw) -> dict[str, Any]:
    """Return arguments of the tool `say`: silence half of the time, else words and their claims."""
    arguments: dict[str, Any] = {name: least_value(each) for name, each in properties.items()}
    arguments["messages"] = []
    if draw.below(2, "silent"):
        return arguments
    items = _field(properties, "messages").get("items", {})
    arguments["messages"].append(_message(items.get("properties", {}), facts, draw))
    return arguments


def _message(properties: Mapping[str, Any], facts: PromptFacts, draw: Draw) -> dict[str, Any]:
    """Return words and their claims."""
    message: dict[str, Any] = {"text": "", "to": [], "whisper": False, "claims": []}
    if properties:
        message = {name: least_value(schema) for name, schema in properties.items()}
    pairs = _sentences_with_claims(facts, draw)
    kinds = _field(properties, "claims").get("items", {}).get("properties", {})
    known = listed_values(kinds.get("kind", {}))
    pairs = [(words, claim) for words, claim in pairs if not known or claim["kind"] in known]
    count = min(draw.below(3, "claims"), len(pairs))
    first = draw.below(len(pairs), "first claim") if pairs else 0
    chosen = [pairs[(first + i) % len(pairs)] for i in range(count)]
    message["text"] = " ".join(words for words, _ in chosen) or draw.pick(SMALL_TALK, "words")
    if chosen and ("claims" in properties or not properties):
        message["claims"] = [_complete_claim(claim, kinds) for _, claim in chosen]
    return message


def summary(facts: PromptFacts) -> str:
    """Return a paragraph on what happened."""
    who = facts.seat or "this seat"
    if not facts.news:
        return f"I play {who}. Nothing new has happened; I keep to what I said before."
    kept = " ".join(line[:LINE_LENGTH] for line in facts.news[-SUMMARY_LINES:])
    return f"I play {who}. Of {len(facts.news)} things that happened, the last: {kept}"


def _field(properties: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    field: Mapping[str, Any] = properties.get(name, {})
    return next((each for each in field.get("anyOf", ()) if each.get("type") == "array"), field)


def _sentences_with_claims(facts: PromptFacts, draw: Draw) -> list[tuple[str, Claim]]:
    """Return sentences and the claims that they make, of kinds that fit every table."""
    pairs: list[tuple[str, Claim]] = []
    if facts.others:
        whom = draw.pick(facts.others, "whom")
        friend = draw.pick(facts.others, "friend")
        pairs += [
            (
                f"In the attack I vote for {whom}.",
                {"kind": "vote", "target": whom, "vote": "attack"},
            ),
            (
                f"For the truck I vote for {whom}.",
                {"kind": "vote", "target": whom, "vote": "truck"},
            ),
            (
                f"I will not vote against {friend} while I have a choice.",
                {"kind": "ally", "target": friend},
            ),
            (f"{friend} has looked at the dice.", {"kind": "saw", "player": friend}),
        ]
    if facts.places:
        place = draw.pick(facts.places, "place")
        full = draw.pick(facts.places, "full")
        pairs += [
            (f"I go to {place}.", {"kind": "go", "location": place}),
            (
                f"There is one at {full} at least.",
                {"kind": "zombies", "location": full, "relation": ">=", "count": 1},
            ),
        ]
    return pairs


def _complete_claim(claim: Claim, properties: Mapping[str, Any]) -> Claim:
    """Return a claim with every key that the schema asks for."""
    whole = {name: least_value(schema) for name, schema in properties.items()} | claim
    if "confidence" in properties and whole["confidence"] is None:
        whole["confidence"] = "think"
    return whole
