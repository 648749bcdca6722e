"""Ballots: the candidate to vote for, in every kind of vote."""

from collections.abc import Iterable, Mapping, Sequence

from arena.seats.house.ballots import Tie, Voter, leaning, odds
from arena.seats.house.position import Position
from arena.seats.house.situation import Dials, Situation, best

TRUCK = 2.0
"""Value of a search of the truck, in points: a good card."""
SPARED = 9.0
"""Cost of voting for a player whom the bot promised to spare."""
PAYS = 0.3
"""Points that breaking a promise must bring, for a bot that keeps every other one."""
GIFT = 1.5
"""Value of a card that another player can spare."""
PEACE = 0.7
"""Value of one player's promise not to vote for the bot in this round's attacks."""
ONESELF = 99.0
"""Cost of voting for oneself to be eaten."""
OFFERED: Mapping[str, float] = {"truck": GIFT, "chief": 1.0}
"""Value of the offer made for a vote, if it is kept: a card of the truck, peace with the Chief."""
STANDING = 0.2
"""The same to a bot that has asked for votes too: it accepts only without a chance to win."""
BANDWAGON: Mapping[str, float] = {"attack": 2.5, "chief": 1.2, "truck": 1.2}
"""Value of voting as another player announced, for each who did: fewer enemies."""
RETALIATION = 3.0
"""Factor on the value of eliminating a player who announced a vote for the bot."""
SHAMED = 1.5
"""Factor on the value of eliminating a leading player who was caught lying."""
ACCUSED = 1.3
"""The same for a player whom the bot has called a liar: empty accusations are not believed
again."""
CHIEF = 1.2
"""Value of the badge and a look at the dice."""
REPORT = 4.5
"""Value of a fully trusted Chief over one who is not trusted at all."""


class Forecast:
    """A coming vote: candidates, their values to the bot, and the others' likely votes."""

    def __init__(
        self,
        situation: Situation,
        kind: str,
        candidates: Sequence[str],
        place: int | None,
        weights: Mapping[str, int],
    ) -> None:
        """`weights` are the votes of all players who have any."""
        self.situation, self.kind, self.candidates = situation, kind, list(candidates)
        self.place = place
        self.worths = worth_of(situation, kind, candidates, place)
        """Value to the bot of each candidate's win."""
        self.mine = weights.get(situation.position.me, 0)
        """The weight of the bot's own ballot."""
        self.voters = {
            voter: (weight, self._leanings(voter))
            for voter, weight in weights.items()
            if weight and voter != situation.position.me
        }
        """The other voters, with probabilities that take their announcements into account."""

    @classmethod
    def of(cls, ballot: Situation) -> "Forecast":
        """Build the forecast for a question that asks for a ballot."""
        question = ballot.question
        kind, weights = question.context["kind"], question.context.get("weights", {})
        return cls(ballot, kind, [each.id for each in question.options], question.place, weights)

    def _leans(self, voter: str) -> tuple[float, ...]:
        own = self.candidates.index(voter) if voter in self.candidates else None
        if self.kind == "attack":
            points = self.situation.position.points
            appeal = [1.0 + points[each] / 10 for each in self.candidates]
            return leaning(len(self.candidates), own, appeal)
        appeal = [6.0 if each == voter else 1.0 for each in self.candidates]
        return leaning(len(self.candidates), None, appeal)

    def _leanings(self, voter: str) -> tuple[float, ...]:
        leans = self._leans(voter)
        said, target, believed = self.situation.beliefs.ballots.get(voter, ("", "", 0.0))
        if said != self.kind or target not in self.candidates:
            return leans
        return tuple(
            (1 - believed) * chance + believed * (each == target)
            for each, chance in zip(self.candidates, leans, strict=True)
        )

    @property
    def tie(self) -> Tie | None:
        """How ties are likely to be decided; None where a lot or nobody decides them."""
        holder = self.situation.position.decider
        if holder is None:
            return None
        if holder == self.situation.position.me:
            worths = self.worths
            return lambda tied: [
                float(at == max(tied, key=lambda each: worths[each])) for at in tied
            ]
        leans = self._leans(holder)
        return lambda tied: [leans[at] / sum(leans[each] for each in tied) for at in tied]

    def rows(self, voters: Iterable[Voter] | None = None) -> list[list[float]]:
        """Return, for each candidate the bot can vote for, every candidate's chance to win."""
        others = tuple(self.voters.values() if voters is None else voters)
        return odds(others, len(self.candidates), self.mine, self.tie)

    def worth(self, row: Sequence[float]) -> float:
        """Return the expected value where the candidates have these probabilities to win."""
        return sum([chance * worth for chance, worth in zip(row, self.worths, strict=True)])


def cast_vote(situation: Situation) -> str:
    """Vote for the outcome with the highest expected value, unless a promise binds the bot."""
    promises, kind = situation.beliefs.promises, situation.question.context["kind"]
    price = word_price(situation.dials)
    candidates = [option.id for option in situation.question.options]
    promised, loose = promises.votes.get(kind), promises.loose.get(kind)
    if promised in candidates:
        return str(promised)
    if kind in situation.beliefs.bought and situation.position.me in candidates:
        return situation.position.me  # a vote that was bought is used
    against = {True: SPARED, False: price, None: 0.0}
    scores = [
        score + price * (each == loose) - against[promises.ruled_out.get((kind, each))]
        for score, each in zip(ballot_scores(situation), candidates, strict=True)
    ]
    return best(situation, _sparing(situation, kind, scores)).id


def word_price(dials: Dials) -> float:
    """Return the points that breaking a promise must bring: the cost to the reputation."""
    return (0.5 + dials.pledge_keeping) * PAYS


def ballot_scores(situation: Situation) -> list[float]:
    """Return the value of a vote for each candidate, own promises left aside."""
    vote, me = Forecast.of(situation), situation.position.me
    attack, candidates = vote.kind == "attack", vote.candidates
    offers = _offered(situation, vote.kind, candidates)
    # A candidate votes for itself; others make fewer enemies by voting with somebody else.
    follows = BANDWAGON[vote.kind] * (attack or me not in candidates)
    named = _named(situation, vote.kind, candidates)
    return [
        vote.worth(row) + row[at] * offers[at] + follows * named[at]
        - ONESELF * (attack and candidates[at] == me)
        for at, row in enumerate(vote.rows())
    ]  # fmt: skip


def break_tie(situation: Situation) -> str:
    """Decide for the most valuable outcome, promises and offers included."""
    vote, promises = Forecast.of(situation), situation.beliefs.promises
    if promises.votes.get(vote.kind) in vote.candidates:
        return promises.votes[vote.kind]
    price, loose = word_price(situation.dials), promises.loose.get(vote.kind)
    offers = _offered(situation, vote.kind, vote.candidates)
    scores = [
        worth + offer + price * (each == loose)
        for each, worth, offer in zip(vote.candidates, vote.worths, offers, strict=True)
    ]
    return best(situation, _sparing(situation, vote.kind, scores)).id


def _sparing(situation: Situation, kind: str, scores: list[float]) -> list[float]:
    """Subtract, in an attack, the cost of voting for players whom the bot promised to spare."""
    if kind != "attack":
        return scores
    promises, price = situation.beliefs.promises, word_price(situation.dials)
    return [
        score - SPARED * (each.id in promises.spared) - price * (each.id in promises.loosely_spared)
        for score, each in zip(scores, situation.question.options, strict=True)
    ]


def _named(situation: Situation, kind: str, candidates: Sequence[str]) -> list[float]:
    """Return the number of announced votes for each candidate, weighted by belief."""
    said = situation.beliefs.ballots.values()
    return [
        sum([believed for about, target, believed in said if (about, target) == (kind, each)])
        for each in candidates
    ]


def worth_of(
    situation: Situation, kind: str, candidates: Sequence[str], place: int | None
) -> list[float]:
    """Return the value to the bot of each candidate's win, in points."""
    position, rivalry = situation.position, situation.position.rivalry(situation.dials.greed)
    liked, beliefs = situation.beliefs.trust, situation.beliefs
    if kind == "attack":
        return [
            _victim_worth(position, rivalry, each, place or 0)
            * dislike(liked.get(each, 0.5))
            * (RETALIATION if each in beliefs.threats else 1.0)
            * _guilt(situation, each)
            * (1 - beliefs.offers.get((kind, each), 0.0))
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
    """Return the factor on a player's elimination for lies and broken deals."""
    position, beliefs = situation.position, situation.beliefs
    leads = position.points[player] == max(position.points.values())
    leader = SHAMED if leads and player in beliefs.shamed else 1.0
    return leader * (ACCUSED if player in beliefs.accused else 1.0)


def _offered(situation: Situation, kind: str, candidates: Sequence[str]) -> list[float]:
    """Return the value of each candidate's offers for the bot's vote."""
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
    """Return True if the bot, which has asked for votes too, does not yield to a rival.

    The weaker yields, of equals the one who comes later, so that two never vote for each other.
    """
    me, asked = situation.position.me, kind in situation.beliefs.asked
    if me not in candidates or not (asked or situation.question.kind == "cast_revote"):
        return False
    votes: Mapping[str, int] = situation.question.context.get("weights", {})
    order = situation.position.order
    ahead = (votes.get(rival, 0), -order.index(rival)) > (votes.get(me, 0), -order.index(me))
    return situation.question.kind == "cast_revote" or not ahead


def dislike(trust: float) -> float:
    """Return the factor on harming a player: 1 for a stranger, less for a trusted one."""
    return 2 - 2 * trust


def election_worth(kind: str) -> float:
    """Return the value of winning this vote, in points."""
    return TRUCK if kind == "truck" else CHIEF


def _victim_worth(
    position: Position, rivalry: Mapping[str, float], player: str, place: int
) -> float:
    """Return the value to the bot of a player's having to give up a character there."""
    points = [each.points for each in position.visible(place, player)]
    if not points:
        return 0.0
    return -float(min(points)) if player == position.me else rivalry[player] * min(points)
