"""State of one table's links: opened and renewed ones, in a file.

The file outlives the server and contains no link, see `arena.faces.web.links`. Several processes
may serve one folder (`arena serve`, and `arena resume --web` of one of its games): each reads the
file before it decides, and changes it under a lock.
"""

from collections.abc import Callable, Mapping
from pathlib import Path

from filelock import Timeout
from pydantic import BaseModel, ConfigDict, ValidationError

from arena.errors import WriteError
from arena.faces.web.private_file import locked, write_whole
from arena.table.logs import log


class LinkState(BaseModel):
    """The file's content; one that lacks a field is invalid."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    game: str
    """Id of the game; another game may have the same folder name."""
    opened: frozenset[str]
    """Seats whose link was opened."""
    renewed: tuple[str, ...]
    """Seats whose link was renewed, once per renewal, in order."""
    models: dict[str, str]
    """The host's names for models, by seat."""


class Invitations:
    """The state of one table's links."""

    def __init__(self, file: Path, game: str) -> None:
        """Load the state of a game from `file`. Raises `WriteError` if it can't be read."""
        self._file = file
        self._seen = _version(file)
        self._known = _read(file, game) or LinkState(
            game=game, opened=frozenset(), renewed=(), models={}
        )

    @property
    def state(self) -> LinkState:
        """The current state, including changes by other processes.

        If the file can't be read, the last known state is used, so that no game ends.
        """
        version = _version(self._file)
        if version != self._seen:
            self._seen = (
                version  # taken before reading, so that a change meanwhile is read next time
            )
            try:
                self._known = _read(self._file, self._known.game) or self._known
            except WriteError as error:
                log().warning("links_not_read", error=str(error))
        return self._known

    def name_models(self, models: Mapping[str, str]) -> None:
        """Store the host's names for models."""
        if models:
            self._change_if_possible(lambda kept: kept.model_copy(update={"models": dict(models)}))

    def mark_opened(self, seat: str) -> None:
        """Record that the link of a seat was opened."""
        if seat not in self.state.opened:
            self._change_if_possible(
                lambda kept: kept.model_copy(update={"opened": kept.opened | {seat}})
            )

    def renew(self, seat: str) -> None:
        """Record that the link of a seat was renewed. Raises `WriteError`; then it is not."""
        self._change(
            lambda kept: kept.model_copy(
                update={"opened": kept.opened - {seat}, "renewed": (*kept.renewed, seat)}
            )
        )

    def _change_if_possible(self, change: Callable[[LinkState], LinkState]) -> None:
        """Change the state; on a write error only in memory."""
        try:
            self._change(change)
        except WriteError as error:
            self._known = change(self._known)
            log().warning("links_not_kept", error=str(error))

    def _change(self, change: Callable[[LinkState], LinkState]) -> None:
        """Change the file's state under a lock. Raises `WriteError`; then nothing changes."""
        try:
            with locked(self._file):
                kept = change(_read(self._file, self._known.game) or self._known)
                write_whole(self._file, kept.model_dump_json().encode())
        except OSError as error:
            is_locked = isinstance(error, Timeout)
            why = "another process keeps it locked" if is_locked else error.strerror or str(error)
            raise WriteError(f"{self._file} can't be written: {why}.") from error
        self._known = kept


def _version(file: Path) -> tuple[int, ...] | None:
    """Return a fingerprint of a file's version; None: it can't be inspected."""
    try:
        found = file.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino, found.st_mtime_ns, found.st_size


def _read(file: Path, game: str) -> LinkState | None:
    """Read a game's state from a file; None: there is none.

    Raises `WriteError` for an unreadable file: if it counted as empty, renewed links would open
    again.
    """
    try:
        kept = LinkState.model_validate_json(file.read_bytes())
    except (OSError, ValidationError) as error:
        if isinstance(error, FileNotFoundError) and not file.is_symlink():
            return None
        raise WriteError(
            f"{file} says which links were renewed, and can't be read. Possible: its backup, or "
            "without it, and links that were renewed before open again."
        ) from error
    # A deleted game's file stays until the next game of its name writes its own, which it does
    # once somebody comes; their links differ, so ignoring the file opens none.
    return kept if kept.game == game else None
