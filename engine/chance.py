"""Random outcomes as a pure function of a seed and a counter, independent of any decision.

Every draw is a pure function of (seed, stream, round, index): BLAKE2b of the key in counter mode,
reduced without bias by rejection. Draws may be forced, in order, per stream; a forced draw uses up
its index like any other. There is no global randomness anywhere in `engine`.
"""

import operator
from collections.abc import Iterator, Sequence
from hashlib import blake2b
from struct import unpack
from typing import SupportsIndex, TypedDict, TypeVar

from engine.errors import RulesetError, ScenarioError

STREAMS = ("placement", "dice", "deck", "lot")
WORD = 1 << 64
FACES = frozenset(range(1, 7))
T = TypeVar("T")


def seed_text(seed: SupportsIndex | str) -> str:
    """Return a seed as text; `RulesetError` for what is neither a whole number nor a text."""
    if isinstance(seed, str) and seed.isprintable():
        return str(seed)
    if not isinstance(seed, bool | str) and hasattr(seed, "__index__"):
        return str(operator.index(seed))
    text = f"the seed is {seed!r}. Possible: a whole number or a printable text."
    raise RulesetError(text)


class ForcedData(TypedDict):
    """Forced outcomes as plain JSON data."""

    dice: list[list[int]]
    lots: list[str]
    deck: list[str] | None


class Forced:
    """Outcomes fixed beforehand: `dice` (all rolls in order), `lots`, and the `deck`, top first."""

    __slots__ = ("deck", "dice", "lots")

    def __init__(
        self,
        dice: Sequence[Sequence[int]] = (),
        lots: Sequence[str] = (),
        deck: Sequence[str] | None = None,
    ) -> None:
        """Copy the outcomes; everything left out is drawn from the seed."""
        self.dice = tuple(tuple(roll) for roll in dice)
        self.lots = tuple(lots)
        self.deck = None if deck is None else tuple(deck)

    @classmethod
    def from_data(cls, given: ForcedData) -> "Forced":
        """Return the outcomes that `data` wrote; `RulesetError` for faces that no die has."""
        forced = cls(**given)
        if any(face not in FACES for roll in forced.dice for face in roll):
            text = f"forced dice are {forced.dice}. Possible: faces from 1 to 6."
            raise RulesetError(text)
        return forced

    def data(self) -> ForcedData:
        """Return the outcomes as plain JSON data."""
        return {
            "dice": [list(roll) for roll in self.dice],
            "lots": list(self.lots),
            "deck": None if self.deck is None else list(self.deck),
        }


class Chance:
    """The random generator of one game, which records its draws."""

    __slots__ = ("_forced", "_key", "_taken", "lots", "rolls")

    def __init__(self, seed: str, forced: Forced) -> None:
        """Key all draws by the seed's text."""
        self._key = _key(seed)
        self._forced = forced
        self._taken: dict[tuple[str, int], int] = {}
        self.rolls: list[tuple[int, ...]] = []
        """All rolls so far, in order; the first are the forced ones."""
        self.lots: list[str] = []
        """All lots so far, in order; the first are the forced ones."""

    def copy(self) -> "Chance":
        """Return an independent copy that will draw the same."""
        twin = Chance.__new__(Chance)
        twin._key, twin._forced = self._key, self._forced
        twin._taken, twin.rolls, twin.lots = self._taken.copy(), self.rolls.copy(), self.lots.copy()
        return twin

    def anew(self, seed: str, past: Forced) -> "Chance":
        """Return a copy at the same point of the game with other past and future outcomes.

        `past` has all outcomes up to now, and perhaps some that come next; then `seed` draws.
        """
        twin = Chance(seed, past)
        twin._taken = self._taken.copy()
        twin.rolls = list(past.dice[: len(self.rolls)])
        twin.lots = list(past.lots[: len(self.lots)])
        return twin

    @property
    def deck_drawn(self) -> bool:
        """Whether a deck was shuffled here; a scenario may bring its own."""
        return ("deck", 0) in self._taken

    def dice(self, stream: str, round_: int, count: int) -> tuple[int, ...]:
        """Roll `count` dice with faces 1 to 6."""
        index = self._next(stream, round_)
        used, forced = len(self.rolls), self._forced.dice
        if used < len(forced):
            roll = forced[used]
            if len(roll) != count:
                text = f"chance.dice: roll {used + 1} has {len(roll)} dice, {count} needed"
                raise ScenarioError(text)
        else:
            words = self._words(stream, round_, index)
            roll = tuple([1 + _below(6, words) for _ in range(count)])
        self.rolls.append(roll)
        return roll

    def shuffle(self, cards: Sequence[str]) -> tuple[str, ...]:
        """Return the cards in a random order; a forced deck is taken as it is."""
        index = self._next("deck", 0)
        if self._forced.deck is not None and index == 0:
            return self._forced.deck
        return _shuffle(cards, self._words("deck", 0, index))

    def seating(self, seats: Sequence[str]) -> tuple[str, ...]:
        """Return the seats in a random order; not counted and never forced."""
        return _shuffle(seats, self._words("seating", 0, 0))

    def lot(self, round_: int, among: Sequence[str]) -> str:
        """Draw one of these names, with equal chances."""
        index = self._next("lot", round_)
        used, forced = len(self.lots), self._forced.lots
        if used < len(forced):
            drawn = forced[used]
            if drawn not in among:
                text = f"chance.lots: {drawn!r} can't be drawn from {', '.join(among)}"
                raise ScenarioError(text)
        else:
            drawn = among[_below(len(among), self._words("lot", round_, index))]
        self.lots.append(drawn)
        return drawn

    def pick(self, name: str, among: Sequence[T]) -> T:
        """Draw one of these for the question `name`; not counted and never forced."""
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


class Draws:
    """A random generator outside any game: one stream, keyed by a text."""

    __slots__ = ("_block", "_key", "_words")

    def __init__(self, name: str) -> None:
        """Key all draws by the name."""
        self._key = _key(name)
        self._block = 0
        self._words: list[int] = []

    def below(self, bound: int) -> int:
        """Return a random number from 0 up to, not including, `bound`."""
        limit = WORD - WORD % bound
        while True:
            if not self._words:
                digest = blake2b(self._block.to_bytes(8, "little"), key=self._key).digest()
                self._words = list(unpack("<8Q", digest))
                self._block += 1
            word = self._words.pop()
            if word < limit:
                return word % bound

    def pick(self, among: Sequence[T]) -> T:
        """Return one of these at random; a single one uses up no draw."""
        return among[self.below(len(among))] if len(among) > 1 else among[0]

    def shuffle(self, items: list[T]) -> None:
        """Shuffle a list in place."""
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]

    def dice(self, count: int) -> tuple[int, ...]:
        """Roll `count` dice with faces 1 to 6."""
        return tuple([1 + self.below(6) for _ in range(count)])


def _key(seed: str) -> bytes:
    return blake2b(seed.encode(), digest_size=32).digest()


def _shuffle(items: Sequence[str], words: Iterator[int]) -> tuple[str, ...]:
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
