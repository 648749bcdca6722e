"""The input of a tactic: question, view, beliefs, dials and random draws."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from types import MappingProxyType
from typing import NamedTuple, TypeVar

from arena.seats.house.beliefs import Beliefs
from arena.seats.house.position import Position
from arena.seats.seat import Question
from engine import Option

T = TypeVar("T")
CLOSE = 1e-9


@dataclass(frozen=True, slots=True, kw_only=True)
class Dials:
    """Settings from 0 to 1; tactics read `greed` alone, talk reads the others."""

    honesty: float
    """Probability that an announcement states the bot's belief."""
    pledge_keeping: float
    """Probability that the bot keeps a promise."""
    greed: float
    """1: a rival's lost point is a gain, as much as the rules allow. 0: it is a loss to all."""
    gullibility: float
    """Weight of others' statements in the bot's beliefs."""


PLAIN = Dials(honesty=0.7, pledge_keeping=0.7, greed=0.8, gullibility=0.5)
"""The dials of the SPEC `house` without an argument."""

DIALS: Mapping[str, Dials] = MappingProxyType(
    {
        "liar": Dials(honesty=0.1, pledge_keeping=0.1, greed=0.9, gullibility=0.2),
        "honest": Dials(honesty=1.0, pledge_keeping=1.0, greed=0.6, gullibility=0.2),
        "greedy": Dials(honesty=0.5, pledge_keeping=0.3, greed=1.0, gullibility=0.3),
        "gullible": Dials(honesty=0.8, pledge_keeping=0.8, greed=0.6, gullibility=1.0),
    }
)
"""The named sets: `house:liar` and its siblings."""


class Draw:
    """Random draws of one decision, determined by the seed and the question."""

    __slots__ = ("_count", "_decision", "_key")

    def __init__(self, key: bytes, decision: str) -> None:
        """`key` is derived from the bots' seed, `decision` is the question's id."""
        self._key, self._decision, self._count = key, decision, 0

    def chance(self) -> float:
        """Return a uniform random number from 0 to 1."""
        return self._next() / 2**128

    def pick(self, items: Sequence[T]) -> T:
        """Return a random item, each with equal probability; at least one is needed."""
        if len(items) == 1:
            return items[0]
        return items[self._next() % len(items)]

    def _next(self) -> int:
        self._count += 1
        what = f"{self._decision}|{self._count}".encode()
        return int.from_bytes(blake2b(what, key=self._key, digest_size=16).digest())


class Situation(NamedTuple):
    """One decision: everything that an answer may depend on."""

    question: Question
    position: Position
    beliefs: Beliefs
    dials: Dials
    draw: Draw


Tactic = Callable[[Situation], str]
"""Returns the id of one of the question's options."""
Tactics = Mapping[str, Tactic]
"""The tactic by kind of question."""


def best(situation: Situation, scores: Sequence[float]) -> Option:
    """Return the option with the highest score; equal scores are decided at random."""
    high = max(scores) - CLOSE
    options = situation.question.options
    return situation.draw.pick([options[at] for at, score in enumerate(scores) if score >= high])
