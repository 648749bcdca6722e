"""The `house` bot: tactics as pure functions of question, view, beliefs, dials and chance."""

from arena.seats.house.beliefs import Beliefs, Promises
from arena.seats.house.house import TACTICS, House, uniform
from arena.seats.house.situation import DIALS, PLAIN, Dials, Situation, Tactic, Tactics

__all__ = [
    "DIALS",
    "PLAIN",
    "TACTICS",
    "Beliefs",
    "Dials",
    "House",
    "Promises",
    "Situation",
    "Tactic",
    "Tactics",
    "uniform",
]
