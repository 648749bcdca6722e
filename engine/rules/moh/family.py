"""The family Mall of Horror: its phases in order, its rules text, its tables."""

from collections.abc import Iterator, Mapping
from dataclasses import asdict, replace
from types import MappingProxyType

from engine.rules.compiled import Phases
from engine.rules.edition import Edition, Family, Value, with_options
from engine.rules.moh import arrival, attack, elections, ending, movement, setup, tables, votes
from engine.rules.moh.build import (
    MohGame,
    MohRules,
    Readings,
    build,
    cards_of,
    characters_of,
    policies_of,
)
from engine.rules.moh.catalogue import CLAUSES
from engine.rules.moh.options import OPTIONS
from engine.rules.moh.points import points
from engine.rules.moh.start import read_start
from engine.rules.moh.tables import Places
from engine.rules.pieces import Tables
from engine.rules.text import Rule

PHASES: Phases[MohGame] = MappingProxyType(
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
    edition: Edition[Places, Readings], options: Mapping[str, Value], seats: tuple[str, ...]
) -> MohRules:
    """Return the compiled rules of an edition with these options for these seats."""
    readings = with_options(edition.readings, options)
    return build(edition.id, edition.places, readings, seats, PHASES)


def rules_text(rules: MohRules) -> tuple[Rule, ...]:
    """Return the rules in sentences for players, in the order of play.

    Every sentence stands beside the code or in the table that enforces it.
    """
    places = rules.places
    words = {
        "parking": f"{places.parking} ({places[places.parking].name})",
        "hq": f"{places.hq} ({places[places.hq].name})",
        "supermarket": f"{places.supermarket} ({places[places.supermarket].name})",
        "end_at": rules.end_at,
    }
    return tuple(
        Rule(rule.clause, rule.text.format(**words), heading)
        for heading, sentences in _sections(rules)
        for rule in sentences
    )


def _sections(rules: MohRules) -> Iterator[tuple[str, tuple[Rule, ...]]]:
    p = rules.policies
    kinds = tables.characters_for(len(rules.seats), rules.characters)
    board = (*rules.places.text(rules.closed), *tables.characters_text(kinds))
    yield "The board and the pieces", board
    yield "Set-up", (
        p.seating.rule, p.first_chief.rule, elections.TURN_RULE, *setup.RULES, p.setup_die.rule,
        p.first_zombies.rule, p.zombies.rule,
    )  # fmt: skip
    yield "Votes", (
        *votes.RULES, p.weight.rule, *votes.WINNER_RULES, p.revote.rule, p.second_tie.rule,
        *votes.LAST_RULES, p.ballot_default.rule, p.players.rule, p.hiding.rule,
    )  # fmt: skip
    truck = (*elections.TRUCK_RULES, p.search.rule, *elections.HAND_RULES, p.gifts.rule)
    yield "A. The truck", truck
    yield "B. The Chief", elections.CHIEF_RULES
    yield "C. The dice", (*arrival.ARRIVAL_RULES, p.cameras.rule)
    yield "D. Destinations", (*arrival.DESTINATION_RULES, p.destinations.rule, p.revenge.rule)
    yield "E. Movement", movement.RULES
    yield "F. The attack", (*attack.RULES, p.parking.rule)
    yield "Cards", tables.cards_text(rules.cards)
    end = (p.players.outcome, *ending.SUCCESSION_RULES, p.end.rule, *ending.RULES)
    yield "The end", end


def _tables(edition: Edition[Places, Readings], options: Mapping[str, Value]) -> Tables:
    readings = with_options(edition.readings, options)
    places = edition.places
    roles = {
        "parking": places.parking,
        "hq": places.hq,
        "supermarket": places.supermarket,
        "shop": places.shop,
    }
    own = edition.words.get
    return Tables(
        places=places.all,
        roles=MappingProxyType(roles),
        characters=tuple(replace(c, own=own(c.id)) for c in characters_of(readings)),
        cards=tuple(replace(c, own=own(c.id)) for c in cards_of(policies_of(readings))),
        break_in=tables.BREAK_IN,
        dice=tables.DICE,
        most_dice=tables.DICE,
    )


MOH_FAMILY = Family(
    id="moh",
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
