"""What others' words do to a house bot's beliefs, and which of its own it means to keep."""

from collections.abc import Collection, Mapping
from dataclasses import replace

from arena.claims.assertions import Assertion
from arena.claims.kinds import DICE
from arena.claims.language import Kind, Proposition
from arena.seats.house.beliefs import Beliefs, Promises
from arena.seats.house.memory import Memory
from arena.seats.house.position import Position
from arena.seats.house.situation import Dials, Draw
from arena.seats.house.votes import GIFT, PEACE

__all__ = ["Listener", "credit", "means_it"]

WITNESS = 0.95
"""How much a fully trusted player who has seen the dice is believed."""
RUMOUR = 0.8
"""How much the most gullible believe one who has not."""
FAITH = 0.5
CREDULITY = 2.0
"""How fast the less gullible believe a witness less, and one who has seen nothing: powers."""
DOUBT = 2.0
"""How much of what a bad name takes from a word the least gullible see: a power."""
WARY = 0.1
"""How much of that even the most gullible see."""
OFFERS: Mapping[tuple[str, bool], str] = {
    ("give", False): "truck",
    ("ally", False): "chief",
    ("vote", True): "attack",
}
"""The vote that a promise is an offer for, by its kind and negation."""
DUE: Mapping[str, float] = {"give": GIFT, "ally": PEACE}
"""Points that it is worth to be given what one is still owed, by kind of term."""
SURENESS = {"sure": 1.0, "think": 0.6, "guess": 0.3}


def means_it(key: bytes, turn: str, dials: Dials, kind: str) -> bool:
    """Tell whether a bot meant what it said on a turn: the same whenever it asks itself.

    An announcement is meant by its honesty, a promise by how it keeps its word.
    """
    share = dials.honesty if kind in {*DICE, "go"} else dials.pledge_keeping
    return Draw(key, f"{turn}|meant").chance() < share


def credit(dials: Dials, trust: float) -> float:
    """Return from 0 to 1 how far somebody's word goes who is trusted so far."""
    return float(min(1.0, 2 * trust) ** (DOUBT * max(WARY, 1 - dials.gullibility)))


class Listener:
    """What one seat makes of what it heard."""

    def __init__(self, key: bytes, dials: Dials, position: Position, memory: Memory) -> None:
        """`key` is that of the seat's draws."""
        self._key, self._dials, self._position, self._memory = key, dials, position, memory

    def beliefs(self) -> Beliefs:
        """Return what the view makes likely, and what was said makes of it."""
        position, memory = self._position, self._memory
        seen = Beliefs.from_view(position.view, position)
        return replace(
            seen,
            zombies=seen.zombies if seen.dice_known else self._zombies(seen.zombies),
            destinations=self._destinations(seen.destinations),
            trust={player: memory.trust(player) for player in seen.trust},
            promises=self._promises(),
            ballots=self._ballots(),
            offers=self._offers(),
            stakes=self._stakes(),
            bids=self._bids(),
            asked=frozenset(memory.asked),
            bought=self._bought(),
            backers=frozenset(
                voter
                for voter, candidate in memory.facts.votes_on("truck").items()
                if candidate == position.me != voter
            ),
            threats=frozenset(
                each.speaker
                for each in self._others({"vote"})
                if each.said.vote == "attack"
                and each.said.target == position.me
                and not each.said.negated
            ),
            shamed=self._shamed(),
            accused=self._accused(),
            warned=self._warned(),
        )

    def _shamed(self) -> frozenset[str]:
        """Return who was caught, as far as I heard."""
        memory = self._memory
        lied = {each.assertion.speaker for each in memory.caught if each.lie}
        broke = {each.by for each in memory.betrayed if each.round >= memory.round - 1}
        return frozenset((lied | broke) - {self._position.me})

    def _accused(self) -> frozenset[str]:
        """Return whom I have called a liar this round."""
        me = self._position.me
        own = (each.said for each in self._memory.assertions if each.speaker == me)
        return frozenset(
            said.player for said in own if said.kind == "lied" and said.player not in {me, None}
        )

    def _warned(self) -> frozenset[int]:
        """Return where I told of more dice than I saw."""
        position, memory = self._position, self._memory
        dice = position.view["dice"]
        own = [each for each in memory.assertions if each.speaker == position.me and each.is_plain]
        return frozenset(
            place
            for each in own
            if dice is not None and each.said.kind in DICE and each.said.relation != "<="
            for place in position.rooms
            if _named(each.said, place) > dice.count(place)
        )

    def _weight(self, assertion: Assertion, most: float = WITNESS) -> float:
        """Return from 0 to 1 how far a claim moves a belief; the gullible hardly see whose."""
        sure = SURENESS[assertion.claim.confidence]
        return most * sure * credit(self._dials, self._memory.trust(assertion.speaker))

    def _report_weight(self, report: Assertion) -> float:
        """Return how far a report of dice is believed: words that cost nothing, unlike a promise.

        The gullible take it as it comes, and a rumour hardly less than what somebody has seen.
        """
        seen = report.speaker in self._position.view["dice_seen_by"]
        most, power = (WITNESS, FAITH) if seen else (RUMOUR, CREDULITY)
        return float(self._dials.gullibility**power) * self._weight(report, most)

    def _others(self, kinds: Collection[Kind]) -> list[Assertion]:
        me = self._position.me
        heard = (each for each in self._memory.assertions if each.speaker != me and each.is_plain)
        return [each for each in heard if each.said.kind in kinds]

    def _zombies(self, prior: Mapping[int, float]) -> dict[int, float]:
        found = dict(prior)
        for assertion in self._others(DICE):
            weight = self._report_weight(assertion)
            for place, count in _claimed(assertion.said, found).items():
                found[place] = (1 - weight) * found[place] + weight * count
        return found

    def _destinations(
        self, likely: Mapping[str, Mapping[int, float]]
    ) -> dict[str, Mapping[int, float]]:
        found = dict(likely)
        for assertion in self._others({"go"}):
            said = assertion.said
            goals = found.get(assertion.speaker)
            if not assertion.is_pledge or not goals or len(goals) == 1:
                continue
            goal = said.location or 0
            if goal in goals:
                weight = self._weight(assertion)
                found[assertion.speaker] = _leaning(goals, goal, weight, away=said.negated)
        return found

    def _ballots(self) -> dict[str, tuple[str, str, float]]:
        found: dict[str, tuple[str, str, float]] = {}
        for assertion in self._others({"vote"}):
            said = assertion.said
            if assertion.is_pledge and not said.negated:
                weight = self._weight(assertion)
                found[assertion.speaker] = str(said.vote), str(said.target), weight
        for deal, said in self._memory.owed():
            other = deal.other(self._position.me)
            if (said.kind, said.negated) == ("vote", False):
                found[other] = str(said.vote), str(said.target), WITNESS * self._credit(other)
        return found

    def _credit(self, player: str) -> float:
        return credit(self._dials, self._memory.trust(player))

    def _offers(self) -> dict[tuple[str, str], float]:
        """Return the offers to me: what a player promised me for this, or in any case."""
        found: dict[tuple[str, str], float] = {}
        for assertion in self._memory.assertions:
            said, on, me = assertion.said, assertion.claim.condition, self._position.me
            mine = on is None or (on.player == me and on.target == assertion.speaker) or on.negated
            if said.target != me or not assertion.is_pledge or not mine:
                continue
            kind = OFFERS.get((said.kind, said.negated))
            if kind is not None and (said.kind, assertion.speaker) not in self._memory.cheated:
                found[kind, assertion.speaker] = self._weight(assertion)
        return found

    def _stakes(self) -> dict[tuple[str, str], float]:
        """Return the points that I lose by not voting as I promised for something.

        Or by not voting for who owes me a card, and can give it only after searching the truck.
        """
        found = {
            ("truck", deal.other(self._position.me)): DUE["give"]
            * self._credit(deal.other(self._position.me))
            for deal, said in self._memory.owed()
            if said.kind == "give"
        }
        for deal in self._memory.agreements():
            other = deal.other(self._position.me)
            due = [term.said.kind for term in deal.sides[other] if term.truth is None]
            points = self._credit(other) * sum(DUE.get(kind, 0.0) for kind in due)
            for term in deal.sides[self._position.me]:
                if term.said.kind == "vote" and not term.said.negated:
                    found[str(term.said.vote), str(term.said.target)] = points
        return found

    def _bought(self) -> frozenset[str]:
        """Return the elections in which somebody has agreed to vote for me."""
        owed = (said for _, said in self._memory.owed() if said.target == self._position.me)
        votes = (said for said in owed if said.kind == "vote" and not said.negated)
        return frozenset(str(said.vote) for said in votes if said.vote != "attack")

    def _bids(self) -> dict[str, float]:
        """Return who offers me a vote for a card, and how far that is believed."""
        me, found = self._position.me, dict[str, float]()
        for each in self._memory.assertions:
            said, on = each.said, each.claim.condition
            offered = said.kind == "vote" and said.target == me and each.is_pledge
            if offered and on is not None and (on.kind, on.player) == ("give", me):
                cheated = ("vote", each.speaker) in self._memory.cheated
                found[each.speaker] = 0.0 if cheated else self._weight(each)
        return found

    def _promises(self) -> Promises:
        memory, dials = self._memory, self._dials
        given = [
            (each.said, means_it(self._key, each.turn, dials, each.said.kind))
            for each in memory.promises()
            if self._due(each)
        ]
        ways: list[Proposition] = []
        for deal in memory.agreements():
            meant = means_it(self._key, f"deal {deal.deal.number}", dials, "vote")
            terms = deal.sides[self._position.me]
            given += [(term.said, meant) for term in terms if term.truth is None]
            ways += [term.said for term in terms if meant and term.said.kind == "go"]
        found = Promises.of((said, meant) for said, meant in given if self._is_here(said))
        return replace(found, ways=tuple(ways))

    def _is_here(self, said: Proposition) -> bool:
        """Tell whether a promise is not about a vote at another place than the one that is on."""
        vote = self._position.view["vote"]
        return vote is None or said.location is None or said.location == vote["place"]

    def _due(self, assertion: Assertion) -> bool:
        """Tell whether the condition of an own promise is met, as far as ballots tell."""
        condition = assertion.claim.condition
        if condition is None:
            return True
        if condition.kind != "vote":
            return False
        ballot = self._memory.facts.votes_on(str(condition.vote))
        voted = ballot.get(condition.player or self._position.me)
        return voted is not None and (voted == condition.target) is not condition.negated


def _named(said: Proposition, place: int) -> int:
    """Return how many dice, at least, a report names for a location."""
    if said.negated or said.kind == "dice":
        return 0 if said.negated else (said.dice or ()).count(place)
    return (said.count or 0) * (said.location == place)


def _claimed(said: Proposition, known: Mapping[int, float]) -> dict[int, float]:
    """Return how many zombies a claim speaks of, by location."""
    if said.negated:
        return {}
    if said.kind == "dice":
        return {place: float((said.dice or ()).count(place)) for place in known}
    place, count = said.location or 0, float(said.count or 0)
    if place not in known:
        return {}
    if said.relation == ">=":
        count = max(count + known[place] / 2, known[place])  # about what is likely, given as many
    elif said.relation == "<=":
        count = min(count, known[place])
    return {place: count}


def _leaning(
    goals: Mapping[int, float], goal: int, weight: float, *, away: bool
) -> dict[int, float]:
    """Return the chances after somebody said to go there, or not to."""
    if not away:
        return {
            place: (1 - weight) * chance + weight * (place == goal)
            for place, chance in goals.items()
        }
    left = {place: chance * (1 - weight * (place == goal)) for place, chance in goals.items()}
    total = sum(left.values())
    return {place: chance / total for place, chance in left.items()}
