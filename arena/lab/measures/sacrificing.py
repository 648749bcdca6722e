"""Protection and sacrifice: whom players vote against in attacks, and whom they spare.

The leading target of a voter is the player whom the others' votes alone would make the victim;
ballots are secret, so the voter's own vote is not included. In the signed graph a vote against a
player is a negative edge, and no vote against the leading target, where it was possible, a positive
one.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from math import isnan

import numpy as np

from arena.lab.arrays import (
    Floats,
    Ints,
    add,
    differ,
    element,
    row,
    sum_of,
    whole_numbers,
)  # fmt: skip
from arena.lab.game import Ballot, Game
from arena.lab.measure import Opportunity
from arena.lab.permuting import Cast, casts, drawn

REDRAWN = 99
"""Number of redraws of ballots for the balance expected by chance."""


def leading_against(ballot: Ballot, voter: str) -> list[str]:
    """Return the candidates with the most votes by all but one voter; several are a tie."""
    totals: Counter[str] = Counter()
    for other, target in ballot.cast.items():
        if other != voter:
            totals[target] += ballot.weights[other]
    most = max(totals.values(), default=0)
    return [each for each, votes in totals.items() if votes == most > 0]


def protections(game: Game) -> Iterator[Opportunity]:
    """Yield each vote of an attack with a leading target: 1 if it is not against that target."""
    for ballot in casts(game, ("attack",)):
        for each in ballot:
            yield _protection(each)


def _protection(each: Cast) -> Opportunity:
    leading = leading_against(each.ballot, each.voter)
    excluded = None
    if len(leading) != 1:
        excluded = "no single leading target"
    elif leading[0] == each.voter:
        excluded = "is the leading target"
    return Opportunity(
        round=each.vote.round, at=each.ballot.at, actor=each.voter,
        others=tuple(one for one in leading if one != each.voter),
        outcome=[each.target] != leading, excluded=excluded,
        group=f"of {len(each.ballot.candidates)}",
    )  # fmt: skip


def signs_of(game: Game, ballots: Sequence[Sequence[Cast]], targets: Ints) -> Ints:
    """Return the signed graph for each row of `targets`, the candidates of the votes in `ballots`.

    Shape: draws x seats x seats, in the order of the seats, with values 1, -1 or 0.
    """
    number = {seat: at for at, seat in enumerate(game.seats)}
    rows, column = np.arange(len(targets), dtype=np.int64), 0
    sums = np.zeros((len(targets), len(number), len(number)), dtype=np.int64)
    for votes in ballots:
        ballot, own = votes[0].ballot, targets[:, column : column + len(votes)]
        column += len(votes)
        cast = {voter: 0 * rows + number[each] for voter, each in ballot.cast.items()}
        cast |= {each.voter: row(own.T, at) for at, each in enumerate(votes)}
        totals = np.zeros((len(rows), len(number)), dtype=np.int64)
        for voter, chosen in cast.items():
            add(totals, (rows, chosen), ballot.weights[voter])
        for each in votes:
            at, chosen = number[each.voter], cast[each.voter]
            rest = totals.copy()
            add(rest, (rows, chosen), -ballot.weights[each.voter])
            most: Ints = rest.max(axis=1)
            leader: Ints = rest.argmax(axis=1)
            leading: Ints = (rest >= most[:, None]).sum(axis=1)
            leads = (most > 0) & ~differ(leading, 1)
            spared = leads & differ(leader, at) & differ(leader, chosen)
            against = differ(chosen, at)
            add(sums, (rows[against], at, chosen[against]), -1)
            add(sums, (rows[spared], at, leader[spared]), 1)
    both: Ints = sums + sums.transpose(0, 2, 1)
    signs: Ints = np.sign(both)
    return signs


def balance_of(signs: Ints) -> Floats:
    """Return the share of signed triads whose product is positive; NaN if there are none."""
    positive, known = np.zeros(len(signs)), np.zeros(len(signs))
    for triad in combinations(range(signs.shape[1]), 3):
        pairs = [_pair(signs, *pair) for pair in combinations(triad, 2)]
        signed: Ints = np.multiply.reduce(pairs)
        positive += signed > 0
        known += differ(signed, 0)
    with np.errstate(invalid="ignore"):
        return positive / known


def _pair(signs: Ints, a: int, b: int) -> Ints:
    found: Ints = signs[:, a, b]
    return found


def balances(game: Game) -> Iterator[Opportunity]:
    """Yield each seat of a game: its share of balanced triads, minus that of redrawn ballots."""
    ballots = [each for each in casts(game, ("attack",)) if each]
    if not ballots:
        return
    last = ballots[-1][0]
    above = _above_chance(game, ballots)
    for seat in game.seats:
        yield Opportunity(
            round=last.vote.round, at=last.ballot.at, actor=seat, outcome=above,
            excluded="no triad with three signs" if above is None else None,
        )  # fmt: skip


def _above_chance(game: Game, ballots: Sequence[Sequence[Cast]]) -> float | None:
    votes = [each for one in ballots for each in one]
    fell = whole_numbers([[game.seats.index(each.target) for each in votes]])
    found = element(balance_of(signs_of(game, ballots, fell)), 0)
    if isnan(found):
        return None
    redrawn = drawn(game, "attacks", [each.options for each in votes], REDRAWN)
    shares = balance_of(signs_of(game, ballots, redrawn))
    shares = shares[~np.isnan(shares)]
    return found - sum_of(shares) / len(shares) if len(shares) else found
