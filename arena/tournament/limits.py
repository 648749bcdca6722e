"""What a provider may be asked: calls at once, requests and tokens a minute, less where it refuses.

Who waits for a model waits in its lane, a queue for each game in turn. Nothing here waits itself or
knows the time: it says from when on a call may leave.
"""

import asyncio
import math
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from arena.calls.budget import CallAhead, Settled
from arena.errors import ArenaError
from arena.models.specs import parse
from arena.tournament.rules import ProviderLimits

MINUTE = 60.0
BURST = 3.0
"""Seconds whose share of a minute may leave at once."""
LONGEST_PAUSE = 120.0
"""Seconds for which a provider is believed that asks to wait; a call itself gives up above that."""
REFUSED = frozenset({"rate_limit", "overloaded"})


def keys_of(spec: str) -> tuple[str, str, str]:
    """Return the keys of `[providers]` that hold for a model, the widest first.

    They are its protocol, it without its label, so that all its labels are counted together, and
    its own SPEC.

    >>> keys_of("openai:gpt-9#high")
    ('openai', 'openai:gpt-9', 'openai:gpt-9#high')
    """
    model = parse(spec)
    return model.protocol, str(model.unlabelled), spec


class Rate:
    """So much a minute, in no minute more (the generic cell rate algorithm of ATM Forum TM 4.0).

    What is larger than a burst may leave too, and the next one then waits for so much longer.
    """

    __slots__ = ("_due", "_each")

    def __init__(self, a_minute: int | None) -> None:
        """`a_minute` is how much; None: as much as is wanted."""
        self._each = 0.0 if a_minute is None else (MINUTE + BURST) / a_minute
        self._due = -math.inf
        """When all that has left would have left at an even pace."""

    @property
    def free_at(self) -> float:
        """Return from when on the next call may leave."""
        return self._due - BURST

    def take(self, amount: int, now: float) -> None:
        """Count what leaves now."""
        self._due = max(self._due, now) + amount * self._each

    def give_back(self, amount: int) -> None:
        """Count what was not used after all."""
        self._due -= amount * self._each


class Limit:
    """What one provider, or one model, is asked at most; shared by all calls to it."""

    __slots__ = ("_cut", "_most", "_now", "_requests", "_tokens", "open")

    def __init__(self, rules: ProviderLimits) -> None:
        """Begin with as many calls at once as `rules` allow."""
        self._most = math.inf if rules.calls is None else float(rules.calls)
        self._now, self._cut = self._most, 0
        self._requests, self._tokens = Rate(rules.requests), Rate(rules.tokens)
        self.open = 0
        """Calls that have left."""

    @property
    def at_once(self) -> float:
        """Return how many calls may be under way, infinity where nobody has said."""
        return math.floor(self._now) if math.isfinite(self._now) else self._now

    @property
    def free_at(self) -> float:
        """Return from when on a call may leave; infinity: when one has ended."""
        if self.open >= self.at_once:
            return math.inf
        return max(self._requests.free_at, self._tokens.free_at)

    def take(self, tokens: int, now: float) -> None:
        """Count a call that leaves now and takes so many tokens at most."""
        self.open += 1
        self._requests.take(1, now)
        self._tokens.take(tokens, now)

    def end(self, tokens: int, settled: Settled) -> None:
        """Count a call that has ended, of which so many tokens were feared."""
        self.open -= 1
        if settled.call is None:
            self._requests.give_back(1)
        self._tokens.give_back(max(0, tokens - settled.cost.tokens))

    def refused(self, permit: int, newest: int) -> None:
        """Halve the calls at once; calls that left before the last time say nothing new."""
        if permit > self._cut:
            self._now = max(1.0, min(self._now, self.open + 1) / 2)
            self._cut = newest

    def answered(self) -> None:
        """Let one call more leave at once, for as many replies as there are calls at once."""
        if self._now < self._most:
            self._now = min(self._most, self._now + 1.0 / self._now)


@dataclass(eq=False, slots=True)
class Waiter:
    """A call that waits for its permit."""

    ahead: CallAhead
    permit: asyncio.Future[int]


class Lane:
    """Who waits for one model, and what it may be asked."""

    def __init__(self, shared: Iterable[Limit], own: Limit) -> None:
        """`shared` are limits that hold for other models too, `own` is that of this one."""
        self._own = own
        self._limits = [*shared, own]
        self._games: dict[str, deque[Waiter]] = {}
        """By game, the one whose turn it is first."""
        self._paused_until = -math.inf

    def __len__(self) -> int:
        return sum(map(len, self._games.values()))

    def __iter__(self) -> Iterator[Waiter]:
        return iter([each for queue in self._games.values() for each in queue])

    @property
    def free_at(self) -> float:
        """Return from when on a call may leave; infinity: when one has ended."""
        return max(self._paused_until, *(each.free_at for each in self._limits))

    def first_of_each_game(self) -> list[Waiter]:
        """Return who is next, in the order of the games' turns."""
        return [queue[0] for queue in self._games.values()]

    def add(self, waiter: Waiter) -> None:
        """Let a call wait."""
        self._games.setdefault(waiter.ahead.game, deque()).append(waiter)

    def drop(self, waiter: Waiter) -> None:
        """Let a call wait no longer, which may have left already."""
        queue = self._games.get(waiter.ahead.game, deque())
        if waiter in queue:
            queue.remove(waiter)
            if not queue:
                del self._games[waiter.ahead.game]

    def refuse(self, waiter: Waiter, why: ArenaError) -> None:
        """Let a call wait no longer, and say why it has no permit."""
        self.drop(waiter)
        if not waiter.permit.done():
            waiter.permit.set_exception(why)

    def drop_game(self, game: str) -> None:
        """Let nothing of a game wait any longer."""
        for waiter in self._games.pop(game, ()):
            waiter.permit.cancel()

    def leave(self, waiter: Waiter, now: float) -> None:
        """Let the first call of a game leave: the other games have their turn before its next."""
        queue = self._games.pop(waiter.ahead.game)
        queue.popleft()
        if queue:
            self._games[waiter.ahead.game] = queue
        for limit in self._limits:
            limit.take(waiter.ahead.worst.tokens, now)

    def end(self, permit: int, newest: int, tokens: int, settled: Settled, now: float) -> None:
        """Count a call that has ended; `newest` is the last permit that was granted."""
        for limit in self._limits:
            limit.end(tokens, settled)
        if settled.fault in REFUSED:
            self._own.refused(permit, newest)
            wait = min(settled.retry_after or 0.0, LONGEST_PAUSE)
            self._paused_until = max(self._paused_until, now + wait)
        elif settled.fault is None and settled.call is not None:
            self._own.answered()


class Lanes:
    """A lane for each model, each in its turn."""

    def __init__(self, providers: Mapping[str, ProviderLimits]) -> None:
        """`providers` are limits by protocol or SPEC."""
        self._rules = providers
        self._limits: dict[str, Limit] = {}
        self._lanes: dict[str, Lane] = {}

    def of(self, spec: str) -> Lane:
        """Return the lane of a model."""
        if spec not in self._lanes:
            shared = [key for key in keys_of(spec) if key in self._rules and key != spec]
            self._lanes[spec] = Lane(map(self._limit, shared), self._limit(spec))
        return self._lanes[spec]

    def _limit(self, key: str) -> Limit:
        return self._limits.setdefault(key, Limit(self._rules.get(key, ProviderLimits())))

    def in_turn(self) -> list[Lane]:
        """Return the lanes in which somebody waits, the one that had a turn longest ago first."""
        return [each for each in self._lanes.values() if len(each)]

    def had_turn(self, lane: Lane) -> None:
        """Let the other lanes have their turn before this one's next."""
        spec = next(spec for spec, each in self._lanes.items() if each is lane)
        self._lanes[spec] = self._lanes.pop(spec)

    def __iter__(self) -> Iterator[Lane]:
        return iter(tuple(self._lanes.values()))
