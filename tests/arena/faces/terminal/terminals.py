"""A real process on a real terminal: what it prints is read, what is asked is answered."""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import sys
import termios
import time
from collections.abc import Callable, Mapping, Sequence

CODES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
PROMPT = "> "


class Terminal:
    """A command on a terminal of its own."""

    def __init__(
        self,
        arguments: Sequence[str],
        *,
        columns: int = 80,
        environ: Mapping[str, str] | None = None,
    ) -> None:
        """Begin `arena` with these arguments, and these variables beside those of the tests."""
        self._all = ""
        pid, fd = pty.fork()
        if pid == 0:
            os.environ |= {"COLUMNS": str(columns), "TERM": "xterm", **(environ or {})}
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
            os.execv(sys.executable, [sys.executable, "-m", "arena", *arguments])  # noqa: S606
        self.pid, self._fd = pid, fd
        self.code: int | None = None
        """Its exit code, once it has ended."""

    @property
    def raw(self) -> str:
        """All that it sent so far, with the codes that colour text or move the cursor."""
        return self._all

    @property
    def text(self) -> str:
        """All that it printed so far."""
        return CODES.sub("", self._all).replace("\r\n", "\n")

    def asked(self, seconds: float = 60) -> str | None:
        """Return what it printed up to its next prompt; None once it has ended."""
        return self._read(lambda new: new.endswith(PROMPT), seconds)

    def until(self, words: str, seconds: float = 60) -> None:
        """Read until it has printed these words."""
        assert self._read(lambda new: words in new, seconds) is not None

    def _read(self, enough: Callable[[str], bool], seconds: float) -> str | None:
        begins, deadline = len(self._all), time.monotonic() + seconds
        while time.monotonic() < deadline:
            if not select.select([self._fd], [], [], 0.2)[0]:
                continue
            try:
                more = os.read(self._fd, 65_536)
            except OSError:
                more = b""
            if not more:
                self._ended()
                return None
            self._all += more.decode(errors="replace")
            new = CODES.sub("", self._all[begins:]).replace("\r\n", "\n")
            if enough(new):
                return new
        raise TimeoutError(self.text[-2000:])

    def type(self, line: str) -> None:
        """Type a line; half a surrogate is a byte that is no letter."""
        os.write(self._fd, f"{line}\n".encode(errors="surrogateescape"))

    def answer(self, how: Callable[[str], str], most: int | None = None) -> None:
        """Answer what is asked, at `most` so often, or until the command ends."""
        answered = 0
        while most is None or answered < most:
            asked = self.asked()
            if asked is None:
                return
            self.type(how(asked))
            answered += 1

    def end(self, number: int = signal.SIGKILL) -> None:
        """Send it a signal, and wait for its end."""
        os.kill(self.pid, number)
        while self.code is None and self.asked() is not None:
            pass

    def _ended(self) -> None:
        if self.code is None:
            _, status = os.waitpid(self.pid, 0)
            self.code = os.waitstatus_to_exitcode(status)
            os.close(self._fd)
