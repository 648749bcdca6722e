"""The toy family and its only edition."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from engine.chance import Chance, Forced
from engine.events import Event
from engine.rules.edition import Edition, Family, Value, options_in_force
from engine.rules.keys import Keys, seats_of
from engine.rules.pieces import Tables
from engine.rules.positions import forced_of, known_keys, seed_of
from tests.toy.phases import PHASES
from tests.toy.rules import ToyRules, compiled, points, rules_text
from tests.toy.tables import (
    CARDS,
    CHARACTERS,
    CLAUSES,
    COLOURS,
    DICE,
    HALL,
    OPTIONS,
    PLACES,
    YARD,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ToyStart:
    """A scenario of the toy: it begins with the set-up, and may force chance."""

    seats: tuple[str, ...]
    seed: str
    options: Mapping[str, object]
    forced: Forced
    begins: tuple[int, str] = (0, "setup")

    def events(self, rules: ToyRules, chance: Chance) -> Iterator[Event]:
        """Yield nothing: the set-up does all."""
        del rules, chance
        yield from ()


def _read_start(edition: Edition, given: Mapping[str, Any]) -> ToyStart:
    keys = Keys(given)
    known = ("scenario", "ruleset", "seats", "seed", "phase", "options", "chance", "deck", "said")
    known_keys(keys, ("setup",), known, known)
    seats, options = seats_of(keys), dict(keys.table("options"))
    options_in_force(edition, options, seats)
    copies, rolls = (
        {card.id: card.count for card in CARDS},
        len(keys.table("chance").get("dice", ())),
    )
    forced = forced_of(keys, [DICE] * rolls, seats, copies)
    return ToyStart(seats=seats, seed=seed_of(keys), options=options, forced=forced)


def _compile(edition: Edition, options: Mapping[str, Value], seats: tuple[str, ...]) -> ToyRules:
    rounds = options["rounds"]
    assert rounds is None or isinstance(rounds, int), "a count"
    return compiled(edition.id, rounds, seats, PHASES)


def _tables(edition: Edition, options: Mapping[str, Value]) -> Tables:
    del edition, options
    return Tables(
        places=PLACES,
        roles=MappingProxyType({"parking": YARD, "hq": HALL}),
        characters=CHARACTERS,
        cards=CARDS,
        break_in=None,
        dice=DICE,
        most_dice=DICE,
    )


FAMILY = Family(
    id="toy",
    phases=tuple(PHASES),
    seats=(3, 6),
    colours=COLOURS,
    clauses=CLAUSES,
    options=OPTIONS,
    defaults=lambda readings: readings,
    tables=_tables,
    compile=_compile,
    text=rules_text,
    points=points,
    read_start=_read_start,
)
TOY = Edition(
    id="toy",
    title="Toy",
    revision=1,
    family=FAMILY,
    places=PLACES,
    readings=MappingProxyType({"rounds": 2}),
)
