"""Game replays for a tournament report: the viewer page, and one data file a game."""

import json

from arena.faces.cli.replay_calls import calls_of
from arena.faces.web import viewer_file
from arena.lab.readings import key_of, reading_of
from arena.lab.row_lines import unpacked
from arena.reporting.replays import ShownGame
from arena.transcript import reader

BACK = "../report.html#games"
"""Link from the viewer back to the report's list of games."""


class Replays:
    """Builds the viewer and the data file of a game, all secrets included."""

    @property
    def version(self) -> str:
        """Version of viewer and narration; changes whenever their output does."""
        return viewer_file.version()

    def viewer(self) -> str:
        """Return the viewer page as HTML, without a game."""
        return viewer_file.page(BACK)

    def data(self, game: ShownGame, mark: str) -> str:
        """Return the data file of a game. Raises `TranscriptError` if it can't be narrated.

        The analysis rows that the report has cached are used.
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
