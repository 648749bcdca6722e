"""A game as one viewpoint follows it: one board, one ledger and one narrator, record by record.

What is known and told at a moment is kept as `Heard`: a face that tells of it later, as its reader
reads on, shows no more than what was known then.
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
    """What a viewpoint is told at one moment of a game, and knows by then; it never changes."""

    told: Sequence[RenderableType]
    heading: Sequence[RenderableType]
    """What waits to be told above the next line; the same objects as in `told` later."""
    board: Picture
    promises: Sequence[str]
    """Deals, promises and reports, a line each."""


class Follower:
    """Follows one game for one viewpoint."""

    def __init__(
        self, header: GameHeader, clockwise: Sequence[str], who: str, *, boards: bool = True,
        words: Words | None = None,
    ) -> None:  # fmt: skip
        """Begin before the first record; `who` is a seat, `public` or `all`.

        Without `boards` none is among what is told; `words` of this table are shared by others.
        """
        facts = header.facts()
        self.who = who
        self.words = words or words_of(facts, clockwise)
        self.perspective = Perspective(facts, header.names, self.words.seats, who)
        self.narrator = Narrator(self.words, who, boards=boards, board=self.perspective.board)
        self._vocabulary = Vocabulary(facts, header.names)

    def take(self, record: Record) -> Heard | None:
        """Take the next record of the game; None: it is not perceived."""
        if not perceived(record, self.who):
            return None
        shown = stripped(record)
        before = self.narrator.before(shown)
        self.perspective.take(shown)
        return self.heard(before + self.narrator.feed(shown))

    def pause(self) -> Heard:
        """Tell what waited to be told with what comes next, before somebody is asked."""
        return self.heard(self.narrator.pause())

    def heard(self, told: Sequence[RenderableType] = ()) -> Heard:
        """Return what is known at this moment, with what is `told`."""
        lines = ledger_lines(self.perspective.ledger, self._vocabulary).values()
        return Heard(
            told=told,
            heading=self.narrator.heading,
            board=Picture(self.words, self.perspective.board),
            promises=[each.text for each in lines],
        )
