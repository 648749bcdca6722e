"""What `arena tournament plan` does and how long it still takes: one line, redrawn, in a terminal.

The seconds are foretold from the pieces that are done, so nothing is said of them before the first.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from rich.status import Status

from arena.faces.cli.amounts import short_duration
from arena.faces.cli.output import console_for
from arena.narration.words import plural
from arena.text import escaped
from arena.tournament.dry_games import CONDUCTS
from arena.tournament.pieces import Pieces

__all__ = ["planning_shown", "sentence_of"]


@contextmanager
def planning_shown(*, shown: bool) -> Iterator[Pieces]:
    """Yield the pieces of a plan's work, and show how many are left while it lasts."""
    console = console_for(sys.stderr)
    if not (shown and console.is_terminal):
        yield Pieces()
        return
    with Status("Planning ...", console=console) as status:
        yield Pieces(lambda pieces: status.update(escaped(sentence_of(pieces))))


def sentence_of(pieces: Pieces) -> str:
    """Return what is done now, and how long that still takes."""
    from arena.tournament.power import DRAWN

    left = pieces.seconds_left()
    soon = f", {short_duration(left)} left" if left else ""
    if pieces.all[DRAWN]:
        what = f"Step 2 of 2, {plural(pieces.all[DRAWN], 'drawn tournament')}"
        return f"{what}: {pieces.done[DRAWN]} rated{soon}"
    done, all_ = (sum(counts[each] for each in CONDUCTS) for counts in (pieces.done, pieces.all))
    return f"Step 1 of 2, {plural(all_, 'game')} without a call: {done} played{soon}"
