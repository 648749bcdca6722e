"""How long work in pieces still takes, foretold from the pieces that are done."""

import time
from collections import Counter
from collections.abc import Callable


class Pieces:
    """Work of a few kinds of pieces, one after the other; those of a kind take about as long."""

    def __init__(
        self,
        on_change: Callable[["Pieces"], None] = lambda _: None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`on_change` is called whenever more is known; `clock` tells seconds that only grow."""
        self._on_change, self._clock = on_change, clock
        self._at = clock()
        self._seconds = Counter[str]()
        self.done = Counter[str]()
        """Pieces that are done, by kind."""
        self.all = Counter[str]()
        """Pieces that there are, by kind."""

    def expect(self, kind: str, count: int) -> None:
        """Expect so many pieces more."""
        self._at = self._clock()
        self.all[kind] += count
        self._on_change(self)

    def end(self, kind: str) -> None:
        """Count a piece that has just ended; it began when the one before it did end."""
        now = self._clock()
        self._seconds[kind] += now - self._at  # type: ignore[assignment]
        self._at = now
        self.done[kind] += 1
        self._on_change(self)

    def seconds_left(self) -> float | None:
        """Return how long all that is expected still takes; None: of some kind nothing is done."""
        left = {kind: count - self.done[kind] for kind, count in self.all.items()}
        if any(count and not self.done[kind] for kind, count in left.items()):
            return None
        return sum(
            count * self._seconds[kind] / self.done[kind] for kind, count in left.items() if count
        )
