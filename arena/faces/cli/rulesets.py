"""`arena rulesets`: lists rulesets, their rules and options, and differences of two."""

import sys
from collections.abc import Iterator
from dataclasses import asdict
from itertools import groupby
from typing import Annotated

import typer
from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

import engine
from arena.errors import ConfigError
from arena.faces.cli.options import Json
from arena.faces.cli.output import console_for, print_document
from arena.faces.cli.printing import plain_table
from arena.faces.cli.rulesets_diff import Named, plain, show_differences
from arena.narration.words import Paragraph
from engine import Ruleset, RulesetError

ROOMY = 95
"""Least width in columns for a table of options; below it is a list."""
SLIM = 50
"""Width in columns below which the rulesets are a list."""
SHOWN_SEATS = 5
FEWEST, MOST = 3, 6
LEFT_OUT = "leave the key out"
NUMBERS = {3: "three", 4: "four", 5: "five", 6: "six"}


def rulesets(
    ruleset: Annotated[
        str | None, typer.Argument(metavar="ID", help="Show the rules of this ruleset.")
    ] = None,
    diff: Annotated[
        tuple[str, str] | None, typer.Option(metavar="A B", help="Show where two rulesets differ.")
    ] = None,
    options: Annotated[
        str | None, typer.Option(metavar="ID", help="Show the options of this ruleset.")
    ] = None,
    seats: Annotated[
        int | None, typer.Option(metavar="N", help="Show the rules for N players; else for 5.")
    ] = None,
    json_: Json = False,
) -> int:
    """List the rulesets, or show the rules of one."""
    _check_arguments(ruleset, diff, options, seats)
    try:
        if diff is not None:
            return show_differences(engine.ruleset(diff[0]), engine.ruleset(diff[1]), json_=json_)
        if options is not None:
            return _options(engine.ruleset(options), json_)
        if ruleset is not None:
            return _rules(engine.ruleset(ruleset), SHOWN_SEATS if seats is None else seats, json_)
    except RulesetError as error:
        raise ConfigError(str(error)) from error
    return _list(json_)


def _check_arguments(
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
            console.print(Paragraph(Text(r.id, "bold"), 0))
            console.print(Paragraph(Text(r.title)))
            console.print(Paragraph(Text(facts)))
        return 0
    rows = (
        (Text(r.id, "bold"), r.title, f"{r.seats[0]}-{r.seats[1]}", str(r.revision)) for r in known
    )
    console.print(plain_table(("Id", "Title", "Seats", "Revision"), rows))
    console.print(
        Paragraph(Text("arena rulesets ID shows the rules, --options ID what may be chosen,"))
    )
    console.print(Paragraph(Text("--diff A B how two differ.")))
    return 0


def _rules(facts: Ruleset, seats: int, json_: bool) -> int:
    rules = facts.rules(seats)
    if json_:
        sentences = [{"clause": rule.clause, "text": rule.text} for rule in rules]
        document = {"id": facts.id, "title": facts.title, "seats": seats, "rules": sentences}
        return _document({**document, "names": _own_names(facts)})
    console = console_for(sys.stdout)
    console.print(Text(facts.title, "bold"))
    console.print(Text(f"The numbers are those of a table of {NUMBERS[seats]}.", "dim"))
    for heading, lines in grouped(facts, seats):
        console.print(Text(f"\n{heading}", "bold underline"))
        for clause, text in lines:
            console.print(Paragraph(Text.assemble(text, (f"  {clause}", "dim"))))
    _print_own_names(console, facts)
    return 0


def _own_names(facts: Ruleset) -> list[dict[str, str]]:
    """Return the things named in the edition's language, with both names."""
    things: list[tuple[str, Named]] = [
        *((str(place.number), place) for place in facts.places),
        *((each.id, each) for each in facts.characters),
        *((card.id, card) for card in facts.cards),
    ]
    return [
        {"id": id_, "name": thing.name, "own": thing.own}
        for id_, thing in things
        if thing.own is not None
    ]


def _print_own_names(console: Console, facts: Ruleset) -> None:
    names = _own_names(facts)
    if not names:
        return
    console.print(Text("\nNames in the edition's own language", "bold underline"))
    if console.width < SLIM:
        for row in names:
            number = f"{row['id']} " if row["id"].isdecimal() else ""
            console.print(Paragraph(Text(f"{number}{row['name']}: {row['own']}")))
        return
    rows = ([row["id"], row["name"], row["own"]] for row in names)
    console.print(plain_table(("Id", "Name", "Own name"), rows))


def grouped(
    facts: Ruleset, seats: int = SHOWN_SEATS
) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """Yield the rules by heading, in order of play, as pairs of clause and text."""
    for heading, rules in groupby(facts.rules(seats), key=lambda rule: rule.heading):
        yield heading, [(rule.clause, rule.text) for rule in rules]


def _options(facts: Ruleset, json_: bool) -> int:
    if json_:
        return _document(
            [
                {**asdict(option), "values": None if option.values is None else list(option.values),
                 "default": facts.options_in_force[option.key],
                 "says": _quotations(facts.family, option.key)}
                for option in facts.options.values()
            ]
        )  # fmt: skip
    console = console_for(sys.stdout)
    console.print(Text(f"Options of {facts.id}", "bold"))
    if console.width < ROOMY:
        for option in facts.options.values():
            console.print(
                Paragraph(Text.assemble((option.key, "bold"), (f"  {option.clause}", "dim")))
            )
            console.print(Paragraph(Text(option.meaning), 4))
            console.print(Paragraph(Text(_choices(facts, option.key)), 4))
            for line in _quotation_lines(facts.family, option.key):
                console.print(Paragraph(line, 4))
    else:
        console.print(_option_table(facts))
        console.print(Text("\nWhat the texts of the editions say", "bold underline"))
        for key in facts.options:
            _print_quotations(console, facts.family, key)
    example = next(iter(facts.options))
    console.print(Paragraph(Text(f"A table's config sets them:  [rules]  {example} = ...", "dim")))
    return 0


def _quotations(family: str, key: str) -> list[dict[str, str]]:
    """Return what each edition of a game says about an option."""
    known = (each for each in map(engine.ruleset, engine.rulesets()) if each.family == family)
    return [
        {"ruleset": facts.id, "source": facts.says[key].source, "text": facts.says[key].text}
        for facts in known
        if key in facts.says
    ]


def _print_quotations(console: Console, family: str, key: str) -> None:
    lines = _quotation_lines(family, key)
    if lines:
        console.print(Paragraph(Text(key, "bold"), 0))
    for line in lines:
        console.print(Paragraph(line))


def _quotation_lines(family: str, key: str) -> list[Text]:
    return [
        Text.assemble((f"{row['ruleset']} {row['source']}: ", "dim"), Text(row["text"], "italic"))
        for row in _quotations(family, key)
    ]


def _choices(facts: Ruleset, key: str) -> str:
    return f"default {_default(facts, key)}; possible {', '.join(facts.options[key].allowed)}"


def _default(facts: Ruleset, key: str) -> str:
    value = facts.options_in_force[key]
    return LEFT_OUT if value is None else plain(value)


def _option_table(facts: Ruleset) -> Table:
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, 1))
    table.add_column("Option", no_wrap=True, style="bold")
    table.add_column("Default", overflow="fold")
    table.add_column("Possible", overflow="fold")
    table.add_column("Meaning", ratio=1)
    table.add_column("Clause", no_wrap=True, style="dim")
    for option in facts.options.values():
        table.add_row(
            option.key, _default(facts, option.key), ", ".join(option.allowed),
            option.meaning, option.clause,
        )  # fmt: skip
    return table


def _document(document: object) -> int:
    print_document(document)
    return 0
