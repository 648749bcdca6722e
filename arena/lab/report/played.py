"""The games of a report: the table of all games, and the addresses of their replays."""

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from re import fullmatch
from typing import NamedTuple
from urllib.parse import quote

from arena.lab.report.figures import Figures
from arena.lab.report.wording import times
from arena.lab.tables import Tables
from arena.reporting.replays import (
    REPLAYS,
    VIEWER,
    Sat,
    ShownGame,
    address_at,
    data_file,
    viewer_address,
)
from arena.reporting.view import Cell, Section, cell, count, grid
from arena.transcript.header import PLAIN_NAME
from arena.transcript.reader import games as folders_of_games

FOLDED = 20
"""With more games than this the table is collapsed."""
SAT = """
SELECT game, digest, list([seat, entrant, place::VARCHAR] ORDER BY position)
FROM games JOIN seats USING (game) GROUP BY game, digest ORDER BY game
"""
PLAYED = """
SELECT game, ruleset,
  (SELECT count(*) FROM rounds r WHERE r.game = g.game AND r.round > 0),
  (SELECT count(*) FROM reports r WHERE r.game = g.game AND r.saw AND r.false),
  (SELECT count(*) FROM reports r WHERE r.game = g.game AND r.saw),
  (SELECT count(*) FROM word w WHERE w.game = g.game AND w.outcome = 'broken'),
  (SELECT count(*) FROM word w WHERE w.game = g.game AND w.outcome IN ('kept', 'broken')),
  (SELECT list(concat(s.place, '. ', s.entrant, ' ', s.points) ORDER BY s.place, s.position)
   FROM seats s WHERE s.game = g.game)
FROM games g ORDER BY game
"""
WORD = """
WITH word AS (
  SELECT game, outcome FROM pledges WHERE promise AND kind <> 'go'
  UNION ALL SELECT game, outcome FROM deals WHERE ending = 'accepted'
)"""
HEAD = (
    "Game|Ruleset|Rounds|False of reports of seen dice|Broken of promises and deals|"
    "How it ended: place, entrant, points"
)
SAID = (
    "A game is played back moment by moment; beside the talk stand its rounds, with dice, who saw "
    "them, what was said of them to whom, votes, promises and deals, and who voted for whom."
)
UNTOLD = "The transcripts are needed to play games back."


class _SatThere(NamedTuple):
    game: str
    digest: str
    sat: list[tuple[str, str, str]]


class _Played(NamedTuple):
    game: str
    ruleset: str
    rounds: int
    false: int
    reports: int
    broken: int
    words: int
    ended: list[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Links:
    """Addresses of replays, relative to the report."""

    replays: Mapping[str, str]
    """Address of each game's replay; games without one are absent."""

    def moment(self, game: str, at: int) -> str:
        """Return the address of a record in a game's replay; empty: there is no replay."""
        return address_at(self.replays[game], at) if game in self.replays else ""

    def counted(self, figures: Figures, measure: str, entrant: str) -> str:
        """Return the address of a moment that was counted in a figure; empty: there is none."""
        moment = figures.moment(measure, entrant)
        return "" if moment is None else self.moment(moment.game, moment.at)


def replays_in(folder: Path, out: Path, games: Iterable[str]) -> dict[str, str]:
    """Return the games that a tournament's viewer shows, with addresses relative to `out`."""
    if folder.resolve() == out.resolve() or not (folder / REPLAYS / VIEWER).is_file():
        return {}
    to = quote(os.path.relpath(folder, out).replace(os.sep, "/"))
    return {
        game: f"{to}/{viewer_address(game)}"
        for game in games
        if (folder / REPLAYS / data_file(game)).is_file()
    }


def shown_games(tables: Tables, folder: Path, names: Iterable[str]) -> list[ShownGame]:
    """Return the games of a folder that have these names, if they are safe as file names."""
    folders = {each.name: each for each in folders_of_games(folder)}
    wanted = {each for each in names if each in folders and fullmatch(PLAIN_NAME, each)}
    return [
        ShownGame(
            game=game, folder=folders[game], digest=digest,
            sat=tuple(Sat(seat=seat, entrant=who, place=int(place)) for seat, who, place in sat),
        )
        for game, digest, sat in tables.rows_as(_SatThere, SAT) if game in wanted
    ]  # fmt: skip


def games_section(tables: Tables, links: Links) -> Section:
    """Return the section with the table of all games, linked to their replays."""
    rows: list[list[Cell | str | None]] = [
        [
            cell(game, href=links.replays.get(game, "")), ruleset, cell(count(rounds), by=rounds),
            cell(f"{false} of {reports}", by=false), cell(f"{broken} of {words}", by=broken),
            "; ".join(ended),
        ]
        for game, ruleset, rounds, false, reports, broken, words, ended in tables.rows_as(
            _Played, WORD + PLAYED
        )
    ]  # fmt: skip
    title = f"All {times(len(rows), 'game')}"
    return Section(
        id="games", title="Games", said=(SAID if links.replays else UNTOLD,),
        grids=(
            grid(title, HEAD, rows, texts=(0, 1, 5), sortable=True, folded=len(rows) > FOLDED),
        ),
    )  # fmt: skip
