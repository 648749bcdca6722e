"""A person at a table of a server, on a full screen: `arena join --full-screen`."""

import time
from typing import TYPE_CHECKING, cast

from rich.console import Group, RenderableType
from rich.text import Text

from arena.faces.person.command_line import Done, Quit, Refused
from arena.faces.person.wording import NOBODY_PROMISED
from arena.faces.terminal import full_screen_words as words
from arena.faces.terminal.drawn import Asked
from arena.faces.terminal.full_screen import kept_colours
from arena.faces.terminal.joined import JoinedTable
from arena.faces.terminal.table_app import TableApp

if TYPE_CHECKING:
    from arena.faces.scene.data import Line

__all__ = ["JoinedScreen"]


class JoinedScreen:
    """One person's evening on a full screen; what is drawn is what was heard last."""

    def __init__(self, table: JoinedTable) -> None:
        """Draw what `table` hears."""
        self._table = table
        self._until: float | None = None
        head = table.drawing.head
        self.title = head["title"]
        self.viewer = table.drawing.badge(head["viewpoint"]).plain.removeprefix("?")
        self.app = TableApp(self._hear, on_leave=self._leave, drawn=self)

    async def play(self) -> None:
        """Follow the table until it is over, or who sits there leaves."""
        with kept_colours():
            await self.app.run_async()
        if self.app.game is not None and self.app.game.done() and not self.app.game.cancelled():
            self.app.game.result()

    async def _hear(self) -> None:
        """Hear what the server says."""
        async for event in self._table.link.events():
            told = self._table.take(event)
            if event.name == "now" and self._table.now is not None:
                left = self._table.now["seconds_left"]
                self._until = None if left is None else time.monotonic() + left
            lines = cast("list[Line]", event.data.get("told", []))
            whispers = [each["as"] == "whisper" for each in lines]
            self.app.tell(told, whisper=any(whispers))
        self.app.end()

    def _leave(self) -> None:
        if self.app.game is not None:
            self.app.game.cancel()

    # --- what is drawn ---

    def moment(self) -> str:
        """Return the round and the phase; empty before the first."""
        number = f"round {self._table.round}" if self._table.round else ""
        return " · ".join(filter(None, (number, self._table.phase)))

    def board(self) -> RenderableType:
        """Return the board with its line of hands."""
        board = self._table.board
        return Text("") if board is None else self._table.drawing.board(board)

    def promises(self) -> RenderableType:
        """Return what is offered, promised and reported."""
        lines = [self._table.drawing.promise(each) for each in self._table.promises]
        return Group(*lines) if lines else Text(NOBODY_PROMISED, "dim")

    def asked(self) -> Asked | None:
        """Return what is asked; None: nothing."""
        now = self._table.now
        if now is None or now["asked"] is None:
            return None
        messages = now["messages"]
        prepared = zip(messages["prepared"], messages["said"], strict=True) if messages else ()
        return Asked(
            id=now["asked"],
            title=" ".join(filter(None, (now["title"], now.get("consequence")))),
            options=tuple(
                (each["key"], each["label"].removeprefix(f"{each['key']} "))
                for each in now["options"]
            ),
            prepared=tuple("; ".join((text, *acts)) for text, acts in prepared),
        )

    def seconds_left(self) -> int | None:
        """Return how long there is to answer; None where no clock runs."""
        return None if self._until is None else max(0, round(self._until - time.monotonic()))

    def waits_for(self) -> str:
        """Return a sentence for the time in which nothing is asked."""
        now = self._table.now
        return words.WAITING if now is None else str(now["title"])

    async def obey(self, line: str) -> Done | Refused:
        """Do what a line says; return what came of it. Raises `Quit`."""
        if line.casefold() == "quit":
            raise Quit
        asked = self._table.asked
        came = await self._table.do(line, asked)
        if isinstance(came, Done) and came.taken and self._table.answered(asked):
            self._until = None
        return came
