"""What is said and done at one table of a running tournament, as its public perceives it."""

import json
from collections import deque
from collections.abc import Iterator
from pathlib import Path

from rich.console import RenderableType
from rich.text import Text

from arena.errors import ArenaError, ConfigError, possible
from arena.forms import HEADER, LOG
from arena.narration.dialects import words_of
from arena.narration.narrator import Narrator
from arena.records.lines import decoded
from arena.records.record import visible
from arena.text import escaped
from arena.tournament.folder import game_folder
from arena.tournament.plan import Plan
from arena.transcript import reader

__all__ = ["TableTalk"]

SHOWN = 8
"""The last things told that are shown."""


class TableTalk:
    """Reads a game's log as it grows."""

    def __init__(self, folder: Path, plan: Plan, game: str) -> None:
        """`folder` is the tournament's. Raises `ConfigError` for a game that is not planned."""
        rows = {each.game: each for each in plan.games}
        if game not in rows:
            near = possible(game, (f"{plan.games[0].game} to {plan.games[-1].game}",), tuple(rows))
            raise ConfigError(f"--table is {game!r}. {near}")
        self._game, self._folder = game, game_folder(folder, game)
        self._clockwise = rows[game].clockwise
        self._narrator: Narrator | None = None
        self._read = 0
        self._told: deque[RenderableType] = deque(maxlen=SHOWN)

    def rendered(self) -> Iterator[RenderableType]:
        """Yield who sits there and what was told last."""
        self._read_on()
        seats = ", ".join(f"{name} is {entrant}" for name, entrant in self._clockwise)
        yield Text(escaped(f"{self._game}: {seats}"), "bold", overflow="ellipsis", no_wrap=True)
        if not self._told:
            yield Text("  Nothing was said yet.")
        yield from self._told

    def _read_on(self) -> None:
        """Tell what was written since; a half-written line, or none, waits for the next time."""
        try:
            if self._narrator is None:
                self._narrator = self._begun()
            with (self._folder / LOG).open("rb") as log:
                log.seek(self._read)
                new = log.read()
        except (OSError, ArenaError):
            return
        whole, _, _ = new.rpartition(b"\n")
        self._read += len(whole) + 1 if whole else 0
        for line in whole.splitlines():
            record = decoded(json.loads(line))
            for shown in visible([record], "public"):
                self._told.extend(self._narrator.feed(shown))

    def _begun(self) -> Narrator:
        header = reader.header_of(reader.contents(self._folder, HEADER))
        seats = tuple(name for name, _ in self._clockwise)
        return Narrator(words_of(header.facts(), seats), "public", boards=False)
