"""The pages of a tournament's games: those of `arena replay --web`, with who sat where."""

from functools import cached_property
from pathlib import Path

from arena.faces.cli.replay_calls import calls_of
from arena.faces.web import replay_file
from arena.tournament.game_result import GameResult
from arena.transcript import reader

__all__ = ["Replays"]

BACK = "../report.html#games"
"""Where the report lists the games, seen from a page."""


class Replays:
    """Makes the page of a game, which shows all that happened."""

    @cached_property
    def version(self) -> str:
        """Another one wherever pages look or tell otherwise."""
        return replay_file.version()

    def page(self, folder: Path, game: GameResult, mark: str) -> str:
        """Return the HTML of a game. Raises `TranscriptError` where it can't be told."""
        transcript = reader.read(folder)
        sat = [f"{each.seat}: {each.entrant}, place {each.place}" for each in game.seats]
        return replay_file.page(
            transcript, ("all",), calls_of(transcript), mark=mark, back=BACK,
            lead=f"{game.game}. {'; '.join(sat)}.",
        )  # fmt: skip
