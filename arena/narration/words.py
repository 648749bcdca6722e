"""Names of a table's things: seats with colour and symbol, places, cards, dice.

They come from the ruleset's facts and its family's words, so that each name is written once.
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
"""One for each seat, so that colour is never the only cue."""
INK = {
    "blue": "bright_blue",
    "brown": "dark_orange3",
    "black": "grey62",
    "purple": "medium_purple1",
    "orange": "dark_orange",
}
"""Replacements for piece colours that are illegible on a dark terminal or have no rich name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DialectWords:
    """The words of one family; templates have `{player}` and what their comment names."""

    family: Family
    """Names that are used outside of narration too."""
    card: str
    """Noun for a card: `card`."""
    a_card: str
    """The same with its article."""
    place: str
    """Noun for a location: `location`."""
    titles: Mapping[str, str]
    """Headings by phase."""
    questions: Mapping[str, str]
    """Questions of votes by kind."""
    wins: Mapping[str, str]
    """Results of votes by kind; `{takes}` is `keeps` for who has the badge already."""
    chosen: Mapping[tuple[str, str], str]
    """Results of votes that ballots did not decide, by `by` and kind."""
    nobody_there: Mapping[str, str]
    """Reasons why no vote is held at `{place}`, by kind; `closed`: the place is closed."""
    badge: Mapping[str, str]
    """Sentences about a new holder of the badge, by cause."""
    arrivals: Mapping[str, tuple[str, str]]
    """Sentences about attackers coming to `{places}`, by cause: one location, several."""
    hidden_until: str
    """Time for which a card hides a character."""
    weapons: Mapping[str, str]
    """Verbs of weapons, where not `uses`."""
    votes_for: Mapping[str, str]
    """Purpose of a promised vote, by kind."""
    won: Mapping[str, str]
    """Result for the winner of a vote, by kind; an attack has none."""
    notches: Callable[[Mapping[str, object], bool], int | None]
    """Capacity for attackers, by options in force and whether it is the parking lot."""
    decided: Mapping[str, str]
    """Sentence about the cause of `{deaths}` in place of votes, by `by`."""
    how: Mapping[str, str]
    """The same for a single death."""
    keepsakes: Mapping[str, int]
    """Points for cards in hand at the end, of a player with a survivor."""
    epilogue: Callable[[Iterable[Record], GameEnded], Sequence[str]]
    """Further sentences about a finished game, by its public records and its end."""
    heads: Callable[["Words", Board], Sequence[Text]]
    """Beginning of the line above the board."""
    tails: Callable[[Board], Sequence[Text]]
    """End of the line above the board."""
    needed: Callable[[Board, int], int]
    """Number of attackers that get into a location with walls."""


class Words:
    """The words of one table."""

    def __init__(self, ruleset: Ruleset, seats: Sequence[str], dialect: DialectWords) -> None:
        """`seats` clockwise; colours are assigned in this order."""
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
        """Name the value of a fact's field; a value without a name is returned as it is."""
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
        """Return a seat's name in its colour; other text without style."""
        style = self.styles.get(str(name))
        return Text(str(name), "" if style is None else f"bold {style}")

    def badge(self, name: object) -> Text:
        """Return a seat's symbol and name, for boards and scores."""
        return Text(f"{self.symbols.get(str(name), '?')}{name}", self.styles.get(str(name), ""))

    def seat_list(self, names: Iterable[object]) -> Text:
        """Return `Ada, Ben and Cyd`."""
        return join([self.seat(name) for name in names])

    def place(self, number: int) -> Text:
        """Return a location's number and name: `5 Security HQ`."""
        return Text(f"{number} {self.places[number].name}", "bold")

    def arrivals(self, cause: str, places: Iterable[int], player: object = None) -> Text:
        """Return where attackers came and why: `Zombies come: 3 Megatoys +2, 4 Parking Lot.`."""
        counts = sorted(Counter(places).items())
        where = [Text.assemble(self.place(at), f" +{n}" if n > 1 else "") for at, n in counts]
        line = self.dialect.arrivals[cause][len(counts) > 1]
        return fill(line, places=join(where, ", "), player=self.seat(player))

    def notches(self, number: int) -> int | None:
        """Return a location's capacity for attackers; None: unlimited."""
        ruleset = self.ruleset
        return self.dialect.notches(ruleset.options_in_force, number == ruleset.parking)

    def character(self, name: object) -> Text:
        """Return a character's name."""
        return Text(self.characters[str(name)].name)

    def points(self, name: object) -> int:
        """Return a character's points."""
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
        """Return dice in brackets: `[4] [3] [4] [3]`."""
        return Text(" ".join(f"[{face}]" for face in faces), "bold")

    def phase(self, phase: object) -> str:
        """Return a phase's heading."""
        titles = self.dialect.titles
        return titles.get(str(phase), str(phase).replace("_", " ").capitalize())
