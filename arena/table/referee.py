"""The referee of a table: whom to ask next, and when to stop.

`SteppedGame` plays the game itself. The referee adds replies recorded before, bots that replace
seats, and the stop.
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
"""Failures in a row before a model that never answered, or is refused each time, is given up."""
LONGER_PATIENCE = 6
"""Failures in a row before a model that answered before is given up."""
OUTAGES: frozenset[Reason] = frozenset({"provider", "timeout"})
"""Reasons that a table may choose to bridge with defaults, however often."""
OnWait = Callable[[Mapping[str, SeatTask]], None]
"""Gets the tasks being waited for, by seat, whenever that changes."""


class Unanswered:
    """Counts, for each seat, the failures since its last answer."""

    def __init__(self, *, plays_on: bool) -> None:
        """`plays_on`: the table uses defaults as long as a provider is down."""
        self._plays_on = plays_on
        self._reasons: dict[str, list[Reason]] = {}
        self._has_answered: set[str] = set()

    def answered(self, seat: str) -> None:
        """Record a valid answer."""
        self._has_answered.add(seat)
        self._reasons[seat] = []

    def lost(self, seat: str, reason: Reason) -> None:
        """Record a question that got the default answer."""
        if reason != "budget":
            self._reasons.setdefault(seat, []).append(reason)

    def is_too_often(self, seat: str) -> bool:
        """Return True if a model failed so often that the game would say nothing about it."""
        most = LONGER_PATIENCE if seat in self._has_answered else PATIENCE
        return self._count(seat) >= most

    def is_refused_again(self, seat: str) -> bool:
        """Return True if one more refusal means that the provider is down."""
        reasons = self._reasons.get(seat, [])
        return reasons[1 - PATIENCE :] == ["provider"] * (PATIENCE - 1)

    def told(self, seat: str) -> str:
        """Return in words how often a seat failed to answer."""
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
    """Runs one game at a table; the graph calls `go_on` with the replies to its tasks."""

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
        """`stopped` returns, before each step, whether the game should stop.

        `known` are recorded replies by id: their seats are not asked again, except a seat that
        keeps a memory, which has to answer the same. `stand_in` builds a bot by SPEC to replace a
        seat, and `bots` are those that did so before. `halt` is called before an error cancels all
        seats.
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
        """Bots that replace seats: `by` and `reason`."""
        llm = game.header.llm
        self._on_outage = "default" if llm is None else llm.rules.on_outage
        self._models = frozenset(() if llm is None else llm.seats)
        self._unanswered = Unanswered(plays_on=self._on_outage == "default")
        self._given_up: Halt | None = None
        """Why the game stops once the current replies are applied."""
        self.halted: Halt | None = None
        """Why the game stopped by itself: `reason` (`outage`, `budget`) and `why`."""

    def go_on(self, replies: Sequence[SeatReply]) -> list[SeatTask]:
        """Apply the replies and return the next tasks; empty at the end of the game."""
        self.halted = next(filter(None, map(halt_of, replies)), None)
        if self.halted is not None:
            return []
        for reply in [self._checked(each) for each in replies]:
            self.game.reply(reply)
        self.halted, self._given_up = self._given_up, None
        if self.halted is not None:
            return []
        game = self.game
        # After the last answer of a game its consequences are still logged.
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
        """Return the time limit for one answer; people have one of their own."""
        people, asked = self.header.people, task.asked
        if people is None or asked.seat in self.bots or asked.seat not in people.seats:
            return self.limits.answer_seconds
        return seconds_for(people, secret=asked.secret)

    def note(self, seat: str, reply: SeatReply) -> None:
        """Count a reply or failure; a model's seat that stops answering stops the game.

        A game of defaults would say nothing about its model. Where the table says so, a house bot
        replaces it instead.
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
        """Return True if a house bot has to replace a seat whose model has stopped answering."""
        is_house = self._on_outage == "house" and self._is_new(task.id)
        return is_house and self._unanswered.is_too_often(task.seat) and self.can_stand_in(task)

    def is_refused_again(self, task: SeatTask) -> bool:
        """Return True if one more refusal means that the provider is down."""
        return self._is_new(task.id) and self._unanswered.is_refused_again(task.seat)

    def can_stand_in(self, task: SeatTask) -> bool:
        """Return True if a bot may replace a model now: not at a secret question, as all see it."""
        is_there = self._stand_in is not None and task.seat not in self.bots
        return is_there and not task.asked.secret

    def replace(self, seat: str, bot: SeatReplaced) -> Seat | None:
        """Let a bot answer for a seat from now on; None if there is none for it."""
        if self._stand_in is None:
            return None
        self.seats[seat] = self._stand_in(bot.by)
        self.bots[seat] = bot
        return self.seats[seat]

    def replaced(self, seat: str) -> SeatReplaced | None:
        """Return the bot that currently answers for a seat, if any."""
        return self.bots.get(seat) or self.seats[seat].replaced

    def _is_new(self, asked: str) -> bool:
        """Return True if a question has no recorded reply."""
        return asked not in self._known

    def _is_to_be_asked(self, each: Asked) -> bool:
        return self._is_new(each.id) or self.seats[each.seat].remembers

    def _checked(self, reply: SeatReply) -> SeatReply:
        """Return the reply; raises `TranscriptError` if it contradicts the recorded one."""
        known = self._known.pop(reply.id, None)
        if known is None:
            return reply
        if effect_of(known) != effect_of(reply):
            why = f"{reply.id} has another answer than the replies that are recorded give"
            raise TranscriptError(LOG, None, why)
        return known
