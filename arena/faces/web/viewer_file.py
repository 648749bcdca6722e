"""The viewer of a report's games: one HTML page, and beside it a file of data for each game.

The page (`static/viewer.js`) loads the game that its address names when it is opened. A page from
disk may fetch nothing, but run a script beside it, so a file of data is one: a single call with
what a page of that game alone would hold. Its policy lets it run no script from another server.
"""

import json
from collections.abc import Sequence
from functools import cache
from hashlib import sha256

from arena.calls.history import Call
from arena.faces.web import inlined
from arena.faces.web.replay_data import game, packed
from arena.faces.web.replay_file import filled, source, style
from arena.lab.rows import Stakes
from arena.transcript.reader import Transcript

ENTRY = "viewer.js"
"""The module that loads a game and shows it."""
TITLE = "A replay"
"""Until a game is loaded."""
BESIDE = "'self'", "file:"
"""From where the page may run scripts: its own server, or the disk where it lies on one."""
WHO = ("all",)
"""The viewpoints that the data of a game have."""
DIGITS = 12
"""Of a version."""


@cache
def version() -> str:
    """Return digits that are others wherever the page looks, or reads data, otherwise."""
    parts = inlined.script(ENTRY), style(), source()
    return sha256("\n".join(parts).encode()).hexdigest()[:DIGITS]


def page(back: str) -> str:
    """Return the HTML of the viewer, with a link `back` to where games are listed."""
    return filled(ENTRY, TITLE, log=version(), back=back, loads=BESIDE)


def data(
    transcript: Transcript, name: str, calls: Sequence[Call] = (), *, mark: str = "",
    lead: str = "", betrayals: Sequence[Stakes] | None = None,
) -> str:  # fmt: skip
    """Return the file of the game called `name`, in ASCII: a script with one call.

    `mark` stands at its beginning; `lead` is told above the board. Without the `betrayals` that
    the lab counted in it, it is played again.
    """
    shown = game(transcript, WHO, calls, betrayals)
    told = {"game": name, "lead": lead, "packed": packed(shown)}
    return f"// {mark}\nshowGame({json.dumps(told, indent=1)});\n"
