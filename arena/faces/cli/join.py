"""`arena join URL`: sit down at a table that a server keeps, or look on."""

import asyncio
import sys
from contextlib import suppress
from typing import Annotated

import typer

from arena.faces.cli.options import FullScreen
from arena.faces.cli.output import console_for
from arena.faces.cli.play_as_person import check_screen
from arena.faces.cli.signals import signals
from arena.faces.terminal.drawing import Drawing
from arena.faces.terminal.joined import JoinedLines, JoinedTable
from arena.faces.terminal.joined_screen import JoinedScreen
from arena.faces.terminal.table_link import TableLink

__all__ = ["join"]


def join(
    url: Annotated[
        str, typer.Argument(metavar="URL", help="The link of a seat, or of who looks on.")
    ],
    full_screen: FullScreen = False,
) -> int:
    """Sit down at a table that a server keeps, here in the terminal."""
    check_screen(wanted=full_screen)
    table = asyncio.run(_joined(TableLink(url), full_screen=full_screen))
    if not table.is_over:
        sys.stderr.write("arena: you have left the table; the same link brings you back.\n")
    return 0 if table.is_over else 1


async def _joined(link: TableLink, *, full_screen: bool) -> JoinedTable:
    table = JoinedTable(link, Drawing(await link.head()))
    face = (
        JoinedScreen(table)
        if full_screen
        else JoinedLines(table, console_for(sys.stdout), sys.stdin)
    )
    playing, loop = asyncio.create_task(face.play()), asyncio.get_running_loop()
    with (
        signals.requesting(lambda: loop.call_soon_threadsafe(playing.cancel)),
        suppress(asyncio.CancelledError),
    ):
        await playing
    return table
