"""What one viewpoint of a table is sent: frames that are kept, and what is asked at this moment.

Everything is kept once, however many pages look: each reads on from where it is. Nothing is sent
before its time: what has to take a while (`arena.faces.web.masking`), or is told to those who look
on with a delay, waits here.
"""

import asyncio
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from arena.faces.scene import Frame, Head, Now, Scene
from arena.records import Record

__all__ = ["Viewpoint", "event"]


@dataclass(frozen=True, slots=True)
class _Asked:
    """What is asked, from a moment on."""

    from_: float
    now: Now
    until: float | None
    """When the time is up, by the clock of the event loop."""
    number: int


class Viewpoint:
    """What a seat, or who looks on, is told of one table."""

    def __init__(self, scene: Scene, *, delay: float = 0.0) -> None:
        """`delay` is in seconds, for all that is told."""
        self._scene, self._delay = scene, delay
        self._frames: list[bytes] = []
        self._from: list[float] = []
        self._asked: list[_Asked] = []
        self._changed = asyncio.Event()
        self.is_over = False
        """True once all is told."""
        self.is_closed = False
        """True once the server ends."""

    @property
    def head(self) -> Head:
        """What a viewer is given first."""
        return self._scene.head()

    # --- what the table tells ---

    def take(self, record: Record, at: float) -> None:
        """Tell a record from the moment `at` on, as far as it is perceived."""
        self._add(self._scene.take(record), at)

    def pause(self, at: float) -> None:
        """Tell what waited for what comes next, before somebody is asked."""
        self._add(self._scene.pause(), at)

    def end(self, records: Sequence[Record], at: float) -> None:
        """Tell who kept faith; after that nothing comes."""
        self._add(self._scene.reveal(records), at)
        self.is_over = True
        self.wake()

    def show(self, now: Now, at: float, until: float | None = None) -> None:
        """Say what is asked from the moment `at` on, unless that was said last."""
        at += self._delay
        plain = cast("Now", {**now, "seconds_left": None})
        last = self._asked[-1] if self._asked else None
        if last is not None and (last.now, last.until) == (plain, until):
            return
        number = 0 if last is None else last.number + 1
        self._asked = [each for each in self._asked if each.from_ <= at]
        self._asked.append(_Asked(at, plain, until, number))
        self.wake()

    def withdraw(self, now: Now, time: float) -> None:
        """Say at once that nothing is asked any more, where something was."""
        if self._asked and self._asked[-1].now["asked"] is not None:
            self.show(now, time - self._delay)

    def close(self) -> None:
        """End all streams: the server ends."""
        self.is_closed = True
        self.wake()

    def _add(self, frames: Sequence[Frame], at: float) -> None:
        for frame in frames:
            self._frames.append(event("frame", frame, frame["at"]))
            self._from.append(at + self._delay)
        if frames:
            self.wake()

    def wake(self) -> None:
        """Let all streams look again."""
        changed, self._changed = self._changed, asyncio.Event()
        changed.set()

    # --- what a page reads ---

    @property
    def changed(self) -> asyncio.Event:
        """Is set when something else is to be told, or will be at another time."""
        return self._changed

    @property
    def count(self) -> int:
        """How many frames there are."""
        return len(self._frames)

    def frames(self, begin: int, most: int, time: float) -> list[bytes]:
        """Return at `most` so many frames from `begin` on, as far as their time has come."""
        end = begin
        while end < min(self.count, begin + most) and self._from[end] <= time:
            end += 1
        return self._frames[begin:end]

    def now(self, time: float) -> tuple[int, bytes] | None:
        """Return the number of what is asked, and the event; None: nothing was said yet."""
        while len(self._asked) > 1 and self._asked[1].from_ <= time:
            del self._asked[0]
        if not self._asked or self._asked[0].from_ > time:
            return None
        asked = self._asked[0]
        left = None if asked.until is None else max(0, round(asked.until - time))
        return asked.number, event("now", {**asked.now, "seconds_left": left})

    def next_at(self, begin: int, time: float) -> float | None:
        """Return when the next thing is to be told to who has read up to frame `begin`."""
        times = [each.from_ for each in self._asked if each.from_ > time]
        if begin < self.count:
            times.append(self._from[begin])
        return min(times, default=None)


def event(name: str, data: object, number: int | None = None) -> bytes:
    """Return one event of a stream."""
    id_ = "" if number is None else f"id: {number}\n"
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return f"event: {name}\n{id_}data: {text}\n\n".encode()
