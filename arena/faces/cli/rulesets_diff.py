"""`arena rulesets --diff`: differences of two rulesets, rules first, then names.

Rulesets of one family are compared by sentence; an option that differs is shown with the sentence
that it changes. Rulesets of different families are compared by the points that both answer.
"""

import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from rich import box
from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

import engine
from arena.faces.cli.output import console_for, print_document
from arena.families import family_of
from arena.narration.words import Paragraph
from engine import Ruleset

NARROWEST_TABLE = 70
"""Width in columns below which the differences are a list."""
SEATS = 5
"""Number of seats at which points are compared."""
FEW_SEATS = 4
"""Number of seats at which sentences are compared: few seats add a sentence (MOH-7)."""
NO_NAME = "-"
"""Shown if a text has no name."""
LOCATIONS = "Locations, in the order in which they are resolved"
FEWEST_PARTS = 3
"""Fewest parts of a sentence that counts as a list: only differing parts are shown."""


class Named(Protocol):
    """A location, a character or a card."""

    @property
    def name(self) -> str:
        """English name."""
        ...

    @property
    def own(self) -> str | None:
        """Name in the edition's language; None if its text has none."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """One difference in play between two rulesets."""

    what: str
    ours: str
    """Text of the first ruleset."""
    theirs: str
    """Text of the second ruleset."""
    clause: str
    """Clause of the rules specification."""
    options: Mapping[str, tuple[str, str]] = field(default_factory=dict[str, tuple[str, str]])
    """Options that cause the difference, with their values in the first and the second."""
    also: tuple[str, ...] = ()
    """Clauses of other sentences that the same options change."""
    sources: Mapping[str, str] = field(default_factory=dict[str, str])
    """Sections of the rulebooks that speak of it, by id of the ruleset."""


class NameOfBoth(NamedTuple):
    """The names of one thing in two rulesets, where they differ."""

    name: str
    """English name; `title` for the ruleset itself."""
    ours: str | None
    """None if its text does not name the thing."""
    theirs: str | None


def show_differences(a: Ruleset, b: Ruleset, *, json_: bool) -> int:
    """Print the differences of two rulesets, as a table or as JSON; return the exit code."""
    found, names = differences(a, b), names_that_differ(a, b)
    if json_:
        print_document({
            "a": a.id, "b": b.id,
            "differences": [_as_data(a, b, each) for each in found],
            "names": [{"name": each.name, a.id: each.ours, b.id: each.theirs} for each in names],
            "named_in": _sources(a, b, ["places"]) if names else {},
        })  # fmt: skip
        return 0
    console = console_for(sys.stdout)
    if not found and not names:
        console.print(f"{a.id} and {b.id} do not differ.")
        return 0
    console.print(_side_by_side(console, a, b, found))
    if names:
        console.print(Text("\nNames", "bold underline"))
        console.print(_names_side_by_side(console, a, b, names))
        told = ", ".join(f"{id_} {at}" for id_, at in _sources(a, b, ["places"]).items())
        console.print(Paragraph(Text(f"Locations are named in {told}.", "dim")))
    count = f"{len(found)} {'difference' if len(found) == 1 else 'differences'}"
    whole = "" if a.family == b.family else " Two games: arena rulesets ID shows the rules of each."
    console.print(Paragraph(Text(f"{count}.{whole}", "dim")))
    return 0


def _as_data(a: Ruleset, b: Ruleset, each: Difference) -> dict[str, object]:
    options = {key: {a.id: x, b.id: y} for key, (x, y) in each.options.items()}
    return {
        "what": each.what, a.id: each.ours, b.id: each.theirs, "clause": each.clause,
        "options": options, "also": list(each.also), "sources": dict(each.sources),
    }  # fmt: skip


def _side_by_side(
    console: Console, a: Ruleset, b: Ruleset, found: list[Difference]
) -> RenderableType:
    if console.width < NARROWEST_TABLE:
        return Group(*(line for each in found for line in _lines(a, b, each)))
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, 1))
    table.add_column("What", max_width=22)
    table.add_column(a.id, ratio=1)
    table.add_column(b.id, ratio=1)
    for each in found:
        table.add_row(
            Text.assemble((each.what, "bold"), (f"\n{_clauses(each)}", "dim")),
            Text.assemble(each.ours, (_notes(each, a.id, 0), "dim")),
            Text.assemble(each.theirs, (_notes(each, b.id, 1), "dim")),
        )
    return table


def _lines(a: Ruleset, b: Ruleset, each: Difference) -> Iterator[RenderableType]:
    yield Paragraph(Text.assemble((each.what, "bold"), (f"  {_clauses(each)}", "dim")), 0)
    for side, (id_, text) in enumerate(((a.id, each.ours), (b.id, each.theirs))):
        note = _notes(each, id_, side).replace("\n", " ")
        yield Paragraph(Text.assemble(f"{id_}: {text}", (note, "dim")))


def _clauses(each: Difference) -> str:
    return each.clause + (f", also {', '.join(each.also)}" if each.also else "")


def _notes(each: Difference, id_: str, side: int) -> str:
    """Return the option values behind a text, and the section of the rulebook."""
    chosen = ", ".join(f"{key} = {values[side]}" for key, values in each.options.items())
    source = f"{id_} {each.sources[id_]}" if id_ in each.sources else ""
    notes = "; ".join(note for note in (chosen, source) if note)
    return f"\n({notes})" if notes else ""


def _names_side_by_side(
    console: Console, a: Ruleset, b: Ruleset, names: list[NameOfBoth]
) -> RenderableType:
    if console.width < NARROWEST_TABLE:
        return Group(
            *(
                Paragraph(Text(f"{name}: {x or NO_NAME} ({a.id}), {y or NO_NAME} ({b.id})"), 0)
                for name, x, y in names
            )
        )
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, 1))
    for heading in ("Name", a.id, b.id):
        table.add_column(heading)
    for each in names:
        table.add_row(*(name or NO_NAME for name in each))
    return table


# --- differences in play ---


def differences(a: Ruleset, b: Ruleset) -> list[Difference]:
    """Return the differences in play, in the order of the rules text."""
    if a.family != b.family:
        pairs = zip(a.points(SEATS), b.points(SEATS), strict=True)
        return [
            Difference(what=x.heading, ours=x.text, theirs=y.text, clause=f"{x.clause}, {y.clause}")
            for x, y in pairs
            if x.text != y.text
        ]
    return _differing_rules(a, b)


class Sentences(NamedTuple):
    """The text of a ruleset under one clause."""

    heading: str
    text: str
    compared: str
    """The text without numbers of locations, which are compared apart."""


def _differing_rules(a: Ruleset, b: Ruleset) -> list[Difference]:
    ours, theirs = _sentences(a), _sentences(b)
    differ = _unlike(ours, theirs)
    values = {
        key: (plain(value), plain(b.options_in_force[key]))
        for key, value in a.options_in_force.items()
        if value != b.options_in_force[key]
    }
    changed = {key: _changed_by(a, b, key, ours, theirs) & set(differ) for key in values}
    # An option is shown at its own clause, else at the first sentence that it changes.
    told_at = {
        key: a.options[key].clause
        if a.options[key].clause in clauses
        else next((clause for clause in differ if clause in clauses), None)
        for key, clauses in changed.items()
    }
    explained = set[str]().union(*changed.values()) - set(told_at.values())
    found: list[Difference] = []
    for clause in differ:
        if clause in explained:
            continue
        keys = [key for key, at in told_at.items() if at == clause]
        found.append(_difference(a, b, clause, ours, theirs, {k: values[k] for k in keys}, tuple(
            other for other in differ if any(other in changed[key] for key in keys)
            and other in explained
        )))  # fmt: skip
    for key in [key for key, at in told_at.items() if at is None]:  # it changes no sentence
        x, y = values[key]
        found.append(
            Difference(what=key, ours=x, theirs=y, clause=a.options[key].clause,
                       sources=_sources(a, b, [key]))
        )  # fmt: skip
    return found


def _difference(
    a: Ruleset,
    b: Ruleset,
    clause: str,
    ours: Mapping[str, Sentences],
    theirs: Mapping[str, Sentences],
    options: Mapping[str, tuple[str, str]],
    also: tuple[str, ...],
) -> Difference:
    x, y = ours.get(clause, NOTHING), theirs.get(clause, NOTHING)
    text, other = _parts_that_differ(x.text, y.text)
    words = family_of(a).clauses
    if clause == words["places"]:
        return Difference(
            what=LOCATIONS, ours=text, theirs=other, options=options, also=also,
            clause=f"{clause}, {words['resolution']}",
            sources=_sources(a, b, [*options, "capacities"]),
        )  # fmt: skip
    return Difference(
        what=x.heading or y.heading, ours=text, theirs=other, clause=clause, options=options,
        also=also, sources=_sources(a, b, options),
    )  # fmt: skip


NOTHING = Sentences("", "-", "")


def _sentences(facts: Ruleset) -> dict[str, Sentences]:
    """Return the sentences of the rules by clause, in order."""
    places = {place.number: place.name for place in facts.places}
    found: dict[str, Sentences] = {}
    for rule in facts.rules(FEW_SEATS):
        neutral = rule.text
        for role, number in facts.roles.items():
            neutral = neutral.replace(f"{number} ({places[number]})", role)
        text = rule.text
        before = found.get(rule.clause)
        if before is not None:
            text, neutral = f"{before.text} {text}", f"{before.compared} {neutral}"
        heading = rule.heading if before is None else before.heading
        found[rule.clause] = Sentences(heading, text, neutral)
    clause = family_of(facts).clauses["places"]
    rooms = ", ".join(
        f"{place.number} {place.name} "
        f"({'any number' if place.capacity is None else place.capacity})"
        for place in facts.places
    )
    found[clause] = Sentences(found[clause].heading, rooms, rooms)
    return found


def _unlike(ours: Mapping[str, Sentences], theirs: Mapping[str, Sentences]) -> list[str]:
    return [
        clause
        for clause in dict.fromkeys([*ours, *theirs])
        if ours.get(clause, NOTHING).compared != theirs.get(clause, NOTHING).compared
    ]


def _changed_by(
    a: Ruleset,
    b: Ruleset,
    key: str,
    ours: Mapping[str, Sentences],
    theirs: Mapping[str, Sentences],
) -> set[str]:
    """Return the clauses whose sentences one option changes in either ruleset."""
    x, y = a.options_in_force, b.options_in_force
    here = engine.ruleset(a.id, {**x, key: y[key]})
    there = engine.ruleset(b.id, {**y, key: x[key]})
    return {*_unlike(ours, _sentences(here)), *_unlike(theirs, _sentences(there))}


def _parts_that_differ(ours: str, theirs: str) -> tuple[str, str]:
    """Return two texts, reduced to the differing parts if both are lists of one length."""
    x, y = ours.split("; "), theirs.split("; ")
    if len(x) != len(y) or len(x) < FEWEST_PARTS:
        return ours, theirs
    parts = [(one, other) for one, other in zip(x, y, strict=True) if one != other]
    return "; ".join(one for one, _ in parts), "; ".join(other for _, other in parts)


def _sources(a: Ruleset, b: Ruleset, keys: Iterable[str]) -> dict[str, str]:
    found: dict[str, str] = {}
    for facts in (a, b):
        sections = dict.fromkeys(facts.says[key].source for key in keys if key in facts.says)
        if sections:
            found[facts.id] = ", ".join(sections)
    return found


def plain(value: object) -> str:
    """Format an option's value."""
    if value is None:
        return "none"
    if value == "":
        return '""'
    if isinstance(value, bool):
        return str(value).lower()
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)


# --- differences in names ---


def names_that_differ(a: Ruleset, b: Ruleset) -> list[NameOfBoth]:
    """Return the differing names of two rulesets; empty if their families differ."""
    if a.family != b.family:
        return []
    ours, theirs = _names(a), _names(b)
    told = {thing.name for facts in (a, b) for thing in _things(facts) if thing.own is not None}
    both = [name for name in dict.fromkeys([*ours, *theirs]) if name in {"title", *told}]
    rows = [NameOfBoth(name, ours.get(name), theirs.get(name)) for name in both]
    return [row for row in rows if row.ours != row.theirs]


def _names(facts: Ruleset) -> dict[str, str | None]:
    """Return the edition's names by English name; without a language of its own it is English."""
    things = _things(facts)
    english = all(thing.own is None for thing in things)
    own = {thing.name: thing.name if english else thing.own for thing in things}
    return {"title": facts.title, **own}


def _things(facts: Ruleset) -> list[Named]:
    return [*facts.places, *facts.characters, *facts.cards]
