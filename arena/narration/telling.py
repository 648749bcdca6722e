"""What a sentence has at hand when it is made: the words, the board so far, who reads.

What both families tell alike stands in `sentences`, `board` and `outcome`; they look up in a
`Dialect` what differs, and its own sentences come before theirs.
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

    def say(self, line: str, record: Record, *, style: str = "", **parts: Text | str | int) -> Text:
        """Fill a sentence about a record; who else knows a private fact is said behind it.

        Its gaps are `parts`, else what the record says of that name, in the words of the table.
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


@cache
def _gaps(line: str) -> frozenset[str]:
    return frozenset(re.findall(r"\{(\w+)\}", line))


Sentences = Handlers[[Telling, Record], Text | None]
"""How records are told, by what they say; None where nothing is worth saying."""
Groups = Handlers[[Telling, Sequence[Record]], Text | None]
"""How several records are told in one breath, by what the first of them says."""


def sentences_of(lines: Mapping[type[Fact], str | tuple[str, str]]) -> Sentences:
    """Tell each kind of fact by one sentence, which may come with its style."""
    found = Sentences()
    for kind, given in lines.items():
        line, style = given if isinstance(given, tuple) else (given, "")
        found.on(kind)(_one_sentence(line, style))
    return found


def _one_sentence(line: str, style: str) -> Callable[[Fact, Telling, Record], Text]:
    return lambda _, t, record: t.say(line, record, style=style)


Together = tuple[object, object]
"""Equal for records that are told in one breath."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Dialect(DialectWords):
    """What a family of rules tells in its own words."""

    sentences: Sentences
    """In place of the common ones."""
    groups: Groups
    group_of: Callable[[Record], Together | None]
    """What a record may be told together with; None: it is told alone."""
    unseen: frozenset[str]
    """Phases that begin without a look at the board: nobody decides anything in them."""
    quiet: frozenset[type[Fact]]
    """What is told by what it leads to."""
    completed_by: Mapping[type[Fact], frozenset[type[Fact]]]
    """What waits for the record that says what came of it."""
