"""One person at one table: what they have perceived, what they are asked, what they have prepared.

It hears all records of a game, with what is told of those that the seat perceived; the others are
opened once the game is over, and not before. What is typed goes to `command_line`.
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
    """What a face shows of a game to the person of one seat."""

    def __init__(
        self, header: GameHeader, clockwise: tuple[str, ...], seat: str, chair: Chair, heard: Heard,
        *, stops: bool = True, skip: Callable[[], bool] = lambda: False,
    ) -> None:  # fmt: skip
        """Sit down at the table of a game; `heard` is what is known before its first record.

        `stops`: whether `quit` stops the game, which it does not where somebody else keeps the
        table. `skip` tells at once what waits to be read; it returns whether anything did.
        """
        facts = header.facts()
        self.header, self.seat, self.chair, self.stops, self.skip = header, seat, chair, stops, skip
        self.words, self.vocabulary = words_of(facts, clockwise), Vocabulary(facts, header.names)
        self.talk = header.talk
        self.heard = heard
        """What was told last, and what they know by now."""
        self.prepared: list[Message] = []
        """What will be said when the person is done, on this turn to speak or the next."""
        self.since: list[RenderableType] = []
        """What was told since they last answered."""
        self.dropped: list[RenderableType] = []
        """What was prepared before this turn to speak and can't be said on it, with the reasons."""
        self.votes: list[RenderableType] = []
        """The last vote that was revealed, as it was told."""
        self.awaited: tuple[str, ...] = ()
        """Who of the others is waited for, as far as everybody may be told."""
        self._end: list[RenderableType] = []
        self._all: list[Record] = []
        self._headed: Sequence[RenderableType] = ()
        # The last heading that was told before it had a line.
        self._checked: str | None = None
        # The turn to speak for which what was prepared before it was checked.

    def hear(self, record: Record | None, heard: Heard | None) -> list[RenderableType]:
        """Take the next record of the game, and what is told of it; return what is new of that.

        No `record`: something that waited is told. `heard` is None where the seat perceives none.
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
        """Take note of who is asked something at this moment."""
        self.awaited = tuple(each for each in awaited(tasks, self.header) if each != self.seat)

    def told_before(self) -> list[RenderableType]:
        """Return what there is to tell before something is asked.

        That is a heading that waits for its first line, and what becomes of messages that were
        prepared before their turn.
        """
        heading = self._unheaded(self.heard.heading)
        self._headed = heading or self._headed
        return self._kept(heading + self._prepared_before())

    def _unheaded(self, told: Sequence[RenderableType]) -> list[RenderableType]:
        """Return what is told without a heading that was told before."""
        return [each for each in told if not any(each is one for one in self._headed)]

    def revealed(self) -> list[RenderableType]:
        """Return how the game ended, and who kept faith; nothing before it is over."""
        if not self.is_over:
            return []
        whole = map(stripped, self._all)
        found = honesty_of(whole, self.words.ruleset, self.words.seats)
        return self._end + who_kept_faith(self.words, found)

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
            keyed = questions.keyed(now.asked)
            rooms = self._rooms(keyed)
            for key, option in keyed.items():
                label = option.label.removeprefix(f"{key} ")  # a room's number is its key
                lines.append(Text.assemble((f"{key:>4}", "bold"), f"  {label}", rooms.get(key, "")))
        return lines

    def _rooms(self, keyed: Mapping[str, Option]) -> dict[str, Text]:
        """Return behind the keys of rooms how full they are, and who waits there."""
        return {
            key: Text.assemble(": ", self.heard.board.facts(place))
            for key, option in keyed.items()
            if isinstance(place := option.args.get("location"), int) and len(option.args) == 1
        }

    def answered(self) -> None:
        """Begin anew with what is told since."""
        self.since.clear()

    def problem(self, messages: Sequence[Message]) -> str | None:
        """Say in one sentence why messages can't be prepared; None: they can.

        Before a turn to speak that is what can be said on none; the rest is said when it opens.
        """
        now = self.now
        if now is not None and self.turn is not None:
            return now.problem(Speech(messages=tuple(messages)))
        each = (message_problem(m, self.seat, self.talk, self.vocabulary) for m in messages)
        return next(filter(None, each), None)

    @property
    def now(self) -> Open | None:
        """What is asked at this moment."""
        return self.chair.open if self.chair.is_waiting else None

    @property
    def turn(self) -> TalkTurn | None:
        """The turn to speak that is open at this moment."""
        asked = None if self.now is None else self.now.asked
        return asked if isinstance(asked, TalkTurn) and asked.task == "speak" else None

    @property
    def waits_for(self) -> str:
        """What is said while nothing is asked."""
        return waiting_for(self.awaited) if self.chair.away is None else wording.AWAY

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return bool(self._end)

    def _kept(self, told: list[RenderableType]) -> list[RenderableType]:
        """Keep what is told, to be asked for again."""
        self.since += told
        votes: list[RenderableType] = [
            each
            for each in told
            if isinstance(each, Told) and isinstance(each.record.data, VotesRevealed)
        ]
        self.votes = votes or self.votes
        return told

    def _prepared_before(self) -> list[RenderableType]:
        """Drop of what was prepared before a turn to speak what can't be said on it; tell it."""
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
    """A sitting that follows the game itself: its person is told each record as it comes."""

    def __init__(
        self, header: GameHeader, clockwise: tuple[str, ...], seat: str, chair: Chair
    ) -> None:
        """Sit down at the table of a game that begins, or goes on."""
        self.follower = Follower(header, clockwise, seat)
        super().__init__(header, clockwise, seat, chair, self.follower.heard())

    def take(self, record: Record) -> list[RenderableType]:
        """Take the next record of the game; return what there is to tell of it."""
        return self.hear(record, self.follower.take(record))

    def told_before(self) -> list[RenderableType]:
        """Return what there is to tell before something is asked, what was held back included."""
        return self.hear(None, self.follower.pause()) + super().told_before()
