"""`arena serve`: tables in the browser, until somebody ends it."""

import asyncio
import sys
from collections.abc import Sequence
from pathlib import Path
from shutil import get_terminal_size

from arena.calls.caps import capped, caps
from arena.faces.cli.logs import configure_logs
from arena.faces.cli.progress import until_stopped
from arena.faces.cli.signals import signals
from arena.faces.web.addresses import check_names, urls
from arena.faces.web.app import application
from arena.faces.web.hosting import Hosting
from arena.faces.web.lobby import Lobby
from arena.faces.web.qr import has_blocks, print_code
from arena.faces.web.serving import Serving, listener, url
from arena.narration.words import plural
from arena.settings import BudgetRules
from arena.text import escaped

__all__ = ["serve"]

ALONE = "on this machine only, --host 0.0.0.0 opens it to the network"
NETWORK = "on the network, unencrypted"


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
    check_names(names)
    lobby = Lobby.of(models, capped(BudgetRules(), caps(budget)))
    hosting = Hosting(out, most=most, pace=pace)
    listening = listener(host, port)
    roots = urls(listening, names)

    async def work(stop: asyncio.Event) -> None:
        hosting.find()
        async with Serving(application(hosting, lobby, names, roots), listening):
            _print_links(roots, f"{url(listening)}/", hosting)
            await stop.wait()
            await hosting.stop()

    asyncio.run(until_stopped(work))
    signals.ignore()
    return 0


def _print_links(roots: Sequence[str], own: str, hosting: Hosting) -> None:
    """Print the links by which tables are begun, on standard output: others' roots come first.

    A terminal with room for it shows the first of them as a QR code too.
    """
    found = len(hosting.tables)
    where = NETWORK if roots else ALONE
    sys.stderr.write(f"Serving {where}; Ctrl-C ends it, and all games can go on.\n")
    if found:
        sys.stderr.write(f"Found {plural(found, 'table')} of before, with the same links.\n")
    links = [f"{root}#{hosting.host}" for root in dict.fromkeys((*roots, own))]
    sys.stdout.write("".join(escaped(link) + "\n" for link in links))
    if roots and sys.stdout.isatty() and has_blocks(sys.stdout.encoding):
        print_code(links[0], sys.stdout, *get_terminal_size())
    sys.stdout.flush()
