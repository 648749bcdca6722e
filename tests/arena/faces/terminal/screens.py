"""A person at a full screen, driven by a pilot: what stands on it, and keys."""

import asyncio
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from textual.pilot import Pilot
from textual.widgets import Input, OptionList

from arena.config import TableConfig
from arena.faces.terminal.full_screen import FullScreen
from arena.faces.terminal.table_app import Asked, TableApp
from arena.faces.terminal.talk_log import Talk
from arena.table import Outcome, play


@dataclass(slots=True)
class Sitter:
    """Somebody at a full screen."""

    person: FullScreen
    app: TableApp
    pilot: Pilot[None]

    async def asked(self) -> Asked | None:
        """Return what is asked, once it stands there; None: the game is over, or has stopped."""
        while not (self.app.over or (self.app.game is not None and self.app.game.done())):
            await self.pilot.pause()
            drawn = self.app.look()
            asked = None if drawn is None else drawn.asked
            if asked is not None and asked == self.app.asked:
                return asked
        return None

    async def type(self, line: str) -> None:
        """Type a line, and Enter."""
        self.app.query_one(Input).value = line
        await self.pilot.press("enter")
        await self.pilot.pause()

    async def answer(self, words: str = "Keep calm.") -> bool:
        """Speak on a turn to talk, else choose the first key; False once nothing is asked."""
        asked = await self.asked()
        if asked is None:
            return False
        if asked.options:
            await self.type(asked.options[0][0])
        elif asked.prepared:
            await self.type("done")
        else:
            await self.type(f"say {words}")
        return True

    def drawn(self, selector: str) -> str:
        """Return the text of a part as it stands on the screen."""
        region = self.app.query_one(selector).region
        return "\n".join(
            line[region.x : region.right].strip()
            for line in self.screen()[region.y : region.bottom]
        )

    def screen(self) -> list[str]:
        """Return the lines of the whole screen."""
        strips = self.app.screen._compositor.render_strips()
        return [strip.text for strip in strips]

    def talk(self) -> str:
        """Return all that was told, as its lines are broken now."""
        return "\n".join(strip.text.rstrip() for strip in self.app.query_one(Talk).lines)

    def options(self) -> OptionList:
        """Return the list of options."""
        return self.app.query_one(OptionList)


@asynccontextmanager
async def sat_down(
    table: TableConfig, out: Path, *, size: tuple[int, int] = (80, 24)
) -> AsyncIterator[Sitter]:
    """Sit Ana down at a screen of a size; the game stops where it is left before its end."""
    person, stop = FullScreen("Ana"), asyncio.Event()

    def game(stop: asyncio.Event) -> Awaitable[Outcome]:
        return play(
            table, out, people={"Ana": person.chair}, on_begin=person.begin,
            on_record=person.take, stop=stop,
        )  # fmt: skip

    app = person.screen(game, stop)
    async with app.run_test(size=size) as pilot:
        yield Sitter(person, app, pilot)
        stop.set()
        assert app.game is not None
        await app.game
