"""Pages of games: in the report where they are few, else a file each beside it."""

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from markupsafe import Markup

from arena.lab.report.graph import Tie, graph, ties_of
from arena.lab.report.links import GAMES, Links
from arena.lab.report.track import GameRows, Played, Seat, told
from arena.lab.report.wording import times
from arena.lab.workers import workers
from arena.reporting.page import rendered
from arena.reporting.view import Cell, Section, cell, count, grid
from arena.text import escaped

__all__ = ["GameView", "games_section", "telling_games", "view_of"]

STYLES = {"style": "page.css", "package": "arena.lab.report", "more": "lab.css"}
GENERATOR = '<meta name="generator" content="arena analyze">'
"""By which a file is known to be one that was written here."""
ALONE = 40
"""Pages that one process writes: to start others takes as long."""
FOLDED = 20
"""From more games on, their table is opened by whoever wants to see it."""


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
        return f"{self.replay}#record={at}&as=all" if self.replay and at is not None else ""


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


@contextmanager
def telling_games(
    out: Path, games: Sequence[GameRows], links: Links
) -> Iterator[Callable[[], list[Played]]]:
    """Begin to tell games, on a page each where they are not told inside; yield what waits for it.

    That returns the games. Many pages are written by other processes, while this one goes on with
    something else. Raises `OSError`.
    """
    if links.inside:
        yield lambda: [told(each) for each in games]
        return
    folder = out / GAMES
    folder.mkdir(exist_ok=True)
    if len(games) <= ALONE:
        yield lambda: _write(out, games, links)
    else:
        with workers(os.cpu_count() or 1) as pool:
            chunks = [games[at : at + ALONE] for at in range(0, len(games), ALONE)]
            under_way = [pool.submit(_write, out, some, links) for some in chunks]
            yield lambda: [game for each in under_way for game in each.result()]
    ours = {out / each for each in links.pages.values()}
    for each in set(folder.glob("*.html")) - ours:
        with suppress(OSError):  # a page of a game that is gone
            if GENERATOR in each.read_text(encoding="utf-8", errors="replace")[:400]:
                each.unlink()


def _write(out: Path, games: Sequence[GameRows], links: Links) -> list[Played]:
    inside, played = links.from_games(), [told(each) for each in games]
    for game in played:
        text = rendered(
            "game.html.j2", **STYLES, generator=GENERATOR, title=f"{game.id}: the lie track",
            game=view_of(game, inside), script="page.js",
        )  # fmt: skip
        file = out / links.pages[game.id]
        file.write_text(text, encoding="utf-8", errors="backslashreplace")
    return played


def games_section(games: Sequence[Played], links: Links) -> Section:
    """Return the table of all games, with a link to the page of each."""
    rows: list[list[Cell | str | None]] = [
        [
            cell(each.id, href=links.pages[each.id]), each.ruleset,
            cell(count(len(each.rounds)), by=len(each.rounds)),
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
