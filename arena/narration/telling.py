"""What a sentence has at hand when it is made: the words, the board so far, who reads."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from rich.text import Text

from arena.events import CardPlayed, PhaseBegan, RoundEnded
from arena.narration.words import Paragraph, Words, fill, join
from arena.projections.bargains import Bargains
from arena.projections.board import Board
from arena.records.facts import Fact
from arena.records.handlers import Handlers
from arena.records.record import Record

__all__ = ["Groups", "Heading", "Judged", "Sentences", "Telling", "Told"]


class Heading(Text):
    """What stands above the lines of a phase, or of a part of the end."""

    def __init__(self, text: str) -> None:
        """Head what follows."""
        super().__init__(text, "bold underline")


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
    folds: bool = True
    """Whether it folds the board itself; else somebody else does."""
    before: Fact | None = None
    """What this one completes: the dice of a placement, the card that was played."""
    dice_told: bool = False
    """True while dice lie covered that were told already, as `all` is told them."""
    kept: tuple[str, ...] | None = None
    """The cards that the reader had when he was last told that he plays none of them."""
    bargains: Bargains = field(default_factory=Bargains)
    """What the reader heard of deals."""
    round_over: bool = False
    """True from the end of a round to the next phase."""

    @property
    def card(self) -> str | None:
        """The card that was played for what is told; None: none was."""
        return self.before.card if isinstance(self.before, CardPlayed) else None

    def take(self, record: Record) -> None:
        """Take note of a record, whether or not it is told."""
        if self.folds:
            self.board.apply(record)
        self.bargains.feed(record)
        if isinstance(record.data, RoundEnded | PhaseBegan):
            self.round_over = isinstance(record.data, RoundEnded)

    def aside(self, record: Record) -> Text:
        """Return who else knows a private fact: ` (only you)`; nothing for a public one."""
        seen_by = record.seen_by
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


Sentences = Handlers[[Telling, Record], Text | None]
"""How records are told, by what they say; None where nothing is worth saying."""
Groups = Handlers[[Telling, Sequence[Record]], Text | None]
"""How several records are told in one breath, by what the first of them says."""
