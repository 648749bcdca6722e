"""What a deal is likely to be worth to the other party: an estimate, from what I can see."""

from arena.claims.language import Proposition
from arena.seats.house import plans
from arena.seats.house.situation import PLAIN
from arena.seats.house.speaking import TalkSituation
from arena.seats.house.votes import GIFT, PEACE, Forecast, election_worth
from arena.seats.house.worth import LITTLE, LOOK, Bargain, chances, rounds, searches

__all__ = ["gain_of_other"]


def gain_of_other(talk: TalkSituation, bargain: Bargain) -> float:
    """Return what a deal is likely to gain the other party, in their points, if it is kept.

    As far as I can tell: they count as I do, and are as greedy as a bot without a name.
    """
    points, other = talk.position.points, bargain.other
    lead = 1 + (points[talk.me] - points[other]) / 8
    grudge = PLAIN.greed / max(1, len(points) - 1) * min(2.0, max(0.3, lead))
    got = sum(_worth_to_other(talk, each, bargain, talk.me) for each in bargain.mine)
    given = sum(_worth_to_other(talk, each, bargain, other, grudge) for each in bargain.theirs)
    return got + given


def _worth_to_other(
    talk: TalkSituation, said: Proposition, bargain: Bargain, giver: str, grudge: float = 0.0
) -> float:
    """Return what it is worth to the other party that this is done; `grudge`: by themselves."""
    takes = -grudge if giver == bargain.other else float(said.target == bargain.other)
    match said.kind:
        case "vote":
            return _vote_to_other(talk, said, bargain.other)
        case "give":
            return takes * GIFT * searches(talk, giver, bargain)
        case "ally":
            return takes * PEACE * rounds(talk, said)
        case "tell":
            return takes * LOOK
        case _:  # ways and cards are for nobody in particular
            return LITTLE if giver == talk.me else -grudge * LITTLE


def _vote_to_other(talk: TalkSituation, said: Proposition, other: str) -> float:
    """Return what a vote changes for a player: their own election, or what they may lose."""
    kind, place = str(said.vote), said.location or talk.turn.place
    ballot = plans.ballot(talk, kind, place)
    if ballot is None:
        return 0.0
    vote = Forecast.of(ballot)
    if other not in vote.candidates:
        return 0.0
    at = vote.candidates.index(other)
    more = chances(talk, vote, [said])[at] - chances(talk, vote, [])[at]
    if kind != "attack":
        return more * election_worth(kind)
    there = talk.position.visible(ballot.question.place or 0, other)
    return -more * min((each.points for each in there), default=0)
