"""Games for the tests of the reading faces, and what a narrator makes of them."""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from io import StringIO
from random import Random
from typing import Any

from rich.console import Console, RenderableType

import engine
from arena.events import GameBegan
from arena.narration.dialects import words_of
from arena.narration.narrator import Narrator
from arena.records.record import Record, visible
from arena.transcript.record_builder import RecordBuilder
from engine import Decision, Event, Table
from tests.corpus.shared import once

NAMES = ("Ada", "Ben", "Cyd", "Dan", "Eve")
Choose = Callable[[Decision], str]


def at_random(seed: int) -> Choose:
    """Return a choice that is drawn evenly."""
    draw = Random(seed)  # noqa: S311 - a bot's choice, no secret
    return lambda decision: draw.choice(decision.options).id


def playing(choices: Mapping[str, str]) -> Choose:
    """Return a choice by `SEAT.n` or by kind; otherwise pass, or the first option."""

    def choose(decision: Decision) -> str:
        ids = [option.id for option in decision.options]
        wanted = choices.get(decision.id, choices.get(decision.kind, "pass"))
        return wanted if wanted in ids else ids[0]

    return choose


def play_on(table: Table, choose: Choose, *, rounds: int | None = None) -> Table:
    """Play to the end, or until a round after `rounds` has begun; return the table."""
    while not table.is_over:
        if rounds is not None and table.view_data(None)["round"] > rounds:  # type: ignore[operator]
            break
        if table.floor is not None:
            table.close_floor()
        for decision in table.pending():
            table.answer(decision.seat, choose(decision), decision.id)
    return table


def recorded(events: Iterable[Event]) -> list[Record]:
    """Return events as the records of a transcript."""
    bodies = RecordBuilder()
    return [bodies.event(event) for event in events]


def random_game(
    seed: int, seats: int | Sequence[str] = NAMES, ruleset: str = "moh"
) -> list[Record]:
    """Return the records of a whole game, which is played once a process."""
    return [*_random_game(seed, seats if isinstance(seats, int) else tuple(seats), ruleset)]


@cache
def _random_game(seed: int, seats: int | tuple[str, ...], ruleset: str) -> tuple[Record, ...]:
    table = engine.new_table(ruleset, seats, seed, floors=True)
    return tuple(recorded(play_on(table, at_random(seed)).events))


def scenario(
    choices: Mapping[str, str] | None = None, *, rounds: int | None = None, **keys: object
) -> list[Record]:
    """Return the records of a game that begins in a position of four seats A to D."""
    position: dict[str, Any] = {
        "scenario": 1,
        "ruleset": "moh",
        "seats": ["A", "B", "C", "D"],
        "seed": 5,
        "locations": {1: ["A.pin_up", "B.pin_up"], 4: ["C.gunman", "D.gunman", "A.tough_guy"]},
        **keys,
    }
    first = position.get("round", 1)
    table = engine.load_scenario(position, floors=True)
    last = first if rounds is None else rounds
    return recorded(play_on(table, playing(choices or {}), rounds=last).events)


def text_of(
    records: Iterable[Record], who: str = "public", width: int = 80, *, boards: bool = True
) -> str:
    """Return what a narrator prints for `who`, without colour and trailing blanks.

    Each text is made once a run: to draw the boards of a game takes far longer than to play it.
    """
    told = list(records)
    data = json.dumps([each.plain() for each in told])
    key = f"{data} for {who}, {width} columns, boards {boards}"
    return once(key, lambda: _text(told, who, width, boards=boards))


def _text(records: Sequence[Record], who: str, width: int, *, boards: bool) -> str:
    kept = list(visible(records, who))
    began = next(each.data for each in kept if isinstance(each.data, GameBegan))
    out = StringIO()
    console = Console(file=out, width=width, color_system=None, highlight=False)
    words = words_of(engine.ruleset(began.ruleset), began.seats)
    for each in narrated(Narrator(words, who, boards=boards), kept):
        console.print(each)
    return "\n".join(line.rstrip() for line in out.getvalue().splitlines()) + "\n"


def flat(text: str) -> str:
    """Return a text without its line breaks."""
    return " ".join(text.split())


def narrated(narrator: Narrator, records: Iterable[Record]) -> Iterable[RenderableType]:
    """Yield everything there is to print for a whole game."""
    for record in records:
        yield from narrator.feed(record)
    yield from narrator.close()
