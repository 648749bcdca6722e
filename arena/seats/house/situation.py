"""What a policy is given, and how it says which option is best."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from arena.seats.house.beliefs import Beliefs
from arena.seats.house.dials import Dials
from arena.seats.house.draw import Draw
from arena.seats.house.position import Position
from arena.seats.seat import Question
from engine import Option

__all__ = ["Situation", "Tactic", "Tactics", "best"]

CLOSE = 1e-9


class Situation(NamedTuple):
    """One decision: all that an answer may depend on."""

    question: Question
    position: Position
    beliefs: Beliefs
    dials: Dials
    draw: Draw


Tactic = Callable[[Situation], str]
"""Returns the id of one of the question's options."""
Tactics = Mapping[str, Tactic]
"""By the kind of the question."""


def best(situation: Situation, scores: Sequence[float]) -> Option:
    """Return the option with the highest score, one of them where several are as high."""
    high = max(scores) - CLOSE
    options = situation.question.options
    return situation.draw.pick([options[at] for at, score in enumerate(scores) if score >= high])
