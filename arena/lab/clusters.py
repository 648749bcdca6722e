"""What games have in common by how they were dealt: the clusters of intervals.

Games of one seed and line-up are one cluster, whoever of it sits where and in whichever arm: they
have dice and cards in common, and so a tournament deals them together.
"""

from collections.abc import Iterable

from arena.hash_chain import digest, encode

__all__ = ["cluster_of"]

SHORT = 12
"""Characters of a digest that tell clusters apart."""


def cluster_of(ruleset: str, seed: str, entrants: Iterable[str]) -> str:
    """Return the cluster of a game, as a digest; `entrants` sit there in any order."""
    return digest(encode([ruleset, seed, sorted(entrants)]).encode())[:SHORT]
