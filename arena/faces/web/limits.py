"""How often something may be done by one link, or from one address."""

import time
from collections.abc import Callable, Hashable
from dataclasses import dataclass

MOST_KEPT = 10_000
"""After so many keys those that have not been used for long are forgotten."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rates:
    """How many at once, and how many a second after that."""

    lines: tuple[int, float] = (30, 5.0)
    """Lines of one link."""
    reads: tuple[int, float] = (30, 2.0)
    """Heads and streams of one link."""
    tables: tuple[int, float] = (20, 2.0)
    """New tables."""
    strangers: tuple[int, float] = (30, 1.0)
    """Tokens that open nothing, from one address."""


class Rate:
    """So many at once, and so many a second after that, for each key."""

    def __init__(
        self, at_once: int, a_second: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """`clock` is in seconds."""
        self._most, self._speed, self._clock = at_once, a_second, clock
        self._left: dict[Hashable, tuple[float, float]] = {}

    def allows(self, key: Hashable) -> bool:
        """Tell whether it may be done once more; then it counts."""
        now = self._clock()
        left, at = self._left.get(key, (float(self._most), now))
        left = min(float(self._most), left + (now - at) * self._speed)
        allowed = left >= 1
        self._left[key] = (left - 1 if allowed else left, now)
        if len(self._left) > MOST_KEPT:
            self._forget(now)
        return allowed

    def _forget(self, now: float) -> None:
        """Forget keys that have all of theirs again."""
        full = self._most / self._speed
        self._left = {key: each for key, each in self._left.items() if now - each[1] < full}
