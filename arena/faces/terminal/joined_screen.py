"""`arena join --full-screen`: a person at a server's table, on a full screen."""

import time
from typing import cast

from rich.console import Group
from rich.text import Text

from arena.faces.person import wording
from arena.faces.person.command_line import Done, Quit, Refused
from arena.faces.scene.data import Line, Now
from arena.faces.terminal.full_screen import kept_colours
from arena.faces.terminal.joined import JoinedTable
from arena.faces.terminal.table_app import Asked, Drawn, TableApp


class JoinedScreen:
    """Runs a joined game on a full screen."""

    def __init__(self, table: JoinedTable) -> None:
        """`table` receives the events that are drawn."""
        self._table = table
        self._until: float | None = None
        self.app = TableApp(self._hear, on_leave=self._leave, look=self._look, obey=self._obey)

    async def play(self) -> None:
        """Follow the table until it is over or the person leaves."""
        with kept_colours():
            await self.app.run_async()
        if self.app.game is not None and self.app.game.done() and not self.app.game.cancelled():
            self.app.game.result()

    async def _hear(self) -> None:
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

    def _look(self) -> Drawn:
        table, drawing, until = self._table, self._table.drawing, self._until
        promises = [drawing.promise(each) for each in table.promises]
        number = f"round {table.round}" if table.round else ""
        return Drawn(
            viewer=drawing.badge(drawing.head["viewpoint"]).plain.removeprefix("?"),
            title=drawing.head["title"],
            moment=" · ".join(filter(None, (number, table.phase))),
            board=Text("") if table.board is None else drawing.board(table.board),
            promises=Group(*promises) if promises else Text(wording.NOBODY_PROMISED, "dim"),
            asked=_question(table.now),
            seconds_left=None if until is None else max(0, round(until - time.monotonic())),
            waits_for=wording.WAITING if table.now is None else table.now["title"],
        )

    async def _obey(self, line: str) -> Done | Refused:
        if line.casefold() == "quit":
            raise Quit
        asked = self._table.asked
        came = await self._table.do(line, asked)
        if isinstance(came, Done) and came.taken and self._table.answered(asked):
            self._until = None
        return came


def _question(now: Now | None) -> Asked | None:
    if now is None or now["asked"] is None:
        return None
    messages = now["messages"]
    prepared = zip(messages["prepared"], messages["said"], strict=True) if messages else ()
    return Asked(
        id=now["asked"],
        title=" ".join(filter(None, (now["title"], now.get("consequence")))),
        options=tuple(
            (each["key"], each["label"].removeprefix(f"{each['key']} ")) for each in now["options"]
        ),
        prepared=tuple("; ".join((text, *acts)) for text, acts in prepared),
    )
