"""Models whose providers are down: not asked for some time, then by one game, then by all again.

One provider that fails concerns the games of its own model and no others. After each try that fails
the pause is longer; after the last one the model is given up for this run.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

PAUSES = (15.0, 60.0, 240.0, 600.0)
"""Seconds between tries."""


@dataclass(slots=True)
class _Breaker:
    """A model that is down."""

    tries: int
    """Pauses that were made."""
    until: float
    """When it may be tried; infinite once it is given up."""
    tried: str | None = None
    """The game that tries it."""


class Breakers:
    """One for each model that is down."""

    def __init__(self, clock: Callable[[], float], pauses: Sequence[float] = PAUSES) -> None:
        """`clock` tells seconds that only grow."""
        self._clock, self._pauses = clock, tuple(pauses)
        self._down: dict[str, _Breaker] = {}

    def trip(self, spec: str, game: str, *, is_passing: bool = True) -> None:
        """Take note that a game found a model down; one that is for good is given up at once.

        Of games that were under way then only the one that tries it makes a pause longer.
        """
        if not is_passing:
            self._down[spec] = _Breaker(tries=0, until=float("inf"))
        down = self._down.get(spec)
        if down is not None and down.tried != game:
            return
        tries = 0 if down is None else down.tries + 1
        pause = self._pauses[tries] if tries < len(self._pauses) else float("inf")
        self._down[spec] = _Breaker(tries=tries, until=self._clock() + pause)

    def ended(self, game: str, *, is_finished: bool) -> None:
        """Take note that a game ended: if it is finished, the models that it tried are up."""
        for spec, down in list(self._down.items()):
            if down.tried == game and is_finished:
                del self._down[spec]
            elif down.tried == game:
                down.tried = None

    def wait_for(self, specs: Collection[str]) -> float | None:
        """Return the seconds until a game of these models may begin, 0: now, None: nobody knows."""
        down = [self._down[spec] for spec in specs if spec in self._down]
        until = max((each.until for each in down), default=float("-inf"))
        if until == float("inf") or any(each.tried is not None for each in down):
            return None
        return max(0.0, until - self._clock())

    def begin(self, game: str, specs: Collection[str]) -> list[str]:
        """Let a game begin; return the models that it tries."""
        tried = [spec for spec in specs if spec in self._down]
        for spec in tried:
            self._down[spec].tried = game
        return tried

    def is_given_up(self, spec: str) -> bool:
        """Tell whether no game of a model can be played in this run any more."""
        down = self._down.get(spec)
        return down is not None and down.until == float("inf")
