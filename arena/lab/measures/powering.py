"""Voting power: the power of ballots, and their effect (see `arena.lab.voting_power`).

Each ballot cast is one opportunity, re-votes included. A holder of the victim token who breaks a
tie (OSA-21) casts a ballot alone and decides. First ballots with weights 2+1 and 2+1+1 are also
estimated by the voter's own weight, since textbooks give their power.
"""

from collections.abc import Callable, Iterator

from arena.lab.game import Ballot, Game, Vote
from arena.lab.measure import Opportunity
from arena.lab.voting_power import (
    banzhaf,
    is_pivotal,
    power_of,
    shapley_shubik,
    weights_for,
)

TIE, REVOTE = "tie", "revote"
Value = Callable[[Vote, Ballot, str], float]


def _ballots(value: Value) -> Callable[[Game], Iterator[Opportunity]]:
    """Return a counter of all ballots with a value, and of ties broken by the token with 1."""

    def counted(game: Game) -> Iterator[Opportunity]:
        for vote in game.votes:
            for ballot in vote.ballots:
                for voter in ballot.cast:
                    yield Opportunity(
                        round=vote.round, at=ballot.at, actor=voter,
                        others=_others(ballot, voter), outcome=value(vote, ballot, voter),
                        group=_kind(ballot, voter),
                    )  # fmt: skip
            if vote.tie is not None:
                at, holder, _ = vote.tie
                yield Opportunity(round=vote.round, at=at, actor=holder, outcome=1.0, group=TIE)

    return counted


powers = _ballots(lambda vote, ballot, voter: float(power_of(vote.kind, ballot, voter)))
"""All ballots: the voter's decisiveness."""
banzhafs = _ballots(lambda _, ballot, voter: float(banzhaf(*weights_for(ballot, voter))))
"""All ballots: the voter's Banzhaf index."""
shapleys = _ballots(lambda _, ballot, voter: float(shapley_shubik(*weights_for(ballot, voter))))
"""All ballots: the voter's Shapley-Shubik index."""
pivots = _ballots(is_pivotal)
"""All ballots: 1 if another choice would have had another outcome."""


def _others(ballot: Ballot, voter: str) -> tuple[str, ...]:
    return tuple([each for each in ballot.cast if each != voter])


def _kind(ballot: Ballot, voter: str) -> str:
    if ballot.number > 1:
        return REVOTE
    weights = "+".join(map(str, sorted(ballot.weights.values(), reverse=True)))
    return f"{ballot.weights[voter]} of {weights}"


def conversions(game: Game) -> Iterator[Opportunity]:
    """Yield each voter of each vote's first ballot: favourable outcomes relative to its power."""
    for vote in game.votes:
        for ballot in vote.ballots[:1]:
            for voter in ballot.cast:
                yield _conversion(vote, ballot, voter)


def _conversion(vote: Vote, ballot: Ballot, voter: str) -> Opportunity:
    power = float(power_of(vote.kind, ballot, voter))
    excluded = "no power" if not power else None
    if any(voter in each.defaulted for each in vote.ballots):
        excluded = "a default stood in"
    group = f"{'attack' if vote.kind == 'attack' else 'election'} {_kind(ballot, voter)}"
    return Opportunity(
        round=vote.round, at=ballot.at, actor=voter, others=_others(ballot, voter),
        outcome=_favourable(vote, voter) / power if power else None, excluded=excluded,
        weight=power, group=group,
    )  # fmt: skip


def _favourable(vote: Vote, voter: str) -> float:
    if vote.kind == "attack":
        return float(vote.chosen != voter)
    last = next(each for each in reversed(vote.ballots) if voter in each.cast)
    return float(vote.chosen == last.cast[voter])
