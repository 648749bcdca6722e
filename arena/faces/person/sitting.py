"""One person's session at one table: perceived records, the open question, prepared messages.

It holds all records of the game; those that the seat did not perceive are used only once the game
is over. Typed lines go to `command_line`.
"""

from collections.abc import Callable, Mapping, Sequence

from rich.console import RenderableType
from rich.text import Text

from arena.claims.vocabulary import Vocabulary
from arena.events import GameEnded, VotesRevealed
from arena.faces.person import questions, wording
from arena.faces.person.follower import Follower, Heard
from arena.faces.person.questions import awaited, waiting_for
from arena.narration.dialects import words_of
from arena.narration.telling import Told
from arena.narration.who_kept_faith import who_kept_faith
from arena.projections.reckoning import honesty_of
from arena.records.record import Record, stripped
from arena.seats.human import Chair, Open
from arena.seats.seat import Question
from arena.table.referee import SeatTask
from arena.talk.speech import Message, Speech, TalkTurn, message_problem
from arena.transcript.header import GameHeader
from engine import Option


class Sitting:
    """State of a game for the person of one seat."""

    def __init__(
        self, header: GameHeader, clockwise: tuple[str, ...], seat: str, chair: Chair, heard: Heard,
        *, stops: bool = True, skip: Callable[[], bool] = lambda: False,
    ) -> None:  # fmt: skip
        """Start a session; `heard` is the state before the first record.

        `stops`: whether `quit` stops the game, which it does not if somebody else hosts it. `skip`
        shows at once what waits to be read, and returns whether anything did.
        """
        facts = header.facts()
        self.header, self.seat, self.chair, self.stops, self.skip = header, seat, chair, stops, skip
        self.words, self.vocabulary = words_of(facts, clockwise), Vocabulary(facts, header.names)
        self.talk = header.talk
        self.heard = heard
        """The latest state: narration, board, ledger."""
        self.prepared: list[Message] = []
        """Messages for this turn to speak or the next."""
        self.since: list[RenderableType] = []
        """Narration since the last answer."""
        self.dropped: list[RenderableType] = []
        """Prepared messages that this turn to speak does not allow, with the reasons."""
        self.votes: list[RenderableType] = []
        """Narration of the last vote that was revealed."""
        self.awaited: tuple[str, ...] = ()
        """Other seats that are publicly waited for."""
        self._end: list[RenderableType] = []
        self._all: list[Record] = []
        self._headed: Sequence[RenderableType] = ()
        # The last heading that was shown before its first line.
        self._checked: str | None = None
        # The turn to speak for which prepared messages have been checked.

    def hear(self, record: Record | None, heard: Heard | None) -> list[RenderableType]:
        """Process the next record and its state; return the new narration.

        `record` None: narration that was held back. `heard` None: the seat does not perceive the
        record.
        """
        if record is not None:
            self._all.append(record)
        if heard is None:
            return []
        self.heard = heard
        told = self._kept(self._unheaded(heard.told))
        if record is not None and isinstance(record.data, GameEnded):
            self._end = told
        return told

    def wait_for(self, tasks: Mapping[str, SeatTask]) -> None:
        """Receive the open tasks of all seats."""
        self.awaited = tuple(each for each in awaited(tasks, self.header) if each != self.seat)

    def told_before(self) -> list[RenderableType]:
        """Return the narration to show before a question.

        That is a pending heading, and which prepared messages this turn to speak does not allow.
        """
        heading = self._unheaded(self.heard.heading)
        self._headed = heading or self._headed
        return self._kept(heading + self._prepared_before())

    def _unheaded(self, told: Sequence[RenderableType]) -> list[RenderableType]:
        """Return the narration without a heading that was shown before."""
        return [each for each in told if not any(each is one for one in self._headed)]

    def revealed(self) -> list[RenderableType]:
        """Return the result of the game and who kept promises; empty before it is over."""
        if not self.is_over:
            return []
        whole = map(stripped, self._all)
        found = honesty_of(whole, self.words.ruleset, self.words.seats)
        return self._end + who_kept_faith(self.words, found)

    def question(self) -> list[RenderableType]:
        """Return the open question with its options by key; empty if there is none."""
        now = self.now
        if now is None:
            return []
        lines: list[RenderableType] = [
            Text(""),
            Text(questions.title(now.asked, now.view, self.words), "bold"),
        ]
        if isinstance(now.asked, Question):
            keyed = questions.keyed(now.asked)
            rooms = self._rooms(keyed)
            for key, option in keyed.items():
                label = option.label.removeprefix(f"{key} ")  # a room's number is its key
                lines.append(Text.assemble((f"{key:>4}", "bold"), f"  {label}", rooms.get(key, "")))
        return lines

    def _rooms(self, keyed: Mapping[str, Option]) -> dict[str, Text]:
        """Return occupancy and zombies of each room that is an option, by key."""
        return {
            key: Text.assemble(": ", self.heard.board.facts(place))
            for key, option in keyed.items()
            if isinstance(place := option.args.get("location"), int) and len(option.args) == 1
        }

    def answered(self) -> None:
        """Clear the narration since the last answer."""
        self.since.clear()

    def problem(self, messages: Sequence[Message]) -> str | None:
        """Return why messages are not allowed, in one sentence; None if they are.

        Before a turn to speak only rules that hold on every turn are checked.
        """
        now = self.now
        if now is not None and self.turn is not None:
            return now.problem(Speech(messages=tuple(messages)))
        each = (message_problem(m, self.seat, self.talk, self.vocabulary) for m in messages)
        return next(filter(None, each), None)

    @property
    def now(self) -> Open | None:
        """The open question or turn to talk; None if there is none."""
        return self.chair.open if self.chair.is_waiting else None

    @property
    def turn(self) -> TalkTurn | None:
        """The open turn to speak; None if there is none."""
        asked = None if self.now is None else self.now.asked
        return asked if isinstance(asked, TalkTurn) and asked.task == "speak" else None

    @property
    def waits_for(self) -> str:
        """The sentence shown while nothing is asked."""
        return waiting_for(self.awaited) if self.chair.away is None else wording.AWAY

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return bool(self._end)

    def _kept(self, told: list[RenderableType]) -> list[RenderableType]:
        """Add narration to what can be shown again, and return it."""
        self.since += told
        votes: list[RenderableType] = [
            each
            for each in told
            if isinstance(each, Told) and isinstance(each.record.data, VotesRevealed)
        ]
        self.votes = votes or self.votes
        return told

    def _prepared_before(self) -> list[RenderableType]:
        """Drop prepared messages that this turn to speak does not allow; return the notices."""
        turn = self.turn
        if turn is None or turn.id == self._checked:
            return []
        self._checked = turn.id
        self.dropped.clear()
        waiting = list(self.prepared)
        self.prepared.clear()
        for each in waiting:
            why = self.problem([*self.prepared, each])
            if why is None:
                self.prepared.append(each)
            else:
                self.dropped.append(Text(wording.DROPPED.format(text=each.text, why=why), "yellow"))
        told = list(self.dropped)
        if self.prepared:
            texts = " ".join(f"“{each.text}”" for each in self.prepared)
            told.append(Text(wording.PREPARED.format(texts=texts), "dim"))
        return told


class DirectSitting(Sitting):
    """A session that follows the game directly and shows each record as it comes."""

    def __init__(
        self, header: GameHeader, clockwise: tuple[str, ...], seat: str, chair: Chair
    ) -> None:
        """Start a session of a game that begins or is resumed."""
        self.follower = Follower(header, clockwise, seat)
        super().__init__(header, clockwise, seat, chair, self.follower.heard())

    def take(self, record: Record) -> list[RenderableType]:
        """Process the next record; return its narration."""
        return self.hear(record, self.follower.take(record))

    def told_before(self) -> list[RenderableType]:
        """Return the narration to show before a question, including what was held back."""
        return self.hear(None, self.follower.pause()) + super().told_before()
