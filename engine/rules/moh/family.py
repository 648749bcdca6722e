"""The family as a whole: its phases in order, its rules text, its result."""

from collections.abc import Callable, Mapping
from dataclasses import asdict, replace
from types import MappingProxyType
from typing import Any

from engine.game import Script
from engine.rules.edition import Edition, Family, Value
from engine.rules.moh import arrival, attack, elections, ending, movement, setup, tables, votes
from engine.rules.moh.build import MohRules, build
from engine.rules.moh.options import OPTIONS
from engine.rules.moh.start import read_start
from engine.rules.moh.tables import Places
from engine.rules.pieces import Tables
from engine.rules.text import Rule

__all__ = ["MOH_FAMILY", "PHASES", "compile_rules", "rules_text"]

PHASES: Mapping[str, Callable[[Any], Script[None]]] = MappingProxyType(
    {
        "setup": setup.setup,
        "truck": elections.truck,
        "chief": elections.chief,
        "arrival": arrival.arrival,
        "destinations": arrival.destinations,
        "movement": movement.movement,
        "attack": attack.attack,
    }
)
"""MOH-12: the set-up, then each round in this order."""


def compile_rules(
    edition: Edition, options: Mapping[str, Value], seats: tuple[str, ...]
) -> MohRules:
    """Compile an edition with these options for these seats."""
    readings = replace(edition.readings, **options)
    return build(edition.id, edition.places, readings, seats, PHASES)


def rules_text(rules: MohRules) -> tuple[Rule, ...]:
    """Return the rules in the words that players are given, in the order of play.

    Every sentence stands beside the code or in the table that enforces it.
    """
    p, places = rules.policies, rules.places
    sentences = (
        *places.text(),
        *tables.characters_text(),
        p.seating.rule,
        p.first_chief.rule,
        *setup.RULES,
        p.zombies.rule,
        *votes.RULES,
        p.ballot_default.rule,
        p.threats.rule,
        p.hiding.rule,
        *elections.TRUCK_RULES,
        p.gifts.rule,
        *elections.CHIEF_RULES,
        *arrival.ARRIVAL_RULES,
        p.cameras.rule,
        *arrival.DESTINATION_RULES,
        p.destinations.rule,
        p.revenge.rule,
        *movement.RULES,
        *attack.RULES,
        *tables.cards_text(),
        *ending.RULES,
    )
    words = {
        "parking": f"{places.parking} ({places[places.parking].name})",
        "hq": f"{places.hq} ({places[places.hq].name})",
        "supermarket": f"{places.supermarket} ({places[places.supermarket].name})",
        "end_at": rules.end_at,
    }
    return tuple(Rule(rule.clause, rule.text.format(**words)) for rule in sentences)


def _tables(edition: Edition, options: Mapping[str, Value]) -> Tables:
    del options
    places: Places = edition.places
    roles = {
        "parking": places.parking,
        "hq": places.hq,
        "supermarket": places.supermarket,
        "shop": places.shop,
    }
    return Tables(
        places=places.all,
        roles=MappingProxyType(roles),
        characters=tables.CHARACTERS,
        cards=tables.CARDS,
        dice=tables.DICE,
        most_dice=tables.DICE,
    )


MOH_FAMILY = Family(
    id="moh",
    phases=tuple(PHASES),
    seats=(3, 6),
    colours=tables.COLOURS,
    options=OPTIONS,
    defaults=asdict,
    tables=_tables,
    compile=compile_rules,
    text=rules_text,
    read_start=read_start,
)
