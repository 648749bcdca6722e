"""Promises given by claims, as the log settles them: kept, or broken.

A promise is what its speaker says they themselves will do, where it is no announcement: a gift, an
alliance, a card, a report, and a vote promised to somebody in particular or on a condition. Only
those that came to their occasion count; all others are listed with the reason. The terms of deals
are counted apart (`dealing`).
"""

from collections.abc import Iterator

from arena.lab.game import Game
from arena.lab.measure import Opportunity
from arena.lab.promises import promises


def kept(game: Game) -> Iterator[Opportunity]:
    """Yield each promise: 1 where it was kept, 0 where it was broken."""
    for each in promises(game):
        made = each.claim.made
        yield Opportunity(
            round=made.round, at=each.claim.at, actor=made.speaker, others=made.to,
            outcome=each.kept, excluded=each.excluded,
            group=made.said.kind,
        )  # fmt: skip
