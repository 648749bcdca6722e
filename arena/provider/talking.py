"""Turns to talk: words with claims that say the same, bids, and summaries."""

from collections.abc import Mapping
from typing import Any

from arena.provider.asking import Draw
from arena.provider.filling import emptied, values_of
from arena.provider.reading import Situation

__all__ = ["spoken", "summary"]

Claim = dict[str, Any]
SMALL_TALK = (
    "I have seen worse rounds than this one.",
    "Let us keep our heads and count the open doors.",
    "Whoever says least tonight has most to hide.",
    "I am listening, and I will remember who said what.",
)
REMEMBERED = 6
LONGEST = 160


def spoken(properties: Mapping[str, Any], seen: Situation, draw: Draw) -> dict[str, Any]:
    """Return what the tool `say` gets: silence half of the time, else words and their claims."""
    said: dict[str, Any] = {"text": None, "to": [], "whisper": False, "claims": []}
    if properties:
        said = {name: emptied(schema) for name, schema in properties.items()}
    if draw.below(2, "silent"):
        return said
    pairs = _pairs(seen, draw)
    kinds = _field(properties, "claims").get("items", {}).get("properties", {})
    known = values_of(kinds.get("kind", {}))
    pairs = [(words, claim) for words, claim in pairs if not known or claim["kind"] in known]
    count = min(draw.below(3, "claims"), len(pairs))
    first = draw.below(len(pairs), "first claim") if pairs else 0
    chosen = [pairs[(first + i) % len(pairs)] for i in range(count)]
    said["text"] = " ".join(words for words, _ in chosen) or draw.pick(SMALL_TALK, "words")
    if chosen and ("claims" in properties or not properties):
        said["claims"] = [_whole(claim, kinds) for _, claim in chosen]
    return said


def summary(seen: Situation) -> str:
    """Return a paragraph on what happened."""
    who = seen.seat or "this seat"
    if not seen.news:
        return f"I play {who}. Nothing new has happened; I keep to what I said before."
    kept = " ".join(line[:LONGEST] for line in seen.news[-REMEMBERED:])
    return f"I play {who}. Of {len(seen.news)} things that happened, the last: {kept}"


def _field(properties: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    field: Mapping[str, Any] = properties.get(name, {})
    return next((each for each in field.get("anyOf", ()) if each.get("type") == "array"), field)


def _pairs(seen: Situation, draw: Draw) -> list[tuple[str, Claim]]:
    """Return sentences and the claims that they make, of kinds that fit every table."""
    pairs: list[tuple[str, Claim]] = []
    if seen.others:
        whom = draw.pick(seen.others, "whom")
        friend = draw.pick(seen.others, "friend")
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
    if seen.places:
        place = draw.pick(seen.places, "place")
        full = draw.pick(seen.places, "full")
        pairs += [
            (f"I go to {place}.", {"kind": "go", "location": place}),
            (
                f"There is one at {full} at least.",
                {"kind": "zombies", "location": full, "relation": ">=", "count": 1},
            ),
        ]
    return pairs


def _whole(claim: Claim, properties: Mapping[str, Any]) -> Claim:
    """Return a claim with every key that the schema asks for."""
    whole = {name: emptied(schema) for name, schema in properties.items()} | claim
    if "confidence" in properties and whole["confidence"] is None:
        whole["confidence"] = "think"
    return whole
