"""`arena play --human NAME` and `arena resume` in the browser."""

import asyncio
import os
import sys
import webbrowser
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from pathlib import Path
from socket import socket
from threading import Thread

from arena.config import TableConfig
from arena.errors import ConfigError
from arena.faces.cli.output import has_screen, print_note
from arena.faces.cli.progress import Progress, run_game
from arena.faces.web.app import application
from arena.faces.web.hosted import Hosted
from arena.faces.web.hosting import Hosting
from arena.faces.web.serving import LOCAL, Serving, listener, url
from arena.table import Outcome, resume
from arena.text import escaped


def play_in_browser(config: TableConfig, *, json_: bool) -> int:
    """Play one game with people in the browser; print the result and return the exit code."""
    progress, out = Progress(config.epilogues, shown=False, web=True), Path(config.out)
    return _run(
        out, lambda hosting: hosting.begin(config, progress, waits=True), progress, json_=json_
    )


def resume_in_browser(
    folder: Path, *, trace: bool, json_: bool, epilogues: bool | str, budget: Mapping[str, float]
) -> int:
    """Resume a game in the browser under the same links; print the result, return the exit code."""
    progress, game = Progress(epilogues, shown=False, budget=budget, web=True), folder.absolute()
    go_on = partial(resume, trace=trace, epilogues=epilogues, budget=budget)
    return _run(
        game.parent, lambda hosting: hosting.go_on(game, go_on, progress), progress, json_=json_
    )


def _run(
    out: Path,
    begin: Callable[[Hosting], Awaitable[Hosted]],
    progress: Progress,
    *,
    json_: bool,
) -> int:
    """Play a game of the folder `out` on a server started for it."""
    if json_:
        raise ConfigError("--json prints no links, and people need theirs. Possible: without it.")

    async def game(stop: asyncio.Event) -> Outcome:
        hosting = Hosting(out)
        table = await begin(hosting)
        listening = _listener(hosting.port(table))
        async with Serving(application(hosting, None), listening):
            _show_links(url(listening), hosting, table)
            return await _played(table, hosting, stop)

    return run_game(game, progress, json_=False)


def _listener(port: int) -> socket:
    """Return a socket on the game's own port, or on a free one if that is in use."""
    try:
        return listener(LOCAL, port)
    except ConfigError:
        return listener(LOCAL, 0)


async def _played(table: Hosted, hosting: Hosting, stop: asyncio.Event) -> Outcome:
    """Wait until the game is over or `stop` is set; return its outcome or raise its error."""
    waits, over = asyncio.create_task(stop.wait()), asyncio.create_task(table.over())
    await asyncio.wait({waits, over}, return_when=asyncio.FIRST_COMPLETED)
    if table.is_finished:
        sys.stderr.write("The game is over; Ctrl-C closes its page.\n")
        await waits
    await hosting.stop()
    for each in (waits, over):
        each.cancel()
    if table.outcome is None:
        raise table.error or ConfigError("the game has not begun.")
    return table.outcome


def _show_links(root: str, hosting: Hosting, table: Hosted) -> None:
    """Print each person's link at the end of a line; if there is only one, open it."""
    tokens = hosting.tokens(table)
    links = {name: f"{root}/table#{tokens[name]}" for name in table.places}
    for name, link in links.items():
        sys.stdout.write(escaped(f"{name} plays at {link}") + "\n")
    sys.stdout.flush()
    print_note("Ctrl-C ends the game, and arena resume goes on with it.")
    if len(links) == 1 and (has_screen() or os.environ.get("BROWSER")):
        # Some browsers return only once they are closed, and the page is served meanwhile.
        Thread(target=_open, args=(root, *links.values()), daemon=True).start()
    else:
        _say_by_hand(root)


def _open(root: str, link: str) -> None:
    """Open a link in a browser; if that fails, print how to open it by hand."""
    if not webbrowser.open(link):
        print_note("No browser could be opened.")
        _say_by_hand(root)


def _say_by_hand(root: str) -> None:
    """Print how to open a link by hand, over SSH by a port forward on one line to copy."""
    if not os.environ.get("SSH_CONNECTION"):
        print_note("A link opens in any browser on this machine.")
        return
    port = root.rpartition(":")[2]
    print_note("A link opens in any browser on this machine, and on yours while this runs there:")
    sys.stderr.write(f"  ssh -L {port}:{LOCAL}:{port} THIS_MACHINE\n")
