"""Pages in a browser that complain of nothing, and a server of tables that they come to."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from queue import Queue
from threading import Thread
from typing import TYPE_CHECKING

from arena.config import TableConfig
from arena.table import play
from tests.arena.faces.web.served import Guest, Server, served

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


SECONDS = 60.0
PHONE = {"width": 390, "height": 844}
DESK = {"width": 1280, "height": 800}
SIDEWAYS = "document.documentElement.scrollWidth > document.documentElement.clientWidth"
"""Whether one has to scroll a page sideways."""
BROKEN = """() => [...document.querySelectorAll(":not(.stack) > table td, .points, .count-at")]
    .filter((cell) => cell.checkVisibility() && /^[-\\u2212]?\\d/.test(cell.textContent) &&
        !cell.matches(".w"))
    .filter((cell) => {
        const range = document.createRange();
        range.selectNodeContents(cell);
        const feet = [...range.getClientRects()].map(({bottom}) => Math.round(bottom));
        return Math.max(...feet) - Math.min(...feet) > 8;
    }).map((cell) => cell.textContent)"""


@dataclass
class Browsers:
    """Opens pages."""

    browser: "Browser"

    @contextmanager
    def page(
        self, *, narrow: bool = False, hints: bool = False, any_certificate: bool = False
    ) -> "Iterator[Page]":
        """Open a page; what it writes to the console as an error fails the test."""
        opened = self.browser.new_context(
            viewport=PHONE if narrow else DESK, has_touch=narrow,
            ignore_https_errors=any_certificate,
        )  # fmt: skip
        page, complaints = opened.new_page(), list[str]()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on(
            "console",
            lambda told: complaints.append(told.text) if told.type == "error" else None,
        )
        if not hints:
            page.add_init_script("try { localStorage.setItem('hints', 'seen') } catch {}")
        yield page
        opened.close()
        assert [each for each in complaints if "status of 4" not in each] == []


@dataclass
class Tables:
    """A server in a thread of its own."""

    server: Server
    loop: asyncio.AbstractEventLoop

    def begin(self, **changes: object) -> dict[str, str]:
        """Begin a table; return the address of each link."""
        guests = asyncio.run_coroutine_threadsafe(self.server.links(**changes), self.loop)
        return {who: self.address(guest) for who, guest in guests.result(SECONDS).items()}

    def address(self, guest: Guest) -> str:
        """Return where a guest goes."""
        return f"{self.server.root}/table#{guest.token}"

    @property
    def lobby(self) -> str:
        """Where who keeps the tables goes."""
        return f"{self.server.root}/#{self.server.hosting.host}"


@contextmanager
def kept_tables(folder: Path) -> Iterator[Tables]:
    """Keep tables: a browser that is driven from here has the event loop of this thread."""
    ready: Queue[tuple[Server, asyncio.AbstractEventLoop, asyncio.Event]] = Queue()

    async def serve() -> None:
        over = asyncio.Event()
        async with served(folder) as server:
            ready.put((server, asyncio.get_running_loop(), over))
            await over.wait()

    thread = Thread(target=asyncio.run, args=(serve(),))
    thread.start()
    server, loop, over = ready.get(timeout=SECONDS)
    try:
        yield Tables(server, loop)
    finally:
        loop.call_soon_threadsafe(over.set)
        thread.join(SECONDS)


def broken_numbers(page: "Page") -> list[str]:
    """Return what is written in cells of numbers, of those that can be seen, over several lines."""
    found: list[str] = page.evaluate(BROKEN)
    return found


def played(folder: Path, ruleset: str, seats: int = 4) -> Path:
    """Let bots play a game; return its folder."""
    names = ("Ana", "Bruno", "Clara", "Dmitri", "Esra", "Farid")[:seats]
    specs = ("house", "house:liar", "house", "house:greedy", "house", "house")
    table = TableConfig(ruleset=ruleset, seats=dict(zip(names, specs, strict=False)), seed="7")
    thread = Thread(target=lambda: asyncio.run(play(table, folder)))
    thread.start()
    thread.join(SECONDS)
    return next(each for each in folder.iterdir() if (each / "game.json").is_file())
