"""The board as one perspective knows it: folded from the records that it perceives.

`Board` never sees a record that its reader may not see, so it can't give anything away. `Picture`
draws it: a table, or a list where the terminal is narrow.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from rich import box
from rich.console import Console, ConsoleOptions, RenderResult
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from arena.narration.words import NO_BREAK_SPACE, Paragraph, Words, join
from arena.records import Record

__all__ = ["Board", "DialectBoard", "Fold", "Picture"]

NARROW = 70
"""Columns below which the table is a list: its last column would have a word a line."""


Fold = Callable[["Board", Mapping[str, Any]], None]
"""Changes the board by a record's data."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DialectBoard:
    """What a family has on its board besides, and what it says of it."""

    folds: Mapping[str, Fold]
    """How its own records change the board."""
    heads: Callable[["Board"], Sequence[Text]]
    """What the line above the board begins with."""
    tails: Callable[["Board"], Sequence[Text]]
    """What it ends with."""
    needed: Callable[["Board", int], int]
    """How many attackers get into a location that has walls."""


class Board:
    """Where everything stands, as far as it has been perceived."""

    def __init__(self, words: Words, who: str, own: DialectBoard) -> None:
        """Begin with an empty board, read by `who`: a seat, `public` or `all`."""
        self.own = own
        self.words = words
        self.who = who
        self.chief: str | None = None
        self.elected = False
        self.where: dict[tuple[str, str], int] = {}
        self.hidden: set[tuple[str, str]] = set()
        self.zombies: Counter[int] = Counter()
        self.closed: set[int] = set()
        self.barricades = 0
        self.hand_sizes: dict[str, int] | None = None
        """None before the deal."""
        self.deck: int | None = None
        self.hands: dict[str, list[str]] = {seat: [] for seat in words.seats}
        """Known faces: one's own, or everybody's for `all`."""
        self.shown: dict[str, list[str]] | None = None
        """Hands as all see them after the game; None before that, or where they never do."""
        self.destinations: dict[str, int] = {}
        self.victim: str | None = None
        """Who has the victim token, where there is one."""
        self.cold_room = 0
        """Victims so far, where they are counted."""
        self.dice = words.ruleset.dice
        self._folds = {**FOLDS, **own.folds}

    def apply(self, record: Record) -> None:
        """Fold one record; what changes nothing is left alone."""
        fold = self._folds.get(str(record["type"]))
        if fold is not None:
            fold(self, record["data"])

    def strength(self, place: int) -> int:
        """Return the strength there, an attack's Hardware included."""
        characters = self.words.characters
        own: int = sum(
            characters[kind].strength for (_, kind), at in self.where.items() if at == place
        )
        return own + self.barricades

    def pieces(self) -> tuple[object, ...]:
        """Return what stands on the board, to tell whether it changed."""
        return (
            tuple(sorted(self.where.items())),
            tuple(sorted(self.hidden)),
            tuple(sorted((+self.zombies).items())),
            tuple(sorted(self.closed)),
        )

    def snapshot(self) -> "Board":
        """Return a copy that later records do not change."""
        twin = Board(self.words, self.who, self.own)
        shared = {"own", "words", "_folds"}
        twin.__dict__.update(deepcopy({k: v for k, v in vars(self).items() if k not in shared}))
        return twin

    def status(self) -> Text:
        """Return one line: the badge, the hands, the deck."""
        words = self.words
        parts = [*self.own.heads(self)]
        if self.hand_sizes is not None:
            sizes = [
                Text.assemble(words.seat(s), f"{NO_BREAK_SPACE}{n}")
                for s, n in self.hand_sizes.items()
            ]
            parts.append(Text.assemble(f"{words.dialect.card}s ", join(sizes, ", ")))
        if self.deck is not None:
            parts.append(Text(f"deck{NO_BREAK_SPACE}{self.deck}"))
        return Text("  ·  ").join([*parts, *self.own.tails(self)])

    def known_hands(self) -> list[Text]:
        """Return a line per hand whose faces this perspective knows."""
        words = self.words
        if self.who == "all":
            held = [
                Text.assemble(words.seat(seat), NO_BREAK_SPACE, words.card_list(hand))
                for seat, hand in self.hands.items()
                if hand
            ]
            return [Text.assemble("Hands: ", Text(" · ").join(held))] if held else []
        if self.who not in self.hands:
            return []
        line = Text.assemble("You hold ", words.card_list(self.hands[self.who]), ".")
        return [line]


class Picture:
    """A board to print; it looks at the width only when it is printed."""

    def __init__(self, board: Board) -> None:
        """Keep a copy of the position."""
        self.board = board.snapshot()

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Draw a table, or a list where there is no room for one."""
        board = self.board
        yield Paragraph(board.status())
        for hand in board.known_hands():
            yield Paragraph(hand)
        if options.max_width < NARROW:
            yield from (Paragraph(line) for line in self._list())
        else:
            yield Padding(self._table(), (0, 0, 0, 2), expand=False)

    def _table(self) -> Table:
        words = self.board.words
        table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, 1))
        table.add_column(words.dialect.place.capitalize(), no_wrap=True)
        table.add_column("Taken", justify="right", no_wrap=True)
        table.add_column("Strength", justify="right", no_wrap=True)
        attackers = f"{words.family.attacker.capitalize()}s"
        table.add_column(attackers, justify="right", no_wrap=True)
        table.add_column("Characters", ratio=1)
        for number in words.places:
            table.add_row(*self._row(number))
        return table

    def _row(self, number: int) -> list[Text]:
        board, name = self.board, self.board.words.place(number)
        if number in board.closed:
            return [name, Text("closed", "dim"), Text(""), Text(""), Text("")]
        there = self._there(number)
        strength = Text(str(board.strength(number)) if there else "-")
        parking = number == board.words.ruleset.parking
        strength = Text("no walls", "dim") if parking else strength
        owners = Text(", ").join(there)
        return [name, self._room(number), strength, self._zombies(number), owners]

    def _list(self) -> list[Text]:
        return [line for number in self.board.words.places for line in self.at(number)]

    def at(self, number: int) -> list[Text]:
        """Return a location in lines: how full and strong, how many attackers, who is there."""
        name = self.board.words.place(number)
        if number in self.board.closed:
            return [Text.assemble(name, " · ", ("closed", "dim"))]
        line = Text.assemble(name, ": ", self.facts(number))
        return [line, *(Text.assemble("  ", piece) for piece in self._there(number))]

    def facts(self, number: int) -> Text:
        """Return how full and strong an open location is, and how many attackers are there."""
        words = self.board.words
        facts = [Text.assemble(self._room(number), " taken")]
        if self._there(number) and number != words.ruleset.parking:
            facts.append(Text(f"strength {self.board.strength(number)}"))
        zombies = self.board.zombies[number]
        if zombies:
            facts.append(Text(words.family.attackers(zombies), "bold red"))
        return Text(", ").join(facts)

    def _room(self, number: int) -> Text:
        occupied = sum(at == number for at in self.board.where.values())
        capacity = self.board.words.places[number].capacity
        return Text(str(occupied) if capacity is None else f"{occupied} of {capacity}")

    def _zombies(self, number: int) -> Text:
        count, room = self.board.zombies[number], self.board.words.notches(number)
        if not count:
            return Text("-", "dim")
        return Text(str(count) if room is None else f"{count} of {room}", "bold red")

    def _there(self, number: int) -> list[Text]:
        """Return the characters there, one entry per owner."""
        words, board = self.board.words, self.board
        owners = []
        for seat in words.seats:
            pieces = [
                Text.assemble(
                    words.character(kind),
                    (" hidden", "dim") if (seat, kind) in board.hidden else "",
                )
                for kind in words.characters
                if board.where.get((seat, kind)) == number
            ]
            if pieces:
                owners.append(Text.assemble(words.badge(seat), " ", Text(" + ").join(pieces)))
        return owners


# --- how each record changes the board ---


def _began(b: Board, d: Mapping[str, Any]) -> None:
    b.closed = set(d["closed"])


def _badge(b: Board, d: Mapping[str, Any]) -> None:
    b.chief, b.elected = d["player"], d["elected"]


def _dealt(b: Board, d: Mapping[str, Any]) -> None:
    b.hand_sizes, b.deck = dict(d["sizes"]), d["deck"]


def _stands(b: Board, d: Mapping[str, Any]) -> None:
    b.where[d["player"], d["character"]] = d["place"]


def _eaten(b: Board, d: Mapping[str, Any]) -> None:
    del b.where[d["player"], d["character"]]
    b.hidden.discard((d["player"], d["character"]))


def _received(b: Board, d: Mapping[str, Any]) -> None:
    if b.who in ("all", d["player"]):
        b.hands[d["player"]].append(d["card"])


def _played(b: Board, d: Mapping[str, Any]) -> None:
    if d["card"] in b.hands[d["player"]]:
        b.hands[d["player"]].remove(d["card"])
    if b.hand_sizes is not None:
        b.hand_sizes[d["player"]] -= 1


def _given(b: Board, d: Mapping[str, Any]) -> None:
    if b.hand_sizes is not None:
        b.hand_sizes[d["recipient"]] += 1


def _searched(b: Board, d: Mapping[str, Any]) -> None:
    if b.hand_sizes is not None and b.deck is not None:
        b.hand_sizes[d["player"]] += d["kept"]
        rest = 0 if b.words.family.rest_returns else d["left"]
        b.deck -= d["kept"] + d["given"] + rest


def _closed(b: Board, d: Mapping[str, Any]) -> None:
    b.closed.add(d["place"])
    b.zombies[d["place"]] = 0


def _came(b: Board, d: Mapping[str, Any]) -> None:
    b.zombies.update(d["places"])


def _gone(b: Board, d: Mapping[str, Any]) -> None:
    b.zombies[d["place"]] -= d["count"]


def _hid(b: Board, d: Mapping[str, Any]) -> None:
    b.hidden.add((d["player"], d["character"]))


def _goals(b: Board, d: Mapping[str, Any]) -> None:
    b.destinations = dict(d["destinations"])


def _round(b: Board, _: Mapping[str, Any]) -> None:
    b.hidden = set()
    b.elected = False
    b.barricades = 0


FOLDS: Mapping[str, Fold] = {
    "game_began": _began,
    "badge_taken": _badge,
    "character_placed": _stands,
    "character_moved": _stands,
    "character_eaten": _eaten,
    "card_received": _received,
    "card_played": _played,
    "hands_dealt": _dealt,
    "card_given": _given,
    "search_ended": _searched,
    "place_closed": _closed,
    "zombies_came": _came,
    "zombies_killed": _gone,
    "zombies_left": _gone,
    "character_hidden": _hid,
    "destinations_revealed": _goals,
    "round_ended": _round,
}
