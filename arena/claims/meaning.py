"""Propositions as sets of possible answers, with exact entailment and exact dice probabilities.

The meaning of a proposition is a topic and the set of answers to it that make it true, as a bit
mask: for the dice all multisets that can be rolled, for a hand the numbers of copies, for a
destination the locations; for everything else yes and no. One statement entails another if they
have the same topic and every answer that fits the one fits the other.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import combinations_with_replacement
from math import factorial, prod
from typing import NamedTuple

from arena.claims.language import Proposition
from arena.claims.vocabulary import Vocabulary


class Meaning(NamedTuple):
    """A topic and the answers that fit."""

    topic: tuple[object, ...]
    mask: int
    """Bit n is set if answer n fits; 0: a contradiction."""

    def entails(self, other: "Meaning") -> bool:
        """Return True if this entails the other; a contradiction entails nothing."""
        return self.topic == other.topic and self.mask != 0 and not self.mask & ~other.mask


def fits(said: Proposition, number: int) -> bool:
    """Return True if a number of dice or cards is as said; without a relation, at least one."""
    count = 1 if said.count is None else said.count
    match said.relation:
        case "=":
            return number == count
        case "<=":
            return number <= count
        case _:
            return number >= count


def fits_dice(said: Proposition, dice: Sequence[int]) -> bool:
    """Return True if these dice are as said, the negation aside."""
    if said.kind == "dice":
        return sorted(said.dice or ()) == sorted(dice)
    return fits(said, sum(face == said.location for face in dice))


def tells(said: Proposition, dice: int) -> bool:
    """Return True if a claim about `dice` dice is one that some roll would falsify."""
    if said.kind == "dice":
        return not said.negated
    return any(fits(said, number) is said.negated for number in range(dice + 1))


def conflicts(one: Proposition, other: Proposition) -> bool:
    """Return True if a player can't keep both of two pledges that come to their occasion."""
    if one.player != other.player or (one.negated and other.negated):
        return False
    kinds = {one.kind, other.kind}
    if kinds == {"ally", "vote"}:
        vote, ally = (one, other) if one.kind == "vote" else (other, one)
        against = vote.vote == "attack" and vote.target == ally.target
        return against and not (vote.negated or ally.negated)
    if len(kinds) > 1:
        return False
    if one.negated is not other.negated:
        deed, excluded = (other, one) if one.negated else (one, other)
        return all(getattr(excluded, name) in {None, _done(deed, name)} for name in _DETAILS)
    choice = _ONE_CHOICE.get(one.kind, ())
    at_once = all(_alike(one, other, name) for name in _DETAILS if name not in choice)
    return at_once and any(not _alike(one, other, name) for name in choice)


_DETAILS = ("vote", "ballot", "moment", "location", "target", "card", "character")
_ONE_CHOICE: Mapping[str, tuple[str, ...]] = {
    "go": ("location",),
    "vote": ("target",),
    "give": ("target", "card"),
    "move": ("character",),
}
"""For kinds of which a player can do one at an occasion: the fields that say what is done; all
other fields say which occasion."""


def _done(deed: Proposition, name: str) -> object:
    """Return a field of a pledge; where no ballot is named the first one decides it."""
    ballot_is_free = name == "ballot" and deed.kind == "vote" and deed.ballot is None
    return "first" if ballot_is_free else getattr(deed, name)


def _alike(one: Proposition, other: Proposition, name: str) -> bool:
    """Return True if a field is the same in both, or free in one."""
    values = getattr(one, name), getattr(other, name)
    return None in values or values[0] == values[1]


class Meanings:
    """The meanings of one table's propositions, each computed once."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._cards = vocabulary.cards
        self._locations = vocabulary.locations
        self._known: dict[tuple[Proposition, int], Meaning] = {}
        self.dice = vocabulary.dice
        """Number of this round's dice; set by whoever updates the facts."""

    def of(self, said: Proposition) -> Meaning:
        """Return the meaning of a proposition that names its player."""
        rolled = self.dice
        found = self._known.get((said, rolled))
        if found is None:
            topic, size, mask = self._answers(said, rolled)
            mask = mask ^ ((1 << size) - 1) if said.negated else mask
            found = self._known[said, rolled] = Meaning(topic, mask)
        return found

    def chance(self, said: Proposition, *, given: Proposition | None = None) -> float | None:
        """Return the probability of a proposition about dice that nobody has seen.

        `given` is another proposition about them; None where that is impossible.
        """
        mask, orders = self.of(said).mask, _rolls(self._locations, self.dice).orders
        among = (1 << len(orders)) - 1 if given is None else self.of(given).mask
        ways = [n if among >> at & 1 else 0 for at, n in enumerate(orders)]
        if not any(ways):
            return None
        return sum(n for at, n in enumerate(ways) if mask >> at & 1) / sum(ways)

    def _answers(self, said: Proposition, dice: int) -> tuple[tuple[object, ...], int, int]:
        """Return the topic, the number of its answers, and the mask of those that fit.

        The negation is left aside.
        """
        match said.kind:
            case "zombies":
                rolls = _rolls(self._locations, dice)
                by_count = enumerate(rolls.showing[said.location or 0])
                mask = sum(shown for count, shown in by_count if fits(said, count))
                return ("dice",), len(rolls.orders), mask
            case "dice":
                rolls = _rolls(self._locations, dice)
                at = rolls.number.get(tuple(sorted(said.dice or ())))
                # A list of another number of dice than are rolled is never true.
                return ("dice",), len(rolls.orders), 0 if at is None else 1 << at
            case "holds":
                size = self._cards[str(said.card)] + 1
                mask = sum(1 << number for number in range(size) if fits(said, number))
                return ("holds", said.player, said.card), size, mask
            case "go":
                at = self._locations.index(said.location or 0)
                return ("go", said.player), len(self._locations), 1 << at
            case _:
                return tuple(said.data().items()), 2, 0b10


class _Rolls(NamedTuple):
    """Every multiset of faces that can be rolled, numbered from 0."""

    number: Mapping[tuple[int, ...], int]
    """The number of each multiset, whose faces are in ascending order."""
    orders: tuple[int, ...]
    """The number of orders in which each can be rolled."""
    showing: Mapping[int, tuple[int, ...]]
    """For each face and each count from 0: the mask of the rolls that show it so often."""


@lru_cache(maxsize=8)
def _rolls(faces: tuple[int, ...], dice: int) -> _Rolls:
    rolls = tuple(combinations_with_replacement(sorted(faces), dice))
    orders = tuple(
        factorial(dice) // prod(map(factorial, Counter(roll).values())) for roll in rolls
    )
    showing = {
        face: tuple(
            sum(1 << at for at, roll in enumerate(rolls) if roll.count(face) == count)
            for count in range(dice + 1)
        )
        for face in faces
    }
    return _Rolls({roll: at for at, roll in enumerate(rolls)}, orders, showing)
