"""All tables of one server: created, loaded after a restart, and opened by a link's token."""

import asyncio
import hmac
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from arena.config import TableConfig
from arena.errors import ArenaError, ConfigError
from arena.faces.scene import Head
from arena.faces.web import wording
from arena.faces.web.hosted import PUBLIC, Hosted, Resume, Watcher
from arena.faces.web.links import Links, mark
from arena.faces.web.place import Place
from arena.faces.web.viewpoint import Viewpoint
from arena.forms import HEADER
from arena.table.logs import log
from arena.text import shell_path

DELAYS = (0, 30, 120)
"""Seconds of delay for spectators, each with a link of its own."""
MOST_TABLES = 50
PACE = 3.0


class Full(Exception):
    """Raised if the server's limit of running games is reached."""


@dataclass(frozen=True, slots=True)
class Opened:
    """The table and viewpoint that a link opens."""

    table: Hosted
    who: str
    delay: float = 0.0

    @property
    def place(self) -> Place | None:
        """The person's place; None: the link is a spectator's."""
        return self.table.places.get(self.who)

    @property
    def viewpoint(self) -> Viewpoint:
        """The viewpoint."""
        return self.table.viewpoint(self.who, self.delay)

    @property
    def head(self) -> Head:
        """The constant data of the game."""
        return self.table.head(self.who, self.delay)


class Hosting:
    """The tables in one folder."""

    def __init__(
        self, out: Path, *, most: int = MOST_TABLES, pace: float = PACE, links: Links | None = None
    ) -> None:
        """`most` games run at a time; `pace` is in seconds, see `Masking`.

        Raises `WriteError` if the folder can't hold the server's key.
        """
        self._out, self._most, self._pace = out, most, pace
        self._links = Links.of(out) if links is None else links
        self._tables: dict[str, Hosted] = {}
        self._opens: dict[str, tuple[tuple[str, ...], Mapping[bytes, tuple[str, Opened]]]] = {}
        """Per game: its renewals, and the openings by the hash of their tokens."""
        self._beginning = 0

    @property
    def tables(self) -> Sequence[Hosted]:
        """All tables, in order of creation."""
        return tuple(self._tables.values())

    # --- tables ---

    def find(self) -> None:
        """Load the tables with people from the folder; they wait until somebody comes."""
        if not self._out.is_dir():
            return
        for folder in filter(_is_game, sorted(self._out.iterdir())):
            try:
                table = Hosted.found(folder, pace=self._pace)
            except ArenaError as error:
                log().warning("table_not_found_again", game=folder.name, error=str(error))
                continue
            if table.places:
                self._add(table)

    async def begin(
        self,
        config: TableConfig,
        watcher: Watcher | None = None,
        *,
        waits: bool = False,
        models: Mapping[str, str] = MappingProxyType({}),
    ) -> Hosted:
        """Start a new game. Raises `Full`, and `ArenaError` for a game that can't be played.

        `waits`: no question is asked before one of its people comes. `models` are the host's names
        for models, by seat.
        """
        if sum(each.is_played for each in self.tables) + self._beginning >= self._most:
            raise Full(wording.FULL.format(count=self._most))
        self._beginning += 1
        try:
            table = await Hosted.new(
                _with_stand_ins(config), self._out, pace=self._pace, watcher=watcher, waits=waits,
                models=models,
            )  # fmt: skip
        finally:
            self._beginning -= 1
        self._add(table)
        return table

    async def go_on(self, folder: Path, resume: Resume, watcher: Watcher | None = None) -> Hosted:
        """Resume a game of the folder, but ask no question before one of its people comes.

        People who had left play again. Raises `ConfigError` for a game that is finished or running,
        `TranscriptError` for an invalid one, `WriteError`.
        """
        table = Hosted.found(folder, pace=self._pace, resume=resume, watcher=watcher)
        if table.is_finished:
            raise ConfigError(f"{folder} is finished. Possible: arena replay {shell_path(folder)}")
        self._add(table)
        await table.go_on()
        return table

    async def stop(self) -> None:
        """Stop all games so that they can be resumed."""
        await asyncio.gather(*(each.stop() for each in self.tables))

    # --- links ---

    @property
    def host(self) -> str:
        """The host's token."""
        return self._links.host

    def is_host(self, token: str) -> bool:
        """Return True if a token is the host's."""
        return hmac.compare_digest(token.encode(), self.host.encode())

    def open(self, token: str) -> Opened | None:
        """Return what a token opens; None: nothing."""
        looked_for = mark(token)
        for table in self.tables:
            found = self._opened_by(table).get(looked_for)
            if found is not None and hmac.compare_digest(token.encode(), found[0].encode()):
                return found[1]
        return None

    def table(self, game: str) -> Hosted | None:
        """Return the table of a game by the name of its folder; None: there is none."""
        return self._tables.get(game)

    def port(self, table: Hosted) -> int:
        """Return the port of a table with a server of its own."""
        return self._links.port(table.id)

    def tokens(self, table: Hosted) -> dict[str, str]:
        """Return the tokens of a table: of people by name, and of spectators."""
        return {who: self._token(table, who) for who in _openings(table)}

    def _token(self, table: Hosted, who: str) -> str:
        return self._links.token(table.id, who, table.invitations.state.renewed.count(who))

    def _add(self, table: Hosted) -> None:
        self._tables[table.folder.name] = table
        self._opens.pop(table.folder.name, None)  # of an earlier game of this name

    def _opened_by(self, table: Hosted) -> Mapping[bytes, tuple[str, Opened]]:
        """Return a table's openings by token hash, updated after renewals by another process."""
        renewed, known = table.invitations.state.renewed, self._opens.get(table.folder.name)
        if known is None or known[0] != renewed:
            table.tell_renewals()
            openings = _openings(table)
            opens = {mark(t): (t, openings[who]) for who, t in self.tokens(table).items()}
            known = self._opens[table.folder.name] = renewed, opens
        return known[1]


def _with_stand_ins(config: TableConfig) -> TableConfig:
    """Set `on_outage` to `house` if the table does not set it.

    People are waiting, and whoever could fix the outage may be absent.
    """
    if "on_outage" in config.llm.model_fields_set:
        return config
    return config.model_copy(update={"llm": config.llm.model_copy(update={"on_outage": "house"})})


def _is_game(folder: Path) -> bool:
    """Return True if a folder is a readable game's."""
    try:
        return (folder / HEADER).is_file()
    except OSError:
        return False


def _openings(table: Hosted) -> dict[str, Opened]:
    """Return the openings of a table's links: people by name, then spectators.

    Keys of spectators have a colon, which no seat's name has.
    """
    watched = {f"{PUBLIC}:{delay}": Opened(table, PUBLIC, float(delay)) for delay in DELAYS}
    return {**{who: Opened(table, who) for who in table.places}, **watched}
