"""When each kind of proposition is true: one small class a kind, which waits for its occasion.

A watch judges the proposition without its negation; a promise counts from the moment it is given.
"""

from collections.abc import Mapping

from arena.claims.watch import Watch
from arena.claims.watches_of_cards import Give, Holds, Play
from arena.claims.watches_of_places import Dice, Go, Move, Safe, Saw, Tell
from arena.claims.watches_of_votes import Ally, Vote

__all__ = ["WATCHES", "Watch"]

WATCHES: Mapping[str, type[Watch]] = {
    "zombies": Dice,
    "dice": Dice,
    "safe": Safe,
    "saw": Saw,
    "go": Go,
    "vote": Vote,
    "give": Give,
    "ally": Ally,
    "tell": Tell,
    "play": Play,
    "move": Move,
    "holds": Holds,
}
"""By kind; `lied` is judged at once, by what was claimed before."""
