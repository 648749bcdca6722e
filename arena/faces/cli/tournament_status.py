"""`arena tournament status`: how far a tournament is, from its folder alone."""

import sys
from pathlib import Path

from arena.faces.cli.output import console_for, print_document
from arena.faces.cli.tournament_board import rendered
from arena.tournament.status import status_of

__all__ = ["status"]


def status(folder: Path, *, json_: bool) -> int:
    """Print what the board of a run would show at this moment; always 0."""
    found = status_of(folder)
    if json_:
        print_document({"folder": str(folder), **found.data()})
        return 0
    console = console_for(sys.stdout)
    for each in rendered(found, console.width):
        console.print(each)
    return 0
