"""The policies of the truck: whether it is searched, and who may receive a card."""

from dataclasses import dataclass
from typing import ClassVar

from engine.rules.moh.state import MohState
from engine.rules.text import Rule


@dataclass(frozen=True, slots=True)
class GiftToAnyone:
    """A card may be given to anyone, the eliminated included."""

    rule: ClassVar[Rule] = Rule("GAP-M-27", "Any other player may be given the card.")

    def recipients(self, s: MohState, searcher: str) -> tuple[str, ...]:
        """Return everybody else."""
        return tuple(player for player in s.roster.seats if player != searcher)


@dataclass(frozen=True, slots=True)
class GiftToLiving:
    """A card may not be given to the eliminated; if nobody else lives, to anyone."""

    rule: ClassVar[Rule] = Rule(
        "GAP-M-27",
        "The card goes to another player who is still in the game; if there is none, to any other.",
    )

    def recipients(self, s: MohState, searcher: str) -> tuple[str, ...]:
        """Return everybody else who lives; if nobody does, everybody else."""
        others = GiftToAnyone().recipients(s, searcher)
        return tuple(player for player in others if s.alive(player)) or others


@dataclass(frozen=True, slots=True)
class SearchBinds:
    """The winner of the vote must search (MOH-27)."""

    rule: ClassVar[Rule] = Rule(
        "MOH-27",
        "The winner looks at the top three cards in secret, keeps one, gives one to another "
        "player, and puts the third under the deck. Everybody sees who got a card, not which. Of "
        "two cards one is kept and one given; a last one is kept or given.",
    )
    optional: bool = False


@dataclass(frozen=True, slots=True)
class SearchMayBeDeclined:
    """The winner of the vote may decline to search (MOH-27)."""

    rule: ClassVar[Rule] = Rule(
        "MOH-27",
        "The winner may decline before looking. Else he looks at the top three cards in secret, "
        "keeps one, gives one to another player, and puts the third under the deck. Everybody sees "
        "who got a card, not which. Of two cards one is kept and one given; a last one is kept or "
        "given.",
    )
    optional: bool = True


GiftPolicy = GiftToAnyone | GiftToLiving
SearchPolicy = SearchBinds | SearchMayBeDeclined
