"""Surplus: how the value of delivered deals is divided between the two parties.

The value of a side to each party, in points, is that of the vote that delivered it minus the mean
of the votes that would have broken it, averaged over imagined games (`arena.lab.imagined`). The
gain of a party is the value of both sides to it, and the joint gain is the sum over both parties.
Only deals whose sides are each a single vote in an attack are valued: the value of a card, or of a
vote for the truck or the Chief, does not show in so few simulations.
"""

from collections.abc import Iterator, Mapping, Sequence

from arena.claims.language import Proposition
from arena.lab.estimate import Estimate, Sum, Sums, by_cluster, new_estimate
from arena.lab.game import Choice, Game
from arena.lab.intervals import ratio
from arena.lab.measure import Measure, Opportunity
from arena.lab.measures.tempting import answer, valued
from arena.projections.offers import Offered

BALLOTS = ("first", "revote")
ROLES, JOINT = ("offerer", "acceptor"), " joint"
WHY = ("a side that is no vote at an attack", "no vote that could do both")


def surplus(game: Game) -> Iterator[Opportunity]:
    """Yield each delivered deal for each party, twice: its own gain, and the joint gain.

    Groups: `offerer`, `acceptor`; for the joint gain `offerer joint`, `acceptor joint`.
    """
    for each in game.offers:
        if [side.outcome for side in each.sides.values()] != ["kept", "kept"]:
            continue
        found, why = _gains(game, each)
        parties = each.offerer, each.to
        for role, party, other in zip(ROLES, parties, reversed(parties), strict=True):
            gains = {role: found.get(party), role + JOINT: sum(found.values()) if found else None}
            for group, gain in gains.items():
                yield Opportunity(
                    round=each.round, at=each.at, actor=party, others=(other,), outcome=gain,
                    excluded=why, group=group,
                )  # fmt: skip


def _gains(game: Game, deal: Offered) -> tuple[Mapping[str, float], str | None]:
    """Return the gain of each party in points; or nothing and the reason.

    The result is deterministic.
    """
    found = dict.fromkeys(deal.sides, 0.0)
    for party, side in deal.sides.items():
        if [(said.kind, said.vote) for said in side.terms] != [("vote", "attack")]:
            return {}, WHY[0]
        (said,) = side.terms
        choice = _choice(game, deal, party, said)
        worth = None if choice is None else valued(game, choice, said)
        if worth is None:
            return {}, WHY[1]
        for each in found:
            broken = sum(one.of.get(each, 0.0) for one in worth.broken) / len(worth.broken)
            found[each] += worth.done.of.get(each, 0.0) - broken
    return found, None


def _choice(game: Game, deal: Offered, party: str, said: Proposition) -> Choice | None:
    """Return the vote that delivered a side: the first by which the party could keep it."""
    for vote in game.votes:
        if vote.kind != "attack" or said.location not in {None, vote.place}:
            continue
        for ballot in vote.ballots:
            is_it = said.ballot in {None, BALLOTS[ballot.number - 1]}
            later = deal.ended_at is not None and ballot.at > deal.ended_at
            if is_it and later and party in ballot.cast and said.target in ballot.candidates:
                return answer(game, party, ballot.at)
    return None


def shares(measure: Measure, found: Sums) -> list[Estimate]:
    """Return each entrant's share of the joint gain: in all deals, as offerer and as acceptor."""
    estimates = []
    for name, own in found.items():
        estimates.append(_share(measure, name, own))
        for role in ROLES:
            of = [each for each in own if each.group.removesuffix(JOINT) == role]
            estimates.append(_share(measure, name, of, role))
    return estimates


def _share(measure: Measure, name: str, found: Sequence[Sum], role: str = "") -> Estimate:
    gains = [each for each in found if not each.group.endswith(JOINT)]
    joint = [each for each in found if each.group.endswith(JOINT)]
    own, all_ = by_cluster(gains).counts, by_cluster(joint).counts
    return new_estimate(measure.id, name, ratio(own, all_), gains, role)
