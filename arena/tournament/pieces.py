"""Estimates the remaining time of work that consists of similar pieces."""

import time
from collections import Counter
from collections.abc import Callable


class Pieces:
    """Progress of sequential work in pieces of a few kinds, each kind of similar duration."""

    def __init__(
        self,
        on_change: Callable[["Pieces"], None] = lambda _: None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`on_change` is called after each change; `clock` returns monotonic seconds."""
        self._on_change, self._clock = on_change, clock
        self._at = clock()
        self._seconds = Counter[str]()
        self.done = Counter[str]()
        """Completed pieces, by kind."""
        self.all = Counter[str]()
        """All pieces, by kind."""

    def expect(self, kind: str, count: int) -> None:
        """Add pieces of a kind to the work."""
        self._at = self._clock()
        self.all[kind] += count
        self._on_change(self)

    def end(self, kind: str) -> None:
        """Count a completed piece, which began when the one before it ended."""
        now = self._clock()
        self._seconds[kind] += now - self._at  # type: ignore[assignment]
        self._at = now
        self.done[kind] += 1
        self._on_change(self)

    def seconds_left(self) -> float | None:
        """Return the estimated remaining seconds; None: no piece of some kind is completed."""
        left = {kind: count - self.done[kind] for kind, count in self.all.items()}
        if any(count and not self.done[kind] for kind, count in left.items()):
            return None
        return sum(
            count * self._seconds[kind] / self.done[kind] for kind, count in left.items() if count
        )
