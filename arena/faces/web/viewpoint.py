"""What one viewpoint of a table is sent: frames that are kept, and what is asked at this moment.

Everything is kept once, however many pages look: each reads on from where it is. Nothing is sent
before its time: what has to take a while (`arena.faces.web.masking`), or is told to those who look
on with a delay, waits here. So does each frame until the one before it is read, whether or not
anybody looks: that depends on nothing but the words that all are told.
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
"""Words that a whisper counts as, for who hears it."""
HEARTBEAT = 15.0
"""Seconds after which a silent stream says that it is still there."""
AT_ONCE = 32
"""The most frames that are handed over together."""
STILL_HERE = b": still here\n\n"


@dataclass(frozen=True, slots=True)
class _Asked:
    """What is asked, from a moment on, once what led to it is told."""

    earliest: float
    after: int | None
    """The last frame that led to it; None: it waits for none."""
    now: Now
    until: float | None
    """When the time is up, by the clock of the event loop."""
    number: int


class Viewpoint:
    """What a seat, or who looks on, is told of one table."""

    def __init__(self, scene: Scene, *, delay: float = 0.0, words_a_minute: float = 0.0) -> None:
        """`delay` is in seconds, for all that is told; who reads 0 `words_a_minute` waits for none.

        All times are by the clock of the event loop.
        """
        self._scene, self._delay, self._words_a_minute = scene, delay, words_a_minute
        self._frames: list[bytes] = []
        self._seconds: list[float] = []
        """How long each takes to read."""
        self._earliest: list[float] = []
        """From when on each may be told, whatever is still being read; never falls."""
        self._from: list[float] = []
        """From when on each is told; never falls."""
        self._read_by = 0.0
        """When all that is there will have been read."""
        self.before = scene.heard
        """What is known before the first record by who reads words too."""
        self._unheard: deque[tuple[int, Record | None, Heard | None]] = deque()
        """What they have yet to hear, each with the number of the frame that it is told with."""
        self._asked: list[_Asked] = []
        self.changed = asyncio.Event()
        """Is set when something else is to be told, or will be at another time."""
        self.notices: list[tuple[int, bytes]] = []
        """What is told beside the game, as events, each with how many frames were told before."""
        self.is_over = False
        """True once all is there that will be told."""
        self.is_closed = False
        """True once the server ends."""

    @property
    def head(self) -> Head:
        """What a viewer is given first."""
        return self._scene.head()

    # --- what the table tells ---

    def take(self, record: Record, at: float) -> None:
        """Tell the next record from the moment `at` on, as far as it is perceived."""
        self._add(self._scene.before(record), at)
        self._keep()
        self._add(self._scene.take(record), at)
        self._keep(record)

    def pause(self, at: float) -> None:
        """Tell what waited for what comes next, before somebody is asked."""
        self._add(self._scene.pause(), at)
        self._keep()

    def end(self, records: Sequence[Record], at: float) -> None:
        """Tell who kept faith; after that nothing comes."""
        self._add(self._scene.reveal(records), at)
        self.is_over = True
        self.wake()

    def show(self, now: Now, at: float, until: float | None = None) -> None:
        """Say what is asked from the moment `at` on, once all is told that is there before it.

        What was said last is not said again.
        """
        self._show(now, at + self._delay, until, self.count - 1 if self._frames else None)

    def withdraw(self, now: Now, time: float) -> None:
        """Say at once that nothing is asked any more, where something was."""
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
        """Tell what is no part of the game at once: it waits for no frame, and counts as none.

        Where it stands says no more than what has been told by then.
        """
        notice = event("notice", {"number": len(self.notices), "told": [line]})
        self.notices.append((bisect_right(self._from, time), notice))
        self.wake()

    def close(self) -> None:
        """End all streams: the server ends."""
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
        """Keep what a record, or else what waited, tells in words until its frame is told."""
        heard = self._scene.heard
        if self.before is not None and (record is not None or heard is not None):
            waits = record is not None and self._scene.is_holding
            frame = self.count if waits else max(0, self.count - 1)
            self._unheard.append((frame, record, heard))

    def _words(self, line: Line) -> float:
        """Return how many words of a line are waited for.

        What only some perceive counts as much whatever it says: else the time that its reader takes
        would tell the others of it. What one has said oneself one need not read.
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
        """Tell the frames from `begin` on each once the one before it is read."""
        del self._from[begin:]
        for earliest, seconds in zip(self._earliest[begin:], self._seconds[begin:], strict=True):
            self._from.append(max(earliest, self._read_by))
            self._read_by = self._from[-1] + seconds

    def wake(self) -> None:
        """Let all streams look again."""
        changed, self.changed = self.changed, asyncio.Event()
        changed.set()

    # --- reading ---

    def is_reading(self, time: float) -> bool:
        """Tell whether something waits for nothing else than that one has read what came before."""
        return bisect_right(self._from, time) < bisect_right(self._earliest, time)

    def skip(self, time: float) -> bool:
        """Tell at once what waits to be read; return whether anything did."""
        waited, begin = self.is_reading(time), bisect_right(self._from, time)
        may_be_told = bisect_right(self._earliest, time)
        self._from[begin:may_be_told] = [time] * (may_be_told - begin)
        self._read_by = time
        self._tell_from(may_be_told)
        self.wake()
        return waited

    def has_ended(self, time: float) -> bool:
        """Tell whether the game is over, and all of it told."""
        return self.is_over and bisect_right(self._from, time) == self.count

    async def told(self, earliest: float) -> None:
        """Return once all is told that is there now, at the moment `earliest` or later."""
        clock, last = asyncio.get_running_loop().time, self.count - 1
        while not self.is_closed:
            changed = self.changed
            wait = max(earliest, self._from[last] if last >= 0 else earliest) - clock()
            if wait <= 0:
                return
            with suppress(TimeoutError):
                await asyncio.wait_for(changed.wait(), wait)

    def newly_told(self, time: float) -> Iterator[tuple[Record | None, Heard | None]]:
        """Yield the records that were told since this was last read, with what they tell in words.

        All are among them, in their order, each once all that was told before it has been.
        """
        while self._unheard:
            last = min(self._unheard[0][0], self.count - 1 if self.is_over else self.count)
            if last >= bisect_right(self._from, time):
                return
            _, record, heard = self._unheard.popleft()
            yield record, heard

    # --- what a page reads ---

    @property
    def count(self) -> int:
        """How many frames there are."""
        return len(self._frames)

    def frames(self, begin: int, most: int, time: float) -> list[bytes]:
        """Return at `most` so many frames from `begin` on, as far as their time has come."""
        return self._frames[begin : min(begin + most, bisect_right(self._from, time))]

    def now(self, time: float) -> tuple[int, bytes] | None:
        """Return what is asked as an event, and its number; None: nothing was said yet."""
        while len(self._asked) > 1 and self._shown_from(self._asked[1]) <= time:
            del self._asked[0]
        if not self._asked or self._shown_from(self._asked[0]) > time:
            return None
        asked, reading = self._asked[0], self.is_reading(time)
        left = None if asked.until is None else max(0, round(asked.until - time))
        now: Now = {**asked.now, "seconds_left": left, "reading": reading}
        return 2 * asked.number + reading, event("now", now)

    def next_at(self, begin: int, time: float) -> float | None:
        """Return when the next thing is to be told to who has read up to frame `begin`."""
        times = [at for at in map(self._shown_from, self._asked) if at > time]
        may_be_told = bisect_right(self._earliest, time)
        times += self._earliest[may_be_told : may_be_told + 1]
        times += self._from[begin : begin + 1]
        return min(times, default=None)


def event(name: str, data: object, number: int | None = None) -> bytes:
    """Return one event of a stream."""
    id_ = "" if number is None else f"id: {number}\n"
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return f"event: {name}\n{id_}data: {text}\n\n".encode()


async def events_of(
    viewpoint: Viewpoint, page: asyncio.Event, begin: int = 0
) -> AsyncIterator[bytes]:
    """Yield the events of a viewpoint for one page, from frame `begin` on, up to the game's end.

    A page reads at its own pace: a slow or dead one holds up nobody. Where the server ends before,
    what is to be told by then is told. A `page` that is set gives way to others of its link.
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
