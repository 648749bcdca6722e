"""Rate limits by link or address."""

import time
from collections.abc import Callable, Hashable
from dataclasses import dataclass

MOST_KEPT = 10_000
"""Number of keys beyond which unused ones are removed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rates:
    """Limits, as a burst and a rate a second."""

    lines: tuple[int, float] = (30, 5.0)
    """Typed lines of one link."""
    reads: tuple[int, float] = (30, 2.0)
    """Requests of one link for game data and streams."""
    tables: tuple[int, float] = (20, 2.0)
    """New tables."""
    strangers: tuple[int, float] = (30, 1.0)
    """Invalid tokens from one address."""


class Rate:
    """Token bucket for each key."""

    def __init__(
        self, at_once: int, a_second: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """`clock` is in seconds."""
        self._most, self._speed, self._clock = at_once, a_second, clock
        self._left: dict[Hashable, tuple[float, float]] = {}

    def allows(self, key: Hashable) -> bool:
        """Count one use of a key; return False if it exceeds the rate."""
        now = self._clock()
        left, at = self._left.get(key, (float(self._most), now))
        left = min(float(self._most), left + (now - at) * self._speed)
        allowed = left >= 1
        self._left[key] = (left - 1 if allowed else left, now)
        if len(self._left) > MOST_KEPT:
            self._forget(now)
        return allowed

    def _forget(self, now: float) -> None:
        """Remove keys whose bucket is full again."""
        full = self._most / self._speed
        self._left = {key: each for key, each in self._left.items() if now - each[1] < full}
