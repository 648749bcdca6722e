"""What became of the links of one table: who has opened theirs, and whose were renewed.

It is kept in the server's own folder, and outlives it. No link stands there: see
`arena.faces.web.links`.
"""

from collections.abc import Mapping
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from arena.errors import WriteError
from arena.faces.web.private_file import write_whole
from arena.table.logs import log

__all__ = ["Invitations"]


class _Kept(BaseModel):
    """The content of the file."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    game: str
    """What the game is known by: another may have the name of its folder."""
    opened: frozenset[str] = frozenset()
    """Seats whose link was used."""
    renewed: tuple[str, ...] = ()
    """Seats whose link was made anew, each time, in this order."""
    models: dict[str, str] = {}
    """What the host calls the models of seats, by seat."""


class Invitations:
    """The links of one table."""

    def __init__(self, file: Path, game: str) -> None:
        """Go on with what `file` says of a game. Raises `WriteError` where it can't be read."""
        self._file = file
        self._kept = _read(file, game)

    @property
    def renewed(self) -> tuple[str, ...]:
        """Seats whose link was renewed, each time, in this order."""
        return self._kept.renewed

    @property
    def models(self) -> Mapping[str, str]:
        """What the host calls the models of seats, by seat."""
        return self._kept.models

    def is_opened(self, seat: str) -> bool:
        """Tell whether the link of a seat, as it is now, was used."""
        return seat in self._kept.opened

    def renewals(self, seat: str) -> int:
        """Return how often the link of a seat was renewed."""
        return self._kept.renewed.count(seat)

    def name_models(self, models: Mapping[str, str]) -> None:
        """Keep what the host calls the models of seats."""
        if models:
            self._keep_if_possible(self._kept.model_copy(update={"models": dict(models)}))

    def mark_opened(self, seat: str) -> None:
        """Take note that the link of a seat was used."""
        if not self.is_opened(seat):
            self._keep_if_possible(
                self._kept.model_copy(update={"opened": self._kept.opened | {seat}})
            )

    def renew(self, seat: str) -> None:
        """Take note that the link of a seat is another. Raises `WriteError`: then it is not."""
        before = self._kept
        changes = {"opened": before.opened - {seat}, "renewed": (*before.renewed, seat)}
        kept = before.model_copy(update=changes)
        self._write(kept)
        self._kept = kept

    def _keep_if_possible(self, kept: _Kept) -> None:
        """Go on with other content; a disk that refuses it holds nobody up."""
        self._kept = kept
        try:
            self._write(kept)
        except WriteError as error:
            log().warning("links_not_kept", error=str(error))

    def _write(self, kept: _Kept) -> None:
        try:
            write_whole(self._file, kept.model_dump_json().encode())
        except OSError as error:
            why = error.strerror or str(error)
            raise WriteError(f"{self._file} can't be written: {why}.") from error


def _read(file: Path, game: str) -> _Kept:
    """Return what a file says of a game.

    One that can't be read is no empty one: links that were ended would open again.
    """
    try:
        kept = _Kept.model_validate_json(file.read_bytes())
    except FileNotFoundError:
        return _Kept(game=game)
    except (OSError, ValidationError) as error:
        raise WriteError(
            f"{file} says which links were renewed, and can't be read. Possible: its backup, or "
            "without it, and links that were renewed before open again."
        ) from error
    return kept if kept.game == game else _Kept(game=game)
