"""Promises made in claims, and whether the log settles them as kept or broken.

A promise is a claim about the speaker's own future action that is no announcement: a gift, an
alliance, a card, a report, or a vote promised to somebody in particular or on a condition. Only
promises that came due count; all others are listed with the reason. Terms of deals are counted
separately (`dealing`).
"""

from collections.abc import Iterator

from arena.lab.game import Game
from arena.lab.measure import Opportunity
from arena.lab.promises import promises


def kept(game: Game) -> Iterator[Opportunity]:
    """Yield each promise: 1 if it was kept, 0 if it was broken."""
    for each in promises(game):
        made = each.claim.made
        yield Opportunity(
            round=made.round, at=each.claim.at, actor=made.speaker, others=made.to,
            outcome=each.kept, excluded=each.excluded,
            group=made.said.kind,
        )  # fmt: skip
