"""Checks of what every ruleset must guarantee, for ours and for yours.

>>> from engine.testing import check_ruleset
>>> check_ruleset("moh", seats=(3,), games=1)

`check_ruleset` plays random games and checks the kernel's guarantees in each; `other_worlds` makes
pairs of games that differ only in what a seat has not learned.
"""

from engine.testing.conformance import check_ruleset, random_game
from engine.testing.worlds import Moment, World, moments, other_world, what_a_seat_sees

__all__ = [
    "Moment",
    "World",
    "check_ruleset",
    "moments",
    "other_world",
    "random_game",
    "what_a_seat_sees",
]
