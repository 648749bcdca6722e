"""Ctrl-C and SIGTERM: one quiet end, however often and whenever they are sent.

The first one asks a running game to stop at its next record, and so do those that come with it:
people press twice, and some shells pass a signal on twice. Where no game runs, and some time later,
one ends the command at once. While the command ends, further ones are ignored.

A KeyboardInterrupt may be lost: Python drops what is raised while it clears something away. So no
game begins after one was raised, and a signal that is sent some time later raises it again. Python
prints a traceback of all else that it drops.
"""

import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial

HANDLED = (signal.SIGINT, signal.SIGTERM)
TOGETHER = 1.0
"""Seconds within which several signals count as one."""


class Signals:
    """The handler of both signals, and what it does at this moment."""

    def __init__(self) -> None:
        """Let the next signal end the command."""
        self._request_stop: Callable[[], object] | None = None
        self._requested = self._raised = float("-inf")
        self._ignoring = False

    def handle(self, *_: object) -> None:
        """Handle one signal."""
        now = time.monotonic()
        if self._ignoring or now - max(self._requested, self._raised) < TOGETHER:
            return
        if self._request_stop is not None:
            request_stop, self._request_stop = self._request_stop, None
            self._requested = now
            request_stop()
            return
        self._raised = now
        raise KeyboardInterrupt

    def ignore(self) -> None:
        """Ignore signals until `handled` ends: the last lines and the exit code are left."""
        self._ignoring = True

    @contextmanager
    def handled(self, *, last: bool = False) -> Iterator[None]:
        """Handle the signals; outside the main thread, where Python can't, nothing is changed.

        `last`: the process is about to exit then, and ignores them at once.
        """
        self._request_stop, self._ignoring = None, False
        self._requested = self._raised = float("-inf")
        try:
            before = {each: signal.signal(each, self.handle) for each in HANDLED}
        except ValueError:
            before = {}
        print_dropped = sys.unraisablehook
        if before:
            sys.unraisablehook = partial(_print_others, print_dropped)
        try:
            yield
        finally:
            if before:
                sys.unraisablehook = print_dropped
            for each, handler in before.items():
                signal.signal(each, signal.SIG_IGN if last else handler)

    @contextmanager
    def requesting(self, request_stop: Callable[[], object]) -> Iterator[None]:
        """Let the first signal call `request_stop` instead of ending the command."""
        if self._raised > float("-inf"):
            raise KeyboardInterrupt
        self._request_stop = request_stop
        try:
            yield
        finally:
            self._request_stop = None


def _print_others(
    print_dropped: Callable[["sys.UnraisableHookArgs"], object], dropped: "sys.UnraisableHookArgs"
) -> None:
    """Print what Python drops, but for interrupts."""
    if not isinstance(dropped.exc_value, KeyboardInterrupt):
        print_dropped(dropped)


signals = Signals()
"""Signals are sent to a process, so there is one."""
