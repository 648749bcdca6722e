"""Leaves out what somebody did not perceive.

What is left is renumbered and has no hash, digest or seed: gaps in the numbers, a hash over a
secret of few values, or the seed would tell what was left out.
"""

from collections.abc import Iterable, Iterator, Sequence

from arena.records import Record
from arena.transcript.records import LogBody

__all__ = ["perceived", "shown_to", "stripped", "visible"]

SHOWN = tuple(key for key in LogBody.__annotations__ if key != "i")


def perceived(record: Record, who: str) -> bool:
    """Tell whether a seat, the `public`, or `all` (who sees everything) perceived a record."""
    return shown_to(record["seen_by"], who)


def shown_to(seen_by: str | Sequence[str], who: str) -> bool:
    """Tell the same by what the record's `seen_by` says."""
    return seen_by == "all" or who == "all" or (seen_by != "engine" and who in seen_by)


def stripped(record: Record) -> Record:
    """Return a record without number, hash and digests."""
    shown = {key: record[key] for key in SHOWN}
    match record["type"]:
        case "opened":
            shown["data"] = {}
        case "sealed":
            shown["data"] = {"result": record["data"]["result"]}
        case _:
            pass
    return shown


def visible(records: Iterable[Record], who: str) -> Iterator[Record]:
    """Yield what a seat, the `public` or `all` may read, numbered from 0."""
    shown = (stripped(record) for record in records if perceived(record, who))
    for at, record in enumerate(shown):
        yield {"i": at, **record}
