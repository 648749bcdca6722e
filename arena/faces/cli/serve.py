"""`arena serve`: runs the web server for tables in the browser."""

import asyncio
import sys
from collections.abc import Sequence
from pathlib import Path
from shutil import get_terminal_size
from typing import Annotated

import typer

from arena.calls.caps import capped, caps
from arena.faces.cli.options import Budget, Repeated, path_option
from arena.faces.cli.output import configure_logs
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

ALONE = "on this machine only, --host 0.0.0.0 opens it to the network"
NETWORK = "on the network, unencrypted"


def serve(
    port: Annotated[int, typer.Option(metavar="N", help="Port; 0: one that is free.")] = 8765,
    host: Annotated[
        str,
        typer.Option(
            metavar="ADDRESS", help="Where it listens; 0.0.0.0: to the whole network, unencrypted."
        ),
    ] = "127.0.0.1",
    name: Annotated[
        Repeated,
        typer.Option(metavar="NAME", help="A name by which browsers may call it; may be repeated."),
    ] = None,
    out: Annotated[Path, path_option("FOLDER", "Where games and its key are kept.")] = Path(
        "tables"
    ),
    model: Annotated[
        Repeated,
        typer.Option(
            metavar="[NAME=]SPEC",
            help="A model that may sit down, under a name that players see; may be repeated.",
        ),
    ] = None,
    budget: Budget = None,
    tables: Annotated[
        int, typer.Option(metavar="N", help="The most tables that are played at a time.")
    ] = 50,
    pace: Annotated[
        float,
        typer.Option(metavar="SECONDS", help="How long each answer in a window for cards takes."),
    ] = 3.0,
) -> int:
    """Keep tables in the browser, on this machine unless told, until Ctrl-C.

    It prints the link of who keeps the tables, where it listens for others at each address of this
    machine: each person's link is made there. Tables outlive it: with the same folder it goes on
    with them, under the same links.
    """
    names = name or ()
    configure_logs()
    check_names(names)
    lobby = Lobby.of(model or (), capped(BudgetRules(), caps(budget or ())))
    hosting = Hosting(out, most=tables, pace=pace)
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
    """Print the host's links to standard output, those of other machines first.

    A terminal with room for it shows the first one as a QR code too.
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
