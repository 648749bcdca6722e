"""A game as frames of data from one viewpoint, record by record.

Records are filtered and stripped before use (`arena.records.record`), so frames hold no secrets.
They depend on the records alone; pauses change none of them.
"""

from collections.abc import Iterable, Sequence

from rich.console import RenderableType

from arena.claims.deal_records import DealAnswered, DealOffered
from arena.claims.derived import DerivedRecord
from arena.claims.judgement import Judgement
from arena.claims.kinds import DICE
from arena.events import CharacterPlaced, GameEnded, PhaseBegan, PlacementRolled
from arena.faces.person.follower import Follower, Heard
from arena.faces.scene.board_data import board_data
from arena.faces.scene.data import BoardData, Frame, Head, Line, Promise
from arena.faces.scene.head import head_of
from arena.faces.scene.lines import Lines, untruths
from arena.faces.scene.promises import promises_of
from arena.narration.who_kept_faith import chronicle, who_kept_faith
from arena.narration.words import Words
from arena.projections.reckoning import honesty_of
from arena.records.facts import Fact
from arena.records.record import Record, Shown, of_type, perceived, stripped
from arena.records.talk import Said
from arena.transcript.header import GameHeader

PLACED: frozenset[type[Fact]] = frozenset({PlacementRolled, CharacterPlaced})
"""Records whose narration waits until the character is placed."""
SPOKEN: frozenset[type[Fact]] = frozenset({Said, DealOffered, DealAnswered})
"""Records that may change the ledger, beside those that settle something."""
SAW = "you saw "
"""Precedes the real dice, in the remark on a false claim about them."""


class Scene:
    """Converts records to frames."""

    def __init__(
        self,
        header: GameHeader,
        clockwise: Iterable[str],
        who: str,
        *,
        blind: bool = False,
        in_words: bool = False,
        words: Words | None = None,
    ) -> None:
        """Start before the first record; `who` is a seat, `public` or `all`.

        `blind`: leave out who is person, bot or model. `in_words`: keep the state in words as well,
        in `heard`. `words` can be shared by scenes of one table.
        """
        follower = self._follower = Follower(
            header, tuple(clockwise), who, boards=in_words, words=words
        )
        self.who = who
        self._words = follower.words
        self._head = head_of(self._words, header.seats, who, blind=blind)
        self._seen, self._narrator = follower.perspective, follower.narrator
        self._in_words = in_words
        self.heard = self._hear([])
        """State after the last record; None if it showed nothing, or without `in_words`."""
        self._lines = Lines(self._words)
        self._board = board_data(self._seen.position, self._words)
        self._shown: BoardData | None = None
        self._promises: list[Promise] = []
        self._told_promises: list[Promise] = []
        self._last: Record | None = None
        self._next = 0

    def head(self) -> Head:
        """Constant data for a viewer."""
        return self._head

    def take(self, record: Record) -> list[Frame]:
        """Process the next record; return its frames.

        That is at most one frame for narration that was held back, and one of its own.
        """
        self.heard = None
        if not perceived(record, self.who):
            return []
        shown, before = record if isinstance(record, Shown) else stripped(record), self._board
        frames = self._told_before(shown)
        self._follow(shown, self._seen.take(shown))
        if self._seen.position.changed:
            self._board = board_data(self._seen.position, self._words)
        told = self._narrator.feed(shown)
        waits = self._narrator.held is not None and type(shown.data) not in PLACED
        frames += self._framed(shown, told, before if waits else self._board)
        self._last = shown
        self.heard = self._hear(told)
        return frames

    def before(self, record: Record) -> list[Frame]:
        """Return the frames held back before the next record; `take` then returns the rest."""
        self.heard = None
        return self._told_before(stripped(record)) if perceived(record, self.who) else []

    def _told_before(self, record: Shown) -> list[Frame]:
        held = self._narrator.held or self._last or record
        told = self._narrator.before(record)
        return self._waited(held, told) if told else []

    @property
    def is_holding(self) -> bool:
        """Whether a record waits to be narrated together with the next."""
        return self._narrator.held is not None

    def pause(self) -> list[Frame]:
        """Return the frames that were held back, before somebody is asked.

        A placement still waits: its dice are narrated with the location of the character.
        """
        held, self.heard = self._narrator.held, None
        if held is None or type(held.data) in PLACED:
            return []
        told = self._narrator.pause()
        return self._waited(held, told) if told else []

    def stop(self) -> list[Frame]:
        """Return the last frames of an unfinished game."""
        told = self._narrator.close()
        return [] if self._last is None else self._framed(self._last, told)

    def reveal(self, records: Iterable[Record]) -> list[Frame]:
        """Return who kept promises, for all viewers; `records` are all of the finished game.

        Raises `ValueError` while the game is not over.
        """
        whole = [stripped(record) for record in records]
        if next(of_type(GameEnded, whole), None) is None:
            raise ValueError("the game is not over, so nothing is revealed")
        found = honesty_of(whole, self._words.ruleset, self._words.seats)
        told = self._lines.of(who_kept_faith(self._words, found))
        if not told:
            return []
        frame = self._frame(whole[-1], told)
        frame["reveal"] = untruths(self._words, chronicle(self._words, found), whole)
        return [frame]

    def _waited(self, held: Record, told: list[RenderableType]) -> list[Frame]:
        self.heard = self._hear(told)
        return self._framed(held, told)

    def _hear(self, told: list[RenderableType]) -> Heard | None:
        return self._follower.heard(told) if self._in_words else None

    def _follow(self, record: Shown, found: Sequence[Judgement | DerivedRecord]) -> None:
        """Update the ledger; `found` is what the record settles."""
        round_before = self._last is not None and self._last.round != record.round
        if isinstance(record.data, Said) and record.actor == self.who:
            self._own_lies(found)
        if found or round_before or type(record.data) in SPOKEN:
            self._promises = promises_of(self._seen.ledger, self._words)

    def _own_lies(self, found: Iterable[object]) -> None:
        """Add the real dice to the speaker's own false claims about them."""
        dice = self._seen.position.dice
        if dice is None or dice.values is None or dice.open:
            return
        saw = f"{SAW}{self._words.dice(dice.values).plain}"
        for each in found:
            if isinstance(each, Judgement) and each.truth == "false":
                made = self._seen.ledger.assertions.of(each)
                if made.said.kind in DICE:
                    self._lines.known[each.message, each.claim] = saw

    def _framed(
        self, cause: Record, told: list[RenderableType], board: BoardData | None = None
    ) -> list[Frame]:
        lines, board = self._lines.of(told), self._board if board is None else board
        moved = board != self._shown or self._promises != self._told_promises
        is_phase = isinstance(cause.data, PhaseBegan)
        if not (lines or moved or is_phase):
            return []
        frame = self._frame(cause, lines)
        if board != self._shown:
            frame["board"] = self._shown = board
        if self._promises != self._told_promises:
            frame["promises"] = self._told_promises = self._promises
        return [frame]

    def _frame(self, cause: Record, lines: list[Line]) -> Frame:
        frame: Frame = {
            "at": self._next,
            "round": cause.round,
            "phase": cause.phase,
            "type": cause.type,
            "told": lines,
        }
        if cause.actor is not None:
            frame["actor"] = cause.actor
        self._next += 1
        return frame
