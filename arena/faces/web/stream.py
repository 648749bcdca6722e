"""The stream of one page: all frames that it has not seen, then each as it comes.

A page reads from what its viewpoint keeps, at its own pace: a slow or dead one holds up nobody.
"""

import asyncio
from collections.abc import AsyncIterator

from arena.faces.web.viewpoint import Viewpoint, event

__all__ = ["Page", "events"]

HEARTBEAT = 15.0
"""Seconds after which a silent stream says that it is still there."""
AT_ONCE = 32
"""The most frames that are handed over together."""
STILL_HERE = b": still here\n\n"


class Page:
    """One page that reads along."""

    def __init__(self) -> None:
        """Begin to read."""
        self.is_ended = False
        """True: it gives way to others of its link."""

    def end(self) -> None:
        """Give way to others."""
        self.is_ended = True


async def events(viewpoint: Viewpoint, page: Page, begin: int = 0) -> AsyncIterator[bytes]:
    """Yield the events of a viewpoint from frame `begin` on, up to the end of the game.

    Where the server ends before, what is to be told by then is told.
    """
    clock, said = asyncio.get_running_loop().time, -1
    noticed = sum(after < begin for after, _ in viewpoint.notices)
    while not page.is_ended:
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
