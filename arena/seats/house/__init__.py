"""The `house` bot: tactics as pure functions of question, view, beliefs, dials and chance."""

from arena.seats.house.beliefs import Beliefs, Promises
from arena.seats.house.dials import DIALS, PLAIN, Dials
from arena.seats.house.house import POLICIES, House, uniform
from arena.seats.house.situation import Policies, Policy, Situation

__all__ = [
    "DIALS",
    "PLAIN",
    "POLICIES",
    "Beliefs",
    "Dials",
    "House",
    "Policies",
    "Policy",
    "Promises",
    "Situation",
    "uniform",
]
