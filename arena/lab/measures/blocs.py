"""Blocs: sets of players who vote together in a game more than any set would by chance.

For each proper subset of two players or more, the excess of agreement is measured in standard
deviations of the null: sum(same - expected) / sqrt(sum(expected (1 - expected))), over the pairs of
its members and their common ballots (`arena.lab.permuting`). The set with the largest excess is a
bloc if that exceeds the largest excess of any set in all but 5 % of games with redrawn votes: the
statistic is a maximum, which corrects for the multiple comparisons. Ties are broken at random,
keyed by the game's seed, so that the level is exactly 5 %. Further blocs are disjoint sets above
the same threshold.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from arena.lab.arrays import (
    Floats,
    Ints,
    element,
    numbers,
    row,
    sum_of,
    whole_numbers,
)  # fmt: skip
from arena.lab.game import Game
from arena.lab.measure import Opportunity
from arena.lab.permuting import DRAWS, Shared, drawn, generator, shared

ALPHA = 0.05
ANY, MEMBER = "any bloc", "member"


@dataclass(frozen=True, slots=True, kw_only=True)
class Blocs:
    """The blocs of one game."""

    p: float
    """The p value of the set with the largest excess."""
    blocs: tuple[frozenset[str], ...]
    """The set with the largest excess comes first."""


def _subsets(seats: tuple[str, ...]) -> list[frozenset[str]]:
    sizes = range(2, len(seats))
    return [frozenset(each) for size in sizes for each in combinations(seats, size)]


def blocs_of(game: Game, pairs: list[Shared]) -> Blocs | None:
    """Return the blocs in some pairs of votes; None if no pair is informative."""
    pairs = [each for each in pairs if each.excluded is None]
    if not pairs:
        return None
    subsets = _subsets(game.seats)
    excess = _excess(game, pairs, subsets)
    found = row(excess, 0)
    null: Floats = excess[1:].max(axis=1)
    p = _p(game, float(np.max(found)), null)
    if p > ALPHA:
        return Blocs(p=p, blocs=())
    critical = element(np.sort(null), -round(ALPHA * (DRAWS + 1)))
    best = [subsets[int(np.argmax(found))]]
    most_first: list[int] = np.argsort(-found, kind="stable").tolist()
    for at in most_first:
        if element(found, at) > critical and not any(subsets[at] & each for each in best):
            best.append(subsets[at])
    return Blocs(p=p, blocs=tuple(best))


def _p(game: Game, most: float, null: Floats) -> float:
    near = np.isclose(null, most)
    above = round(sum_of((null > most) & ~near))
    lot = int(generator(game, "ties").integers(round(sum_of(near)) + 1))
    return (1 + above + lot) / (DRAWS + 1)


def _excess(game: Game, pairs: list[Shared], subsets: list[frozenset[str]]) -> Floats:
    """Return the excess of each set, by column: observed in the first row, then redrawn."""
    votes = {id(each): each for pair in pairs for each in (pair.first, pair.second)}
    column = {key: at for at, key in enumerate(votes)}
    seat = {name: at for at, name in enumerate(game.seats)}
    observed = whole_numbers([[seat[each.target] for each in votes.values()]])
    null = drawn(game, "votes", [each.options for each in votes.values()])
    targets: Ints = np.vstack([observed, null])
    one = [column[id(each.first)] for each in pairs]
    other = [column[id(each.second)] for each in pairs]
    expected = numbers([each.expected for each in pairs])
    inside = numbers(
        [[{each.first.voter, each.second.voter} <= one for one in subsets] for each in pairs]
    )
    spread = np.sqrt((expected * (1 - expected)) @ inside)
    summed = (np.equal(targets[:, one], targets[:, other]) - expected) @ inside
    none = np.full_like(summed, -np.inf)
    known = np.broadcast_to(spread > 0, summed.shape)
    excess: Floats = np.divide(summed, spread, out=none, where=known)
    return excess


def memberships(game: Game) -> Iterator[Opportunity]:
    """Yield each seat of a game twice: whether it is in a bloc, and whether there is any bloc."""
    pairs = list(shared(game))
    found = blocs_of(game, pairs)
    excluded = "no shared ballot that tells" if found is None else None
    blocs = () if found is None else found.blocs
    if not game.votes:
        return
    at, round_ = game.votes[-1].at, game.votes[-1].round
    for seat in game.seats:
        own = next((each for each in blocs if seat in each), frozenset[str]())
        for group, outcome in ((MEMBER, bool(own)), (ANY, bool(blocs))):
            yield Opportunity(
                round=round_, at=at, actor=seat, others=tuple(sorted(own - {seat})),
                outcome=outcome, excluded=excluded, group=group,
            )  # fmt: skip


def stabilities(game: Game) -> Iterator[Opportunity]:
    """Yield each member of a bloc: the Jaccard index of its blocs in both halves of the game."""
    pairs = list(shared(game))
    found = blocs_of(game, pairs)
    if found is None or not found.blocs:
        return
    middle = (len(game.rounds) + 1) // 2
    halves = [
        [each for each in pairs if (each.first.vote.round <= middle) is early]
        for early in (True, False)
    ]
    at, round_ = game.votes[-1].at, game.votes[-1].round
    for seat in sorted(frozenset[str]().union(*found.blocs)):
        early, late = (_closest(game, each, seat) for each in halves)
        known = early and late
        yield Opportunity(
            round=round_, at=at, actor=seat, others=tuple(sorted((early | late) - {seat})),
            outcome=len(early & late) / len(early | late) if known else None,
            excluded=None if known else "no vote that tells in one half",
        )  # fmt: skip


def _closest(game: Game, pairs: list[Shared], seat: str) -> frozenset[str]:
    """Return the set with this seat and the largest excess; empty if no excess is positive."""
    pairs = [each for each in pairs if each.excluded is None]
    subsets = [each for each in _subsets(game.seats) if seat in each]
    if not pairs:
        return frozenset()
    excess = row(_excess(game, pairs, subsets), 0)
    best = int(np.argmax(excess))
    return subsets[best] if element(excess, best) > 0 else frozenset()
