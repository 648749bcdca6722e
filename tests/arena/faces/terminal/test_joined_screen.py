"""`arena join --full-screen`: what a server tells is drawn, what is typed is posted."""

import asyncio

from textual.widgets import Input

from arena.faces.terminal.drawing import Drawing
from arena.faces.terminal.joined import JoinedTable
from arena.faces.terminal.joined_screen import JoinedScreen
from arena.faces.terminal.table_link import TableLink
from arena.faces.terminal.talk_log import Talk
from arena.faces.web.viewpoint import event
from tests.arena.faces.terminal.joiners import served
from tests.arena.faces.terminal.test_joined import ASKS, HOLD, Scripted, frame


def test_a_table_is_drawn_and_answered() -> None:
    """Its facts, its question and its promises; afterwards it is over, and Enter leaves."""
    promise = {"kind": "offer", "number": 7, "by": "Bo", "to": ["Ana"], "text": "[b]peace[/b]",
               "state": "open", "answerable": True}  # fmt: skip
    told = {**frame(0, "It begins."), "promises": [promise]}
    server = Scripted(
        [event("frame", told, 0), event("now", ASKS), HOLD, event("over", {})],
    )

    async def evening() -> None:
        async with served(server.app) as address:
            link = TableLink(f"{address}/table#TOKEN")
            joined = JoinedScreen(JoinedTable(link, Drawing(await link.head())))
            app = joined.app
            async with app.run_test(size=(140, 40)) as pilot:
                while app.asked is None:
                    await pilot.pause()
                screen = "\n".join(strip.text for strip in app.screen._compositor.render_strips())
                assert "It begins." in screen
                assert "Where to?" in screen
                assert "4  Parking Lot" in screen
                assert "offer 7: [b]peace[/b]" in screen
                app.query_one(Input).value = "4"
                await pilot.press("enter")
                while not app.over:
                    await pilot.pause()
                assert len(app.query_one(Talk).lines) > 0
                await pilot.press("enter")

    asyncio.run(evening())
    assert [(line["asked"], line["line"]) for line in server.lines] == [("Ana.1", "4")]
