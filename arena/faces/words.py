"""The vocabulary of the reading faces: seats with colour and symbol, places, cards, dice.

Built from a ruleset's facts alone, so that no name of a card or place is written down twice.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from engine import Ruleset

__all__ = ["GLUE", "Line", "Record", "Words", "fill", "join", "plural"]

Record = Mapping[str, Any]
"""One record of a transcript: `type`, `round`, `phase`, `actor`, `seen_by`, `data`."""
GLUE = "\u00a0"
"""A blank where no line may be broken."""
HELD = "\ue000"
SYMBOLS = "●■▲◆★✚"
"""One for each seat, so that nothing is told by colour alone."""
INK = {"blue": "bright_blue", "brown": "dark_orange3", "black": "grey62"}
"""Piece colours that can't be read on a dark terminal, and what stands in."""
TITLES = {
    "setup": "Set-up",
    "truck": "The truck",
    "chief": "Chief of Security",
    "arrival": "The dice",
    "destinations": "Destinations",
    "movement": "Movement",
    "attack": "The attack",
}


class Words:
    """How this table's things are called."""

    def __init__(self, ruleset: Ruleset, seats: Sequence[str]) -> None:
        """`seats` clockwise; colours are dealt in this order."""
        self.ruleset = ruleset
        self.seats = tuple(seats)
        self.places = {place.number: place for place in ruleset.places}
        self.characters = {each.id: each for each in ruleset.characters}
        self.cards = {card.id: card for card in ruleset.cards}
        inks = [INK.get(colour, colour) for colour in ruleset.colours]
        self.styles = dict(zip(self.seats, inks, strict=False))
        self.symbols = dict(zip(self.seats, SYMBOLS, strict=False))

    def seat(self, name: object) -> Text:
        """Return a seat's name in its colour."""
        return Text(str(name), f"bold {self.styles.get(str(name), '')}".strip())

    def badge(self, name: object) -> Text:
        """Return a seat's name behind its symbol, for boards and scores."""
        return Text(f"{self.symbols.get(str(name), '?')}{name}", self.styles.get(str(name), ""))

    def seat_list(self, names: Iterable[object]) -> Text:
        """Return `Ada, Ben and Cyd`."""
        return join([self.seat(name) for name in names])

    def place(self, number: int) -> Text:
        """Return a location as it is printed: `5 Security HQ`."""
        return Text(f"{number} {self.places[number].name}", "bold")

    def character(self, name: object) -> Text:
        """Return a character's name."""
        return Text(self.characters[str(name)].name)

    def points(self, name: object) -> int:
        """Return what a character is worth."""
        points: int = self.characters[str(name)].points
        return points

    def card(self, name: object) -> Text:
        """Return a card's name."""
        return Text(self.cards[str(name)].name, "italic")

    def card_list(self, names: Iterable[object]) -> Text:
        """Return `Threat, Pistol and Sprint`, or `no card`."""
        cards = [self.card(name) for name in names]
        return join(cards) if cards else Text("no card")

    def dice(self, faces: Iterable[object]) -> Text:
        """Return dice as they lie: `[4] [3] [4] [3]`."""
        return Text(" ".join(f"[{face}]" for face in faces), "bold")

    def phase(self, phase: object) -> str:
        """Return a phase's heading."""
        return TITLES.get(str(phase), str(phase).replace("_", " ").capitalize())


class Line:
    """A paragraph with an indent, hanging where it is broken; it pads nothing at the right."""

    def __init__(self, text: Text, indent: int = 2) -> None:
        """`indent` is that of the first line."""
        self.text = text
        self.indent = indent

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Break the text where the terminal ends."""
        hang = self.indent + 2
        width = max(options.max_width - hang, 10)
        text = self.text.copy()
        text.plain = text.plain.replace(GLUE, HELD)  # rich breaks lines at every kind of blank
        for at, line in enumerate(text.wrap(console, width)):
            line.rstrip()
            line.plain = line.plain.replace(HELD, " ")
            yield Text(" " * (hang if at else self.indent)).append_text(line)


def fill(template: str, **parts: Text | str | int) -> Text:
    """Return the template with each `{name}` replaced, styles kept."""
    text = Text()
    for piece in re.split(r"(\{\w+\})", template):
        given = parts[piece[1:-1]] if piece.startswith("{") else piece
        text.append_text(given if isinstance(given, Text) else Text(str(given)))
    return text


def join(parts: Sequence[Text], last: str = " and ") -> Text:
    """Return the parts with commas, and `last` before the last one."""
    text = Text()
    for at, part in enumerate(parts):
        if at:
            text.append(last if at == len(parts) - 1 else ", ")
        text.append_text(part)
    return text


def plural(count: object, noun: str) -> str:
    """Return `1 zombie`, `2 zombies`."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
