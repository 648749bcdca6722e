"""The arrival of zombies at locations."""

from collections.abc import Sequence

from engine.rules.board_events import ZombiesCame
from engine.rules.moh.build import MohGame


def zombies_come(g: MohGame, cause: str, places: Sequence[int], player: str | None = None) -> None:
    """Put one zombie at each of these locations, but none at a closed one (MOH-11, MOH-37)."""
    closed = g.state.closed
    open_ = tuple([place for place in places if place not in closed])
    come = g.rules.policies.zombies.limit_arrivals(g.state, open_)
    if come:
        g.emit(ZombiesCame(cause=cause, places=come, player=player))
