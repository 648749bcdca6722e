"""The effect of players' statements on a bot's beliefs, and which own promises it means to keep."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace

from arena.claims.assertions import Assertion
from arena.claims.kinds import DICE
from arena.claims.language import Kind, Proposition
from arena.seats.house.beliefs import Beliefs, Promises
from arena.seats.house.memory import Memory
from arena.seats.house.position import Position
from arena.seats.house.situation import Dials, Draw
from arena.seats.house.votes import GIFT, PEACE

WITNESS = 0.95
"""Weight of a sure statement by a fully trusted player, who has seen the dice if it is of these."""
RUMOUR = 0.8
"""The same for a report of dice that its speaker has not seen."""
FAITH = 0.5
CREDULITY = 2.0
"""Exponents of gullibility in the belief of a witness and of a player who has seen nothing."""
DOUBT = 2.0
"""Exponent of trust, at the least gullibility, in the weight of a statement."""
WARY = 0.1
"""Share of that exponent that remains at the highest gullibility."""
OFFERS: Mapping[tuple[str, bool], str] = {
    ("give", False): "truck",
    ("ally", False): "chief",
    ("vote", True): "attack",
}
"""The vote that a promise is an offer for, by its kind and negation."""
DUE: Mapping[str, float] = {"give": GIFT, "ally": PEACE}
"""Value, in points, of a term that another player still owes the bot, by kind."""
SURENESS = {"sure": 1.0, "think": 0.6, "guess": 0.3}


def means_it(key: bytes, turn: str, dials: Dials, kind: str) -> bool:
    """Return True if a bot means what it says on a turn: the same at each call.

    An announcement is meant with the probability `honesty`, a promise with `pledge_keeping`.
    """
    share = dials.honesty if kind in {*DICE, "go"} else dials.pledge_keeping
    return Draw(key, f"{turn}|meant").chance() < share


def credit(dials: Dials, trust: float) -> float:
    """Return the weight, from 0 to 1, of a statement by a player with this trust."""
    return float(min(1.0, 2 * trust) ** (DOUBT * max(WARY, 1 - dials.gullibility)))


@dataclass(frozen=True)
class Listener:
    """Derives one seat's beliefs from what it heard."""

    key: bytes
    """The key of the seat's random draws."""
    dials: Dials
    position: Position
    memory: Memory

    @property
    def _me(self) -> str:
        return self.position.me

    def beliefs(self) -> Beliefs:
        """Return the beliefs from the view, updated by what was said."""
        position, memory, me = self.position, self.memory, self._me
        seen = Beliefs.from_view(position.view, position)
        truck = memory.facts.votes_on("truck").items()
        spoken = [each.said for each in memory.assertions if each.speaker == me]
        lied = {each.assertion.speaker for each in memory.caught if each.lie}
        broke = {each.by for each in memory.betrayed if each.round >= memory.round - 1}
        owed = [said for _, said in memory.owed() if said.target == me]
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
            bought=frozenset(
                str(said.vote) for said in owed if _is_for(said) and said.vote != "attack"
            ),
            backers=frozenset(voter for voter, name in truck if name == me != voter),
            threats=frozenset(
                each.speaker
                for each in self._others({"vote"})
                if _is_for(each.said) and (each.said.vote, each.said.target) == ("attack", me)
            ),
            shamed=frozenset((lied | broke) - {me}),
            accused=frozenset(
                str(said.player)
                for said in spoken
                if said.kind == "lied" and said.player not in {me, None}
            ),
            warned=self._warned(),
        )

    def _warned(self) -> frozenset[int]:
        """Return the locations for which the bot reported more dice than it saw."""
        dice = self.position.view["dice"]
        own = (each for each in self.memory.assertions if each.speaker == self._me)
        return frozenset(
            place
            for each in own
            if dice is not None and each.is_plain
            if each.said.kind in DICE and each.said.relation != "<="
            for place in self.position.rooms
            if _named(each.said, place) > dice.count(place)
        )

    def _credit(self, player: str) -> float:
        return credit(self.dials, self.memory.trust(player))

    def _weight(self, assertion: Assertion, most: float = WITNESS) -> float:
        """Return from 0 to 1 how far a claim moves a belief, by its speaker's trust."""
        return most * SURENESS[assertion.claim.confidence] * self._credit(assertion.speaker)

    def _report_weight(self, report: Assertion) -> float:
        """Return the weight of a report of the dice, which costs its speaker nothing.

        A gullible bot believes a rumour nearly as much as a witness.
        """
        seen = report.speaker in self.position.view["dice_seen_by"]
        most, power = (WITNESS, FAITH) if seen else (RUMOUR, CREDULITY)
        return float(self.dials.gullibility**power) * self._weight(report, most)

    def _others(self, kinds: Collection[Kind]) -> list[Assertion]:
        heard = (each for each in self.memory.assertions if each.speaker != self._me)
        return [each for each in heard if each.is_plain and each.said.kind in kinds]

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
            goals, goal = found.get(assertion.speaker, {}), assertion.said.location or 0
            if assertion.is_pledge and len(goals) > 1 and goal in goals:
                weight, away = self._weight(assertion), assertion.said.negated
                found[assertion.speaker] = _leaning(goals, goal, weight, away=away)
        return found

    def _ballots(self) -> dict[str, tuple[str, str, float]]:
        found: dict[str, tuple[str, str, float]] = {}
        for assertion in self._others({"vote"}):
            said = assertion.said
            if assertion.is_pledge and _is_for(said):
                weight = self._weight(assertion)
                found[assertion.speaker] = str(said.vote), str(said.target), weight
        for deal, said in self.memory.owed():
            other = deal.other(self._me)
            if _is_for(said):
                found[other] = str(said.vote), str(said.target), WITNESS * self._credit(other)
        return found

    def _offers(self) -> dict[tuple[str, str], float]:
        """Return the weight of each promise to the bot that is an offer for a vote."""
        found: dict[tuple[str, str], float] = {}
        for each in self.memory.assertions:
            said, on, me = each.said, each.claim.condition, self._me
            mine = on is None or (on.player == me and on.target == each.speaker) or on.negated
            if said.target != me or not each.is_pledge or not mine:
                continue
            kind = OFFERS.get((said.kind, said.negated))
            if kind is not None and (said.kind, each.speaker) not in self.memory.cheated:
                found[kind, each.speaker] = self._weight(each)
        return found

    def _stakes(self) -> dict[tuple[str, str], float]:
        """Return the points that the bot loses by not voting as it promised in a deal.

        Also those lost by not voting, at the truck, for a player who owes the bot a card.
        """
        owing = [deal.other(self._me) for deal, said in self.memory.owed() if said.kind == "give"]
        found = {("truck", other): DUE["give"] * self._credit(other) for other in owing}
        for deal in self.memory.agreements():
            other = deal.other(self._me)
            due = [term.said.kind for term in deal.sides[other] if term.truth is None]
            points = self._credit(other) * sum(DUE.get(kind, 0.0) for kind in due)
            mine = (term.said for term in deal.sides[self._me])
            found |= {(str(said.vote), str(said.target)): points for said in mine if _is_for(said)}
        return found

    def _bids(self) -> dict[str, float]:
        """Return the weight of each offer of a vote for a card, by player."""
        me, found = self._me, dict[str, float]()
        for each in self.memory.assertions:
            said, on = each.said, each.claim.condition
            offered = said.kind == "vote" and said.target == me and each.is_pledge
            if offered and on is not None and (on.kind, on.player) == ("give", me):
                cheated = ("vote", each.speaker) in self.memory.cheated
                found[each.speaker] = 0.0 if cheated else self._weight(each)
        return found

    def _promises(self) -> Promises:
        memory, dials = self.memory, self.dials
        given = [
            (each.said, means_it(self.key, each.turn, dials, each.said.kind))
            for each in memory.promises()
            if self._is_due(each)
        ]
        ways: list[Proposition] = []
        for deal in memory.agreements():
            meant = means_it(self.key, f"deal {deal.deal.number}", dials, "vote")
            terms = deal.sides[self._me]
            given += [(term.said, meant) for term in terms if term.truth is None]
            ways += [term.said for term in terms if meant and term.said.kind == "go"]
        # A promise about a vote at another place does not count in the present vote.
        vote = self.position.view["vote"]
        now = None if vote is None else vote["place"]
        here = (each for each in given if vote is None or each[0].location in {None, now})
        found = Promises.of(here)
        return replace(found, ways=tuple(ways))

    def _is_due(self, promise: Assertion) -> bool:
        """Return True if the condition of an own promise is met by the ballots known."""
        on = promise.claim.condition
        if on is None or on.kind != "vote":
            return on is None
        voted = self.memory.facts.votes_on(str(on.vote)).get(on.player or self._me)
        return voted is not None and (voted == on.target) is not on.negated


def _is_for(said: Proposition) -> bool:
    """Return True if a term is a vote for somebody."""
    return said.kind == "vote" and not said.negated


def _named(said: Proposition, place: int) -> int:
    """Return the least number of dice that a report names for a location."""
    if said.negated or said.kind == "dice":
        return 0 if said.negated else (said.dice or ()).count(place)
    return (said.count or 0) * (said.location == place)


def _claimed(said: Proposition, known: Mapping[int, float]) -> dict[int, float]:
    """Return the number of zombies that a claim states, by location."""
    if said.negated:
        return {}
    if said.kind == "dice":
        return {place: float((said.dice or ()).count(place)) for place in known}
    place, count = said.location or 0, float(said.count or 0)
    if place not in known:
        return {}
    if said.relation == ">=":
        count = max(count + known[place] / 2, known[place])  # roughly the expectation
    elif said.relation == "<=":
        count = min(count, known[place])
    return {place: count}


def _leaning(
    goals: Mapping[int, float], goal: int, weight: float, *, away: bool
) -> dict[int, float]:
    """Update destination probabilities after a player said to go there, or not to."""
    if not away:
        return {
            place: (1 - weight) * chance + weight * (place == goal)
            for place, chance in goals.items()
        }
    left = {place: chance * (1 - weight * (place == goal)) for place, chance in goals.items()}
    total = sum(left.values())
    return {place: chance / total for place, chance in left.items()}
