"""Ctrl-C and SIGTERM: one quiet end, however often and whenever they come.

The first one asks a running game to stop at its next record, and so do those that come with it:
who is impatient presses twice, and some shells pass a signal on twice. Where no game runs, and some
time later, one ends the command at once. Later ones find it ending already, and are let be.

An end may be swallowed: Python drops what is raised while it clears something away. So no game
begins after one, and a signal that comes some time later is raised again.
"""

import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

__all__ = ["Stopping", "stopping"]

SIGNALS = (signal.SIGINT, signal.SIGTERM)
TOGETHER = 1.0
"""Seconds within which signals are one wish."""


class Stopping:
    """What a signal does at this moment."""

    def __init__(self) -> None:
        """Let the next signal end the command."""
        self._ask: Callable[[], object] | None = None
        self._asked = self._raised = float("-inf")
        self._ending = False

    def heard(self, *_: object) -> None:
        """Take one signal."""
        now = time.monotonic()
        if self._ending or now - max(self._asked, self._raised) < TOGETHER:
            return
        if self._ask is not None:
            ask, self._ask = self._ask, None
            self._asked = now
            ask()
            return
        self._raised = now
        raise KeyboardInterrupt

    def end(self) -> None:
        """Let no signal disturb what is left: the last lines, the exit code."""
        self._ending = True

    def deaf(self) -> None:
        """Ignore the signals from now on: the process is about to exit."""
        for each in SIGNALS:
            signal.signal(each, signal.SIG_IGN)

    @contextmanager
    def listening(self) -> Iterator[None]:
        """Hear the signals; where this is not the main thread they go to whoever hears them now."""
        self._ask, self._ending = None, False
        self._asked = self._raised = float("-inf")
        try:
            before = {each: signal.signal(each, self.heard) for each in SIGNALS}
        except ValueError:
            before = {}
        try:
            yield
        finally:
            for each, handler in before.items():
                signal.signal(each, handler)

    @contextmanager
    def asking(self, ask: Callable[[], object]) -> Iterator[None]:
        """Let the first signal ask instead of ending the command."""
        if self._raised > float("-inf"):
            raise KeyboardInterrupt
        self._ask = ask
        try:
            yield
        finally:
            self._ask = None


stopping = Stopping()
"""Signals reach a process, so there is one."""
