"""The vocabulary of the reading faces: seats with colour and symbol, places, cards, dice.

Built from a ruleset's facts and its family's words, so that no name of a card or place is written
down twice.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from rich.text import Text

from arena.console import NO_BREAK_SPACE, Paragraph, fill, join, plural
from arena.events import GameEnded
from arena.families import Family
from arena.projections.board import Board
from arena.records.record import Record
from engine import Ruleset

__all__ = ["NO_BREAK_SPACE", "DialectWords", "Paragraph", "Words", "fill", "join", "plural"]

SYMBOLS = "●■▲◆★✚"
"""One for each seat, so that nothing is told by colour alone."""
INK = {
    "blue": "bright_blue",
    "brown": "dark_orange3",
    "black": "grey62",
    "purple": "medium_purple1",
    "orange": "dark_orange",
}
"""Piece colours that can't be read on a dark terminal, or have no name there; what stands in."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DialectWords:
    """The words of one family. Templates have `{player}` and what their comment names."""

    family: Family
    """What the family calls things, also where nothing is narrated."""
    card: str
    """What is held in a hand: `card`."""
    a_card: str
    """The same with its article."""
    place: str
    """What characters stand at: `location`."""
    titles: Mapping[str, str]
    """Headings by phase."""
    questions: Mapping[str, str]
    """What a vote is about, by kind."""
    wins: Mapping[str, str]
    """What winning a vote means, by kind; `{takes}` is `keeps` for who has the badge already."""
    chosen: Mapping[tuple[str, str], str]
    """How a vote ended that the ballots did not decide, by `by` and kind."""
    nobody_there: Mapping[str, str]
    """Why no vote is held at `{place}`, by kind; `closed`: the place is, where that is told."""
    badge: Mapping[str, str]
    """How somebody came by the badge, by cause."""
    arrivals: Mapping[str, tuple[str, str]]
    """How attackers came to `{places}`, by cause: at one location, at several."""
    hidden_until: str
    """How long a card hides a character."""
    weapons: Mapping[str, str]
    """What one does with a weapon, where it is not just used."""
    votes_for: Mapping[str, str]
    """What a promised vote is for, by kind."""
    won: Mapping[str, str]
    """What who won a vote did then, by kind; of an attack the deaths tell it."""
    notches: Callable[[Mapping[str, object], bool], int | None]
    """How many attackers find room, by options in force and whether it is the parking lot."""
    decided: Mapping[str, str]
    """Who decided `{deaths}` in place of the votes, by `by`."""
    how: Mapping[str, str]
    """The same of a single death."""
    keepsakes: Mapping[str, int]
    """Points for cards in hand at the end, of a player with a survivor."""
    epilogue: Callable[[Iterable[Record], GameEnded], Sequence[str]]
    """What else is told of a finished game, by its public records and its end."""
    heads: Callable[["Words", Board], Sequence[Text]]
    """What the line above the board begins with."""
    tails: Callable[[Board], Sequence[Text]]
    """What it ends with."""
    needed: Callable[[Board, int], int]
    """How many attackers get into a location that has walls."""


class Words:
    """How this table's things are called."""

    def __init__(self, ruleset: Ruleset, seats: Sequence[str], dialect: DialectWords) -> None:
        """`seats` clockwise; colours are dealt in this order."""
        self.ruleset = ruleset
        self.family = dialect.family
        self.dialect = dialect
        self.seats = tuple(seats)
        self.places = {place.number: place for place in ruleset.places}
        self.characters = {each.id: each for each in ruleset.characters}
        self.cards = {card.id: card for card in ruleset.cards}
        inks = [INK.get(colour, colour) for colour in ruleset.colours]
        self.styles = dict(zip(self.seats, inks, strict=False))
        self.symbols = dict(zip(self.seats, SYMBOLS, strict=False))

    def in_words(self, what: str, value: object) -> Text | str:
        """Name what a field of a fact holds, by what it is; all else is written as it is."""
        match what, value:
            case "player" | "recipient", _:
                return self.seat(value)
            case "place" | "origin", int():
                return self.place(value)
            case "attackers", int():
                return self.family.attackers(value)
            case "points", _:
                return plural(self.points(value), "point")
            case "card" | "character", _:
                return self.card(value) if what == "card" else self.character(value)
            case "cards" | "dice", [*values]:
                return self.card_list(values) if what == "cards" else self.dice(values)
            case "to" | "candidates", [*values]:
                return self.seat_list(values)
            case _:
                return str(value)

    def seat(self, name: object) -> Text:
        """Return a seat's name in its colour; what is no seat stays as it is."""
        style = self.styles.get(str(name))
        return Text(str(name), "" if style is None else f"bold {style}")

    def badge(self, name: object) -> Text:
        """Return a seat's name behind its symbol, for boards and scores."""
        return Text(f"{self.symbols.get(str(name), '?')}{name}", self.styles.get(str(name), ""))

    def seat_list(self, names: Iterable[object]) -> Text:
        """Return `Ada, Ben and Cyd`."""
        return join([self.seat(name) for name in names])

    def place(self, number: int) -> Text:
        """Return a location as it is printed: `5 Security HQ`."""
        return Text(f"{number} {self.places[number].name}", "bold")

    def arrivals(self, cause: str, places: Iterable[int], player: object = None) -> Text:
        """Return where attackers came and why: `Zombies come: 3 Megatoys +2, 4 Parking Lot.`."""
        counts = sorted(Counter(places).items())
        where = [Text.assemble(self.place(at), f" +{n}" if n > 1 else "") for at, n in counts]
        line = self.dialect.arrivals[cause][len(counts) > 1]
        return fill(line, places=join(where, ", "), player=self.seat(player))

    def notches(self, number: int) -> int | None:
        """Return how many attackers find room at a location; None: any number."""
        ruleset = self.ruleset
        return self.dialect.notches(ruleset.options_in_force, number == ruleset.parking)

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
        return join(cards) if cards else Text(f"no {self.dialect.card}")

    def dice(self, faces: Iterable[object]) -> Text:
        """Return dice as they lie: `[4] [3] [4] [3]`."""
        return Text(" ".join(f"[{face}]" for face in faces), "bold")

    def phase(self, phase: object) -> str:
        """Return a phase's heading."""
        titles = self.dialect.titles
        return titles.get(str(phase), str(phase).replace("_", " ").capitalize())
