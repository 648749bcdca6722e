"""`arena rulesets --diff`: how two differ, by numbers, names, options and sentences."""

import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from types import MappingProxyType
from typing import Protocol

from rich import box
from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

import engine
from arena.faces.cli.output import console_for, print_document
from arena.families import family_of
from arena.narration.words import Paragraph
from engine import Ruleset

__all__ = ["Difference", "Named", "differences", "plain", "show_differences"]

NARROWEST_TABLE = 70
"""Columns below which the differences are a list."""
NO_OPTION = "no such option"
SEATS = 5
"""Sentences are compared as they are at a table of so many."""


class Named(Protocol):
    """A location, a character or a card."""

    @property
    def name(self) -> str:
        """Return its English name."""
        ...

    @property
    def own(self) -> str | None:
        """Return its name in the edition's language; None where the text names nothing."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """One thing in which two rulesets differ."""

    what: str
    ours: str
    """In the first."""
    theirs: str
    """In the second."""
    clause: str
    """Of the rules specification; empty where it has none."""
    sources: Mapping[str, str]
    """Ids of rulesets to the sections of their texts that speak of it, those that do."""


def show_differences(a: Ruleset, b: Ruleset, *, json_: bool) -> int:
    """Print how two rulesets differ, side by side or as one JSON document; return the exit code."""
    found = differences(a, b)
    if json_:
        rows = [
            {"what": each.what, a.id: each.ours, b.id: each.theirs, "clause": each.clause,
             "sources": dict(each.sources)}
            for each in found
        ]  # fmt: skip
        document = {"a": a.id, "b": b.id, "differences": rows if a.id != b.id else []}
        print_document(document)
        return 0
    console = console_for(sys.stdout)
    if not found:
        console.print(f"{a.id} and {b.id} do not differ.")
        return 0
    console.print(_side_by_side(console, a, b, found))
    console.print(Paragraph(Text(f"{len(found)} differences.", "dim")))
    return 0


def _side_by_side(
    console: Console, a: Ruleset, b: Ruleset, found: list[Difference]
) -> RenderableType:
    if console.width < NARROWEST_TABLE:
        lines: list[RenderableType] = []
        for each in found:
            clause = "" if each.what.endswith(each.clause) else f"  {each.clause}"
            lines.append(Paragraph(Text.assemble((each.what, "bold"), (clause, "dim")), 0))
            lines += [
                Paragraph(Text(f"{id_}: {value}{_from(each, id_)}"))
                for id_, value in ((a.id, each.ours), (b.id, each.theirs))
            ]
        return Group(*lines)
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, 1))
    table.add_column("What")
    table.add_column(a.id, ratio=1)
    table.add_column(b.id, ratio=1)
    for each in found:
        clause = "" if each.what.endswith(each.clause) else f"\n{each.clause}"
        table.add_row(
            Text.assemble((each.what, "bold"), (clause, "dim")),
            Text.assemble(each.ours, (_from(each, a.id), "dim")),
            Text.assemble(each.theirs, (_from(each, b.id), "dim")),
        )
    return table


def _from(each: Difference, id_: str) -> str:
    return f" ({id_} {each.sources[id_]})" if id_ in each.sources else ""


# --- finding the differences ---


def differences(a: Ruleset, b: Ruleset) -> list[Difference]:
    """Return every difference in locations, numbers, option defaults and sentences."""
    found: list[Difference] = []
    found += _changed("title", a.title, b.title)
    for key in ("seats", "dice", "phases"):
        found += _changed(key, getattr(a, key), getattr(b, key), _of_both(a, b, key))
    found += _changed("most_dice", a.most_dice, b.most_dice, _of_both(a, b, "dice"))
    places = _sources(a, b, ("places",))
    for role in dict.fromkeys([*a.roles, *b.roles]):
        numbers = a.roles.get(role), b.roles.get(role)
        clause = "MOH-7" if role == "shop" else _of_both(a, b, "places")
        found += _changed(role, *numbers, clause, places)
    causes = _causes(a, b)
    for kind in ("places", "characters", "cards"):
        found += _rows_that_differ(a, b, kind, causes)
    return [*found, *_options_that_differ(a, b), *_sentences_that_differ(a, b, causes)]


def _of_both(a: Ruleset, b: Ruleset, what: str) -> str:
    return _joined(family_of(facts).clauses[what] for facts in (a, b))


def _joined(clauses: Iterable[str]) -> str:
    return ", ".join(sorted(set(clauses)))


def _rows_that_differ(
    a: Ruleset, b: Ruleset, kind: str, causes: Mapping[str, list[str]]
) -> Iterator[Difference]:
    # Where only the own name is another, the rest of the row would say the same twice.
    ours, theirs = _rows(a, kind), _rows(b, kind)
    for key in dict.fromkeys([*ours, *theirs]):
        what, row, other = f"{kind[:-1]} {key}", ours.get(key), theirs.get(key)
        if row is None or other is None:
            there = row or other or ("", "", "")
            whole = "".join(there[:2])
            sides = (whole if row else None), (whole if other else None)
            yield from _changed(what, *sides, there[2], _sources(a, b, ()))
            continue
        clause, place, same = _joined((row[2], other[2])), kind == "places", row[1] == other[1]
        rest = ("", "") if same and not place else (row[1], other[1])
        sources = _sources(a, b, ("places",) if place else () if same else causes.get(clause, ()))
        yield from _changed(what, row[0] + rest[0], other[0] + rest[1], clause, sources)


def _options_that_differ(a: Ruleset, b: Ruleset) -> Iterator[Difference]:
    ours, theirs = a.options_in_force, b.options_in_force
    for key in dict.fromkeys([*ours, *theirs]):
        clause = _joined(r.options[key].clause for r in (a, b) if key in r.options)
        values = ours.get(key, NO_OPTION), theirs.get(key, NO_OPTION)
        yield from _changed(f"option {key}", *values, clause, _sources(a, b, (key,)))


def _sentences_that_differ(
    a: Ruleset, b: Ruleset, causes: Mapping[str, list[str]]
) -> Iterator[Difference]:
    # Places, characters and cards are compared row by row; their sentences say the same again.
    rows = {card.clause for facts in (a, b) for card in facts.cards}
    rows |= {clause for facts in (a, b) for clause in family_of(facts).clauses.values()}
    ours, theirs = _sentences(a), _sentences(b)
    for clause in [clause for clause in dict.fromkeys([*ours, *theirs]) if clause not in rows]:
        sources = _sources(a, b, causes.get(clause, ()))
        yield from _changed(f"rule {clause}", ours.get(clause), theirs.get(clause), clause, sources)


def _causes(a: Ruleset, b: Ruleset) -> dict[str, list[str]]:
    """Return the options that differ by the clause of the sentences that they change."""
    causes: dict[str, list[str]] = {}
    if a.family != b.family:  # the sentences of another game have no cause in an option
        return causes
    ours = _sentences(a)
    for key, value in b.options_in_force.items():
        if key in a.options and a.options_in_force[key] != value:
            changed = engine.ruleset(a.id, {**a.options_in_force, key: value})
            for clause, text in _sentences(changed).items():
                if text != ours.get(clause):
                    causes.setdefault(clause, []).append(key)
    return causes


def _sources(a: Ruleset, b: Ruleset, keys: Iterable[str]) -> Mapping[str, str]:
    found: dict[str, str] = {}
    for facts in (a, b):
        sections = dict.fromkeys(facts.says[key].source for key in keys if key in facts.says)
        if sections:
            found[facts.id] = ", ".join(sections)
    return found


def _changed(
    what: str,
    ours: object,
    theirs: object,
    clause: str = "",
    sources: Mapping[str, str] = MappingProxyType({}),
) -> list[Difference]:
    if ours == theirs:
        return []
    return [
        Difference(
            what=what, ours=plain(ours), theirs=plain(theirs), clause=clause, sources=sources
        )
    ]


def plain(value: object) -> str:
    """Return a value as people write it."""
    if value is None:
        return "none"
    if value == "":
        return '""'
    if isinstance(value, bool):
        return str(value).lower()
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _rows(facts: Ruleset, kind: str) -> dict[str, tuple[str, str, str]]:
    """Return a table of the ruleset by id: name, the rest of the row in words, clause."""
    clauses = family_of(facts).clauses
    if kind == "places":
        rooms = ("any number" if p.capacity is None else str(p.capacity) for p in facts.places)
        return {
            str(p.number): (_both_names(p), f", room for {room}", clauses["places"])
            for p, room in zip(facts.places, rooms, strict=True)
        }
    if kind == "characters":
        return {
            c.id: (
                _both_names(c),
                f", {c.points} points, strength {c.strength}, {1 + c.extra_votes} votes: {c.note}",
                clauses["characters"],
            )
            for c in facts.characters
        }
    return {c.id: (_both_names(c), f" ({c.count}): {c.text}", c.clause) for c in facts.cards}


def _both_names(thing: Named) -> str:
    """Return its name, and behind it its name in the edition's language."""
    return thing.name if thing.own is None else f"{thing.name} [{thing.own}]"


def _sentences(facts: Ruleset) -> dict[str, str]:
    rules = sorted(facts.rules(SEATS), key=lambda rule: rule.clause)
    return {
        clause: " ".join(rule.text for rule in same)
        for clause, same in groupby(rules, key=lambda rule: rule.clause)
    }
