"""All tables of one server: begun, found again after a restart, and opened by a link's token."""

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
"""Seconds by which those who look on may be behind, each with a link of its own."""
MOST_TABLES = 50
PACE = 3.0


class Full(Exception):
    """As many tables are played as the server takes."""


@dataclass(frozen=True, slots=True)
class Opened:
    """What a link opens."""

    table: Hosted
    who: str
    delay: float = 0.0

    @property
    def place(self) -> Place | None:
        """The seat of a person; None: one looks on."""
        return self.table.places.get(self.who)

    @property
    def viewpoint(self) -> Viewpoint:
        """What is told there."""
        return self.table.viewpoint(self.who, self.delay)

    @property
    def head(self) -> Head:
        """What is told there first."""
        return self.table.head(self.who, self.delay)


class Hosting:
    """The tables of one folder."""

    def __init__(
        self, out: Path, *, most: int = MOST_TABLES, pace: float = PACE, links: Links | None = None
    ) -> None:
        """`most` tables are played at a time; `pace` is in seconds, see `Masking`.

        Raises `WriteError` where the folder can't hold the server's key.
        """
        self._out, self._most, self._pace = out, most, pace
        self._links = Links.of(out) if links is None else links
        self._tables: dict[str, Hosted] = {}
        self._opens: dict[str, tuple[tuple[str, ...], Mapping[bytes, tuple[str, Opened]]]] = {}
        """What tokens open, by game and mark, and the renewals after which they do."""
        self._beginning = 0

    @property
    def tables(self) -> Sequence[Hosted]:
        """All tables, in the order in which they were begun."""
        return tuple(self._tables.values())

    # --- tables ---

    def find(self) -> None:
        """Find the tables with people that were begun before; they wait until somebody comes."""
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
        """Begin a new game. Raises `Full`, and `ArenaError` for what can't be played.

        `waits`: nobody is asked anything before one of its people comes. `models` is what the host
        calls those of seats, by seat.
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
        """Go on with a game of the folder; nobody is asked anything before one of its people comes.

        All of them are asked again, also who had left. Raises `ConfigError` for a game that is
        finished or is being played, `TranscriptError` for one that is not true, `WriteError`.
        """
        table = Hosted.found(folder, pace=self._pace, resume=resume, watcher=watcher)
        if table.is_finished:
            raise ConfigError(f"{folder} is finished. Possible: arena replay {shell_path(folder)}")
        self._add(table)
        await table.go_on()
        return table

    async def stop(self) -> None:
        """Stop all games so that they can be gone on with."""
        await asyncio.gather(*(each.stop() for each in self.tables))

    # --- links ---

    @property
    def host(self) -> str:
        """The token of who keeps the tables."""
        return self._links.host

    def is_host(self, token: str) -> bool:
        """Tell whether a token is that of who keeps the tables."""
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
        """Return the table of a game, by the name of its folder; None: there is none."""
        return self._tables.get(game)

    def port(self, table: Hosted) -> int:
        """Return the port of a table that has a server of its own."""
        return self._links.port(table.id)

    def tokens(self, table: Hosted) -> dict[str, str]:
        """Return the tokens of a table: of its people by name, and of those who look on."""
        return {who: self._token(table, who) for who in _openings(table)}

    def _token(self, table: Hosted, who: str) -> str:
        return self._links.token(table.id, who, table.invitations.state.renewed.count(who))

    def _add(self, table: Hosted) -> None:
        self._tables[table.folder.name] = table
        self._opens.pop(table.folder.name, None)  # of a game that had its name before

    def _opened_by(self, table: Hosted) -> Mapping[bytes, tuple[str, Opened]]:
        """Return each token of a table and what it opens; another process may have renewed some."""
        renewed, known = table.invitations.state.renewed, self._opens.get(table.folder.name)
        if known is None or known[0] != renewed:
            table.tell_renewals()
            openings = _openings(table)
            opens = {mark(t): (t, openings[who]) for who, t in self.tokens(table).items()}
            known = self._opens[table.folder.name] = renewed, opens
        return known[1]


def _with_stand_ins(config: TableConfig) -> TableConfig:
    """Return the table; where it doesn't say, house bots go on for models whose provider is down.

    People are at it, and whoever could mend that may not be.
    """
    if "on_outage" in config.llm.model_fields_set:
        return config
    return config.model_copy(update={"llm": config.llm.model_copy(update={"on_outage": "house"})})


def _is_game(folder: Path) -> bool:
    """Tell whether a folder is a game's; one that this server may not look into is none."""
    try:
        return (folder / HEADER).is_file()
    except OSError:
        return False


def _openings(table: Hosted) -> dict[str, Opened]:
    """List what the links of a table open: of its people by name, then of those who look on.

    No seat has a name like the latter: it has a colon.
    """
    watched = {f"{PUBLIC}:{delay}": Opened(table, PUBLIC, float(delay)) for delay in DELAYS}
    return {**{who: Opened(table, who) for who in table.places}, **watched}
