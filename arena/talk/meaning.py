"""What propositions mean as sets of worlds: entailment and dice probabilities, both exact.

The meaning of a proposition is a topic and the set of answers to it that make it true, as a bit
mask: for the dice all multisets that can be rolled, for a hand the numbers of copies, for a
destination the locations; for everything else yes and no. One statement entails another if they
have the same topic and every answer that fits the one fits the other.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import combinations_with_replacement
from math import factorial, prod
from typing import NamedTuple, TypeVar

from arena.talk.claims import Proposition
from arena.talk.vocabulary import Vocabulary

__all__ = ["Meaning", "Meanings", "fits", "fits_dice"]

T = TypeVar("T")


class Meaning(NamedTuple):
    """A topic and the answers that fit."""

    topic: tuple[object, ...]
    mask: int
    """Bit n is set if answer n fits; 0: a contradiction."""

    def entails(self, other: "Meaning") -> bool:
        """Tell whether who asserts this has asserted the other; a contradiction says nothing."""
        return self.topic == other.topic and self.mask != 0 and not self.mask & ~other.mask


def fits(said: Proposition, number: int) -> bool:
    """Tell whether a number of dice or cards is as said; without a relation, at least one."""
    count = 1 if said.count is None else said.count
    match said.relation:
        case "=":
            return number == count
        case "<=":
            return number <= count
        case _:
            return number >= count


def fits_dice(said: Proposition, dice: Sequence[int]) -> bool:
    """Tell whether these dice are as said, the negation aside."""
    if said.kind == "dice":
        return sorted(said.dice or ()) == sorted(dice)
    return fits(said, sum(face == said.location for face in dice))


class Meanings:
    """The meanings of one table's propositions; each is worked out once."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        """Take the table's words."""
        self._cards = vocabulary.cards
        self._locations = vocabulary.locations
        self._outcomes, self._weights = _outcomes(vocabulary.locations, vocabulary.dice)
        self._all = sum(self._weights)
        self._known: dict[Proposition, Meaning] = {}

    def of(self, said: Proposition) -> Meaning:
        """Return the meaning of a proposition that names its player."""
        found = self._known.get(said)
        if found is None:
            found = self._known[said] = self._meaning(said)
        return found

    def chance(self, said: Proposition) -> float:
        """Return the probability of a proposition about dice that nobody has seen."""
        mask = self.of(said).mask
        return sum(n for at, n in enumerate(self._weights) if mask >> at & 1) / self._all

    def _meaning(self, said: Proposition) -> Meaning:
        match said.kind:
            case "zombies" | "dice":
                topic: tuple[object, ...] = ("dice",)
                answers = _mask(self._outcomes, lambda dice: fits_dice(said, dice))
                size = len(self._outcomes)
            case "holds":
                topic = ("holds", said.player, said.card)
                size = self._cards[str(said.card)] + 1
                answers = _mask(range(size), lambda number: fits(said, number))
            case "go":
                topic = ("go", said.player)
                answers = _mask(self._locations, lambda place: place == said.location)
                size = len(self._locations)
            case _:
                data = said.data()
                data.pop("negated", None)
                topic, answers, size = tuple(data.items()), 0b10, 2
        return Meaning(topic, answers ^ ((1 << size) - 1) if said.negated else answers)


def _mask(answers: Iterable[T], fit: Callable[[T], bool]) -> int:
    return sum(1 << at for at, answer in enumerate(answers) if fit(answer))


@lru_cache(maxsize=8)
def _outcomes(
    faces: tuple[int, ...], dice: int
) -> tuple[tuple[tuple[int, ...], ...], tuple[int, ...]]:
    """Return every multiset of faces, and in how many orders each can be rolled."""
    outcomes = tuple(combinations_with_replacement(sorted(faces), dice))
    orders = tuple(
        factorial(dice) // prod(map(factorial, Counter(outcome).values())) for outcome in outcomes
    )
    return outcomes, orders
