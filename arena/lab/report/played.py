"""The games of a report: their table, and which of them its viewer can be given."""

from collections.abc import Iterable
from pathlib import Path
from re import fullmatch
from typing import NamedTuple

from arena.lab.report.links import Links
from arena.lab.report.wording import times
from arena.lab.tables import Tables
from arena.reporting.replays import Sat, ShownGame
from arena.reporting.view import Cell, Section, cell, count, grid
from arena.transcript.header import PLAIN_NAME
from arena.transcript.reader import games as folders_of_games

__all__ = ["games_section", "shown_games"]

FOLDED = 20
"""From more games on, their table is opened by whoever wants to see it."""
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
    """A row of `SAT`."""

    game: str
    digest: str
    sat: list[tuple[str, str, str]]


class _Played(NamedTuple):
    """A row of `PLAYED`."""

    game: str
    ruleset: str
    rounds: int
    false: int
    reports: int
    broken: int
    words: int
    ended: list[str]


def shown_games(tables: Tables, folder: Path, names: Iterable[str]) -> list[ShownGame]:
    """Return these games of a folder; what is no plain name is no file's name."""
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
    """Return the table of all games, which leads to where each is played back."""
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
