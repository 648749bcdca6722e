"""A game as a state machine: open questions, replies to them, and the end.

Only this module touches the engine and the log. It never waits, and knows no graph, no event loop
and no model: a driver gets the answers. `arena.table.referee` drives it for a table,
`arena.table.simulation` for bots alone:

    game = SteppedGame(table, header, log)
    while not game.is_over:
        for each in game.go_on():
            game.reply(Answered(id=each.id, option=each.options[0].id))

Questions asked together are sealed: nothing is logged or applied before the last has a reply.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import cast

from arena.claims.vocabulary import Vocabulary
from arena.errors import ArenaError, InvalidAnswer
from arena.forms import JsonRecord
from arena.records.game import BACK, REPLACEMENT, SeatReplaced
from arena.records.record import Shown, perceived, stripped
from arena.seats.seat import Heard, Question, Seen, no_option
from arena.table.replies import Answered, Failed, SeatReply, act_of
from arena.talk.discussion import Act, Discussion
from arena.talk.plan import plan_problem
from arena.talk.speech import TalkTurn, speech_problem
from arena.text import shown
from arena.transcript.game_log import GameLog
from arena.transcript.header import GameHeader
from engine import Decision, Floor, IllegalAnswer, Table
from engine.question import Chosen
from engine.view_data import ViewData

Asked = Decision | TalkTurn


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatTask:
    """A question or turn for one seat, with that seat's own view."""

    asked: Question | TalkTurn
    view: ViewData
    """The seat's view; computed at first access if it is lazy."""
    heard: int
    """Number of records so far; the seat perceived some of them."""

    @property
    def id(self) -> str:
        """Id of the question, or of the turn to talk."""
        return self.asked.id

    @property
    def seat(self) -> str:
        """The seat that is asked."""
        return self.asked.seat


@dataclass(slots=True)
class Counts:
    """Counts of one seat's answers and failures."""

    answers: int = 0
    """Questions answered, those with one option included."""
    defaults: Counter[str] = field(default_factory=Counter)
    """Questions and turns with the default, by reason: `arena.errors.Reason`."""
    corrections: int = 0
    """Invalid answers, each followed by another try or by a default."""
    speeches: int = 0


class SteppedGame:
    """One game from its first question to its end."""

    def __init__(self, table: Table, header: GameHeader, log: GameLog) -> None:
        """`table` is the position that the header describes; all that happens goes to the log."""
        self.table, self.header, self.log = table, header, log
        self.counts = {seat: Counts() for seat in table.seats}
        self.is_over = False
        """True once the game has ended and everything is logged."""
        self._hearing: dict[str, Hearing] = {}
        self._shown = ShownRecords(log)
        self._events = 0
        self._vocabulary = Vocabulary(header.facts(), header.names)
        self._talk = Discussion(header.talk, header.talkers, header.seed)
        self._talking = False
        self._asked: dict[str, Asked] = {}
        self._replies: dict[str, SeatReply] = {}
        # Options chosen by the replies, checked by the rules.
        self._chosen: dict[str, Chosen] = {}
        # Replacements of the players that the header names, as logged.
        self._by: dict[str, SeatReplaced | None] = {}

    # --- questions and replies ---

    @property
    def asked(self) -> tuple[Asked, ...]:
        """The open questions or turns without a reply, in order."""
        return tuple(self._asked.values())

    def go_on(self) -> tuple[Asked, ...]:
        """Advance until a seat must be asked; return `asked`, empty at the end of the game."""
        while not self._asked and not self.is_over:
            self.step()
        return self.asked

    def step(self) -> None:
        """Advance one step: log events, open or close a floor, ask, or apply a single option."""
        self._log_events()
        if self.table.is_over:
            self.is_over = True
            return
        floor = self.table.floor
        if floor is not None and not self._talks(floor):
            return
        self._asked = {each.id: each for each in self._open()}
        if not self._asked:
            self._take()

    def reply(self, reply: SeatReply) -> None:
        """Apply a reply; with the last of those asked together, all are logged and applied.

        Raises `ArenaError` for one that is not asked for, and `InvalidAnswer`, its subclass, for an
        option that the rules refuse; then nothing has changed.
        """
        asked = self._asked.get(reply.id)
        if asked is None:
            open_ = ", ".join(self._asked) or "nothing"
            raise ArenaError(f"{shown(reply.id)} is not asked now. Possible: {open_}.")
        if isinstance(reply, Answered) and isinstance(asked, Decision):
            try:
                self._chosen[asked.id] = asked.choose(reply.option)
            except IllegalAnswer as error:
                raise InvalidAnswer("illegal", no_option(reply.option, asked.id)) from error
        self._replies[reply.id] = reply
        del self._asked[reply.id]
        if not self._asked:
            self._take()

    # --- tasks of seats ---

    def task(self, asked: Asked, *, lazily: bool = False) -> SeatTask:
        """Return the task for a seat.

        `lazily`: the view is a `Seen`, and the options are the table's own objects, for a seat that
        only reads them.
        """
        tries = 1 + self.header.limits.corrections
        return SeatTask(
            asked=replace(asked, tries=tries)
            if isinstance(asked, TalkTurn)
            else Question.of(asked, tries=tries, shared=lazily),
            view=self._seen(asked.seat) if lazily else self.table.view_data(asked.seat),
            heard=len(self.log),
        )

    def _seen(self, seat: str | None) -> ViewData:
        at = len(self.log)

        def look() -> ViewData:
            if len(self.log) != at:
                raise ArenaError(
                    f"what {shown(seat)} saw was not looked at before the game went on"
                )
            return self.table.view_data(seat)

        return cast("ViewData", Seen(look))  # it has the same keys

    def heard(
        self, seat: str, count: int | None = None, *, shared: bool = False
    ) -> Heard[Shown] | Heard[JsonRecord]:
        """Return the records that a seat perceived among the first `count`; None: among all.

        It is a copy as plain JSON data; with `shared`, the records that all readers share.
        """
        hearing = self._hearing.get(seat)
        if hearing is None:
            hearing = self._hearing[seat] = Hearing(seat, self.log, self._shown)
        count = len(self.log) if count is None else count
        return hearing.until(count) if shared else hearing.copied_until(count)

    def speech_problem(self, speech: object, turn: TalkTurn) -> str | None:
        """Return in one sentence why a speech is invalid; None if it is valid."""
        return speech_problem(speech, turn, self.header.talk, self._vocabulary, self.log.deals)

    def plan_problem(self, plan: object, seat: str) -> str | None:
        """Return in one sentence why a plan is invalid; None if it is valid."""
        return plan_problem(plan, seat, self._vocabulary)

    # --- steps of the game ---

    def _talks(self, floor: Floor) -> bool:
        """Open a floor, or close it after the last turn; return True if a turn is open."""
        if not self._talking:
            self.log.floor_opened(floor)
            self._talk.begin(floor, self._seen(None))
        self._talking = bool(self._talk.turns)
        if not self._talking:
            self.log.floor_closed(floor)
            self.table.close_floor()
        return self._talking

    def _open(self) -> Sequence[Asked]:
        """Return the open turns or questions; a question with one option is not asked."""
        if self._talking:
            return self._talk.turns
        return [each for each in self.table.pending() if len(each.options) > 1]

    def _take(self) -> None:
        """Log all open replies in order, then apply them."""
        replies, self._replies = self._replies, {}
        if self._talking:
            self._talk.take([self._log_act(turn, replies[turn.id]) for turn in self._talk.turns])
            return
        together = self.table.pending()
        self.log.asked(together)
        answers = [self._log_answer(each, replies.get(each.id)) for each in together]
        for chosen in answers:
            self.table.take(chosen)

    def _log_before(self, asked: Asked, reply: SeatReply) -> None:
        """Log a replacement of the seat's player, and the seat's plan.

        A person's replacement is public, so it is not logged at a secret question, which it would
        reveal.
        """
        by = reply.replaced
        if by != self._by.get(asked.seat) and (by == REPLACEMENT or not asked.secret):
            self._by[asked.seat] = by
            self.log.replaced(asked.seat, by or BACK)
        if reply.plan is not None:
            self.log.planned(asked.seat, asked.id, reply.plan)

    def _log_act(self, turn: TalkTurn, reply: SeatReply) -> Act:
        counts = self.counts[turn.seat]
        self._log_before(turn, reply)
        act = act_of(turn, reply)
        if act.failed is not None:
            counts.defaults[act.failed] += 1
        elif act.speech is not None:
            counts.speeches += 1
        self.log.act(act, reply.why if isinstance(reply, Failed) else "")
        return act

    def _log_answer(self, decision: Decision, reply: SeatReply | None) -> Chosen:
        counts = self.counts[decision.seat]
        if reply is not None:
            self._log_before(decision, reply)
        if reply is None:  # the question has one option, and its seat was not asked
            chosen = Chosen(decision, decision.options[0])
        elif isinstance(reply, Failed):
            counts.defaults[reply.reason] += 1
            self.log.defaulted(decision, reply.reason, reply.why)
            return Chosen(decision, decision.default)
        elif isinstance(reply, Answered):
            chosen = self._chosen.pop(decision.id)
        else:
            raise TypeError(f"{decision.id} got {reply!r:.80}")
        counts.answers += 1
        self.log.answer(decision, chosen.option.id)
        return chosen

    def _log_events(self) -> None:
        new = self.table.events_since(self._events)
        for event in new:
            self.log.event(event)
        self._events += len(new)


class ShownRecords:
    """The records of a game as shown to seats, each converted at first access."""

    def __init__(self, log: GameLog) -> None:
        self._log = log
        self._made: dict[int, Shown] = {}

    def __getitem__(self, at: int) -> Shown:
        """Return a record, the same object each time."""
        record = self._made.get(at)
        if record is None:
            record = self._made[at] = stripped(self._log.record(at))
        return record


class Hearing:
    """The records that one seat perceived, filtered incrementally."""

    def __init__(self, seat: str, log: GameLog, shown: ShownRecords) -> None:
        """`log` grows; `shown` is shared by all seats."""
        self._seat = seat
        self._log, self._shown = log, shown
        self._read = 0
        self._at: list[int] = []
        self._heard: list[Shown] = []

    def until(self, count: int) -> Heard[Shown]:
        """Return the perceived ones of the first `count` records."""
        return Heard(lambda: self._listen(count))

    def copied_until(self, count: int) -> Heard[JsonRecord]:
        """Return the same as a copy in plain JSON data."""
        return Heard(lambda: tuple([each.plain() for each in self._listen(count)]))

    def _listen(self, count: int) -> tuple[Shown, ...]:
        for at in range(self._read, count):
            if perceived(self._log.record(at), self._seat):
                self._at.append(at)
                self._heard.append(self._shown[at])
        self._read = max(self._read, count)
        return tuple(self._heard[: bisect_left(self._at, count)])
