"""`arena rulesets`: which rulesets there are, their rules, their options, and how two differ."""

import sys
from collections.abc import Iterator
from dataclasses import asdict
from itertools import groupby

from rich import box
from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

import engine
from arena.errors import ConfigError
from arena.faces.output import print_document
from arena.faces.replay import console_for
from arena.faces.words import Line
from engine import Ruleset, RulesetError

__all__ = ["differences", "rulesets"]

NARROW = 70
ROOMY = 95
"""Columns from which a table of options reads better than a list."""
SLIM = 50
"""Columns below which the rulesets are a list."""
SHOWN_SEATS = 5
FEWEST, MOST = 3, 6
LEFT_OUT = "leave the key out"
NUMBERS = {3: "three", 4: "four", 5: "five", 6: "six"}
HEADINGS = (
    ("The board and the pieces", ("MOH-2", "MOH-3", "MOH-6", "MOH-7")),
    ("Set-up", ("MOH-8", "MOH-9", "MOH-10", "MOH-11", "GAP-M-1", "GAP-M-2")),
)
"""Clauses that no phase letter introduces; the rest are headed by their first sentence."""
Difference = tuple[str, str, str]
"""(what, in the first, in the second)."""


def rulesets(
    id: str | None,  # noqa: A002
    diff: tuple[str, str] | None,
    options: str | None,
    seats: int | None = None,
    *,
    json_: bool,
) -> int:
    """List the rulesets, or show the rules of one, the options of one, or how two differ.

    Returns the exit code; `ConfigError` for an unknown id. With `json_` one JSON document is
    printed.
    """
    _one_thing(id, diff, options, seats)
    try:
        if diff is not None:
            return _differ(engine.ruleset(diff[0]), engine.ruleset(diff[1]), json_)
        if options is not None:
            return _options(engine.ruleset(options), json_)
        if id is not None:
            return _rules(engine.ruleset(id), SHOWN_SEATS if seats is None else seats, json_)
    except RulesetError as error:
        raise ConfigError(str(error)) from error
    return _list(json_)


def _one_thing(
    id_: str | None, diff: tuple[str, str] | None, options: str | None, seats: int | None
) -> None:
    asked = {
        f"ID ({id_})": id_,
        f"--diff {' '.join(diff or ())}": diff,
        f"--options {options}": options,
    }
    given = [name for name, value in asked.items() if value is not None]
    if len(given) > 1:
        raise ConfigError(f"{' and '.join(given)} are given. Possible: one of them.")
    if seats is not None and id_ is None:
        raise ConfigError(f"--seats is {seats}, and no ID is given. Possible: ID --seats N.")
    if seats is not None and not FEWEST <= seats <= MOST:
        raise ConfigError(f"--seats is {seats}. Possible: {FEWEST} to {MOST}.")


def differences(a: Ruleset, b: Ruleset) -> list[Difference]:
    """Return every difference in locations, numbers, option defaults and sentences."""
    found: list[Difference] = []
    for key in ("title", "seats", "dice", "phases"):
        found += _changed(key, getattr(a, key), getattr(b, key))
    for role in dict.fromkeys([*a.roles, *b.roles]):
        found += _changed(role, a.roles.get(role), b.roles.get(role))
    for kind in ("places", "characters", "cards"):
        ours, theirs = _facts(a, kind), _facts(b, kind)
        for key in [*ours, *(key for key in theirs if key not in ours)]:
            found += _changed(f"{kind[:-1]} {key}", ours.get(key), theirs.get(key))
    for key in dict.fromkeys([*a.options_in_force, *b.options_in_force]):
        found += _changed(
            f"option {key}",
            a.options_in_force.get(key, "none"),
            b.options_in_force.get(key, "none"),
        )
    ours, theirs = _sentences(a), _sentences(b)
    for clause in dict.fromkeys([*ours, *theirs]):
        found += _changed(f"rule {clause}", ours.get(clause), theirs.get(clause))
    return found


def _changed(what: str, ours: object, theirs: object) -> list[Difference]:
    return [] if ours == theirs else [(what, _plain(ours), _plain(theirs))]


def _plain(value: object) -> str:
    if value is None:
        return "none"
    if isinstance(value, bool):
        return str(value).lower()
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _facts(facts: Ruleset, kind: str) -> dict[str, str]:
    """Return a table of the ruleset by id, each row in words."""
    if kind == "places":
        rooms = ("any number" if p.capacity is None else str(p.capacity) for p in facts.places)
        return {
            str(p.number): f"{p.name}, room for {room}"
            for p, room in zip(facts.places, rooms, strict=True)
        }
    if kind == "characters":
        return {
            c.id: f"{c.name}, {c.points} points, strength {c.strength}, {1 + c.extra_votes} votes"
            for c in facts.characters
        }
    return {c.id: f"{c.name} ({c.count}): {c.text}" for c in facts.cards}


def _sentences(facts: Ruleset) -> dict[str, str]:
    rules = sorted(facts.rules(SHOWN_SEATS), key=lambda rule: rule.clause)
    # Places and cards are compared row by row; their sentences would tell the same again.
    return {
        clause: " ".join(rule.text for rule in same)
        for clause, same in groupby(rules, key=lambda rule: rule.clause)
        if clause != "MOH-2"
    }


# --- printing ---


def _list(json_: bool) -> int:
    known = [engine.ruleset(id_) for id_ in engine.rulesets()]
    if json_:
        return _document(
            [
                {"id": r.id, "title": r.title, "revision": r.revision, "seats": list(r.seats)}
                for r in known
            ]
        )
    console = console_for(sys.stdout)
    if console.width < SLIM:
        for r in known:
            facts = f"{r.seats[0]} to {r.seats[1]} seats, revision {r.revision}"
            console.print(Line(Text(r.id, "bold"), 0))
            console.print(Line(Text(r.title)))
            console.print(Line(Text(facts)))
        return 0
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    for heading in ("Id", "Title", "Seats", "Revision"):
        table.add_column(heading)
    for r in known:
        table.add_row(Text(r.id, "bold"), r.title, f"{r.seats[0]}-{r.seats[1]}", str(r.revision))
    console.print(table)
    console.print(Line(Text("arena rulesets ID shows the rules, --options ID what may be chosen,")))
    console.print(Line(Text("--diff A B how two differ.")))
    return 0


def _rules(facts: Ruleset, seats: int, json_: bool) -> int:
    rules = facts.rules(seats)
    if json_:
        sentences = [{"clause": rule.clause, "text": rule.text} for rule in rules]
        return _document({"id": facts.id, "title": facts.title, "seats": seats, "rules": sentences})
    console = console_for(sys.stdout)
    console.print(Text(facts.title, "bold"))
    console.print(Text(f"The numbers are those of a table of {NUMBERS[seats]}.", "dim"))
    for heading, lines in grouped(facts, seats):
        console.print(Text(f"\n{heading}", "bold underline"))
        for clause, text in lines:
            console.print(Line(Text.assemble(text, (f"  {clause}", "dim"))))
    return 0


def grouped(
    facts: Ruleset, seats: int = SHOWN_SEATS
) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """Yield the rules under headings, in the order in which they are played.

    A sentence that begins with a phase's letter (`A. The truck: ...`) opens that phase's heading.
    """
    known = {clause: heading for heading, clauses in HEADINGS for clause in clauses}
    cards = {card.clause for card in facts.cards} | {"MOH-59"}
    heading, lines = HEADINGS[0][0], list[tuple[str, str]]()
    for rule in facts.rules(seats):
        text, opens = rule.text, known.get(rule.clause, heading)
        if len(text) > 2 and text[1:3] == ". " and text[0].isupper():  # noqa: PLR2004 - `A. `
            opens, _, text = text.partition(": ")
            text = text[:1].upper() + text[1:]
        elif rule.clause in cards:
            opens = "Cards"
        elif rule.clause in {"GAP-M-19", "MOH-15"}:
            opens = {"GAP-M-19": HEADINGS[1][0], "MOH-15": "Votes"}[rule.clause]
        elif rule.clause == "MOH-66":
            opens = "The end"
        if opens != heading:
            if lines:
                yield heading, lines
            heading, lines = opens, []
        lines.append((rule.clause, text))
    yield heading, lines


def _options(facts: Ruleset, json_: bool) -> int:
    if json_:
        return _document(
            [
                {**asdict(option), "values": None if option.values is None else list(option.values),
                 "default": facts.options_in_force[option.key]}
                for option in facts.options.values()
            ]
        )  # fmt: skip
    console = console_for(sys.stdout)
    console.print(Text(f"Options of {facts.id}", "bold"))
    if console.width < ROOMY:
        for option in facts.options.values():
            console.print(Line(Text.assemble((option.key, "bold"), (f"  {option.clause}", "dim"))))
            console.print(Line(Text(option.meaning), 4))
            console.print(Line(Text(_choices(facts, option.key)), 4))
    else:
        console.print(_option_table(facts))
    example = next(iter(facts.options))
    console.print(Line(Text(f"A table's config sets them:  [rules]  {example} = ...", "dim")))
    return 0


def _choices(facts: Ruleset, key: str) -> str:
    return f"default {_default(facts, key)}; possible {', '.join(_allowed(facts, key))}"


def _default(facts: Ruleset, key: str) -> str:
    value = facts.options_in_force[key]
    return LEFT_OUT if value is None else _plain(value)


def _allowed(facts: Ruleset, key: str) -> list[str]:
    """Return what may be written; TOML has no null."""
    said = (each.partition("null") for each in facts.options[key].allowed)
    return [LEFT_OUT + after if null and not before else before + null + after
            for before, null, after in said]  # fmt: skip


def _option_table(facts: Ruleset) -> Table:
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, 1))
    table.add_column("Option", no_wrap=True, style="bold")
    table.add_column("Default")
    table.add_column("Possible")
    table.add_column("Meaning", ratio=1)
    table.add_column("Clause", no_wrap=True, style="dim")
    for option in facts.options.values():
        table.add_row(
            option.key, _default(facts, option.key), ", ".join(_allowed(facts, option.key)),
            option.meaning, option.clause,
        )  # fmt: skip
    return table


def _differ(a: Ruleset, b: Ruleset, json_: bool) -> int:
    found = differences(a, b)
    if json_:
        rows = [{"what": what, a.id: ours, b.id: theirs} for what, ours, theirs in found]
        document = {"a": a.id, "b": b.id, "differences": rows if a.id != b.id else []}
        return _document(document)
    console = console_for(sys.stdout)
    if not found:
        console.print(f"{a.id} and {b.id} do not differ.")
        return 0
    console.print(_side_by_side(console, a, b, found))
    console.print(Line(Text(f"{len(found)} differences.", "dim")))
    return 0


def _side_by_side(
    console: Console, a: Ruleset, b: Ruleset, found: list[Difference]
) -> RenderableType:
    if console.width < NARROW:
        lines: list[RenderableType] = []
        for what, ours, theirs in found:
            lines.append(Line(Text(what, "bold"), 0))
            lines += [Line(Text(f"{a.id}: {ours}")), Line(Text(f"{b.id}: {theirs}"))]
        return Group(*lines)
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, 1))
    table.add_column("What", style="bold", no_wrap=True)
    table.add_column(a.id, ratio=1)
    table.add_column(b.id, ratio=1)
    for row in found:
        table.add_row(*row)
    return table


def _document(document: object) -> int:
    print_document(document)
    return 0
