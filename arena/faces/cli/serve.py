"""`arena serve`: tables in the browser, until somebody ends it."""

import asyncio
import sys
from collections.abc import Sequence
from pathlib import Path

from arena.calls.caps import capped, caps
from arena.faces.cli.logs import configure_logs
from arena.faces.cli.progress import until_stopped
from arena.faces.cli.signals import signals
from arena.faces.web.app import application
from arena.faces.web.hosting import Hosting
from arena.faces.web.lobby import Lobby
from arena.faces.web.serving import Serving, listener, url
from arena.narration.words import plural
from arena.settings import BudgetRules
from arena.text import escaped

__all__ = ["serve"]


def serve(
    *,
    port: int,
    host: str,
    names: Sequence[str],
    out: Path,
    models: Sequence[str],
    budget: Sequence[str],
    most: int,
    pace: float,
) -> int:
    """Serve until Ctrl-C, which is how it is meant to end: exit code 0."""
    configure_logs()
    lobby = Lobby.of(models, capped(BudgetRules(), caps(budget)))
    hosting = Hosting(out, most=most, pace=pace)
    listening = listener(host, port)

    async def work(stop: asyncio.Event) -> None:
        hosting.find()
        async with Serving(application(hosting, lobby, names), listening):
            _print_address(url(listening), hosting)
            await stop.wait()
            await hosting.stop()

    asyncio.run(until_stopped(work))
    signals.ignore()
    return 0


def _print_address(root: str, hosting: Hosting) -> None:
    """Print where tables are begun, on standard output."""
    found = len(hosting.tables)
    sys.stderr.write(escaped(f"Serving on {root}; Ctrl-C ends it, and all games can go on.") + "\n")
    if found:
        sys.stderr.write(f"Found {plural(found, 'table')} of before, with the same links.\n")
    sys.stdout.write(f"{root}/#{hosting.host}\n")
    sys.stdout.flush()
