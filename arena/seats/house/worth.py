"""The value of a deal, in points, to the bot and to the other party.

The other party's promises are weighted by trust; the bot's own are costs, weighted by how far it
means to keep them. Terms whose occasion is over or never comes have no value.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from arena.claims.language import Proposition
from arena.claims.meaning import conflicts
from arena.seats.house import plans
from arena.seats.house.listening import credit
from arena.seats.house.moves import expected_loss
from arena.seats.house.situation import PLAIN
from arena.seats.house.speaking import TalkSituation
from arena.seats.house.votes import GIFT, PEACE, Forecast, cast_vote, election_worth

ACCEPT = 0.1
"""Points that a deal must gain to be accepted, where it costs anything."""
FREE = 0.02
"""Cost up to which a side counts as free."""
LOOK = 0.6
"""Value of a promise of the dice, which are often reported for nothing."""
LITTLE = 0.15
"""Value of a promise that the numbers of tactics don't cover."""
NAME = 9.0
"""Cost of promising against an earlier promise, to a bot that keeps all of them."""
UNMEANT = 0.1
"""Share of a promise's cost that counts even if the bot does not mean to keep it."""
WAY = 1.5
"""Cost of going where the bot would not have gone."""
LASTING = 0.5
"""Value of each further round of peace; the first has 1."""
FOR_GOOD = 3
"""Further rounds that count of a peace without end."""


BEFORE_DICE = frozenset({"truck", "gift", "chief"})
"""Floors before it is decided who looks at the dice."""
TRUCK = plans.AGAIN | {"truck"}
"""Floors before it is decided who searches."""


class Bargain(NamedTuple):
    """The two sides of a deal, as one of its parties sees it."""

    other: str
    mine: tuple[Proposition, ...]
    theirs: tuple[Proposition, ...]

    @property
    def terms(self) -> tuple[Proposition, ...]:
        """The terms of both sides."""
        return (*self.mine, *self.theirs)


class Value(NamedTuple):
    """The value of a deal to the bot, in points."""

    got: float
    """Value of the other party's terms, weighted by trust."""
    promised: float
    """The same, if every promise were kept."""
    cost: float
    """Cost of the bot's own terms, if it keeps them."""
    name: float
    """Cost of contradicting an earlier promise."""
    keeping: float
    """Share of the costs that counts."""

    @property
    def gain(self) -> float:
        """The value with the costs subtracted."""
        return self.got - self.keeping * (self.cost + self.name)

    @property
    def pays(self) -> bool:
        """True where it gains, or asks only for what costs nothing."""
        free = self.cost <= FREE and not self.name and self.got > 0
        return free or self.gain > ACCEPT


def is_feasible(talk: TalkSituation, said: Proposition) -> bool:
    """Return True if the bot can do this."""
    if said.kind == "go":
        return plans.destination(talk) is not None
    if said.kind == "vote" and said.vote == "attack":
        return said.negated or not may_hide(talk)
    if said.negated:
        return False
    looks = said.kind == "tell" and is_looking(talk, talk.me)
    return looks or said.kind in {"vote", "ally"} or (said.kind == "give" and said.card is None)


def is_looking(talk: TalkSituation, player: str) -> bool:
    """Return True if a player has seen the dice that others have not, or still may."""
    if talk.turn.floor in BEFORE_DICE:
        return talk.stands_at_hq(player)
    return talk.turn.floor == "dice" and player in talk.position.view["dice_seen_by"]


def may_hide(talk: TalkSituation) -> bool:
    """Return True if the bot could hide its only character there, and so lose its vote."""
    mine = talk.position.visible(talk.turn.place or 0, talk.me)
    return talk.turn.floor == "attack" and len(mine) == 1 and talk.position.holds("hide") > 0


def gain(talk: TalkSituation, bargain: Bargain) -> float:
    """Return a deal's value to the bot with its costs subtracted."""
    return value(talk, bargain).gain


def value(talk: TalkSituation, bargain: Bargain, taken: Sequence[Proposition] = ()) -> Value:
    """Return a deal's value to the bot; `taken` are terms it promised on the same turn."""
    terms = [(each, _worth(talk, each, bargain)) for each in bargain.theirs]
    return Value(
        got=sum(_belief(talk, each, bargain.other) * worth for each, worth in terms),
        promised=sum(worth for _, worth in terms),
        cost=sum(_cost(talk, each, bargain, taken) for each in bargain.mine),
        name=NAME * _is_sold(talk, bargain, taken),
        keeping=UNMEANT + (1 - UNMEANT) * talk.dials.pledge_keeping,
    )


def _is_sold(talk: TalkSituation, bargain: Bargain, taken: Sequence[Proposition]) -> bool:
    """Return True if the bot has promised or offered something that conflicts with its side."""
    memory = talk.memory
    own = memory.own_offers(talk.turn.wave)
    sides = (deal.offer.between(talk.me, to)[0] for deal in own for to in deal.open_for)
    promised = [
        *taken,
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
    """Return the value to the bot of another player's term; 0 where it is owed already."""
    me = said.target == talk.me
    if _is_owed(talk, said, bargain.other):
        return 0.0
    match said.kind:
        case "vote":
            return _vote_value(talk, said)
        case "give" if me and not said.negated:
            return GIFT * searches(talk, bargain.other, bargain)
        case "ally" if me and not said.negated:
            return PEACE * rounds(talk, said) * bool(talk.position.own)
        case "tell" if me and not said.negated:
            return LOOK * _looks(talk, bargain.other, bargain)
        case "go" if plans.destination(talk) is not None:
            return saved_by_way(talk, said, bargain.other)
        case "play" | "move" if not said.negated:
            return LITTLE
        case _:
            return 0.0


def rounds(talk: TalkSituation, said: Proposition) -> float:
    """Return the length of a peace as a factor on the value of one round."""
    more = FOR_GOOD if said.until is None else min(FOR_GOOD, said.until - talk.turn.round)
    return 1 + LASTING * max(0, more)


def _looks(talk: TalkSituation, player: str, bargain: Bargain) -> float:
    """Return the probability that a player can tell the bot dice that it does not know."""
    if talk.position.view["dice"] is not None or talk.memory.report_of(player) is not None:
        return 0.0
    if talk.turn.floor in BEFORE_DICE:
        return _elected(talk, player, "chief", bargain)
    return float(is_looking(talk, player))


def saved_by_way(talk: TalkSituation, said: Proposition, player: str) -> float:
    """Return the points saved if a player goes there, or, negated, anywhere else."""
    goals = talk.beliefs.destinations.get(player, {})
    kept = {
        place: chance
        for place, chance in goals.items()
        if (place == said.location) is not said.negated
    }
    total = sum(kept.values())
    if not total or len(goals) == 1:
        return 0.0
    likely = {place: chance / total for place, chance in kept.items()}

    def loss_then() -> float:
        known = replace(talk.beliefs, destinations={**talk.beliefs.destinations, player: likely})
        return expected_loss(plans.whereabouts(talk)._replace(beliefs=known))

    now = talk.once("loss", lambda: expected_loss(plans.whereabouts(talk)))
    return now - talk.once(("loss", player, tuple(kept)), loss_then)


def _is_owed(talk: TalkSituation, said: Proposition, other: str) -> bool:
    """Return True if another player has already promised this to the bot."""
    memory = talk.memory
    last = memory.last_claim(other, {said.kind})
    free = [last.said] if last is not None and last.is_pledge and last.is_plain else []
    owed = [term for deal, term in memory.owed() if deal.other(talk.me) == other]
    asked = replace(said.resolved(other), until=None)
    return any(replace(each.resolved(other), until=None) == asked for each in (*owed, *free))


def _cost(
    talk: TalkSituation, said: Proposition, bargain: Bargain, taken: Sequence[Proposition]
) -> float:
    """Return the cost of the bot's own term; 0 for what it would do anyway."""
    rivalry = talk.position.rivalry(talk.dials.greed)
    match said.kind:
        case "vote":
            return 0.0 if _is_planned(talk, said) else -_vote_value(talk, said)
        case "give":
            return GIFT * rivalry[bargain.other] * searches(talk, talk.me, bargain)
        case "ally":  # each further spared player leaves fewer to vote for
            spared = {*talk.beliefs.promises.spared, *(each.target for each in taken)}
            lasting = rounds(talk, said) - (said.target in spared)
            return PEACE * lasting * rivalry[bargain.other] * (1 + len(spared - {said.target}))
        case "tell":
            return LOOK * rivalry[bargain.other] * _looked(talk, bargain)
        case "go":
            return WAY * ((plans.destination(talk) == said.location) is said.negated)
        case _:
            return 0.0


def _is_planned(talk: TalkSituation, said: Proposition) -> bool:
    """Return True if the bot would vote like this in the next ballot anyway."""
    if talk.turn.floor not in {said.vote, *plans.AGAIN}:
        return False
    ballot = plans.ballot(talk, str(said.vote), said.location or talk.turn.place)
    return ballot is not None and (cast_vote(ballot) == said.target) is not said.negated


def _looked(talk: TalkSituation, bargain: Bargain) -> float:
    """Return the probability that the bot can tell dice that the other does not know."""
    if talk.turn.floor in BEFORE_DICE:
        return _elected(talk, talk.me, "chief", bargain)
    seen: list[str] = talk.position.view["dice_seen_by"]
    return float(bargain.other not in seen)


def searches(talk: TalkSituation, player: str, bargain: Bargain) -> float:
    """Return the probability that a player searches the truck next, if the deal is kept."""
    if talk.turn.floor == "gift":
        return float(talk.memory.facts.searcher == player)
    return _elected(talk, player, "truck", bargain) if talk.turn.floor in TRUCK else 0.0


def _elected(talk: TalkSituation, player: str, kind: str, bargain: Bargain) -> float:
    """Return the probability that a player is elected, if the deal is kept."""
    votes = [each for each in bargain.terms if (each.kind, each.vote) == ("vote", kind)]
    ballot = plans.ballot(talk, kind, None)
    if ballot is None:
        return 0.0
    vote = Forecast.of(ballot)
    if player not in vote.candidates:
        return 0.0
    return chances(talk, vote, votes)[vote.candidates.index(player)]


def _vote_value(talk: TalkSituation, said: Proposition) -> float:
    """Return the points that this vote brings the bot; the others vote as is likely."""
    ballot = plans.ballot(talk, str(said.vote), said.location or talk.turn.place)
    if ballot is None:
        return 0.0
    vote = Forecast.of(ballot)
    return vote.worth(chances(talk, vote, [said])) - vote.worth(chances(talk, vote, []))


def chances(talk: TalkSituation, vote: Forecast, given: Sequence[Proposition]) -> Sequence[float]:
    """Return each candidate's probability to win if these votes are cast, with the bot's best."""
    found = dict(vote.voters)
    for each in given:
        if each.player in found:
            weight, leans = found[each.player]
            found[each.player] = weight, _leans_if_kept(each, vote.candidates, leans)
    rows = vote.rows(found.values())
    bound = [each for each in talk.memory.bound() if (each.kind, each.vote) == ("vote", vote.kind)]
    mine = [each for each in (*given, *bound) if each.player == talk.me]
    free = [
        row
        for name, row in zip(vote.candidates, rows, strict=True)
        if all((name == each.target) is not each.negated for each in mine)
        and not (vote.kind == "attack" and name == talk.me)
    ]
    return max(free or rows, key=vote.worth)


def _leans_if_kept(
    said: Proposition, candidates: Sequence[str], leans: Sequence[float]
) -> tuple[float, ...]:
    """Return a voter's probabilities if this promise is kept."""
    fits = [(name == said.target) is not said.negated for name in candidates]
    left = [lean * fit for lean, fit in zip(leans, fits, strict=True)]
    total = sum(left)
    return tuple(lean / total for lean in left) if total else tuple(leans)


# --- what it is worth to the other party, as far as I can see ---


def gain_of_other(talk: TalkSituation, bargain: Bargain) -> float:
    """Estimate the other party's gain from a deal that is kept, in their points.

    They are assumed to value things as the bot does, with the default greed.
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
    """Return a term's value to the other party; `grudge` weights what they give themselves."""
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
        case _:  # promises of moves and cards are addressed to nobody
            return LITTLE if giver == talk.me else -grudge * LITTLE


def _vote_to_other(talk: TalkSituation, said: Proposition, other: str) -> float:
    """Return the value of a vote to a player, by its effect on their election or loss."""
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
