"""One decoded record of a game: its audience, and a payload of one of the types of `Fact`.

Readers decode a line once, writers build records as they happen, and no other module knows the keys
of a record's data. `perceived` and `stripped` leave out what somebody did not perceive: the rest
has no number and no hash, since gaps in the numbers, or a hash over a secret of few values, would
reveal what was left out.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Literal, TypeVar

from arena.records.facts import Fact
from arena.records.game import Opened, OpenedToAll, Sealed, SealedToAll
from engine.fact import fact

SeenBy = Literal["all", "engine"] | tuple[str, ...]
Kind = TypeVar("Kind", bound=Fact)


@fact
class Record:
    """One record of `log.jsonl`."""

    data: Fact
    """What it says."""
    round: int
    """0 in the set-up."""
    phase: str | None
    """The phase after this record; None before the first."""
    actor: str | None
    """The seat that did it, where one did."""
    seen_by: SeenBy
    """Who perceived it: `all`, `engine` (nobody), or these seats."""
    i: int | None = None
    """Its number in the game, from 0; None where it is shown to somebody."""
    hash: str | None = None
    """That of its line; None where it has none."""

    @property
    def type(self) -> str:
        """Name of the payload's type."""
        return self.data.type

    @property
    def at(self) -> int:
        """Number of the record in a whole log."""
        if self.i is None:
            raise ValueError(f"a record of {self.type} that was shown to somebody has no number")
        return self.i

    def plain(self) -> dict[str, object]:
        """Return a new plain JSON object, in the order of a line without its hash."""
        body: dict[str, object] = {} if self.i is None else {"i": self.i}
        body["type"], body["round"], body["phase"] = self.data.type, self.round, self.phase
        body["actor"], seen_by = self.actor, self.seen_by
        body["seen_by"] = seen_by if isinstance(seen_by, str) else list(seen_by)
        body["data"] = self.data.data()
        return body


@fact
class Shown(Record):
    """A record as shown to somebody who perceived it, made by `stripped`."""


def perceived(record: Record, who: str) -> bool:
    """Return True if a seat, the `public`, or `all` (who sees everything) perceived a record."""
    return shown_to(record.seen_by, who)


def shown_to(seen_by: SeenBy, who: str) -> bool:
    """Return True if an audience includes a viewer."""
    return seen_by == "all" or who == "all" or (seen_by != "engine" and who in seen_by)


def stripped(record: Record) -> Shown:
    """Return a record without number, hash and digests."""
    data = record.data
    if isinstance(data, Opened):
        data = OpenedToAll()
    elif isinstance(data, Sealed):
        data = SealedToAll(result=data.result)
    return Shown(
        data=data, round=record.round, phase=record.phase, actor=record.actor,
        seen_by=record.seen_by,
    )  # fmt: skip


def seal_of(records: Sequence[Record]) -> Sealed:
    """Return the seal, the last record of a whole game; `ValueError` if there is none."""
    last = records[-1].data if records else None
    if not isinstance(last, Sealed):
        raise ValueError("the game is not finished")  # noqa: TRY004 - of what it holds
    return last


def visible(records: Iterable[Record], who: str) -> Iterator[Shown]:
    """Yield the records that a seat, the `public` or `all` may read, numbered from 0."""
    shown = (stripped(record) for record in records if perceived(record, who))
    for at, record in enumerate(shown):
        yield replace(record, i=at)


def of_type(kind: type[Kind], records: Iterable[Record]) -> Iterator[Kind]:
    """Yield the payloads of one type."""
    return (record.data for record in records if isinstance(record.data, kind))
