"""What a sentence has at hand when it is made: the words, the board so far, who reads."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rich.text import Text

from arena.narration.board import Board
from arena.narration.words import Paragraph, Words, fill, join
from arena.records import Record

__all__ = ["Group", "Heading", "Judged", "Sentence", "Telling", "Told"]


class Heading(Text):
    """What stands above the lines of a phase, or of a part of the end."""

    def __init__(self, text: str) -> None:
        """Head what follows."""
        super().__init__(text, "bold underline")


Sentence = Callable[["Telling", Mapping[str, Any], Record], Text | None]
"""Takes the record's data and the record; None where nothing is worth saying."""
Group = Callable[["Telling", list[Record]], Text | None]
"""Tells several records in one breath."""


class Told(Paragraph):
    """A paragraph that tells of a record, or of several that begin with it."""

    def __init__(self, text: Text, indent: int, record: Record) -> None:
        """`record` is what is told, for faces that show more of it than a sentence."""
        super().__init__(text, indent)
        self.record = record


class Judged(Paragraph):
    """A paragraph that tells what became of a claim or a deal."""


@dataclass(slots=True)
class Telling:
    """One perspective on one game, up to the record that is told."""

    words: Words
    who: str
    """A seat, `public` or `all`."""
    board: Board
    """After the record."""
    before: Mapping[str, Any] | None = None
    """The record that this one completes: the dice of a placement, the card that was played."""

    dice_told: bool = False
    """True while dice lie covered that were told already, as `all` is told them."""
    kept: tuple[str, ...] | None = None
    """The cards that the reader had when he was last told that he plays none of them."""
    offers: dict[int, Record] = field(default_factory=dict)
    """The offers of deals that the reader heard, by number."""
    round_over: bool = False
    """True from the end of a round to the next phase."""
    withdrawn: set[tuple[int, str]] = field(default_factory=set)
    """Deals that were withdrawn, and from whom."""
    answered: set[tuple[int, str]] = field(default_factory=set)
    """Deals that were answered, and by whom."""

    def take(self, record: Record) -> None:
        """Take note of a record, whether or not it is told."""
        self.board.apply(record)
        data = record["data"]
        match record["type"]:
            case "deal_offered":
                self.offers[data["deal"]] = record
            case "deal_answered" if data["answer"] == "withdrawn":
                self.withdrawn.add((data["deal"], data["player"]))
            case "deal_answered" if data["answer"] != "lapsed":
                self.answered.add((data["deal"], data["player"]))
            case "round_ended" | "phase_began":
                self.round_over = record["type"] == "round_ended"
            case _:
                pass

    def aside(self, record: Record) -> Text:
        """Return who else knows a private fact: ` (only you)`; nothing for a public one."""
        seen_by = record["seen_by"]
        if seen_by == "all":
            return Text("")
        if isinstance(seen_by, str):
            return Text(" (nobody sees this)", "dim")
        names = [Text("you") if name == self.who else Text(name) for name in seen_by]
        names.sort(key=lambda name: name.plain != "you")
        return Text.assemble(" (only ", join(names), ")", style="dim")

    def wins(self, kind: str, players: Sequence[str]) -> Text:
        """Return what a vote of this kind means for the player that won it."""
        line, takes = self.words.dialect.wins[kind], "takes"
        if list(players) == [self.board.chief]:
            takes = "keeps"
        return fill(line, player=self.words.seat_list(players), takes=takes)
