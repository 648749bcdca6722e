"""Protect and sacrifice: who votes against whom in attacks, and who does not though it could.

The leading target of a voter is whom the others' votes alone would have eaten; ballots are under
seal, so its own vote is not in it. Of signed edges, a vote against somebody is negative, and no
vote against the leading target, where it could have been given, is positive.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import combinations

import numpy as np

from arena.lab.game import Ballot, Game
from arena.lab.group_rates import rates_by_group
from arena.lab.measure import Measure, Opportunity
from arena.lab.permuting import Cast, casts, drawn

__all__ = ["MEASURES", "balance_of", "leading_against"]

NEEDS = "All rulesets: attack votes with two candidates or more, talk or none."
SOURCE = "Signed graphs of votes and structural balance: Bonato et al. (1909.06810); metrics.md 28."
OF = ("of 2", "of 3", "of 4")
"""Groups by the number of candidates that are estimated apart."""
REDRAWN = 99
"""How often ballots are drawn again for the balance that chance has."""
TRIAD = 3
Signs = Mapping[tuple[str, str], int]


def leading_against(ballot: Ballot, voter: str, cast: Mapping[str, str] | None = None) -> list[str]:
    """Return the candidates with the most votes of all but one voter; several are a tie."""
    totals: Counter[str] = Counter()
    for other, target in (ballot.cast if cast is None else cast).items():
        if other != voter:
            totals[target] += ballot.weights[other]
    most = max(totals.values(), default=0)
    return [each for each, votes in totals.items() if votes == most > 0]


def protections(game: Game) -> Iterator[Opportunity]:
    """Yield each vote of an attack with a leading target: 1 where it is not against that one."""
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
        outcome=None if excluded else float(each.target != leading[0]), excluded=excluded,
        group=f"of {len(each.ballot.candidates)}",
    )  # fmt: skip


def _signs(ballots: list[list[Cast]], targets: list[list[str]]) -> Signs:
    """Return the sign of each pair in the order of the names, given whom each voted for."""
    sums: Counter[tuple[str, str]] = Counter()
    for votes, chosen in zip(ballots, targets, strict=True):
        ballot = votes[0].ballot
        cast = dict(ballot.cast) | {
            each.voter: target for each, target in zip(votes, chosen, strict=True)
        }
        for each, target in zip(votes, chosen, strict=True):
            if target != each.voter:
                sums[_pair(each.voter, target)] -= 1
            leading = leading_against(ballot, each.voter, cast)
            if len(leading) == 1 and leading[0] not in {each.voter, target}:
                sums[_pair(each.voter, leading[0])] += 1
    return {pair: 1 if total > 0 else -1 for pair, total in sums.items() if total}


def _pair(one: str, other: str) -> tuple[str, str]:
    return (one, other) if one < other else (other, one)


def balance_of(signs: Signs) -> float | None:
    """Return the share of triads, all three pairs signed, whose product is positive."""
    seats = sorted({seat for pair in signs for seat in pair})
    products = [
        np.prod([signs[pair] for pair in combinations(three, 2)])
        for three in combinations(seats, TRIAD)
        if all(pair in signs for pair in combinations(three, 2))
    ]
    return sum(each > 0 for each in products) / len(products) if products else None


def balances(game: Game) -> Iterator[Opportunity]:
    """Yield each seat of a game: its share of balanced triads, less that of redrawn ballots."""
    ballots = [each for each in casts(game, ("attack",)) if each]
    signs = _signs(ballots, [[each.target for each in votes] for votes in ballots])
    found = balance_of(signs)
    excluded = "no triad with three signs" if found is None else None
    expected = 0.0 if found is None else _expected(game, ballots)
    last = ballots[-1][0] if ballots else None
    for seat in game.seats if last else ():
        assert last is not None  # noqa: S101 - there is a ballot
        yield Opportunity(
            round=last.vote.round, at=last.ballot.at, actor=seat,
            outcome=None if found is None else found - expected, excluded=excluded,
        )  # fmt: skip


def _expected(game: Game, ballots: list[list[Cast]]) -> float:
    options = [each.options for votes in ballots for each in votes]
    shares = []
    for row in drawn(game, "attacks", options, REDRAWN):
        chosen = iter([game.seats[at] for at in row])
        found = balance_of(_signs(ballots, [[next(chosen) for _ in votes] for votes in ballots]))
        if found is not None:
            shares.append(found)
    return sum(shares) / len(shares) if shares else 0.0


MEASURES = (
    Measure(
        id="sacrifice", number=28, name="Protection of the leading target",
        definition=(
            "Of the votes in attacks where the others' votes had a single leading target other "
            "than the voter: the share that was not against that one. Groups: candidates."
        ),
        unit="share of ballots", rung=0, needs=NEEDS, source=SOURCE, proof="chance",
        counted=protections, estimate=rates_by_group(*OF),
    ),
    Measure(
        id="balance", number=28, name="Structural balance",
        definition=(
            "Share of triads of the game's signed graph whose product of signs is positive, less "
            "the same where votes in attacks are drawn again within their options."
        ),
        unit="share of triads above chance", rung=0, needs=NEEDS, source=SOURCE, proof="chance",
        counted=balances, shape="mean",
    ),
)  # fmt: skip
