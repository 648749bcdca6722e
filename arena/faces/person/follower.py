"""Follows a game from one viewpoint: board, ledger and narration, record by record.

Each state is kept as `Heard`, so that a face that shows it later reveals no more than was known
then.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from rich.console import RenderableType

from arena.claims.vocabulary import Vocabulary
from arena.narration.board import Picture
from arena.narration.dialects import words_of
from arena.narration.narrator import Narrator
from arena.narration.words import Words
from arena.projections.perspective import Perspective
from arena.records.record import Record, perceived, stripped
from arena.seats.llm.ledger_text import ledger_lines
from arena.transcript.header import GameHeader


@dataclass(frozen=True, slots=True, kw_only=True)
class Heard:
    """Immutable state of a viewpoint at one moment: new narration, board and ledger."""

    told: Sequence[RenderableType]
    heading: Sequence[RenderableType]
    """Heading to show above the next line; the same objects appear in `told` later."""
    board: Picture
    promises: Sequence[str]
    """Deals, promises and reports, a line each."""


class Follower:
    """Follows one game for one viewpoint."""

    def __init__(
        self, header: GameHeader, clockwise: Sequence[str], who: str, *, boards: bool = True,
        words: Words | None = None,
    ) -> None:  # fmt: skip
        """Start before the first record; `who` is a seat, `public` or `all`.

        `boards`: whether narration includes boards. `words` can be shared by followers of one
        table.
        """
        facts = header.facts()
        self.who = who
        self.words = words or words_of(facts, clockwise)
        self.perspective = Perspective(facts, header.names, self.words.seats, who)
        self.narrator = Narrator(self.words, who, boards=boards, board=self.perspective.board)
        self._vocabulary = Vocabulary(facts, header.names)

    def take(self, record: Record) -> Heard | None:
        """Process the next record; None if the viewpoint does not perceive it."""
        if not perceived(record, self.who):
            return None
        shown = stripped(record)
        before = self.narrator.before(shown)
        self.perspective.take(shown)
        return self.heard(before + self.narrator.feed(shown))

    def pause(self) -> Heard:
        """Return the narration that was held back, before a question is asked."""
        return self.heard(self.narrator.pause())

    def heard(self, told: Sequence[RenderableType] = ()) -> Heard:
        """Return the state at this moment, with `told` as its narration."""
        lines = ledger_lines(self.perspective.ledger, self._vocabulary).values()
        return Heard(
            told=told,
            heading=self.narrator.heading,
            board=Picture(self.words, self.perspective.board),
            promises=[each.text for each in lines],
        )
