"""Surplus: how what delivered deals are worth is shared out between the two parties.

A side is worth to each party what the vote that delivered it leaves them more, in points on average
over imagined worlds (`arena.lab.imagined`), than the mean of the votes that would have broken it.
A deal's worth to a party is that of both sides, and the joint gain is that to both parties. Only
deals whose sides are each a single vote at an attack have a worth: what a card brings, or a vote
for the truck or the Chief, so few worlds don't show.
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
    """Yield each delivered deal for each party, twice: its own gain, and the joint one.

    Groups: `offerer`, `acceptor`; of the joint gain `offerer joint`, `acceptor joint`.
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
    """Return what a deal was worth to each party in points; nothing and the reason where none is.

    The same arguments give the same gains.
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
    """Return the vote that delivered a side: the first that the party could cast so."""
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
    """Return each entrant's share, and its shares of what it offered and of what it accepted."""
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
