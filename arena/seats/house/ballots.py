"""The arithmetic of ballots: each candidate's chance to win, and the effect of one more vote."""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from heapq import nlargest
from operator import itemgetter

BITS = 8
MASK = (1 << BITS) - 1
Voter = tuple[int, tuple[float, ...]]
"""A voter's weight, and the probability that it votes for each candidate; the rest: no vote."""
Tie = Callable[[Sequence[int]], Sequence[float]]
"""Maps the indices of the tied candidates to the probability that each is chosen."""
MOST = 256
"""Largest number of vote totals that are kept; with six voters there are thousands."""
CLOSE = 1e-9
SELF = 0.15
"""Relative probability that a player votes for itself to be eaten; a rival has 1."""


def odds(
    voters: Sequence[Voter], candidates: int, mine: int, tie: Tie | None = None
) -> list[list[float]]:
    """Return, for each candidate the bot can vote for, every candidate's probability to win.

    `mine` is the weight of the bot's ballot, `tie` the policy of whoever decides ties; None: ties
    are shared. All ways in which the others can vote are counted, merged by totals.
    """
    totals = _totals(tuple(voters))
    result = []
    for choice in range(candidates):
        chances = [0.0] * candidates
        for packed, chance in totals.items():
            counts = [(packed >> BITS * at) & MASK for at in range(candidates)]
            counts[choice] += mine
            most = max(counts)
            tied = counts.count(most)
            if tie is not None and tied > 1:
                leaders = [at for at, count in enumerate(counts) if count == most]
                for at, part in zip(leaders, tie(leaders), strict=True):
                    chances[at] += chance * part
                continue
            share = chance / tied
            for at, count in enumerate(counts):
                if count == most:
                    chances[at] += share
        result.append(chances)
    return result


@lru_cache(maxsize=512)
def _totals(voters: tuple[Voter, ...]) -> Mapping[int, float]:
    # The others' likely totals with their probabilities, each packed into one number.
    totals = {0: 1.0}
    for weight, leaning in voters:
        rest = 1 - sum(leaning)
        after = {packed: before * rest for packed, before in totals.items()} if rest > CLOSE else {}
        for at, chance in enumerate(leaning):
            if chance > 0:
                added = weight << BITS * at
                for packed, before in totals.items():
                    after[packed + added] = after.get(packed + added, 0.0) + before * chance
        totals = after if len(after) <= MOST else _likeliest(after)
    return totals


def _likeliest(totals: Mapping[int, float]) -> dict[int, float]:
    kept = nlargest(MOST, totals.items(), key=itemgetter(1, 0))
    known = sum(chance for _, chance in kept)
    return {packed: chance / known for packed, chance in kept}


def leaning(candidates: int, own: int | None, appeal: Sequence[float]) -> tuple[float, ...]:
    """Return one voter's probabilities by candidate; `own` is the voter's own index, if any."""
    weights = [appeal[at] * (SELF if at == own else 1.0) for at in range(candidates)]
    total = sum(weights)
    return tuple(weight / total for weight in weights)


@lru_cache(maxsize=4096)
def lose_chance(mine: int, others: tuple[int, ...], *, safe: bool = False) -> float:
    """Return the probability to be voted out of a room with the best possible vote.

    `others` are the weights of the other voters there, the largest first. Each votes for anybody
    but itself with equal probability. `safe`: the bot decides ties.
    """
    if not mine:
        return 0.0
    if not others:
        return 1.0
    others = others[:4]
    count = len(others) + 1
    level = [1.0] * count
    voters = [(weight, leaning(count, at, level)) for at, weight in enumerate(others, 1)]
    tie = _never_me if safe else None
    return min(chances[0] for chances in odds(voters, count, mine, tie)[1:])


def _never_me(tied: Sequence[int]) -> list[float]:
    others = [at for at in tied if at]
    return [0.0 if at == 0 else 1 / len(others) for at in tied]
