"""Ballots: whom to vote for, in every kind of vote."""

from collections.abc import Mapping, Sequence

from arena.seats.house.ballots import Tie, Voter, leaning, odds
from arena.seats.house.beliefs import Promises
from arena.seats.house.position import Position
from arena.seats.house.situation import Dials, Situation, best

__all__ = [
    "GIFT",
    "PEACE",
    "ballot_scores",
    "break_tie",
    "cast_vote",
    "dislike",
    "election_worth",
    "standings",
    "tie_between",
    "victim_worth",
    "voters",
    "word_price",
    "worth_of",
]

TRUCK = 2.0
"""What a search of the truck is worth, in points: a good card."""
SPARED = 9.0
"""What it costs to vote for somebody who was promised to be spared: one's word."""
PAYS = 0.3
"""Points that breaking one's word must bring to be done, where one keeps it every other time."""
GIFT = 1.5
"""What a card is worth that another can spare."""
PEACE = 0.7
"""What it is worth not to be voted for by one player in the attacks to come this round."""
ONESELF = 99.0
"""What it costs to vote for oneself to be eaten."""
OFFERED: Mapping[str, float] = {"truck": GIFT, "chief": 1.0}
"""What is promised for a vote, where that is kept: a card of the truck, peace with the Chief."""
STANDING = 0.2
"""The same to who has asked for votes too: it is taken where there is no chance to win."""
BANDWAGON: Mapping[str, float] = {"attack": 2.5, "chief": 1.2, "truck": 1.2}
"""What it is worth to vote as somebody else said to, for each who did: fewer enemies."""
RETALIATION = 3.0
"""How much gladder one sees the end of somebody who said to vote for one."""
SHAMED = 1.5
"""How much gladder one sees the end of a leader who was caught."""
ACCUSED = 1.3
"""The same of whom one has called a liar: words that no vote follows are not believed again."""
CHIEF = 1.2
"""What the badge and a look at the dice are worth."""
REPORT = 4.5
"""What a Chief is worth to me whose word goes all the way, against one whose word goes nowhere."""


def cast_vote(situation: Situation) -> str:
    """Vote for the outcome I like best, counting what the others are likely to do."""
    promises, kind = situation.beliefs.promises, situation.question.context["kind"]
    price = word_price(situation.dials)
    candidates = [option.id for option in situation.question.options]
    promised, loose = promises.votes.get(kind), promises.loose.get(kind)
    if promised in candidates:
        return str(promised)
    if kind in situation.beliefs.bought and situation.position.me in candidates:
        return situation.position.me  # what another pays with is not given away
    against = {True: SPARED, False: price, None: 0.0}
    scores = [
        score + price * (each == loose) - against[promises.ruled_out.get((kind, each))]
        for score, each in zip(ballot_scores(situation), candidates, strict=True)
    ]
    if kind == "attack":  # whatever comes, not by my own vote
        scores = _sparing(scores, candidates, promises, price)
    return best(situation, scores).id


def word_price(dials: Dials) -> float:
    """Return the points that breaking one's word must bring: what it costs to be known for it."""
    return (0.5 + dials.pledge_keeping) * PAYS


def ballot_scores(situation: Situation) -> list[float]:
    """Return what it is worth to me to vote for each candidate, my own word left aside."""
    question, position = situation.question, situation.position
    kind: str = question.context["kind"]
    candidates = [option.id for option in question.options]
    weights: Mapping[str, int] = question.context["weights"]
    mine = weights.get(position.me, 0)
    worths = worth_of(situation, kind, candidates, question.place)
    others = tuple(voters(situation, kind, candidates, weights).values())
    chances = odds(others, len(candidates), mine, tie_between(situation, kind, candidates, worths))
    scores = [
        sum([chance * worth for chance, worth in zip(row, worths, strict=True)]) + row[at] * offer
        for at, (row, offer) in enumerate(
            zip(chances, offered(situation, kind, candidates), strict=True)
        )
    ]
    me, attack = position.me, kind == "attack"
    # Who stands for election goes on standing; else fewer enemies are made by not being alone.
    follows = BANDWAGON[kind] * (attack or me not in candidates)
    named = _named(situation, kind, candidates)
    return [
        score + follows * n - ONESELF * (attack and each == me)
        for each, score, n in zip(candidates, scores, named, strict=True)
    ]


def break_tie(situation: Situation) -> str:
    """Decide for the outcome I like best, my word and what I am offered included."""
    kind: str = situation.question.context["kind"]
    tied = [option.id for option in situation.question.options]
    promises, price = situation.beliefs.promises, word_price(situation.dials)
    if promises.votes.get(kind) in tied:
        return promises.votes[kind]
    worths = worth_of(situation, kind, tied, situation.question.place)
    scores = [
        worth + offer + price * (each == promises.loose.get(kind))
        for each, worth, offer in zip(tied, worths, offered(situation, kind, tied), strict=True)
    ]
    if kind == "attack":
        scores = _sparing(scores, tied, promises, price)
    return best(situation, scores).id


def _sparing(
    scores: Sequence[float], candidates: Sequence[str], promises: Promises, price: float
) -> list[float]:
    """Return the scores with what it costs to vote for who was promised not to be."""
    return [
        score - SPARED * (each in promises.spared) - price * (each in promises.loosely_spared)
        for score, each in zip(scores, candidates, strict=True)
    ]


def tie_between(
    situation: Situation, kind: str, candidates: Sequence[str], worths: Sequence[float]
) -> Tie | None:
    """Return how ties are likely to be decided; None where a lot or nobody decides them."""
    position = situation.position
    holder = position.decider
    if holder is None:
        return None
    if holder == position.me:
        return lambda tied: [float(at == max(tied, key=lambda each: worths[each])) for at in tied]
    appeal = standings(position, kind, candidates, holder)
    own = candidates.index(holder) if kind == "attack" and holder in candidates else None
    leans = leaning(len(candidates), own, appeal)
    return lambda tied: [leans[at] / sum(leans[each] for each in tied) for at in tied]


def _named(situation: Situation, kind: str, candidates: Sequence[str]) -> list[float]:
    """Return how many said they would vote for each candidate, as far as they are believed."""
    said = situation.beliefs.ballots.values()
    return [
        sum([believed for about, target, believed in said if (about, target) == (kind, each)])
        for each in candidates
    ]


def worth_of(
    situation: Situation, kind: str, candidates: Sequence[str], place: int | None
) -> list[float]:
    """Return what it is worth to me that each candidate wins."""
    position, rivalry = situation.position, situation.position.rivalry(situation.dials.greed)
    liked = situation.beliefs.trust
    if kind == "attack":
        return [
            victim_worth(position, rivalry, each, place or 0)
            * dislike(liked.get(each, 0.5))
            * (RETALIATION if each in situation.beliefs.threats else 1.0)
            * _guilt(situation, each)
            * (1 - situation.beliefs.offers.get((kind, each), 0.0))
            for each in candidates
        ]
    prize, report = election_worth(kind), REPORT * (kind == "chief")
    return [
        prize
        if each == position.me
        else -prize * rivalry[each] * dislike(liked[each]) + report * (liked[each] - 0.5)
        for each in candidates
    ]


def _guilt(situation: Situation, player: str) -> float:
    """Return how much gladder one sees the end of a player for what they were caught with."""
    position, beliefs = situation.position, situation.beliefs
    leads = position.points[player] == max(position.points.values())
    leader = SHAMED if leads and player in beliefs.shamed else 1.0
    return leader * (ACCUSED if player in beliefs.accused else 1.0)


def offered(situation: Situation, kind: str, candidates: Sequence[str]) -> list[float]:
    """Return what each candidate offers me for my vote, if they win with it."""
    if kind == "attack":
        return [0.0] * len(candidates)
    offers, stakes = situation.beliefs.offers, situation.beliefs.stakes
    return [
        stakes.get((kind, each), 0.0)
        + (STANDING if _stands(situation, kind, candidates, each) else OFFERED[kind])
        * offers.get((kind, each), 0.0)
        for each in candidates
    ]


def _stands(situation: Situation, kind: str, candidates: Sequence[str], rival: str) -> bool:
    """Tell whether I, who have asked for votes too, do not yield to a rival.

    The weaker yields, of equals who comes later, so that two never vote for each other.
    """
    me, asked = situation.position.me, kind in situation.beliefs.asked
    if me not in candidates or not (asked or situation.question.kind == "cast_revote"):
        return False
    votes: Mapping[str, int] = situation.question.context.get("weights", {})
    order = situation.position.order
    ahead = (votes.get(rival, 0), -order.index(rival)) > (votes.get(me, 0), -order.index(me))
    return situation.question.kind == "cast_revote" or not ahead


def dislike(trust: float) -> float:
    """Return how gladly one harms a player: 1 in a stranger, less in a friend, more in a liar."""
    return 2 - 2 * trust


def election_worth(kind: str) -> float:
    """Return what winning this vote is worth, in points."""
    return TRUCK if kind == "truck" else CHIEF


def victim_worth(
    position: Position, rivalry: Mapping[str, float], player: str, place: int
) -> float:
    """Return what it is worth to me that this player must give up a character there."""
    points = [each.points for each in position.visible(place, player)]
    if not points:
        return 0.0
    return -float(min(points)) if player == position.me else rivalry[player] * min(points)


def standings(position: Position, kind: str, candidates: Sequence[str], voter: str) -> list[float]:
    """Return how much each candidate appeals to a voter."""
    if kind != "attack":
        return [6.0 if each == voter else 1.0 for each in candidates]
    return [1.0 + position.points[each] / 10 for each in candidates]


def voters(
    situation: Situation, kind: str, candidates: Sequence[str], weights: Mapping[str, int]
) -> dict[str, Voter]:
    """Return the other voters with what they are likely to do, and what they said they would."""
    position = situation.position
    found: dict[str, Voter] = {}
    for voter, weight in weights.items():
        if voter == position.me or not weight:
            continue
        appeal = standings(position, kind, candidates, voter)
        own = candidates.index(voter) if kind == "attack" and voter in candidates else None
        leans = leaning(len(candidates), own, appeal)
        said, target, believed = situation.beliefs.ballots.get(voter, ("", "", 0.0))
        if said == kind and target in candidates:
            goal = candidates.index(target)
            leans = tuple(
                (1 - believed) * chance + believed * (at == goal) for at, chance in enumerate(leans)
            )
        found[voter] = weight, leans
    return found
