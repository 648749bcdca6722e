"""Vote alignment: how often two voters choose the same candidate, beyond chance.

Chance is the null of `arena.lab.permuting`. Each row has the outcome (same - expected) / (1 -
expected) and the weight 1 - expected, so that the plain rate is kappa. A pair of voters has one row
for each. A pair that could not agree is excluded: both voted for themselves, or are two candidates
who voted for each other.
"""

from collections.abc import Iterator
from itertools import permutations

from arena.lab.game import Game
from arena.lab.measure import Opportunity
from arena.lab.permuting import Shared, shared


def _rows(
    pair: Shared, outcome: float, excluded: str | None, weight: float = 1.0
) -> Iterator[Opportunity]:
    """Yield one row for each voter of a pair."""
    for own, other in permutations((pair.first, pair.second)):
        yield Opportunity(
            round=own.vote.round, at=own.ballot.at, actor=own.voter, others=(other.voter,),
            outcome=outcome, excluded=excluded, weight=weight, group=own.vote.kind,
        )  # fmt: skip


def alignments(game: Game) -> Iterator[Opportunity]:
    """Yield each pair of voters of a ballot, once per voter."""
    for pair in shared(game):
        left = 1 - pair.expected
        outcome = (pair.same - pair.expected) / left if left else 0.0
        yield from _rows(pair, outcome, pair.excluded, left)


def common_targets(game: Game) -> Iterator[Opportunity]:
    """Yield each pair of voters of an attack: 1 if both voted against the same third player."""
    for pair in shared(game):
        if pair.first.vote.kind == "attack":
            voters = {pair.first.voter, pair.second.voter}
            excluded = None if set(pair.first.ballot.candidates) - voters else "no third candidate"
            yield from _rows(pair, pair.same and pair.first.target not in voters, excluded)
