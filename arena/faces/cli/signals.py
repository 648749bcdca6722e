"""Handling of Ctrl-C and SIGTERM.

The first signal asks a running game to stop at its next record; further ones within a second count
as the same, since people press twice and some shells pass a signal on twice. Where no game runs, or
later, a signal ends the command at once. While the command ends, further signals are ignored.

Python drops a KeyboardInterrupt that is raised while it finalizes objects. So no game begins after
one was raised, and a later signal raises it again. Other dropped exceptions print a traceback.
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
    """Handler of SIGINT and SIGTERM, with its current behaviour."""

    def __init__(self) -> None:
        """The first signal will end the command."""
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
        """Ignore signals until the `handled` context ends, while last lines are printed."""
        self._ignoring = True

    @contextmanager
    def handled(self, *, last: bool = False) -> Iterator[None]:
        """Install the handler; outside the main thread, where Python can't, do nothing.

        `last`: the process exits after this context, and signals stay ignored.
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
        """Make the first signal call `request_stop` instead of ending the command."""
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
    """Print exceptions that Python drops, except KeyboardInterrupt."""
    if not isinstance(dropped.exc_value, KeyboardInterrupt):
        print_dropped(dropped)


signals = Signals()
"""The handler of this process."""
