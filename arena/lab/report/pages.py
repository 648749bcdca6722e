"""Pages of games: in the report where they are few, else a file each beside it."""

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from markupsafe import Markup

from arena.lab.report.graph import Tie, graph, ties_of
from arena.lab.report.links import GAMES, Links
from arena.lab.report.track import GameLine, GameRows, Played, Seat, told
from arena.lab.report.wording import times
from arena.lab.workers import workers
from arena.reporting.page import rendered
from arena.reporting.replays import address_at
from arena.reporting.view import Cell, Section, cell, count, grid
from arena.text import escaped

__all__ = ["GameView", "Told", "games_section", "telling_games", "view_of"]

STYLES = {"style": "page.css", "package": "arena.lab.report", "more": "lab.css"}
GENERATOR = '<meta name="generator" content="arena analyze">'
"""By which a file is known to be one that was written here."""
ALONE = 40
"""Pages that one process writes: to start others takes as long."""
AT_ONCE = 1000
"""Games whose rows are in memory at once: a few hundred megabytes."""
ASKED = 200
"""Of these so many are asked for at a time, so that their pages are begun meanwhile."""
FOLDED = 20
"""From more games on, their table is opened by whoever wants to see it."""


Rows = Callable[[Sequence[str]], Sequence[GameRows]]


@dataclass(frozen=True, slots=True, kw_only=True)
class GameView:
    """A game with what its page draws."""

    played: Played
    anchor: str
    """Before the ids of its rounds; empty on a page of its own."""
    ties: tuple[Tie, ...]
    graph: str
    """SVG."""
    replay: str
    """Where it can be played back; empty: nowhere."""

    names: Mapping[str, Markup]
    """Seats in their colours, behind their symbols."""

    def seat(self, name: str) -> str | Markup:
        """Return a seat as the page shows it; what is no seat stays as it is."""
        return self.names.get(name, name)

    def seats(self, names: Sequence[str]) -> Markup:
        """Return several."""
        return Markup(", ").join([self.seat(each) for each in names])

    def record(self, at: int | None) -> str:
        """Return where a record is shown; empty: nowhere."""
        return address_at(self.replay, at) if self.replay and at is not None else ""


def view_of(game: Played, links: Links) -> GameView:
    """Return what the page of a game draws; `links` are seen from that page."""
    names = [each.name for each in game.seats]
    ties = ties_of(game.ties, names)
    page = links.pages[game.id]
    return GameView(
        played=game, anchor=f"{page[1:]}-" if page.startswith("#") else "", ties=tuple(ties),
        graph=graph(ties, names, [each.symbol for each in game.seats]),
        replay=links.replays.get(game.id, ""),
        names={each.name: _named(each) for each in game.seats},
    )  # fmt: skip


def _named(seat: Seat) -> Markup:
    return Markup('<span class="seat k{}"><span aria-hidden="true">{}</span>{}</span>').format(
        seat.number, seat.symbol, escaped(seat.name)
    )


class Told(NamedTuple):
    """Games that were told."""

    inside: Sequence[Played]
    """Those that stand in the report itself; none where each has a page."""
    lines: Sequence[GameLine]
    """All, for their table."""


@contextmanager
def telling_games(
    out: Path, games: Sequence[str], rows: Rows, links: Links
) -> Iterator[Callable[[], Told]]:
    """Begin to tell games, on a page each where they are not told inside; yield what waits for it.

    `rows` returns those of games by name, which are asked for some at a time. Many pages are
    written by other processes, while this one goes on with something else. Raises `OSError`.
    """
    if links.inside:
        played = [told(each) for each in rows(games)]
        yield lambda: Told(played, [each.line for each in played])
        return
    folder = out / GAMES
    folder.mkdir(exist_ok=True)
    if len(games) <= ALONE:
        yield lambda: Told((), _write(out, rows(games), links))
    else:
        with workers(os.cpu_count() or 1) as pool:
            yield _begun(pool, out, games, rows, links)
    ours = {out / each for each in links.pages.values()}
    for each in set(folder.glob("*.html")) - ours:
        with suppress(OSError):  # a page of a game that is gone
            if GENERATOR in each.read_text(encoding="utf-8", errors="replace")[:400]:
                each.unlink()


def _begun(
    pool: Executor, out: Path, games: Sequence[str], rows: Rows, links: Links
) -> Callable[[], Told]:
    """Let others write the first pages; return what lets them write the rest, and waits."""

    def begin(at: int) -> Sequence[Future[list[GameLine]]]:
        upto = min(at + AT_ONCE, len(games))
        found = (rows(games[one : min(one + ASKED, upto)]) for one in range(at, upto, ASKED))
        return [
            pool.submit(_write, out, some[one : one + ALONE], links)
            for some in found
            for one in range(0, len(some), ALONE)
        ]

    first = begin(0)

    def finish() -> Told:
        lines = [line for each in first for line in each.result()]
        for at in range(AT_ONCE, len(games), AT_ONCE):
            lines += [line for each in begin(at) for line in each.result()]
        return Told((), lines)

    return finish


def _write(out: Path, games: Sequence[GameRows], links: Links) -> list[GameLine]:
    inside, lines = links.from_games(), list[GameLine]()
    for game in map(told, games):
        text = rendered(
            "game.html.j2", **STYLES, generator=GENERATOR, title=f"{game.id}: the lie track",
            game=view_of(game, inside), script="page.js",
        )  # fmt: skip
        file = out / links.pages[game.id]
        file.write_text(text, encoding="utf-8", errors="backslashreplace")
        lines.append(game.line)
    return lines


def games_section(games: Sequence[GameLine], links: Links) -> Section:
    """Return the table of all games, with a link to the page of each."""
    rows: list[list[Cell | str | None]] = [
        [
            cell(each.id, href=links.pages[each.id]), each.ruleset,
            cell(count(each.rounds), by=each.rounds),
            cell(f"{each.lies} of {each.reported}", by=each.lies),
            cell(f"{each.broken} of {each.broken + each.kept}", by=each.broken),
            "; ".join(
                f"{seat.place}. {seat.entrant} {seat.points}"
                for seat in sorted(each.seats, key=lambda one: (one.place, one.number))
            ),
        ]
        for each in games
    ]  # fmt: skip
    head = (
        "Game|Ruleset|Rounds|False of reports of seen dice|Broken of promises and deals|"
        "How it ended: place, entrant, points"
    )
    where = "below" if links.inside else "on a page of its own"
    said = (
        f"Each game is told {where}, round by round: dice, who saw them, what was said of them to "
        "whom, where everybody went, who was eaten, votes, promises and deals."
    )
    return Section(
        id="games", title="Games", said=(said,),
        grids=(
            grid(
                f"All {times(len(games), 'game')}", head, rows, texts=(0, 1, 5), sortable=True,
                folded=len(games) > FOLDED,
            ),
        ),
    )  # fmt: skip
