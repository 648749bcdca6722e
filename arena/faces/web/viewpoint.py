"""The event stream of one viewpoint: its stored frames and its open question.

Frames are stored once for any number of pages; each page reads from its own position. Nothing is
sent before its time: masked answers (`arena.faces.web.masking`) and a spectator's delay wait here.
Each frame also waits until the one before it has been read, by reading time of its words, whether
or not a page is open.
"""

import asyncio
import json
from bisect import bisect_right
from collections import deque
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import cast

from arena.faces.person.follower import Heard
from arena.faces.scene import Frame, Head, Line, Now, Scene
from arena.narration.reading import reading_seconds, words_in, words_to_read
from arena.records.record import Record

WHISPERED = 20
"""Words for which a whisper counts to its listeners."""
HEARTBEAT = 15.0
"""Seconds after which a silent stream sends a heartbeat."""
AT_ONCE = 32
"""Most frames sent together."""
STILL_HERE = b": still here\n\n"


@dataclass(frozen=True, slots=True)
class _Asked:
    """A question, shown from a time on, after the frames that lead to it."""

    earliest: float
    after: int | None
    """Index of the last frame before it; None: it waits for none."""
    now: Now
    until: float | None
    """Deadline by the event loop's clock."""
    number: int


class Viewpoint:
    """Everything that a seat or spectator is shown of one table."""

    def __init__(self, scene: Scene, *, delay: float = 0.0, words_a_minute: float = 0.0) -> None:
        """`delay` is in seconds; with 0 `words_a_minute` nothing waits to be read.

        All times are by the event loop's clock.
        """
        self._scene, self._delay, self._words_a_minute = scene, delay, words_a_minute
        self._frames: list[bytes] = []
        self._seconds: list[float] = []
        """Reading time of each frame."""
        self._earliest: list[float] = []
        """Earliest time of each frame, apart from reading; never falls."""
        self._from: list[float] = []
        """Time from which each frame is shown; never falls."""
        self._read_by = 0.0
        """Time at which all frames will have been read."""
        self.before = scene.heard
        """State before the first record, for a person's session."""
        self._unheard: deque[tuple[int, Record | None, Heard | None]] = deque()
        """Records that the session has not received, each with the index of its frame."""
        self._asked: list[_Asked] = []
        self.changed = asyncio.Event()
        """Set when there is something new to send, or its time has changed."""
        self.notices: list[tuple[int, bytes]] = []
        """Events that are no frames, each with the number of frames shown before."""
        self.is_over = False
        """True once the last frame has been added."""
        self.is_closed = False
        """True once the server stops."""

    @property
    def head(self) -> Head:
        """The constant data of the game."""
        return self._scene.head()

    # --- input from the table ---

    def take(self, record: Record, at: float) -> None:
        """Add the frames of the next record, shown from `at` on."""
        self._add(self._scene.before(record), at)
        self._keep()
        self._add(self._scene.take(record), at)
        self._keep(record)

    def pause(self, at: float) -> None:
        """Add the frames that were held back, before somebody is asked."""
        self._add(self._scene.pause(), at)
        self._keep()

    def end(self, records: Sequence[Record], at: float) -> None:
        """Add the frame of who kept promises, which is the last."""
        self._add(self._scene.reveal(records), at)
        self.is_over = True
        self.wake()

    def show(self, now: Now, at: float, until: float | None = None) -> None:
        """Show a question from `at` on, after all frames so far.

        The same question is not shown twice.
        """
        self._show(now, at + self._delay, until, self.count - 1 if self._frames else None)

    def withdraw(self, now: Now, time: float) -> None:
        """Show at once that the open question is closed."""
        if self._asked and self._asked[-1].now["asked"] is not None:
            self._show(now, time, None, None)

    def _show(self, now: Now, earliest: float, until: float | None, after: int | None) -> None:
        plain = cast("Now", {**now, "seconds_left": None})
        last = self._asked[-1] if self._asked else None
        if last is not None and (last.now, last.until) == (plain, until):
            return
        asked = _Asked(earliest, after, plain, until, 0 if last is None else last.number + 1)
        at = self._shown_from(asked)
        self._asked = [each for each in self._asked if self._shown_from(each) < at]
        self._asked.append(asked)
        self.wake()

    def _shown_from(self, asked: _Asked) -> float:
        return (
            asked.earliest if asked.after is None else max(asked.earliest, self._from[asked.after])
        )

    def notify(self, line: Line, time: float) -> None:
        """Show a notice at once; it is no frame and waits for none.

        Its position reveals only what has been shown by then.
        """
        notice = event("notice", {"number": len(self.notices), "told": [line]})
        self.notices.append((bisect_right(self._from, time), notice))
        self.wake()

    def close(self) -> None:
        """End all streams."""
        self.is_closed = True
        self.wake()

    def _add(self, frames: Sequence[Frame], at: float) -> None:
        for frame in frames:
            words = sum(map(self._words, frame["told"]))
            self._frames.append(event("frame", frame, frame["at"]))
            self._seconds.append(reading_seconds(words, self._words_a_minute))
            self._earliest.append(at + self._delay)
        if frames:
            self._tell_from(len(self._from))
            self.wake()

    def _keep(self, record: Record | None = None) -> None:
        """Store a record and its state until its frame is shown."""
        heard = self._scene.heard
        if self.before is not None and (record is not None or heard is not None):
            waits = record is not None and self._scene.is_holding
            frame = self.count if waits else max(0, self.count - 1)
            self._unheard.append((frame, record, heard))

    def _words(self, line: Line) -> float:
        """Return the number of words of a line to wait for.

        Private lines count the same whatever they say: else their reading time would reveal them to
        others. One's own words are not read.
        """
        if line.get("by") == self._scene.who or line["as"] == "verdict":
            return 0
        if line["as"] == "whisper":
            return WHISPERED if line["spans"] else 0
        if line.get("private", False):
            return 0
        rows = [cell for row in line.get("rows", ()) for cell in row]
        texts = ["".join(span[0] for span in spans) for spans in (line["spans"], *rows)]
        words = sum(map(words_in, [*texts, *(claim[0] for claim in line.get("claims", ()))]))
        return words_to_read(words, spoken=line["as"] in {"speech", "deal"})

    def _tell_from(self, begin: int) -> None:
        """Compute the times of the frames from `begin` on: each follows the reading of the last."""
        del self._from[begin:]
        for earliest, seconds in zip(self._earliest[begin:], self._seconds[begin:], strict=True):
            self._from.append(max(earliest, self._read_by))
            self._read_by = self._from[-1] + seconds

    def wake(self) -> None:
        """Make all streams check for news."""
        changed, self.changed = self.changed, asyncio.Event()
        changed.set()

    # --- reading ---

    def is_reading(self, time: float) -> bool:
        """Return True if a frame waits only for the reading of those before it."""
        return bisect_right(self._from, time) < bisect_right(self._earliest, time)

    def skip(self, time: float) -> bool:
        """Show at once what waits to be read; return True if anything did."""
        waited, begin = self.is_reading(time), bisect_right(self._from, time)
        may_be_told = bisect_right(self._earliest, time)
        self._from[begin:may_be_told] = [time] * (may_be_told - begin)
        self._read_by = time
        self._tell_from(may_be_told)
        self.wake()
        return waited

    def has_ended(self, time: float) -> bool:
        """Return True if the game is over and all of it has been shown."""
        return self.is_over and bisect_right(self._from, time) == self.count

    async def told(self, earliest: float) -> None:
        """Wait until all present frames have been shown, and until `earliest`."""
        clock, last = asyncio.get_running_loop().time, self.count - 1
        while not self.is_closed:
            changed = self.changed
            wait = max(earliest, self._from[last] if last >= 0 else earliest) - clock()
            if wait <= 0:
                return
            with suppress(TimeoutError):
                await asyncio.wait_for(changed.wait(), wait)

    def newly_told(self, time: float) -> Iterator[tuple[Record | None, Heard | None]]:
        """Yield the records shown since the last call, with their states.

        All records are included, in order, each after the frames before it.
        """
        while self._unheard:
            last = min(self._unheard[0][0], self.count - 1 if self.is_over else self.count)
            if last >= bisect_right(self._from, time):
                return
            _, record, heard = self._unheard.popleft()
            yield record, heard

    # --- output to pages ---

    @property
    def count(self) -> int:
        """Number of frames."""
        return len(self._frames)

    def frames(self, begin: int, most: int, time: float) -> list[bytes]:
        """Return up to `most` frames from `begin` on whose time has come."""
        return self._frames[begin : min(begin + most, bisect_right(self._from, time))]

    def now(self, time: float) -> tuple[int, bytes] | None:
        """Return the open question as an event with its number; None: there was none yet."""
        while len(self._asked) > 1 and self._shown_from(self._asked[1]) <= time:
            del self._asked[0]
        if not self._asked or self._shown_from(self._asked[0]) > time:
            return None
        asked, reading = self._asked[0], self.is_reading(time)
        left = None if asked.until is None else max(0, round(asked.until - time))
        now: Now = {**asked.now, "seconds_left": left, "reading": reading}
        return 2 * asked.number + reading, event("now", now)

    def next_at(self, begin: int, time: float) -> float | None:
        """Return the time of the next news for a page that has read up to frame `begin`."""
        times = [at for at in map(self._shown_from, self._asked) if at > time]
        may_be_told = bisect_right(self._earliest, time)
        times += self._earliest[may_be_told : may_be_told + 1]
        times += self._from[begin : begin + 1]
        return min(times, default=None)


def event(name: str, data: object, number: int | None = None) -> bytes:
    """Format a server-sent event."""
    id_ = "" if number is None else f"id: {number}\n"
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return f"event: {name}\n{id_}data: {text}\n\n".encode()


async def events_of(
    viewpoint: Viewpoint, page: asyncio.Event, begin: int = 0
) -> AsyncIterator[bytes]:
    """Yield the events of a viewpoint for one page, from frame `begin` to the end of the game.

    Pages are independent: a slow or dead one delays no other. When the server stops, everything due
    by then is sent. Setting `page` ends this stream.
    """
    clock, said = asyncio.get_running_loop().time, -1
    noticed = sum(after < begin for after, _ in viewpoint.notices)
    while not page.is_set():
        changed, time = viewpoint.changed, clock()
        most = AT_ONCE
        if noticed < len(viewpoint.notices):
            after, notice = viewpoint.notices[noticed]
            if after <= begin:
                noticed += 1
                yield notice
                continue
            most = min(most, after - begin)
        frames = viewpoint.frames(begin, most, time)
        if frames:
            begin += len(frames)
            yield b"".join(frames)
            continue
        now = viewpoint.now(time)
        if now is not None and now[0] != said:
            said = now[0]
            yield now[1]
            continue
        if viewpoint.is_closed:
            return
        following = viewpoint.next_at(begin, time)
        if viewpoint.is_over and following is None:
            yield event("over", {})
            return
        wait = HEARTBEAT if following is None else min(HEARTBEAT, following - time)
        try:
            await asyncio.wait_for(changed.wait(), wait)
        except TimeoutError:
            if wait == HEARTBEAT:
                yield STILL_HERE
