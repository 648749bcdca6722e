"""Voting power: the a priori power of each voter in a ballot, and whether the vote was pivotal.

A priori, for every voter of a ballot, computed exactly:

- **Banzhaf** and **Shapley-Shubik** indices of the weighted majority game between two options: a
  coalition wins with more than half of the votes. The indices of all voters sum to 1. Weights
  (2, 1, 1) have Banzhaf indices of .6, .2, .2 and Shapley-Shubik indices of 2/3, 1/6, 1/6.
- **Decisiveness** in the plurality ballot of the game: the share of the others' profiles, each
  voter independent and uniform over the options, in which the voter's choice can change the
  outcome. Weights (2, 1, 1) and three options give 1, 2/3, 2/3.

An **outcome** is the set of players who may be elected: one, or those among whom a tie leaves it
open. The rules decide what follows a tie: a re-vote among the tied or among all, the lot or the
holder of the victim token among the tied, or nobody (MOH-21, MOH-22, OSA-21). A re-vote among some
can elect each of them, so two outcomes differ in their chances exactly where they differ in the
set; the weights of a re-vote, in which the absent have one vote each, change only how likely each
is.

A posteriori, a voter was **pivotal** if, given the other ballots as cast, another choice would have
had another outcome. A tie that occurred has its actual outcome (the re-vote as cast, the holder's
choice; the lot leaves it open); a tie that did not occur leaves it open.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import combinations, permutations, product
from typing import Literal

from arena.events import PlayerChosen
from arena.lab.cached import cached
from arena.lab.game import Ballot, Vote
from engine import Table

AfterTie = Literal["tied", "all", "nobody"]
"""The players who may be elected after a tie: one of the tied, one of all candidates, nobody."""
Outcome = frozenset[str | None]
"""The players who may be elected; None: nobody."""
Weights = tuple[int, ...]
PAIR = 2


# --- the two indices of a vote between two options ---


@cached
def banzhaf(own: int, others: Weights) -> Fraction:
    """Return the normalized Banzhaf index of a voter with weight `own`; `others` must be sorted."""
    all_ = (own, *others)
    swings = [_swings(all_[at], all_[:at] + all_[at + 1 :]) for at in range(len(all_))]
    return Fraction(swings[0], sum(swings))


def _swings(own: int, others: Weights) -> int:
    """Return the number of coalitions of the others that lose without the voter and win with it."""
    total = own + sum(others)
    sums = (sum(some) for n in range(len(others) + 1) for some in combinations(others, n))
    return sum(2 * each <= total < 2 * (each + own) for each in sums)


@cached
def shapley_shubik(own: int, others: Weights) -> Fraction:
    """Return the share of orders of all voters in which this one completes the majority."""
    total, found, orders = own + sum(others), 0, 0
    for order in permutations(others):
        before = 0
        for weight in (*order, None):
            orders += 1
            found += 2 * before <= total < 2 * (before + own)
            before += weight or 0
    return Fraction(found, orders)


# --- decisiveness of a plurality ballot ---


@cached
def decisiveness(own: int, others: Weights, options: int, after: AfterTie) -> Fraction:
    """Return the share of the others' profiles in which a voter's choice can change the outcome.

    `others` must be sorted. Profiles are counted by the sorted totals of the options, which are
    exchangeable.
    """
    profiles: Counter[Weights] = Counter({(0,) * options: 1})
    for weight in others:
        added: Counter[Weights] = Counter()
        for totals, times in profiles.items():
            for at in range(options):
                added[tuple(sorted(_with(totals, at, weight)))] += times
        profiles = added
    decided = sum(times for totals, times in profiles.items() if _decides(totals, own, after))
    all_: int = options ** len(others)
    return Fraction(decided, all_)


def _with(totals: Weights, at: int, weight: int) -> Weights:
    return (*totals[:at], totals[at] + weight, *totals[at + 1 :])


def _decides(totals: Weights, own: int, after: AfterTie) -> bool:
    outcomes = {_leading(_with(totals, at, own), after) for at in range(len(totals))}
    return len(outcomes) > 1


def _leading(totals: Weights, after: AfterTie) -> tuple[int, ...]:
    most = max(totals)
    leading = tuple([at for at, votes in enumerate(totals) if votes == most])
    if len(leading) == 1 or after == "tied":
        return leading
    return tuple(range(len(totals))) if after == "all" else ()


# --- the consequence of a tie ---

_AFTER: dict[tuple[object, ...], AfterTie] = {}


def after_tie(kind: str, ballot: Ballot) -> AfterTie:
    """Return who may be elected after a tie in a ballot, found by playing one under the rules.

    It is cached, since it depends only on the rules, the kind of vote, and whether it is a re-vote.
    """
    moment = ballot.moment
    if moment is None or (ballot.number == 1 and len(ballot.candidates) == PAIR):
        return "tied"  # with two candidates a tie is among all
    key = (*moment.game.rules, kind, ballot.number)
    if key not in _AFTER:
        profile = _tied_profile(ballot)
        if profile is None:
            return "tied"  # no such tie is possible
        _AFTER[key] = _played(moment.table.fork(), profile, ballot.candidates)
    return _AFTER[key]


def forget() -> None:
    """Empty the caches, for measurements of run time."""
    _AFTER.clear()
    for each in (banzhaf, shapley_shubik, decisiveness):
        each.cache_clear()


def _tied_profile(ballot: Ballot) -> Mapping[str, str] | None:
    """Return ballots with a tie of some candidates, or of both of two; None: impossible."""
    voters, most = list(ballot.weights), max(PAIR, len(ballot.candidates) - 1)
    for choices in product(ballot.candidates, repeat=len(voters)):
        profile = dict(zip(voters, choices, strict=True))
        if 1 < len(ballot.leaders_if(profile)) <= most:
            return profile
    return None


def _played(table: Table, profile: Mapping[str, str], candidates: Sequence[str]) -> AfterTie:
    known = len(table.events)
    for question in table.pending():
        table.answer(question.seat, profile[question.seat], question.id)
    for event in table.events_since(known):
        if isinstance(event, PlayerChosen):
            return "nobody" if event.player is None else "tied"
    again = {option.id for option in table.pending()[0].options}
    return "all" if again == set(candidates) else "tied"


# --- one ballot of a game ---


def power_of(kind: str, ballot: Ballot, voter: str) -> Fraction:
    """Return the decisiveness of a voter in a ballot."""
    own, others = weights_for(ballot, voter)
    return decisiveness(own, others, len(ballot.candidates), after_tie(kind, ballot))


def weights_for(ballot: Ballot, voter: str) -> tuple[int, Weights]:
    """Return the weight of a voter, and the sorted weights of the others."""
    others = [votes for name, votes in ballot.weights.items() if name != voter]
    return ballot.weights[voter], tuple(sorted(others))


def is_pivotal(vote: Vote, ballot: Ballot, voter: str) -> bool:
    """Return True if another choice of a voter would have had another outcome."""
    after = after_tie(vote.kind, ballot)
    fell = _outcome(vote, ballot, ballot.leaders, after)
    others = (each for each in ballot.candidates if each != ballot.cast[voter])
    changed = (ballot.leaders_if({**ballot.cast, voter: each}) for each in others)
    return any(_outcome(vote, ballot, leaders, after) != fell for leaders in changed)


def _outcome(vote: Vote, ballot: Ballot, leaders: tuple[str, ...], after: AfterTie) -> Outcome:
    if len(leaders) == 1:
        return frozenset(leaders)
    if after == "nobody":
        return frozenset({None})
    among = ballot.candidates if after == "all" else leaders
    tied = len(ballot.leaders) > 1
    came_about = tied and (after == "all" or set(leaders) == set(ballot.leaders))
    return _came_of(vote, ballot, among) if came_about else frozenset(among)


def _came_of(vote: Vote, ballot: Ballot, among: Sequence[str]) -> Outcome:
    """Return the outcome of a tie that occurred."""
    if vote.tie is not None:
        return frozenset({vote.tie[2]})
    later = [each for each in vote.ballots if each.number > ballot.number]
    if not later:  # decided by lot
        return frozenset(among)
    return _outcome(vote, later[0], later[0].leaders, after_tie(vote.kind, later[0]))
