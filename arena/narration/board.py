"""A printed board: a table, or a list if the terminal is narrow."""

from rich import box
from rich.console import Console, ConsoleOptions, RenderResult
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from arena.narration.words import NO_BREAK_SPACE, Paragraph, Words, join
from arena.projections.board import Board

NARROW = 70
"""Width in columns below which the board is a list, since the last column would be too narrow."""


class Picture:
    """A printable copy of a board; its layout depends on the width when it is printed."""

    def __init__(self, words: Words, board: Board) -> None:
        self.words = words
        self.board = board.snapshot()

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield Paragraph(self._status())
        for hand in self._known_hands():
            yield Paragraph(hand)
        if options.max_width < NARROW:
            yield from (Paragraph(line) for line in self._list())
        else:
            yield Padding(self._table(), (0, 0, 0, 2), expand=False)

    def _status(self) -> Text:
        """Return one line with badge, hands and deck."""
        words, board = self.words, self.board
        parts = [*words.dialect.heads(words, board)]
        if board.hand_sizes is not None:
            sizes = [
                Text.assemble(words.seat(s), f"{NO_BREAK_SPACE}{n}")
                for s, n in board.hand_sizes.items()
            ]
            parts.append(Text.assemble(f"{words.dialect.card}s ", join(sizes, ", ")))
        if board.deck is not None:
            parts.append(Text(f"deck{NO_BREAK_SPACE}{board.deck}"))
        return Text("  ·  ").join([*parts, *words.dialect.tails(board)])

    def _known_hands(self) -> list[Text]:
        """Return a line for each hand that this perspective knows."""
        words, board = self.words, self.board
        if board.who == "all":
            held = [
                Text.assemble(words.seat(seat), NO_BREAK_SPACE, words.card_list(hand))
                for seat, hand in board.hands.items()
                if hand
            ]
            return [Text.assemble("Hands: ", Text(" · ").join(held))] if held else []
        if board.who not in board.hands:
            return []
        return [Text.assemble("You hold ", words.card_list(board.hands[board.who]), ".")]

    def _table(self) -> Table:
        words = self.words
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
        board, name = self.board, self.words.place(number)
        if number in board.closed:
            return [name, Text("closed", "dim"), Text(""), Text(""), Text("")]
        there = self._there(number)
        strength = Text(str(board.strength(number)) if there else "-")
        parking = number == board.ruleset.parking
        strength = Text("no walls", "dim") if parking else strength
        owners = Text(", ").join(there)
        return [name, self._room(number), strength, self._zombies(number), owners]

    def _list(self) -> list[Text]:
        return [line for number in self.words.places for line in self.at(number)]

    def at(self, number: int) -> list[Text]:
        """Return the lines of a location: occupancy, strength, attackers, characters."""
        name = self.words.place(number)
        if number in self.board.closed:
            return [Text.assemble(name, " · ", ("closed", "dim"))]
        line = Text.assemble(name, ": ", self.facts(number))
        return [line, *(Text.assemble("  ", piece) for piece in self._there(number))]

    def facts(self, number: int) -> Text:
        """Return the occupancy, strength and attackers of an open location."""
        words = self.words
        facts = [Text.assemble(self._room(number), " taken")]
        if self._there(number) and number != words.ruleset.parking:
            facts.append(Text(f"strength {self.board.strength(number)}"))
        zombies = self.board.zombies[number]
        if zombies:
            facts.append(Text(words.family.attackers(zombies), "bold red"))
        return Text(", ").join(facts)

    def _room(self, number: int) -> Text:
        occupied = sum(at == number for at in self.board.where.values())
        capacity = self.words.places[number].capacity
        return Text(str(occupied) if capacity is None else f"{occupied} of {capacity}")

    def _zombies(self, number: int) -> Text:
        count, room = self.board.zombies[number], self.words.notches(number)
        if not count:
            return Text("-", "dim")
        return Text(str(count) if room is None else f"{count} of {room}", "bold red")

    def _there(self, number: int) -> list[Text]:
        """Return the characters in a location, one entry per owner."""
        words, board = self.words, self.board
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
