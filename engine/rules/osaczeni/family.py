"""The family Osaczeni: its phases in order, its rules text, its tables."""

from collections.abc import Iterator, Mapping
from dataclasses import asdict
from types import MappingProxyType

from engine.rules.compiled import Phases
from engine.rules.edition import Edition, Family, Value, with_options
from engine.rules.osaczeni import (
    attack,
    dawn,
    elections,
    movement,
    setup,
    tables,
    votes,
)
from engine.rules.osaczeni.build import (
    OsaczeniGame,
    OsaczeniRules,
    Readings,
    build,
    items_of,
    places_of,
)
from engine.rules.osaczeni.catalogue import CLAUSES
from engine.rules.osaczeni.options import OPTIONS
from engine.rules.osaczeni.points import points
from engine.rules.osaczeni.start import read_start
from engine.rules.pieces import Tables
from engine.rules.text import Rule

PHASES: Phases[OsaczeniGame] = MappingProxyType(
    {
        "setup": setup.setup,
        "truck": elections.truck,
        "badge": elections.badge,
        "destinations": movement.destinations,
        "movement": movement.movement,
        "arrival": attack.arrival,
        "attack": attack.attack,
        "dawn": dawn.dawn,
    }
)
"""OSA-15: the set-up, then each round in this order."""


def compile_rules(
    edition: Edition[None, Readings], options: Mapping[str, Value], seats: tuple[str, ...]
) -> OsaczeniRules:
    """Return the compiled rules of an edition with these options for these seats."""
    return build(edition.id, with_options(edition.readings, options), seats, PHASES)


def rules_text(rules: OsaczeniRules) -> tuple[Rule, ...]:
    """Return the rules in sentences for players, in the order of play.

    Every sentence stands beside the code or in the table that enforces it.
    """
    named = {place.number: f"{place.number} ({place.name})" for place in rules.places}
    words = {
        "parking": named[tables.PARKING],
        "monitoring": named[tables.MONITORING],
        "end_at": rules.end_at,
    }
    return tuple(
        Rule(rule.clause, rule.text.format(**words), heading)
        for heading, sentences in _sections(rules)
        for rule in sentences
    )


def _sections(rules: OsaczeniRules) -> Iterator[tuple[str, tuple[Rule, ...]]]:
    p = rules.policies
    board = (
        *tables.areas_text(rules.places),
        *tables.characters_text(len(rules.seats)),
        *p.monsters.rules,
    )
    yield "The board and the pieces", board
    yield "Set-up", (p.holders.rule, elections.TURN_RULE, *setup.RULES)
    yield "Votes", (
        *votes.RULES, p.discussion.rule, *votes.DECISION_RULES, p.guns.rule, p.candidates.rule,
        p.default.rule,
    )  # fmt: skip
    yield "1. The truck", (*elections.TRUCK_RULES, p.gifts.rule)
    yield "2. The badge", elections.BADGE_RULES
    yield "3. Where to go", movement.DESTINATION_RULES
    yield "4. The moves", (*movement.MOVE_RULES, p.drinks.rule)
    yield "5. Monsters arrive", attack.ARRIVAL_RULES
    yield "6. The attack", (*attack.ATTACK_RULES, p.cold_room.rule)
    yield "Items", tables.items_text(rules.items)
    yield "7. The end of the round", dawn.RULES


def _tables(edition: Edition[None, Readings], options: Mapping[str, Value]) -> Tables:
    readings = with_options(edition.readings, options)
    return Tables(
        places=places_of(readings),
        roles=MappingProxyType({"parking": tables.PARKING, "hq": tables.MONITORING}),
        characters=tables.CHARACTERS,
        cards=items_of(readings),
        break_in=None,
        dice=tables.DICE,
        most_dice=tables.DICE + len(tables.MORE_DICE),
    )


OSACZENI_FAMILY = Family(
    id="osaczeni",
    phases=tuple(PHASES),
    seats=(3, 6),
    colours=tables.COLOURS,
    clauses=CLAUSES,
    options=OPTIONS,
    defaults=asdict,
    tables=_tables,
    compile=compile_rules,
    text=rules_text,
    points=points,
    read_start=read_start,
)
