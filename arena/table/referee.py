"""The referee's work between two questions of a table: whom to ask, and when to stop.

The game itself is a `SteppedGame`. Here is what a table adds to it: replies that were recorded
before, seats that bots go on for, and the stop.
"""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from arena.errors import Reason, TranscriptError
from arena.forms import LOG
from arena.records.game import SeatReplaced
from arena.seats import Seat
from arena.seats.human import seconds_for
from arena.table.replies import Failed, Halt, SeatReply, effect_of, halt_of
from arena.table.stepped_game import Asked, Counts, SeatTask, SteppedGame

__all__ = ["Counts", "OnWait", "Referee", "SeatTask", "Unanswered"]


PATIENCE = 3
"""How often a model is asked that never answers, or whose provider refuses each question."""
LONGER_PATIENCE = 6
"""How often in a row a model is asked that answered before."""
OUTAGES: frozenset[Reason] = frozenset({"provider", "timeout"})
"""Reasons that a table may say go on with defaults, whatever they come to."""
OnWait = Callable[[Mapping[str, SeatTask]], None]
"""Gets what is asked of whom at this moment, by seat, whenever that changes."""


class Unanswered:
    """The questions that each seat lost since it last answered."""

    def __init__(self, *, plays_on: bool) -> None:
        """`plays_on`: the table has defaults stand in as long as a provider is down."""
        self._plays_on = plays_on
        self._reasons: dict[str, list[Reason]] = {}
        self._has_answered: set[str] = set()

    def answered(self, seat: str) -> None:
        """Take note of an answer that could be taken."""
        self._has_answered.add(seat)
        self._reasons[seat] = []

    def lost(self, seat: str, reason: Reason) -> None:
        """Take note of a question for which the default stands in."""
        if reason != "budget":
            self._reasons.setdefault(seat, []).append(reason)

    def is_too_often(self, seat: str) -> bool:
        """Tell whether a model was asked in vain so often that its game would say nothing of it."""
        most = LONGER_PATIENCE if seat in self._has_answered else PATIENCE
        return self._count(seat) >= most

    def is_refused_again(self, seat: str) -> bool:
        """Tell whether a provider that refuses one more question is as good as down."""
        reasons = self._reasons.get(seat, [])
        return reasons[1 - PATIENCE :] == ["provider"] * (PATIENCE - 1)

    def told(self, seat: str) -> str:
        """Return in words how often a seat was asked in vain."""
        times = f"{seat} was asked {self._count(seat)} times"
        if seat in self._has_answered:
            return f"{times} in a row and gave no answer that could be taken"
        return f"{times} and never gave an answer"

    def _count(self, seat: str) -> int:
        reasons = self._reasons.get(seat, [])
        if self._plays_on and seat in self._has_answered:
            return sum(reason not in OUTAGES for reason in reasons)
        return len(reasons)


class Referee:
    """Runs one game at a table; the graph calls `go_on` with the replies to what it asked."""

    def __init__(
        self,
        game: SteppedGame,
        seats: Mapping[str, Seat],
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
        self.game = game
        self.seats = dict(seats)
        self.header = game.header
        self.limits = game.header.limits
        self.counts = game.counts
        self._stopped = stopped
        self._known = dict(known)
        self._stand_in, self.halt = stand_in, halt
        self.bots: dict[str, SeatReplaced] = dict(bots)
        """Seats that a bot answers for: `by` and `reason`."""
        llm = game.header.llm
        self._on_outage = "default" if llm is None else llm.rules.on_outage
        self._models = frozenset(() if llm is None else llm.seats)
        self._unanswered = Unanswered(plays_on=self._on_outage == "default")
        self._given_up: Halt | None = None
        """Why no more is asked once the replies are taken."""
        self.halted: Halt | None = None
        """Why the game stopped by itself: `reason` (`outage`, `budget`) and `why`."""

    def go_on(self, replies: Sequence[SeatReply]) -> list[SeatTask]:
        """Apply the replies and return what each seat to be asked is sent; nothing at the end."""
        self.halted = next(filter(None, map(halt_of, replies)), None)
        if self.halted is not None:
            return []
        for reply in [self._checked(each) for each in replies]:
            self.game.reply(reply)
        self.halted, self._given_up = self._given_up, None
        if self.halted is not None:
            return []
        game = self.game
        # What the last answer led to is logged.
        while not game.is_over and (not self._stopped() or game.table.is_over):
            game.step()
            asked = game.asked
            tasks = [game.task(each) for each in asked if self._is_to_be_asked(each)]
            for each in asked:
                if not self._is_to_be_asked(each):
                    game.reply(self._known.pop(each.id))
            if tasks:
                return tasks
        return []

    def seconds(self, task: SeatTask) -> float:
        """Return how long a seat has for one answer: people have a clock of their own."""
        people, asked = self.header.people, task.asked
        if people is None or asked.seat in self.bots or asked.seat not in people.seats:
            return self.limits.answer_seconds
        return seconds_for(people, secret=asked.secret)

    def note(self, seat: str, reply: SeatReply) -> None:
        """Take note of a reply: a model's seat that answers nothing any more stops the game.

        A game of defaults would say nothing of its model. A house bot goes on in its place where
        the table says so.
        """
        if halt_of(reply) is not None or seat not in self._models or seat in self.bots:
            return
        if not isinstance(reply, Failed):
            self._unanswered.answered(seat)
            return
        self._unanswered.lost(seat, reply.reason)
        is_new = self._is_new(reply.id) and reply.reason != "budget"
        if is_new and self._on_outage != "house" and self._unanswered.is_too_often(seat):
            spec = next(each.spec for each in self.header.seats if each.name == seat)
            why = f"{self._unanswered.told(seat)}: {reply.why}"
            self._given_up = Halt(reason="outage", why=why, spec=spec)

    def is_given_up(self, task: SeatTask) -> bool:
        """Tell whether a house bot has to go on for a seat whose model answers nothing any more."""
        is_house = self._on_outage == "house" and self._is_new(task.id)
        return is_house and self._unanswered.is_too_often(task.seat) and self.can_stand_in(task)

    def is_refused_again(self, task: SeatTask) -> bool:
        """Tell whether a provider that refuses this question too is as good as down."""
        return self._is_new(task.id) and self._unanswered.is_refused_again(task.seat)

    def can_stand_in(self, task: SeatTask) -> bool:
        """Tell whether a bot may replace a model now: all are told, so at no secret question."""
        is_there = self._stand_in is not None and task.seat not in self.bots
        return is_there and not task.asked.secret

    def replace(self, seat: str, bot: SeatReplaced) -> Seat | None:
        """Let a bot answer for a seat from here on; None where there is none for it."""
        if self._stand_in is None:
            return None
        self.seats[seat] = self._stand_in(bot.by)
        self.bots[seat] = bot
        return self.seats[seat]

    def replaced(self, seat: str) -> SeatReplaced | None:
        """Return the bot that answers for a seat at this moment."""
        return self.bots.get(seat) or self.seats[seat].replaced

    def _is_new(self, asked: str) -> bool:
        """Tell whether a question has no reply that was recorded before."""
        return asked not in self._known

    def _is_to_be_asked(self, each: Asked) -> bool:
        return self._is_new(each.id) or self.seats[each.seat].remembers

    def _checked(self, reply: SeatReply) -> SeatReply:
        """Return what a reply comes to; one that was recorded before has to come out again."""
        known = self._known.pop(reply.id, None)
        if known is None:
            return reply
        if effect_of(known) != effect_of(reply):
            why = f"{reply.id} has another answer than the replies that are recorded give"
            raise TranscriptError(LOG, None, why)
        return known
