"""One person at one table: what they have perceived, what they are asked, what they have prepared.

It is fed all records of a game and keeps those that the seat perceived: nothing else gets past
`take`. What is typed goes to `command_line`.
"""

from dataclasses import dataclass, field

from rich.console import RenderableType
from rich.text import Text

from arena.claims.ledger import Ledger
from arena.claims.vocabulary import Vocabulary
from arena.faces.person import questions
from arena.narration.board import Board
from arena.narration.dialects import words_of
from arena.narration.narrator import Narrator
from arena.narration.words import Words
from arena.records import Record
from arena.seats.human import Chair, Open
from arena.seats.seat import Question
from arena.settings import TalkRules
from arena.talk.speech import Message
from arena.transcript.header import GameHeader
from arena.transcript.redaction import perceived, stripped

__all__ = ["Sitting"]


@dataclass(slots=True)
class Sitting:
    """What a face shows of a game to the person of one seat."""

    seat: str
    chair: Chair
    words: Words
    vocabulary: Vocabulary
    talk: TalkRules
    board: Board
    ledger: Ledger
    narrator: Narrator
    prepared: list[Message] = field(default_factory=list)
    """What will be said when the person is done."""
    since: list[RenderableType] = field(default_factory=list)
    """What was told since they last answered."""

    @classmethod
    def at(
        cls, header: GameHeader, clockwise: tuple[str, ...], seat: str, chair: Chair
    ) -> "Sitting":
        """Sit down at the table of a game that begins, or goes on."""
        facts = header.facts()
        words = words_of(facts, clockwise)
        return cls(
            seat=seat, chair=chair, words=words, talk=header.talk,
            vocabulary=Vocabulary(facts, header.names), board=Board(words, seat),
            ledger=Ledger(facts, header.names, seat), narrator=Narrator(words, seat, boards=True),
        )  # fmt: skip

    def take(self, record: Record) -> list[RenderableType]:
        """Take the next record of the game; return what there is to tell of it."""
        if not perceived(record, self.seat):
            return []
        shown = stripped(record)
        self.board.apply(shown)
        self.ledger.feed(shown)
        told = self.narrator.feed(shown)
        self.since += told
        return told

    def told_before(self) -> list[RenderableType]:
        """Return what the narrator held back, before something is asked: its heading too."""
        told = self.narrator.pause() + self.narrator.heading()
        self.since += told
        return told

    def question(self) -> list[RenderableType]:
        """Return what is asked, with its options by key; nothing where nothing is asked."""
        now = self.now
        if now is None:
            return []
        lines: list[RenderableType] = [
            Text(""),
            Text(questions.title(now.asked, now.view, self.words), "bold"),
        ]
        if isinstance(now.asked, Question):
            for key, option in questions.keyed(now.asked).items():
                label = option.label.removeprefix(f"{key} ")  # a room's number is its key
                lines.append(Text.assemble((f"{key:>4}", "bold"), f"  {label}"))
        return lines

    def answered(self) -> None:
        """Begin anew with what is prepared and what is told since."""
        self.prepared.clear()
        self.since.clear()

    @property
    def now(self) -> Open | None:
        """What is asked at this moment."""
        return self.chair.open if self.chair.is_waiting else None
