"""Chance, counted and keyed: the same seed gives the same dice whatever was decided before.

Every draw is a pure function of (seed, stream, round, index): BLAKE2b of the key in counter mode,
reduced without bias by rejection. Draws may be forced, in order, per stream; a forced draw uses up
its index like any other. There is no global randomness anywhere in `engine`.
"""

from collections.abc import Iterator, Mapping, Sequence
from hashlib import blake2b
from struct import unpack
from typing import Any, TypeVar

from engine.errors import RulesetError, ScenarioError

__all__ = ["STREAMS", "Chance", "Forced"]

STREAMS = ("placement", "dice", "deck", "lot")
WORD = 1 << 64
FACES = frozenset(range(1, 7))
T = TypeVar("T")


class Forced:
    """Outcomes fixed beforehand: `dice` (all rolls in order), `lots`, and the `deck`, top first."""

    __slots__ = ("deck", "dice", "lots")

    def __init__(
        self,
        dice: Sequence[Sequence[int]] = (),
        lots: Sequence[str] = (),
        deck: Sequence[str] | None = None,
    ) -> None:
        """Copy what is given; everything left out is drawn from the seed."""
        self.dice = tuple(tuple(roll) for roll in dice)
        self.lots = tuple(lots)
        self.deck = None if deck is None else tuple(deck)

    @classmethod
    def read(cls, given: Mapping[str, Any]) -> "Forced":
        """Read what `data` wrote; `RulesetError` for faces that no die has."""
        forced = cls(**given)
        if any(face not in FACES for roll in forced.dice for face in roll):
            text = f"forced dice are {forced.dice}. Possible: faces from 1 to 6."
            raise RulesetError(text)
        return forced

    def data(self) -> dict[str, object]:
        """Return it as plain JSON data."""
        return {
            "dice": [list(roll) for roll in self.dice],
            "lots": list(self.lots),
            "deck": None if self.deck is None else list(self.deck),
        }


class Chance:
    """The draws of one game."""

    __slots__ = ("_forced", "_key", "_rolls", "_taken")

    def __init__(self, seed: str, forced: Forced) -> None:
        """Key all draws by the seed's text."""
        self._key = blake2b(seed.encode(), digest_size=32).digest()
        self._forced = forced
        self._taken: dict[tuple[str, int], int] = {}
        self._rolls = [0, 0]  # forced rolls and lots used up

    def copy(self) -> "Chance":
        """Return an independent copy that will draw the same."""
        twin = Chance.__new__(Chance)
        twin._key, twin._forced = self._key, self._forced
        twin._taken, twin._rolls = self._taken.copy(), self._rolls.copy()
        return twin

    def dice(self, stream: str, round_: int, count: int) -> tuple[int, ...]:
        """Roll `count` dice with faces 1 to 6."""
        index = self._next(stream, round_)
        used, forced = self._rolls[0], self._forced.dice
        if used < len(forced):
            if len(forced[used]) != count:
                text = f"chance.dice: roll {used + 1} has {len(forced[used])} dice, {count} needed"
                raise ScenarioError(text)
            self._rolls[0] = used + 1
            return forced[used]
        words = self._words(stream, round_, index)
        return tuple([1 + _below(6, words) for _ in range(count)])

    def shuffle(self, cards: Sequence[str]) -> tuple[str, ...]:
        """Put the cards in a random order; a forced deck is taken as it is."""
        index = self._next("deck", 0)
        if self._forced.deck is not None and index == 0:
            return self._forced.deck
        return _shuffled(cards, self._words("deck", 0, index))

    def seating(self, seats: Sequence[str]) -> tuple[str, ...]:
        """Put the seats in a random order; counts nothing and is never forced."""
        return _shuffled(seats, self._words("seating", 0, 0))

    def lot(self, round_: int, among: Sequence[str]) -> str:
        """Draw one of these names, each with the same chance."""
        index = self._next("lot", round_)
        used, forced = self._rolls[1], self._forced.lots
        if used < len(forced):
            if forced[used] not in among:
                text = f"chance.lots: {forced[used]!r} can't be drawn from {', '.join(among)}"
                raise ScenarioError(text)
            self._rolls[1] = used + 1
            return forced[used]
        return among[_below(len(among), self._words("lot", round_, index))]

    def pick(self, name: str, among: Sequence[T]) -> T:
        """Draw one of these for the question `name`; it counts nothing and is never forced."""
        return among[_below(len(among), self._words(f"default:{name}", 0, 0))]

    def _next(self, stream: str, round_: int) -> int:
        index = self._taken.get((stream, round_), 0)
        self._taken[stream, round_] = index + 1
        return index

    def _words(self, stream: str, round_: int, index: int) -> Iterator[int]:
        block = 0
        while True:
            digest = blake2b(f"{stream}|{round_}|{index}|{block}".encode(), key=self._key).digest()
            yield from unpack("<8Q", digest)
            block += 1


def _shuffled(items: Sequence[str], words: Iterator[int]) -> tuple[str, ...]:
    pile = list(items)
    for last in range(len(pile) - 1, 0, -1):
        other = _below(last + 1, words)
        pile[last], pile[other] = pile[other], pile[last]
    return tuple(pile)


def _below(bound: int, words: Iterator[int]) -> int:
    limit = WORD - WORD % bound
    word = next(words)
    while word >= limit:
        word = next(words)
    return word % bound
