"""Facts about a ruleset, for prompts, boards and tools."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.rules.editions import EDITIONS, OPTIONS, RuleOption, compiled, edition, options_in_force
from engine.rules.editions.edition import Value
from engine.rules.moh.family import PHASES, rules_text
from engine.rules.moh.tables import CARDS, CHARACTERS, COLOURS, DICE, Card, Character, Place
from engine.rules.text import Rule
from engine.table import seat_names

__all__ = ["Ruleset", "ruleset", "rulesets"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruleset:
    """One ruleset with the options that are in force."""

    id: str
    title: str
    revision: int
    seats: tuple[int, int]
    """Fewest and most players."""
    phases: tuple[str, ...]
    places: tuple[Place, ...]
    parking: int
    hq: int
    supermarket: int
    shop: int
    """Closed with three or four players."""
    characters: tuple[Character, ...]
    cards: tuple[Card, ...]
    dice: int
    """Dice rolled each round; their faces are the numbers of the locations."""
    colours: tuple[str, ...]
    options: Mapping[str, RuleOption]
    options_in_force: Mapping[str, Value]

    def rules(self, seats: int | Sequence[str] = 5) -> tuple[Rule, ...]:
        """Return the rules in sentences, each with its clause."""
        names = seat_names(seats)
        return rules_text(compiled(self.id, dict(self.options_in_force), names))

    def catalogue(self, seats: int | Sequence[str]) -> dict[str, tuple[str, ...]]:
        """Return for each decision kind every option id that can occur with these seats."""
        names = seat_names(seats)
        return compiled(self.id, dict(self.options_in_force), names).catalogue.ids()


def rulesets() -> tuple[str, ...]:
    """Return the ids of all rulesets."""
    return tuple(EDITIONS)


def ruleset(id: str, options: Mapping[str, object] | None = None) -> Ruleset:  # noqa: A002
    """Return a ruleset's facts; `RulesetError` for an unknown id, option or value."""
    found = edition(id)
    places = found.places
    return Ruleset(
        id=found.id,
        title=found.title,
        revision=found.revision,
        seats=(3, 6),
        phases=tuple(PHASES),
        places=places.all,
        parking=places.parking,
        hq=places.hq,
        supermarket=places.supermarket,
        shop=places.shop,
        characters=CHARACTERS,
        cards=CARDS,
        dice=DICE,
        colours=COLOURS,
        options=OPTIONS,
        options_in_force=options_in_force(id, options or {}, ()),
    )
