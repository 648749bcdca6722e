"""State and types of narration: words, board, reader, and the sentences of a dialect.

Narration that families share is in `sentences`, `board` and `outcome`; they look up differences in
a `Dialect`, whose own sentences take precedence.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache

from rich.text import Text

from arena.events import CardPlayed, PhaseBegan, RoundEnded
from arena.narration.words import DialectWords, Paragraph, Words, fill, join
from arena.projections.bargains import Bargains
from arena.projections.board import Board
from arena.records.facts import Fact
from arena.records.handlers import Handlers
from arena.records.record import Record


class Heading(Text):
    """Heading of a phase, or of a part of the end."""

    def __init__(self, text: str) -> None:
        super().__init__(text, "bold underline")


class Told(Paragraph):
    """A paragraph that narrates a record, or several that begin with it."""

    def __init__(self, text: Text, indent: int, record: Record) -> None:
        """`record` is kept for faces that show more of it than a sentence."""
        super().__init__(text, indent)
        self.record = record


class Judged(Paragraph):
    """A paragraph with the verdict on a claim or a deal."""


@dataclass(slots=True)
class Telling:
    """State of one perspective on one game, including the record that is narrated."""

    words: Words
    who: str
    """A seat, `public` or `all`."""
    board: Board
    """Board after the record."""
    folds: bool = True
    """Whether it updates the board itself; else its owner does."""
    before: Fact | None = None
    """The record that this one completes: the dice of a placement, the played card."""
    dice_told: bool = False
    """True from when `all` was shown covered dice until they are revealed."""
    kept: tuple[str, ...] | None = None
    """The reader's hand when a pass was last narrated."""
    bargains: Bargains = field(default_factory=Bargains)
    """Deals that the reader knows."""
    round_over: bool = False
    """True from the end of a round to the next phase."""

    @property
    def card(self) -> str | None:
        """The card played for the narrated record; None: none."""
        return self.before.card if isinstance(self.before, CardPlayed) else None

    def take(self, record: Record) -> None:
        """Update the state by a record, narrated or not."""
        if self.folds:
            self.board.apply(record)
        self.bargains.feed(record)
        if isinstance(record.data, RoundEnded | PhaseBegan):
            self.round_over = isinstance(record.data, RoundEnded)

    def say(self, line: str, record: Record, *, style: str = "", **parts: Text | str | int) -> Text:
        """Fill a sentence about a record; a private fact gets a note on who else knows it.

        Slots are filled from `parts`, else from the record's fields in the words of the table.
        """
        own = {gap: self._part(gap, record) for gap in _gaps(line) if gap not in parts}
        text = fill(line, **own, **parts).append_text(self.aside(record))
        text.style = style
        return text

    def _part(self, gap: str, record: Record) -> Text | str:
        words, family = self.words, self.words.family
        named = {"attacker": family.attacker, "cover": family.cover}
        if gap in named or gap in words.cards:
            return named.get(gap) or words.card(gap)
        if gap == "actor":
            return words.seat(record.actor)
        if gap == "played":
            return Text("a card") if self.card is None else words.card(self.card)
        field = {"attackers": "zombies", "points": "character"}.get(gap, gap)
        return words.in_words(gap, getattr(record.data, field))

    def aside(self, record: Record) -> Text:
        """Return who knows a private fact: ` (only you)`; empty for a public one."""
        seen_by = record.seen_by
        if seen_by == "all":
            return Text("")
        if isinstance(seen_by, str):
            return Text(" (nobody sees this)", "dim")
        names = [Text("you") if name == self.who else Text(name) for name in seen_by]
        names.sort(key=lambda name: name.plain != "you")
        return Text.assemble(" (only ", join(names), ")", style="dim")

    def wins(self, kind: str, players: Sequence[str]) -> Text:
        """Return what winning a vote of this kind means for the players."""
        line, takes = self.words.dialect.wins[kind], "takes"
        if list(players) == [self.board.chief]:
            takes = "keeps"
        return fill(line, player=self.words.seat_list(players), takes=takes)


@cache
def _gaps(line: str) -> frozenset[str]:
    return frozenset(re.findall(r"\{(\w+)\}", line))


Sentences = Handlers[[Telling, Record], Text | None]
"""Narration by type of record; None: not narrated."""
Groups = Handlers[[Telling, Sequence[Record]], Text | None]
"""Narration of several records together, by the type of the first."""


def sentences_of(lines: Mapping[type[Fact], str | tuple[str, str]]) -> Sentences:
    """Build handlers from one sentence per type of record, optionally with a style."""
    found = Sentences()
    for kind, given in lines.items():
        line, style = given if isinstance(given, tuple) else (given, "")
        found.on(kind)(_one_sentence(line, style))
    return found


def _one_sentence(line: str, style: str) -> Callable[[Fact, Telling, Record], Text]:
    return lambda _, t, record: t.say(line, record, style=style)


Together = tuple[object, object]
"""Key that is equal for records narrated together."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Dialect(DialectWords):
    """The narration of one family."""

    sentences: Sentences
    """Take precedence over the common ones."""
    groups: Groups
    group_of: Callable[[Record], Together | None]
    """Returns the key of records that are narrated together; None: alone."""
    unseen: frozenset[str]
    """Phases that start without a board, since nobody decides in them."""
    quiet: frozenset[type[Fact]]
    """Records that are not narrated, since their results are."""
    completed_by: Mapping[type[Fact], frozenset[type[Fact]]]
    """Records that wait for one of these types, to be narrated together."""
