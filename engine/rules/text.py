"""Rule sentences: each stands beside the code that enforces it and names its clause."""

from collections.abc import Iterable
from dataclasses import dataclass

from engine.rules.pieces import Card, Character

__all__ = ["Rule", "card_rules", "described"]


@dataclass(frozen=True, slots=True)
class Rule:
    """One sentence (or a few) of the rules text that players are given."""

    clause: str
    """The clause of the rules specification, for example `MOH-31`."""
    text: str
    heading: str = ""
    """Under which heading of the rules text it stands, for example `A. The truck`."""


def described(character: Character) -> str:
    """Return `Tough Guy (5 points, strength 2, 1 vote: ...)`."""
    votes = 1 + character.extra_votes
    numbers = (
        f"{character.points} point{'' if character.points == 1 else 's'}, "
        f"strength {character.strength}, {votes} vote{'' if votes == 1 else 's'}"
    )
    return f"{character.name} ({numbers}{': ' if character.note else ''}{character.note})"


def card_rules(cards: Iterable[Card]) -> tuple[Rule, ...]:
    """Return a sentence for each card; those that do the same share one, in their order."""
    alike: dict[tuple[str, str], list[Card]] = {}
    for card in cards:
        alike.setdefault((card.clause, card.text), []).append(card)
    return tuple(
        Rule(clause, f"{', '.join(f'{card.name} ({card.count})' for card in same)}: {text}")
        for (clause, text), same in alike.items()
    )
