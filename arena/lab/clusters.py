"""What games have in common by how they were dealt: the clusters of intervals, and copies.

Games of one seed and line-up are one cluster, whoever of it sits where and in whichever arm: they
have dice and cards in common, and so a tournament deals them together. A game that repeats another
record for record, with the same entrants at the same seats, is a copy: it says nothing new.
"""

from collections.abc import Iterable, Sequence

from pydantic_core import to_json

from arena.hash_chain import digest, encode
from arena.records.record import Record

__all__ = ["cluster_of", "course_with"]

SHORT = 12
"""Characters of a digest that tell clusters apart."""


def cluster_of(ruleset: str, seed: str, entrants: Iterable[str]) -> str:
    """Return the cluster of a game, as a digest; `entrants` sit there in any order."""
    return digest(encode([ruleset, seed, sorted(entrants)]).encode())[:SHORT]


def course_with(records: Sequence[Record], who: Sequence[str]) -> str:
    """Return the digest of all that happened in a finished game, with who sat where.

    The first record and the seal are left out: they stand for the game's other files.
    """
    told = [(each.type, each.actor, each.data.data()) for each in records[1:-1]]
    return digest(to_json([told, list(who)]))
