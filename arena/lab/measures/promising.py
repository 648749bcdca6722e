"""Promises given by claims, as the log settles them: kept, or broken.

A promise is what its speaker says they themselves will do, where it is no announcement: a gift, an
alliance, a card, a report, and a vote promised to somebody in particular or on a condition. Only
those that came to their occasion count; all others are listed with the reason. The terms of deals
are counted apart (`dealing`).
"""

from collections.abc import Iterator

from arena.lab.game import Game
from arena.lab.measure import Measure, Opportunity
from arena.lab.promises import promises

__all__ = ["MEASURES"]

SOURCE = "Promises as statements of one's own future action (Serra-Garcia et al. 2013)."
NEEDS = "All rulesets, where the table talks and speakers tag what they promise."


def kept(game: Game) -> Iterator[Opportunity]:
    """Yield each promise: 1 where it was kept, 0 where it was broken."""
    for each in promises(game):
        made = each.claim.made
        yield Opportunity(
            round=made.round, at=each.claim.at, actor=made.speaker, others=made.to,
            outcome=None if each.kept is None else float(each.kept), excluded=each.excluded,
            group=made.said.kind,
        )  # fmt: skip


def double_sold(game: Game) -> Iterator[Opportunity]:
    """Yield each side of an accepted deal: 1 where it had given the same away in another."""
    for each in game.offers:
        if each.ending != "accepted":
            continue
        for party, other in ((each.offerer, each.to), (each.to, each.offerer)):
            side = each.sides.get(party)
            yield Opportunity(
                round=each.round, at=each.at, actor=party, others=(other,),
                outcome=None if side is None else float(bool(side.double_sold)),
                excluded="not settled" if side is None else None,
            )  # fmt: skip


MEASURES = (
    Measure(
        id="promise", number=11, name="Promises kept",
        definition=(
            "Of the promises that came to their occasion, the share that was kept. Of the same "
            "promise given several times and settled in one round, one counts; those without an "
            "occasion, those that were void for both at once and those already settled do not."
        ),
        unit="share of promises", rung=1, needs=NEEDS, source=SOURCE, proof="promises",
        counted=kept,
    ),
    Measure(
        id="double_sold", number=11, name="Double-selling",
        definition=(
            "Of the sides of accepted deals that were settled, the share in which the party gave "
            "the same away in another deal, so that both could not be kept."
        ),
        unit="share of sides of deals", rung=1,
        needs="All rulesets, where the table talks and deals are offered and accepted.",
        source="Double-selling of vote slots: this arena.", proof="deals", counted=double_sold,
    ),
)  # fmt: skip
