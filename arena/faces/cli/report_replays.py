"""The games of a report to be played back: a viewer, and each game's data with who sat where."""

import json

from arena.faces.cli.replay_calls import calls_of
from arena.faces.web import viewer_file
from arena.lab.readings import key_of, reading_of
from arena.lab.row_lines import unpacked
from arena.reporting.replays import ShownGame
from arena.transcript import reader

BACK = "../report.html#games"
"""Where the report lists the games, seen from the viewer."""


class Replays:
    """Makes the viewer, and the data of a game, which have all that happened."""

    @property
    def version(self) -> str:
        """Another one wherever the viewer looks or tells otherwise."""
        return viewer_file.version()

    def viewer(self) -> str:
        """Return the HTML of the page that shows any of the games."""
        return viewer_file.page(BACK)

    def data(self, game: ShownGame, mark: str) -> str:
        """Return the file of a game. Raises `TranscriptError` where it can't be told.

        A report has read it, so what the lab counted in it is kept.
        """
        transcript = reader.read(game.folder)
        rows = reading_of(game.folder, key_of(game.folder)).rows
        counted = unpacked(rows) if rows else {}
        sat = [f"{each.seat}: {each.entrant}, place {each.place}" for each in game.sat]
        return viewer_file.data(
            transcript, game.game, calls_of(transcript), mark=mark,
            lead=f"{game.game}. {'; '.join(sat)}.",
            betrayals=[json.loads(each) for each in counted.get("betrayals", ())],
        )  # fmt: skip
