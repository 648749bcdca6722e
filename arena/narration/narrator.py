"""Narrates a game from one perspective: records in, lines and boards out.

A `Narrator` sees only records that its reader may see (`arena.records.record`), so it can't reveal
more. It works record by record, for finished and running games alike.
"""

from collections.abc import Mapping

from rich.console import RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.text import Text

from arena.claims.deal_records import DealAnswered, DealOffered, DealSettled
from arena.claims.judgement import Judgement
from arena.events import (
    CardReceived,
    DestinationChosen,
    GameEnded,
    HandsDealt,
    Passed,
    PhaseBegan,
    RoundEnded,
    SearchEnded,
    ZombiesLeft,
)
from arena.narration.board import Picture
from arena.narration.dialects import DIALECTS
from arena.narration.outcome import outcome_lines, score_table
from arena.narration.sentences import GROUPS, SENTENCES
from arena.narration.telling import Groups, Heading, Judged, Sentences, Telling, Together, Told
from arena.narration.verdicts import Verdicts
from arena.narration.who_kept_faith import who_kept_faith
from arena.narration.words import Paragraph, Words
from arena.projections.board import Board
from arena.projections.reckoning import honesty_of
from arena.records.facts import Fact
from arena.records.record import Record
from arena.records.talk import ClaimsUnread, Said, Whispered

__all__ = ["Narrator", "outcome_lines"]

COMPLETED_BY: Mapping[type[Fact], frozenset[type[Fact]]] = {Whispered: frozenset({Said})}
"""Records that are narrated together with the one that completes them, in every family."""


class Narrator:
    """Narrates one game from one perspective."""

    def __init__(
        self,
        words: Words,
        who: str = "public",
        *,
        boards: bool = True,
        sentences: Sentences | None = None,
        board: Board | None = None,
    ) -> None:
        """`who` is a seat, `public` or `all`; without `boards` there are only sentences.

        `sentences` replace the usual ones, and their records are never grouped. `board` is a board
        that the caller updates between `before` and `feed` of each record; None: the narrator has
        its own.
        """
        dialect = self._dialect = DIALECTS[words.family.id]
        own = sentences or Sentences()
        self._sentences = Sentences(SENTENCES, dialect.sentences, own)
        self._groups = Groups(GROUPS, dialect.groups)
        self._told_singly = frozenset(own)
        self._completed_by = {**COMPLETED_BY, **dialect.completed_by}
        self._known = {*self._sentences, *self._groups, *QUIET, *dialect.quiet}
        self._verdicts = Verdicts(words) if who == "all" else None
        self._all: list[Record] = []
        own_board = Board(words.ruleset, words.seats, who) if board is None else board
        self._telling = Telling(words, who, own_board, folds=board is None)
        self._boards = boards
        self._waiting: Record | None = None
        self._unread: Record | None = None
        self._group: list[Record] = []
        self._round = -1
        self._heading: str | None = None
        self._title: list[RenderableType] = []
        self._shown = self._telling.board.pieces()
        self._seen: list[Record] = []
        self._over = self._ending = False
        # Whether the game is over, and whether the end of a round has to be narrated.

    def feed(self, record: Record) -> list[RenderableType]:
        """Process a record that this reader may see; return its narration."""
        data, kind = record.data, type(record.data)
        self._judge(record)
        if kind in JUDGED or kind not in self._known or self._is_idle(record):
            return []  # verdicts are shown together, before the next record
        self._seen.append(record)
        if isinstance(data, ClaimsUnread):
            self._unread = record
            return []
        out = self.before(record)
        if isinstance(data, PhaseBegan):
            out += self._phase(data)
        if isinstance(data, RoundEnded | PhaseBegan | GameEnded):
            self._ending = isinstance(data, RoundEnded) and not self._told_singly
        self._telling.take(record)
        if self._group_of(record) is not None:
            self._group.append(record)
        elif kind in self._completed_by:
            self._waiting = record
        elif kind in self._sentences:
            out += self._titled(self._told(record) + self._told_unread() + self._released())
        if isinstance(data, GameEnded):
            out += self._end(data)
        return out

    def before(self, record: Record) -> list[RenderableType]:
        """Return the narration that was held back and precedes the next record.

        `feed` includes it, unless this was called before.
        """
        if self.held is None and not (self._verdicts and self._verdicts.waits):
            return []
        kind = type(record.data)
        apart = kind in JUDGED or kind not in self._known or kind is ClaimsUnread
        if apart or self._is_idle(record):
            return []
        out = [] if self._joins(record) else self._told_group()
        out += self._settled(record)
        return self._told_before(out if belongs_to_words(record) else out + self._released())

    @property
    def held(self) -> Record | None:
        """The first record that was held back; None: none."""
        return self._group[0] if self._group else self._waiting or self._unread

    def skip(self, record: Record) -> None:
        """Process a record without narrating it."""
        self._telling.take(record)

    def pause(self) -> list[RenderableType]:
        """Return the narration that was held back."""
        return self._told_before(self._told_group() + self._settled(None))

    @property
    def heading(self) -> list[RenderableType]:
        """The heading that waits for its first line; a question may be asked before that."""
        return self._title

    def close(self) -> list[RenderableType]:
        """Return the last narration, after the last record; an unfinished game says where it stops.

        With all secrets a finished game ends with who kept promises.
        """
        out = self._told_before(self._told_group() + self._settled(None) + self._released())
        if self._over:
            words = self._telling.words
            return out + who_kept_faith(words, honesty_of(self._all, words.ruleset, words.seats))
        where = "before it began"
        if self._round >= 0:
            phase = self._telling.words.phase(self._heading)
            where = "in the set-up" if self._round == 0 else f"in round {self._round}, {phase}"
        picture = self._picture()
        out += [*picture, Text("")] if picture else []
        out.append(Text(f"The game is not finished: the record stops {where}.", "yellow"))
        return out

    # --- composition ---

    def _group_of(self, record: Record) -> Together | None:
        if type(record.data) in self._told_singly:
            return None
        return group_of(record) or self._dialect.group_of(record)

    def _joins(self, record: Record) -> bool:
        return bool(self._group) and self._group_of(record) == self._group_of(self._group[0])

    def _is_idle(self, record: Record) -> bool:
        """Return True for a record that is not narrated.

        That is any answer to an offer after the game, and an offer that lapses during a round,
        unless a sentence of its own is set for it.
        """
        if not isinstance(record.data, DealAnswered):
            return False
        passed = record.data.answer == "lapsed" and not self._telling.round_over
        return self._over or (passed and DealAnswered not in self._told_singly)

    def _told_before(self, lines: list[RenderableType]) -> list[RenderableType]:
        """Return lines that precede the next record, after the end of a round if it is due."""
        if lines and self._ending:
            self._ending = False
            lines = [Paragraph(Text("The round is over."), 2), *lines]
        return self._titled(lines)

    def _titled(self, lines: list[RenderableType]) -> list[RenderableType]:
        if not lines:
            return lines
        title, self._title = self._title, []
        return title + lines

    def _told_group(self) -> list[RenderableType]:
        if not self._group:
            return []
        group, self._group = self._group, []
        line = self._groups(group[0].data, self._telling, group)
        return _paragraph(group[0], line)

    def _settled(self, record: Record | None) -> list[RenderableType]:
        """Narrate the record that was held back, unless the next one completes it."""
        waiting, out = self._waiting, list[RenderableType]()
        if waiting is not None and not (record is not None and self._completes(record, waiting)):
            self._waiting = None
            out += self._told(waiting)
        return out if self._is_unread_in(record) else out + self._told_unread()

    def _is_unread_in(self, record: Record | None) -> bool:
        """Return True if a record has the words with the unreadable line."""
        if self._unread is None or record is None:
            return False
        match record.data, self._unread.data:
            case Said() as said, ClaimsUnread() as unread:
                return said.message == unread.message
            case _:
                return False

    def _told_unread(self) -> list[RenderableType]:
        """Narrate the unreadable lines, under the words that they came with."""
        unread, self._unread = self._unread, None
        return [] if unread is None else self._told(unread)

    def _completes(self, record: Record, waiting: Record) -> bool:
        if isinstance(record.data, Said):  # only the words of this whisper complete it
            is_whisper = record.data.whisper and record.actor == waiting.actor
            return isinstance(waiting.data, Whispered) and is_whisper
        return type(record.data) in self._completed_by[type(waiting.data)]

    def _told(self, record: Record) -> list[RenderableType]:
        telling = self._telling
        if self._waiting is not None:
            telling.before, self._waiting = self._waiting.data, None
        line = self._sentences(record.data, telling, record)
        telling.before = None
        return _paragraph(record, line)

    def _judge(self, record: Record) -> None:
        if self._verdicts is not None:
            self._all.append(record)
            self._verdicts.feed(record, self._telling.board.hands)

    def _released(self) -> list[RenderableType]:
        """Return the verdicts on claims, once the lines that they belong to are narrated."""
        if self._verdicts is None or self._group or self._waiting is not None or self._over:
            return []
        return [Judged(line, 4) for line in self._verdicts.take()]

    def _phase(self, began: PhaseBegan) -> list[RenderableType]:
        out: list[RenderableType] = []
        if self._round >= 0 and began.phase not in self._dialect.unseen:
            out += self._picture()
        if began.round != self._round:
            self._round = began.round
            if self._round:
                title = Text(f"Round {self._round}", "bold")
                out += [Text(""), Rule(title, align="left", style="dim")]
        self._heading = began.phase
        title = Heading(self._telling.words.phase(self._heading))
        self._title = [Text(""), title]
        return out

    def _picture(self) -> list[RenderableType]:
        """Return the board if a piece has moved."""
        board = self._telling.board
        if not self._boards or self._shown == board.pieces():
            return []
        self._shown = board.pieces()
        return [Text(""), Picture(self._telling.words, board)]

    def _end(self, end: GameEnded) -> list[RenderableType]:
        self._over = True
        words, board = self._telling.words, self._telling.board
        out = self._picture()
        table = Padding(score_table(words, board, end), (0, 0, 0, 2), expand=False)
        out += [Text(""), Heading("The end"), table, Text("")]
        lines = outcome_lines(self._seen, words)
        return out + [Paragraph(Text(line)) for line in lines]


def group_of(record: Record) -> Together | None:
    """Return the key of records that are narrated together; None: it is narrated alone."""
    match record.data:
        case DestinationChosen():
            return DestinationChosen, None
        case Passed(kind=kind) if record.seen_by != "all":
            return Passed, kind
        case ZombiesLeft(place=place):
            return ZombiesLeft, place
        case CardReceived(source="deal" | "scenario" as source):
            return CardReceived, source
        case DealAnswered(answer="withdrawn", deal=deal):
            return DealAnswered, deal
        case DealAnswered(answer="lapsed"):
            return DealAnswered, None
        case _:
            return None


def belongs_to_words(record: Record) -> bool:
    """Return True for deals and unreadable lines, which are narrated under the words before."""
    about_deals = isinstance(record.data, DealOffered | DealAnswered)
    return isinstance(record.data, ClaimsUnread) or (about_deals and record.actor is not None)


def _paragraph(record: Record, line: Text | None) -> list[RenderableType]:
    if line is None:
        return []
    return [Told(line, 4 if belongs_to_words(record) else 2, record)]


JUDGED: frozenset[type[Fact]] = frozenset({Judgement, DealSettled})
"""Judgements, which `Verdicts` puts in words."""
QUIET: frozenset[type[Fact]] = frozenset({HandsDealt, PhaseBegan, RoundEnded, SearchEnded})
