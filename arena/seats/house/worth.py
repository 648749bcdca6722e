"""What a term of a deal is worth to a bot, in points, by the numbers that its tactics count with.

What another is to do counts as far as that player is trusted; what the bot is to do itself costs,
the less the less it means to keep its word. Terms that come to nothing, because their occasion is
over or never comes, are worth nothing.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from arena.claims.language import Proposition
from arena.claims.meaning import conflicts
from arena.seats.house import plans
from arena.seats.house.ballots import odds
from arena.seats.house.listening import credit
from arena.seats.house.situation import Situation
from arena.seats.house.speaking import TalkSituation
from arena.seats.house.votes import GIFT, PEACE, tie_between, voters, worth_of

__all__ = ["Bargain", "gain", "is_feasible", "may_hide"]

LOOK = 1.0
"""What it is worth to be told the dice truly."""
NAME = 4.0
"""What it costs to promise what one has promised otherwise, to who always keeps a promise."""
UNMEANT = 0.1
"""How much of the cost of a promise counts that one does not mean to keep."""
WAY = 1.5
"""What it costs to go where one would not have gone."""


class Bargain(NamedTuple):
    """The two sides of a deal, as one of its parties sees it."""

    other: str
    mine: tuple[Proposition, ...]
    theirs: tuple[Proposition, ...]


def is_feasible(talk: TalkSituation, bargain: Bargain) -> bool:
    """Tell whether I know how to do my side."""
    return all(_is_mine_to_do(talk, each) for each in bargain.mine)


def _is_mine_to_do(talk: TalkSituation, said: Proposition) -> bool:
    match said.kind:
        case "vote" if said.vote == "attack":
            return said.negated or not may_hide(talk)
        case "vote":
            return not said.negated
        case "give":
            return not said.negated and said.card is None
        case "go":
            goals = talk.position.view["destinations"]
            return not said.negated and goals.get(talk.me) is None
        case "ally":
            return not said.negated
        case _:
            return False


def may_hide(talk: TalkSituation) -> bool:
    """Tell whether I could hide the only character that I have a vote with there, and its vote."""
    mine = talk.position.visible(talk.turn.place or 0, talk.me)
    return talk.turn.floor == "attack" and len(mine) == 1 and talk.position.holds("hide") > 0


def gain(talk: TalkSituation, bargain: Bargain) -> float:
    """Return what a deal is worth to me, with what it costs me taken off."""
    keeping = UNMEANT + (1 - UNMEANT) * talk.dials.pledge_keeping
    got = sum(
        _belief(talk, each, bargain.other) * _worth(talk, each, bargain) for each in bargain.theirs
    )
    spent = sum(_cost(talk, each, bargain) for each in bargain.mine)
    return got - keeping * spent - keeping * NAME * _is_sold(talk, bargain)


def _is_sold(talk: TalkSituation, bargain: Bargain) -> bool:
    """Tell whether I have promised something else in place of my side, or offered to."""
    memory = talk.memory
    own = (memory.deals.deals[number] for number in memory.deals.open_of(talk.me, talk.turn.wave))
    sides = (deal.offer.between(talk.me, to)[0] for deal in own for to in deal.open_for)
    promised = [
        *memory.bound(),
        *(each.said for each in memory.promises()),
        *(term for side in sides for term in side),
    ]
    mine = [each.resolved(talk.me) for each in bargain.mine]
    return any(conflicts(new, old) for new in mine for old in promised)


def _belief(talk: TalkSituation, said: Proposition, other: str) -> float:
    if (said.kind, other) in talk.memory.cheated:
        return 0.0
    return credit(talk.dials, talk.beliefs.trust[other])


def _worth(talk: TalkSituation, said: Proposition, bargain: Bargain) -> float:
    """Return what it is worth to me that another does this; nothing where it is owed already."""
    me = said.target == talk.me
    if _is_owed(talk, said, bargain.other):
        return 0.0
    match said.kind:
        case "vote":
            return _ballots(talk, said, [said]) - _ballots(talk, said, [])
        case "give" if me and not said.negated:
            return GIFT * _searches(talk, bargain.other, bargain)
        case "ally" if me and not said.negated:
            return PEACE * bool(talk.position.own)
        case "tell" if me and not said.negated:
            return LOOK * (talk.position.view["dice"] is None)
        case _:
            return 0.0


def _is_owed(talk: TalkSituation, said: Proposition, other: str) -> bool:
    """Tell whether another has given their word on this to me, by a deal or for nothing."""
    memory = talk.memory
    last = memory.last_claim(other, {said.kind})
    free = [last.said] if last is not None and last.is_pledge and last.is_plain else []
    owed = [term for deal, term in memory.owed() if deal.other(talk.me) == other]
    asked = replace(said.resolved(other), until=None)
    return any(replace(each.resolved(other), until=None) == asked for each in (*owed, *free))


def _cost(talk: TalkSituation, said: Proposition, bargain: Bargain) -> float:
    """Return what it costs me to do this."""
    rivalry = talk.position.rivalry(talk.dials.greed)
    match said.kind:
        case "vote":
            return _ballots(talk, said, []) - _ballots(talk, said, [said])
        case "give":
            return GIFT * rivalry[bargain.other] * _searches(talk, talk.me, bargain)
        case "ally":  # somebody has to be left to vote for
            return PEACE * rivalry[bargain.other] * (1 + len(talk.beliefs.promises.spared))
        case "go":
            return WAY * (plans.destination(talk) != said.location)
        case _:
            return 0.0


def _searches(talk: TalkSituation, player: str, bargain: Bargain) -> float:
    """Return the chance that a player searches the truck next, where the deal is kept."""
    if talk.turn.floor == "gift":
        return float(talk.memory.searcher == player)
    votes = [each for each in (*bargain.mine, *bargain.theirs) if each.kind == "vote"]
    truck = [each for each in votes if each.vote == "truck"]
    ballot = plans.ballot(talk, "truck", None) if talk.turn.floor in TRUCK else None
    if ballot is None:
        return 0.0
    candidates = [option.id for option in ballot.question.options]
    if player not in candidates:
        return 0.0
    return _chances(talk, ballot, truck)[candidates.index(player)]


TRUCK = frozenset({"truck", "revote", "tie"})
"""Floors before it is decided who searches."""


def _ballots(talk: TalkSituation, about: Proposition, given: Sequence[Proposition]) -> float:
    """Return what a vote to come is worth to me if these are cast; all others as is likely."""
    ballot = plans.ballot(talk, str(about.vote), about.location or talk.turn.place)
    if ballot is None:
        return 0.0
    candidates = [option.id for option in ballot.question.options]
    worths = _outcomes(ballot, str(about.vote), candidates)
    return sum(c * w for c, w in zip(_chances(talk, ballot, given), worths, strict=True))


def _outcomes(ballot: Situation, kind: str, candidates: list[str]) -> list[float]:
    return worth_of(ballot, kind, candidates, ballot.question.place)


def _chances(
    talk: TalkSituation, ballot: Situation, given: Sequence[Proposition]
) -> Sequence[float]:
    """Return how likely each candidate wins if these votes are cast, and mine as is best for me."""
    kind: str = ballot.question.context["kind"]
    candidates = [option.id for option in ballot.question.options]
    weights = ballot.question.context["weights"]
    worths = _outcomes(ballot, kind, candidates)
    found = voters(ballot, kind, candidates, weights)
    for each in given:
        if each.player in found:
            weight, leans = found[each.player]
            found[each.player] = weight, _cast(each, candidates, leans)
    tie = tie_between(ballot, kind, candidates, worths)
    rows = odds(tuple(found.values()), len(candidates), weights.get(talk.me, 0), tie)
    bound = [each for each in talk.memory.bound() if each.kind == "vote" and each.vote == kind]
    mine = [each for each in (*given, *bound) if each.player == talk.me]
    free = [
        at
        for at, name in enumerate(candidates)
        if all((name == each.target) is not each.negated for each in mine)
        and not (kind == "attack" and name == talk.me)
    ]
    return max(
        (rows[at] for at in free or range(len(candidates))),
        key=lambda row: sum(c * w for c, w in zip(row, worths, strict=True)),
    )


def _cast(
    said: Proposition, candidates: Sequence[str], leans: Sequence[float]
) -> tuple[float, ...]:
    """Return how a player leans who keeps this promise."""
    fits = [(name == said.target) is not said.negated for name in candidates]
    left = [lean * fit for lean, fit in zip(leans, fits, strict=True)]
    total = sum(left)
    if not total:
        return tuple(leans)
    return tuple(lean / total for lean in left)
