"""Circuit breakers for models whose providers are down.

A model that is down is paused, then tried by one game, then used by all again. Other models are not
affected. Each failed try makes the pause longer; after the last one the model is given up for this
run.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

PAUSES = (15.0, 60.0, 240.0, 600.0)
"""Pauses before each try, in seconds."""


@dataclass(slots=True)
class _Breaker:
    """The state of a model that is down."""

    tries: int
    """Number of pauses so far."""
    until: float
    """Time of the next try; infinite once the model is given up."""
    tried: str | None = None
    """The game that tries it now; None: no game does."""


class Breakers:
    """The circuit breakers of all models that are down."""

    def __init__(self, clock: Callable[[], float], pauses: Sequence[float] = PAUSES) -> None:
        """`clock` returns monotonic seconds."""
        self._clock, self._pauses = clock, tuple(pauses)
        self._down: dict[str, _Breaker] = {}

    def trip(self, spec: str, game: str, *, is_passing: bool = True) -> None:
        """Record that a game found a model down; unless `is_passing`, the model is given up.

        Of the games under way only the one that tries the model makes its pause longer.
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
        """Record the end of a game: if it is finished, the models that it tried are up again."""
        for spec, down in list(self._down.items()):
            if down.tried == game and is_finished:
                del self._down[spec]
            elif down.tried == game:
                down.tried = None

    def wait_for(self, specs: Collection[str]) -> float | None:
        """Return the seconds until a game of these models may begin; 0: now, None: unknown."""
        down = [self._down[spec] for spec in specs if spec in self._down]
        until = max((each.until for each in down), default=float("-inf"))
        if until == float("inf") or any(each.tried is not None for each in down):
            return None
        return max(0.0, until - self._clock())

    def begin(self, game: str, specs: Collection[str]) -> list[str]:
        """Record that a game begins, and return the models that it tries."""
        tried = [spec for spec in specs if spec in self._down]
        for spec in tried:
            self._down[spec].tried = game
        return tried

    def is_given_up(self, spec: str) -> bool:
        """Return True if no more games of a model can be played in this run."""
        down = self._down.get(spec)
        return down is not None and down.until == float("inf")
