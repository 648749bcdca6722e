"""Rate limits of providers: concurrent calls, and requests and tokens a minute.

Concurrency is halved when a provider refuses a call for load. Calls to a model wait in its queue,
one for each game in turn. Nothing here waits or reads a clock: it computes the time from which the
next call may be sent.
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
"""Seconds whose share of a minute may be sent at once."""
LONGEST_PAUSE = 120.0
"""Longest pause in seconds that a provider's `retry-after` is granted; a call itself gives up above
that."""
REFUSED = frozenset({"rate_limit", "overloaded"})


def keys_of(spec: str) -> tuple[str, str, str]:
    """Return the keys of `[providers]` that apply to a model, the widest first.

    They are its protocol, its SPEC without the label, so that all its labels are counted together,
    and its own SPEC.

    >>> keys_of("openai:gpt-9#high")
    ('openai', 'openai:gpt-9', 'openai:gpt-9#high')
    """
    model = parse(spec)
    return model.protocol, str(model.unlabelled), spec


class Rate:
    """A limit per minute, by the generic cell rate algorithm (ATM Forum TM 4.0).

    An amount larger than a burst is sent too, and the next one waits for correspondingly longer.
    """

    __slots__ = ("_due", "_each")

    def __init__(self, a_minute: int | None) -> None:
        """`a_minute` is the amount per minute; None: unlimited."""
        self._each = 0.0 if a_minute is None else (MINUTE + BURST) / a_minute
        self._due = -math.inf
        """Time at which everything sent so far would have been sent at an even pace."""

    @property
    def free_at(self) -> float:
        """Earliest time of the next call."""
        return self._due - BURST

    def take(self, amount: int, now: float) -> None:
        """Count an amount that is sent now."""
        self._due = max(self._due, now) + amount * self._each

    def give_back(self, amount: int) -> None:
        """Return an amount that was not used."""
        self._due -= amount * self._each


class Limit:
    """The limits of one provider or model, shared by all calls to it."""

    __slots__ = ("_cut", "_most", "_now", "_requests", "_tokens", "open")

    def __init__(self, rules: ProviderLimits) -> None:
        self._most = math.inf if rules.calls is None else float(rules.calls)
        self._now, self._cut = self._most, 0
        self._requests, self._tokens = Rate(rules.requests), Rate(rules.tokens)
        self.open = 0
        """Number of open calls."""

    @property
    def at_once(self) -> float:
        """Number of calls that may be open at once; infinity: no limit."""
        return math.floor(self._now) if math.isfinite(self._now) else self._now

    @property
    def free_at(self) -> float:
        """Earliest time of the next call; infinity: after an open call has ended."""
        if self.open >= self.at_once:
            return math.inf
        return max(self._requests.free_at, self._tokens.free_at)

    def take(self, tokens: int, now: float) -> None:
        """Count a call that is sent now and uses at most this number of tokens."""
        self.open += 1
        self._requests.take(1, now)
        self._tokens.take(tokens, now)

    def end(self, tokens: int, settled: Settled) -> None:
        """Count a call that has ended, for which this number of tokens was reserved."""
        self.open -= 1
        if settled.call is None:
            self._requests.give_back(1)
        self._tokens.give_back(max(0, tokens - settled.cost.tokens))

    def refused(self, permit: int, newest: int) -> None:
        """Halve the concurrency, unless the refused call was sent before the last halving."""
        if permit > self._cut:
            self._now = max(1.0, min(self._now, self.open + 1) / 2)
            self._cut = newest

    def answered(self) -> None:
        """Raise the concurrency by one over as many replies as calls may be open at once."""
        if self._now < self._most:
            self._now = min(self._most, self._now + 1.0 / self._now)


@dataclass(eq=False, slots=True)
class Waiter:
    """A call that waits for its permit."""

    ahead: CallAhead
    permit: asyncio.Future[int]


class Lane:
    """The queue of calls to one model, and its limits."""

    def __init__(self, shared: Iterable[Limit], own: Limit) -> None:
        """`shared` are the limits that apply to other models too, `own` are those of this one."""
        self._own = own
        self._limits = [*shared, own]
        self._games: dict[str, deque[Waiter]] = {}
        """Queues by game, the game whose turn is next first."""
        self._paused_until = -math.inf

    def __len__(self) -> int:
        return sum(map(len, self._games.values()))

    def __iter__(self) -> Iterator[Waiter]:
        return iter([each for queue in self._games.values() for each in queue])

    @property
    def free_at(self) -> float:
        """Earliest time of the next call; infinity: after an open call has ended."""
        return max(self._paused_until, *(each.free_at for each in self._limits))

    def first_of_each_game(self) -> list[Waiter]:
        """Return the first call of each game, in the order of their turns."""
        return [queue[0] for queue in self._games.values()]

    def add(self, waiter: Waiter) -> None:
        """Add a call to the queue of its game."""
        self._games.setdefault(waiter.ahead.game, deque()).append(waiter)

    def drop(self, waiter: Waiter) -> None:
        """Remove a call from its queue, if it is still there."""
        queue = self._games.get(waiter.ahead.game, deque())
        if waiter in queue:
            queue.remove(waiter)
            if not queue:
                del self._games[waiter.ahead.game]

    def refuse(self, waiter: Waiter, why: ArenaError) -> None:
        """Remove a call from its queue, and raise an error where it is awaited."""
        self.drop(waiter)
        if not waiter.permit.done():
            waiter.permit.set_exception(why)

    def drop_game(self, game: str) -> None:
        """Cancel all waiting calls of a game."""
        for waiter in self._games.pop(game, ()):
            waiter.permit.cancel()

    def leave(self, waiter: Waiter, now: float) -> None:
        """Send the first call of a game; the other games' turns come before its next."""
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
    """The queues of all models, in their order of turns."""

    def __init__(self, providers: Mapping[str, ProviderLimits]) -> None:
        self._rules = providers
        self._limits: dict[str, Limit] = {}
        self._lanes: dict[str, Lane] = {}

    def of(self, spec: str) -> Lane:
        """Return the queue of a model."""
        if spec not in self._lanes:
            shared = [key for key in keys_of(spec) if key in self._rules and key != spec]
            self._lanes[spec] = Lane(map(self._limit, shared), self._limit(spec))
        return self._lanes[spec]

    def _limit(self, key: str) -> Limit:
        return self._limits.setdefault(key, Limit(self._rules.get(key, ProviderLimits())))

    def in_turn(self) -> list[Lane]:
        """Return the queues with waiting calls, the least recently served first."""
        return [each for each in self._lanes.values() if len(each)]

    def had_turn(self, lane: Lane) -> None:
        """Move a queue behind all others."""
        spec = next(spec for spec, each in self._lanes.items() if each is lane)
        self._lanes[spec] = self._lanes.pop(spec)

    def __iter__(self) -> Iterator[Lane]:
        return iter(tuple(self._lanes.values()))
