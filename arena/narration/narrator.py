"""A game told in sentences: records in, lines and boards out, one perspective at a time.

A `Narrator` is a function of the records that it is fed, and it is fed only what its reader may
see (`arena.transcript.redaction`): so it can't tell more. It works record by record, and serves a
finished replay and a running game alike.
"""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any

from rich.console import RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.text import Text

from arena.claims.reckoning import honesty_of
from arena.narration.board import Picture
from arena.narration.dialects import DIALECTS, board_of
from arena.narration.outcome import outcome_lines, score_table
from arena.narration.sentences import SENTENCES, chose, dealt, left, passed
from arena.narration.talk import offers_ended
from arena.narration.telling import Group, Heading, Judged, Sentence, Telling, Told
from arena.narration.verdicts import Verdicts
from arena.narration.who_kept_faith import who_kept_faith
from arena.narration.words import Paragraph, Words
from arena.records import Record

__all__ = ["Narrator", "outcome_lines"]

COMPLETED_BY: Mapping[str, frozenset[str]] = {"whispered": frozenset({"said"})}
"""Records that wait for the one that says what came of them, in every family."""


class Narrator:
    """Tells one game from one perspective."""

    def __init__(
        self,
        words: Words,
        who: str = "public",
        *,
        boards: bool = True,
        sentences: Mapping[str, Sentence] = MappingProxyType({}),
    ) -> None:
        """`who` is a seat, `public` or `all`; without `boards` only words.

        `sentences` by type stand in place of the usual ones, each told by itself.
        """
        dialect = self._dialect = DIALECTS[words.family.id]
        self._sentences = {**SENTENCES, **dialect.sentences, **sentences}
        self._groups = {**GROUPS, **dialect.groups}
        self._told_singly = frozenset(sentences)
        self._completed_by = {**COMPLETED_BY, **dialect.completed_by}
        self._known = {*self._sentences, *self._groups, *QUIET, *dialect.quiet}
        self._verdicts = Verdicts(words) if who == "all" else None
        self._all: list[Record] = []
        self._telling = Telling(words, who, board_of(words, who))
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
        # Whether the game is over, and whether the end of a round has yet to be told.

    def feed(self, record: Record) -> list[RenderableType]:
        """Return what there is to print for one more record that this reader may see."""
        kind = str(record["type"])
        self._judge(record)
        if kind in JUDGED or kind not in self._known or self._is_idle(record):
            return []  # what is decided together is told together, before what comes next
        self._seen.append(record)
        if kind == "claims_unread":
            self._unread = record
            return []
        out = self.before(record)
        if kind == "phase_began":
            out += self._phase(record["data"])
        if kind in {"round_ended", "phase_began", "game_ended"}:
            self._ending = kind == "round_ended" and not self._told_singly
        self._telling.take(record)
        if self._group_of(record) is not None:
            self._group.append(record)
        elif kind in self._completed_by:
            self._waiting = record
        elif kind in self._sentences:
            out += self._titled(self._told(record) + self._told_unread() + self._released())
        if kind == "game_ended":
            out += self._end(record["data"])
        return out

    def before(self, record: Record) -> list[RenderableType]:
        """Return what waited and is told before this record, which comes next; `feed` tells it too.

        A face that shows both apart asks for this first: `feed` then has the rest.
        """
        kind = str(record["type"])
        apart = kind in JUDGED or kind not in self._known or kind == "claims_unread"
        if apart or self._is_idle(record):
            return []
        out = [] if self._joins(record) else self._told_group()
        out += self._settled(record)
        return self._told_before(out if belongs_to_words(record) else out + self._released())

    @property
    def held(self) -> Record | None:
        """What waits to be told together with what comes next, the first of it; None: nothing."""
        return self._group[0] if self._group else self._waiting or self._unread

    def skip(self, record: Record) -> None:
        """Take note of a record that its reader was told before."""
        self._telling.take(record)

    def pause(self) -> list[RenderableType]:
        """Return what waited to be told together with what comes next."""
        return self._told_before(self._told_group() + self._settled(None))

    def heading(self) -> list[RenderableType]:
        """Return the heading that waits for its first line: a question may come before that."""
        title, self._title = self._title, []
        return title

    def close(self) -> list[RenderableType]:
        """Return what is left to print when no more records come; an unfinished game says so.

        After a finished game who may see everything is told who kept faith.
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

    # --- how it is put together ---

    def _group_of(self, record: Record) -> tuple[str, object] | None:
        if record["type"] in self._told_singly:
            return None
        return group_of(record) or self._dialect.group_of(record)

    def _joins(self, record: Record) -> bool:
        return bool(self._group) and self._group_of(record) == self._group_of(self._group[0])

    def _is_idle(self, record: Record) -> bool:
        """Tell whether a record changes nothing that a reader would ask for.

        That is an offer whose moment has passed, and all that becomes of offers after the game;
        whoever has a sentence for each record decides that alone.
        """
        if record["type"] != "deal_answered":
            return False
        passed = record["data"]["answer"] == "lapsed" and not self._telling.round_over
        return self._over or (passed and "deal_answered" not in self._told_singly)

    def _told_before(self, lines: list[RenderableType]) -> list[RenderableType]:
        """Return what is told before the next record; what the end of a round brings, under it."""
        if lines and self._ending:
            self._ending = False
            lines = [Paragraph(Text("The round is over."), 2), *lines]
        return self._titled(lines)

    def _titled(self, lines: list[RenderableType]) -> list[RenderableType]:
        """Return lines under the heading that has waited for them."""
        if not lines:
            return lines
        title, self._title = self._title, []
        return title + lines

    def _told_group(self) -> list[RenderableType]:
        if not self._group:
            return []
        group, self._group = self._group, []
        line = self._groups[group[0]["type"]](self._telling, group)
        return _paragraph(group[0], line)

    def _settled(self, record: Record | None) -> list[RenderableType]:
        """Tell a waiting record by itself, unless this one completes it."""
        waiting, out = self._waiting, list[RenderableType]()
        if waiting is not None and not (record is not None and self._completes(record, waiting)):
            self._waiting = None
            out += self._told(waiting)
        return out if self._is_unread_in(record) else out + self._told_unread()

    def _is_unread_in(self, record: Record | None) -> bool:
        """Tell whether these are the words of which a line could not be read."""
        unread = self._unread
        if unread is None or record is None or record["type"] != "said":
            return False
        return bool(record["data"]["message"] == unread["data"]["message"])

    def _told_unread(self) -> list[RenderableType]:
        """Tell what could not be read, under the words that it came with."""
        unread, self._unread = self._unread, None
        return [] if unread is None else self._told(unread)

    def _completes(self, record: Record, waiting: Record) -> bool:
        if record["type"] == "said":  # the words of this very whisper, and nobody else's
            whispered = record["data"]["whisper"] and record["actor"] == waiting["actor"]
            return waiting["type"] == "whispered" and bool(whispered)
        return record["type"] in self._completed_by[str(waiting["type"])]

    def _told(self, record: Record) -> list[RenderableType]:
        telling = self._telling
        if self._waiting is not None:
            telling.before, self._waiting = self._waiting["data"], None
        line = self._sentences[str(record["type"])](telling, record["data"], record)
        telling.before = None
        return _paragraph(record, line)

    def _judge(self, record: Record) -> None:
        if self._verdicts is not None:
            self._all.append(record)
            self._verdicts.feed(record, self._telling.board.hands)

    def _released(self) -> list[RenderableType]:
        """Return what became of claims, once the lines that it belongs to are told."""
        if self._verdicts is None or self._group or self._waiting is not None or self._over:
            return []
        return [Judged(line, 4) for line in self._verdicts.take()]

    def _phase(self, data: Mapping[str, Any]) -> list[RenderableType]:
        out: list[RenderableType] = []
        if self._round >= 0 and data["phase"] not in self._dialect.unseen:
            out += self._picture()
        if data["round"] != self._round:
            self._round = data["round"]
            if self._round:
                title = Text(f"Round {self._round}", "bold")
                out += [Text(""), Rule(title, align="left", style="dim")]
        self._heading = data["phase"]
        title = Heading(self._telling.words.phase(self._heading))
        self._title = [Text(""), title]
        return out

    def _picture(self) -> list[RenderableType]:
        """Show the board where a piece moved; where only cards or the badge did, that was told."""
        board = self._telling.board
        if not self._boards or self._shown == board.pieces():
            return []
        self._shown = board.pieces()
        return [Text(""), Picture(board)]

    def _end(self, data: Mapping[str, Any]) -> list[RenderableType]:
        self._over = True
        words, board = self._telling.words, self._telling.board
        out = self._picture()
        table = Padding(score_table(words, board, data), (0, 0, 0, 2), expand=False)
        out += [Text(""), Heading("The end"), table, Text("")]
        lines = outcome_lines(self._seen, words)
        return out + [Paragraph(Text(line)) for line in lines]


def group_of(record: Record) -> tuple[str, object] | None:
    """Return what a record may be told together with; None: it is told alone."""
    kind, data = str(record["type"]), record["data"]
    if kind == "destination_chosen":
        return kind, None
    if kind == "passed" and record["seen_by"] != "all":
        return kind, data["kind"]
    if kind == "zombies_left":
        return kind, data["place"]
    if kind == "card_received" and data["source"] in {"deal", "scenario"}:
        return kind, data["source"]
    if kind == "deal_answered" and data["answer"] == "withdrawn":
        return kind, data["deal"]
    if kind == "deal_answered" and data["answer"] == "lapsed":
        return kind, None
    return None


def belongs_to_words(record: Record) -> bool:
    """Tell whether it is told under the words before it: what they say of deals, what is lost."""
    about_deals = record["type"] in {"deal_offered", "deal_answered"}
    return record["type"] == "claims_unread" or (about_deals and record["actor"] is not None)


def _paragraph(record: Record, line: Text | None) -> list[RenderableType]:
    if line is None:
        return []
    return [Told(line, 4 if belongs_to_words(record) else 2, record)]


GROUPS: Mapping[str, Group] = {
    "card_received": dealt,
    "deal_answered": offers_ended,
    "destination_chosen": chose,
    "passed": passed,
    "zombies_left": left,
}
JUDGED = frozenset({"claim_judged", "deal_settled"})
"""What nobody at the table perceives; `Verdicts` puts it in words."""
QUIET = frozenset({"hands_dealt", "phase_began", "round_ended", "search_ended"})


def narrated(narrator: Narrator, records: Iterable[Record]) -> Iterable[RenderableType]:
    """Yield everything there is to print for a whole game."""
    for record in records:
        yield from narrator.feed(record)
    yield from narrator.close()
