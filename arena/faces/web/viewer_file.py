"""The viewer of a report's games: one HTML page, and a data file for each game.

The page (`static/viewer.js`) loads the game named in its URL when it is opened. A page from disk
can't fetch, but can run a script beside it, so a data file is a script with a single call, holding
the data of one game. The page's policy allows no script of another server.
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
"""The module that loads and shows a game."""
TITLE = "A replay"
"""Title until a game is loaded."""
BESIDE = "'self'", "file:"
"""Sources of scripts: the page's own server, or the disk."""
WHO = ("all",)
"""Viewpoints in a data file."""
DIGITS = 12
"""Digits of a version."""


@cache
def version() -> str:
    """Return a hash that changes whenever the page's appearance or data format does."""
    parts = inlined.script(ENTRY), style(), source()
    return sha256("\n".join(parts).encode()).hexdigest()[:DIGITS]


def page(back: str) -> str:
    """Return the HTML of the viewer, with a link `back` to the list of games."""
    return filled(ENTRY, TITLE, log=version(), back=back, loads=BESIDE)


def data(
    transcript: Transcript, name: str, calls: Sequence[Call] = (), *, mark: str = "",
    lead: str = "", betrayals: Sequence[Stakes] | None = None,
) -> str:  # fmt: skip
    """Return the data file of the game called `name`, in ASCII: a script with one call.

    `mark` is a comment at its beginning; `lead` is shown above the board. Without `betrayals` the
    game is replayed to count them.
    """
    shown = game(transcript, WHO, calls, betrayals)
    told = {"game": name, "lead": lead, "packed": packed(shown)}
    return f"// {mark}\nshowGame({json.dumps(told, indent=1)});\n"
