"""Facts about a ruleset, for prompts, boards and tools."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

from engine.question import Arg
from engine.rules.edition import Edition, RuleOption, Saying, Value, options_in_force
from engine.rules.editions import EDITIONS, edition
from engine.rules.pieces import Card, Character, Place
from engine.rules.text import Rule
from engine.table import seat_names


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruleset:
    """One ruleset with the options that are in force."""

    id: str
    title: str
    family: str
    """`moh` or `osaczeni`."""
    revision: int
    seats: tuple[int, int]
    """Fewest and most players."""
    phases: tuple[str, ...]
    places: tuple[Place, ...]
    """`number`, `name`, `capacity` (None: any number), `own` of each, ordered by number."""
    roles: Mapping[str, int]
    """The number of the location in each role: `parking` and the family's others."""
    characters: tuple[Character, ...]
    """`id`, `name`, `points`, `strength`, `extra_votes`, `note`, `own` of each kind."""
    cards: tuple[Card, ...]
    """`id`, `name`, `count`, `clause`, `text`, `own` of each kind."""
    break_in: int | None
    """Zombies from which on they get into the location of the role `supermarket` whatever its
    strength (MOH-46); None where no number always gets in."""
    dice: int
    """Dice rolled each round, at the start; their faces are the numbers of the locations."""
    most_dice: int
    """Dice rolled each round, at most: some games add dice as they go on."""
    colours: tuple[str, ...]
    options: Mapping[str, RuleOption]
    options_in_force: Mapping[str, Value]
    decision_clauses: Mapping[str, tuple[str, ...]]
    """For each kind of decision the clauses of `rules` that say what is possible, in the order of
    `catalogue`."""
    says: Mapping[str, Saying]
    """Quotations of the edition's own text, each with its section, by option, `places` (their
    names) or `capacities`; none where the text is silent."""

    @property
    def parking(self) -> int:
        """The number of the parking lot, which every ruleset has."""
        return self.roles["parking"]

    def rules(self, seats: int | Sequence[str] = 5) -> tuple[Rule, ...]:
        """Return the rules in sentences, each with its clause."""
        found, names = edition(self.id), seat_names(seats)
        return found.family.text(found.rules(self.options_in_force, names))

    def points(self, seats: int | Sequence[str] = 5) -> tuple[Rule, ...]:
        """Return the points in which families differ, as headings, each with its answer.

        The headings and their order are the same for every ruleset.
        """
        found, names = edition(self.id), seat_names(seats)
        return found.family.points(found.rules(self.options_in_force, names))

    def end_at(self, seats: int | Sequence[str]) -> int:
        """Return the number of living characters that ends the game, or fewer (MOH-68, OSA-54)."""
        return edition(self.id).rules(self.options_in_force, seat_names(seats)).end_at

    def catalogue(self, seats: int | Sequence[str]) -> dict[str, tuple[str, ...]]:
        """Return for each decision kind every option id that can occur with these seats."""
        rules = edition(self.id).rules(self.options_in_force, seat_names(seats))
        return rules.catalogue.ids()

    def arguments(self, seats: int | Sequence[str]) -> dict[str, dict[str, tuple[Arg, ...]]]:
        """Return for each decision kind its arguments with all values that can occur.

        `pass` has none. The order is fixed for a ruleset and its seats.
        """
        rules = edition(self.id).rules(self.options_in_force, seat_names(seats))
        return rules.catalogue.arguments()


def rulesets() -> tuple[str, ...]:
    """Return the ids of all rulesets."""
    return tuple(EDITIONS)


def ruleset(id: str, options: Mapping[str, object] | None = None) -> Ruleset:  # noqa: A002
    """Return a ruleset's facts; `RulesetError` for an unknown id, option or value."""
    found = edition(id)
    return _facts(found, tuple(options_in_force(found, options or {}, ()).items()))


@lru_cache(maxsize=64)
def _facts(found: Edition[object, object], options: tuple[tuple[str, Value], ...]) -> Ruleset:
    family, in_force = found.family, dict(options)
    tables = family.tables(found, in_force)
    return Ruleset(
        id=found.id,
        title=found.title,
        family=family.id,
        revision=found.revision,
        seats=family.seats,
        phases=family.phases,
        places=tables.places,
        roles=tables.roles,
        characters=tables.characters,
        cards=tables.cards,
        break_in=tables.break_in,
        dice=tables.dice,
        most_dice=tables.most_dice,
        colours=family.colours,
        options=family.options,
        options_in_force=MappingProxyType(in_force),
        decision_clauses=family.clauses,
        says=MappingProxyType(found.says),
    )
