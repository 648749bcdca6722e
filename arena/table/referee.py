"""The referee's work between two questions: apply, log, open and close floors, say what to ask.

It is the only one that touches the engine and the transcript, and it never waits.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, TypedDict

from arena.claims.vocabulary import Vocabulary
from arena.errors import TranscriptError
from arena.records import LOG
from arena.seats import Seat
from arena.seats.seat import question_data
from arena.table.hearing import Hearing
from arena.table.replies import Halt, SeatReply, act_of, effect_of
from arena.talk.discussion import Act, Discussion
from arena.talk.plan import Plan, plan_problem
from arena.talk.speech import TalkTurn, speech_problem
from arena.transcript.header import GameHeader
from arena.transcript.records import SeatReplaced
from arena.transcript.writer import Writer
from engine import Decision, Floor, Table

__all__ = ["Counts", "Referee", "SeatTask"]


class SeatTask(TypedDict):
    """What one seat is sent: plain JSON, its own question or turn and view, nobody else's."""

    id: str
    seat: str
    question: dict[str, Any] | None
    turn: dict[str, Any] | None
    """A turn to talk, in place of a question."""
    view: dict[str, Any]
    heard: int
    """How many records there were; the seat's hearing knows which of them it perceived."""


@dataclass(slots=True)
class Counts:
    """What one seat did."""

    answers: int = 0
    """Questions that it answered, those with one option included."""
    defaults: Counter[str] = field(default_factory=Counter)
    """Questions and turns where the default stood in, by reason: `arena.errors.Reason`."""
    corrections: int = 0
    """Answers that could not be taken, each followed by another try or by a default."""
    speeches: int = 0
    """How often it spoke."""


class Referee:
    """Runs one game at a table; the graph calls `go_on` with the replies to what it asked."""

    def __init__(
        self,
        table: Table,
        seats: Mapping[str, Seat],
        writer: Writer,
        header: GameHeader,
        *,
        stopped: Callable[[], bool],
        known: Mapping[str, SeatReply] = MappingProxyType({}),
        stand_in: Callable[[str], Seat] | None = None,
        bots: Mapping[str, SeatReplaced] = MappingProxyType({}),
        halt: Callable[[], None] = lambda: None,
    ) -> None:
        """`stopped` tells, before each step, whether the game should stop where it stands.

        `known` are replies by id that were recorded before: nobody is asked for them again, but a
        seat that remembers what it was asked, and it has to answer the same. `stand_in` makes the
        bot of a SPEC, which goes on for a seat, and `bots` are those that did before. `halt` is
        told before an error breaks off all seats.
        """
        self.table = table
        self.seats = dict(seats)
        self.header = header
        self.limits = header.limits
        self.counts = {seat: Counts() for seat in table.seats}
        self.hearing = {seat: Hearing(seat, writer.lines) for seat in table.seats}
        self._writer = writer
        self._stopped = stopped
        self._logged = 0
        self._rules = header.talk
        self._vocabulary = Vocabulary(header.facts(), header.names)
        self._talk = Discussion(header.talk, header.talkers, header.seed)
        self._talking = False
        self._known = dict(known)
        self._asked_again, self._replaced = set[str](), set[str]()
        self._stand_in, self.halt = stand_in, halt
        self.bots: dict[str, SeatReplaced] = dict(bots)
        """Seats that a bot answers for: `by` and `reason`."""
        self.halted: Halt | None = None
        """Why the game stopped by itself: `reason` (`outage`, `budget`) and `why`."""

    def go_on(self, replies: Sequence[SeatReply]) -> list[SeatTask]:
        """Apply the replies and return what each seat to be asked is sent; nothing at the end."""
        if replies:
            self.halted = next((each["halt"] for each in replies if "halt" in each), None)
            if self.halted is not None:
                return []
            for reply in replies:
                self._keep(reply)
            self._take()
        while not self._stopped() or self.table.is_over:  # what the last answer led to is logged
            self._log_events()
            if self.table.is_over:
                break
            floor = self.table.floor
            if floor is not None and not self._talks(floor):
                continue
            asked = [each for each in self._open() if self._is_to_be_asked(each)]
            if asked:
                return [self._sent(each) for each in asked]
            self._take()
        return []

    def replace(self, seat: str, bot: SeatReplaced) -> Seat | None:
        """Let a bot answer for a seat from here on; None where there is none for it."""
        if self._stand_in is None:
            return None
        self.seats[seat] = self._stand_in(bot["by"])
        self.bots[seat] = bot
        return self.seats[seat]

    def speech_problem(self, speech: object, turn: TalkTurn) -> str | None:
        """Say in one sentence why a speech can't be taken; None: it can."""
        return speech_problem(speech, turn, self._rules, self._vocabulary, self._writer.deals)

    def plan_problem(self, plan: object, seat: str) -> str | None:
        """Say in one sentence why a plan can't be taken; None: it can."""
        return plan_problem(plan, seat, self._vocabulary)

    def _is_to_be_asked(self, each: TalkTurn | Decision) -> bool:
        if each.id not in self._known:
            return True
        return self.seats[each.seat].remembers and each.id not in self._asked_again

    def _keep(self, reply: SeatReply) -> None:
        """Take a reply; one that was recorded before has to come out again."""
        known = self._known.get(reply["id"])
        if known is None:
            self._known[reply["id"]] = reply
            return
        self._asked_again.add(reply["id"])
        if effect_of(known) != effect_of(reply):
            why = f"{reply['id']} has another answer than the replies that are recorded give"
            raise TranscriptError(LOG, None, why)

    def _talks(self, floor: Floor) -> bool:
        """Open a floor, or close it where all is said; tell whether somebody's turn is open."""
        if not self._talking:
            self._writer.floor_opened(floor)
            self._talk.begin(floor, self.table.view_data(None))
        self._talking = bool(self._talk.turns)
        if not self._talking:
            self._writer.floor_closed(floor)
            self.table.close_floor()
        return self._talking

    def _open(self) -> Sequence[TalkTurn | Decision]:
        """Return the turns that are open, or the questions; one with one option is not put."""
        if self._talking:
            return self._talk.turns
        return [each for each in self.table.pending() if len(each.options) > 1]

    def _sent(self, asked: TalkTurn | Decision) -> SeatTask:
        return {
            "id": asked.id,
            "seat": asked.seat,
            "question": question_data(asked) if isinstance(asked, Decision) else None,
            "turn": asked.data() if isinstance(asked, TalkTurn) else None,
            "view": self.table.view_data(asked.seat),
            "heard": len(self._writer.lines),
        }

    def _take(self) -> None:
        """Log what came of all that is open, in its order, then apply it."""
        if self._talking:
            self._talk.take([self._log_act(turn) for turn in self._talk.turns])
            return
        answers = [
            (decision, self._log_answer(decision, self._known.pop(decision.id, None)))
            for decision in self.table.pending()
        ]
        for decision, option in answers:
            self.table.answer(decision.seat, option, decision.id)

    def _log_before(self, seat: str, reply: SeatReply) -> None:
        """Log once that a bot answers for the seat; and what the seat means to do."""
        if "replaced" in reply and seat not in self._replaced:
            self._replaced.add(seat)
            self._writer.replaced(seat, reply["replaced"])
        if "plan" in reply:
            self._writer.planned(seat, reply["id"], Plan.read(reply["plan"]))

    def _log_act(self, turn: TalkTurn) -> Act:
        counts = self.counts[turn.seat]
        reply = self._known.pop(turn.id)
        self._log_before(turn.seat, reply)
        act = act_of(turn, reply)
        if act.failed is not None:
            counts.defaults[act.failed] += 1
        elif act.speech is not None:
            counts.speeches += 1
        self._writer.act(act, reply["why"] if "reason" in reply else "")
        return act

    def _log_answer(self, decision: Decision, reply: SeatReply | None) -> str:
        counts = self.counts[decision.seat]
        if reply is not None:
            self._log_before(decision.seat, reply)
        if reply is None:  # the question has one option, and its seat was not asked
            option = decision.options[0].id
        elif "reason" in reply:
            counts.defaults[reply["reason"]] += 1
            self._writer.defaulted(decision, reply["reason"], reply["why"])
            return decision.default.id
        elif "option" in reply:
            option = reply["option"]
        else:
            raise TypeError(f"{decision.id} got {reply!r:.80}")
        counts.answers += 1
        self._writer.answer(decision, option)
        return option

    def _log_events(self) -> None:
        new = self.table.events_since(self._logged)
        for event in new:
            self._writer.event(event)
        self._logged += len(new)
