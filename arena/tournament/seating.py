"""Who sits at whose left: counts of ordered neighbours on the circle, and squares that level them.

A square fixes who of its symbols are neighbours how often (`arena.tournament.designs`); which of
the line-up takes which symbol is free, and chosen here so that the counts over all line-ups are as
level as can be found: the sum of their squares falls with each step, from several starts.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise, permutations

from arena.tournament.designs import Square
from engine.chance import Draws

__all__ = ["Neighbours", "Placing", "neighbours_of", "placed"]

Neighbours = Counter[tuple[str, str]]
"""How often one has the other as the next clockwise."""
STARTS = 12
"""Each from another order of the line-ups; the balanced designs need up to five."""
PASSES = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Placing:
    """A line-up and the squares that it plays."""

    line_up: tuple[str, ...]
    """By the squares' symbols."""
    squares: tuple[Square, ...]

    def rows(self, square: int) -> tuple[tuple[str, ...], ...]:
        """Return the games of one square, each once: who sits clockwise."""
        rows = (tuple(self.line_up[each] for each in row) for row in self.squares[square])
        return tuple(dict.fromkeys(rows))


def neighbours_of(rows: Iterable[Sequence[str]]) -> Neighbours:
    """Return the ordered neighbours of games, each given clockwise; the last sits by the first."""
    return Counter(pair for row in rows for pair in pairwise((*row, row[0])))


def placed(
    line_ups: Sequence[Sequence[str]], squares: tuple[Square, ...], before: Neighbours, draws: Draws
) -> tuple[tuple[Placing, ...], Neighbours]:
    """Return each line-up in an order of symbols, and the counts on top of those `before`."""
    best: list[tuple[str, ...]] = []
    least, counts = -1, before
    for _ in range(STARTS if line_ups else 0):
        search = _Search(line_ups, squares, before, draws)
        search.run()
        if least < 0 or search.unevenness < least:
            best, least, counts = search.chosen, search.unevenness, search.counts
        if search.is_level:
            break
    return tuple(Placing(line_up=each, squares=squares) for each in best), counts


class _Search:
    """One descent: each line-up in turn takes the best order there is, until none gains."""

    def __init__(
        self,
        line_ups: Sequence[Sequence[str]],
        squares: tuple[Square, ...],
        before: Neighbours,
        draws: Draws,
    ) -> None:
        self._draws, self._weights = draws, _weights(squares)
        self._ways = _ways(squares)
        self.counts = before.copy()
        self.chosen: list[tuple[str, ...]] = []
        for line_up in line_ups:
            order = list(line_up)
            draws.shuffle(order)
            self.chosen.append(tuple(order))
            self._add(tuple(order), 1)

    def run(self) -> None:
        """Go on until a pass over all line-ups gains nothing."""
        for _ in range(PASSES):
            before = self.unevenness
            order = list(range(len(self.chosen)))
            self._draws.shuffle(order)
            for at in order:
                self._add(self.chosen[at], -1)
                self.chosen[at] = self._best(self.chosen[at])
                self._add(self.chosen[at], 1)
            if self.unevenness == before or self.is_level:
                return

    @property
    def unevenness(self) -> int:
        return sum(count * count for count in self.counts.values())

    @property
    def is_level(self) -> bool:
        """Tell whether no two who ever sit together differ by more than one."""
        return max(self.counts.values()) - min(self.counts.values()) <= (
            0 if self._may_be_exact else 1
        )

    @property
    def _may_be_exact(self) -> bool:
        return self.counts.total() % len(self.counts) == 0

    def _best(self, line_up: tuple[str, ...]) -> tuple[str, ...]:
        ways = [tuple(line_up[at] for at in way) for way in self._ways]
        self._draws.shuffle(ways)
        return min([way for way in ways if _all_differ(way)] or ways, key=self._cost)

    def _cost(self, line_up: tuple[str, ...]) -> int:
        counts = self.counts
        return sum(
            weight * (2 * counts[line_up[one], line_up[other]] + weight)
            for (one, other), weight in self._weights.items()
        )

    def _add(self, line_up: tuple[str, ...], sign: int) -> None:
        for (one, other), weight in self._weights.items():
            self.counts[line_up[one], line_up[other]] += sign * weight


def _all_differ(line_up: Sequence[str]) -> bool:
    """Tell whether no two games of a square are the same, as they can be if somebody sits twice."""
    if len(set(line_up)) == len(line_up):
        return True
    return all((*line_up[by:], *line_up[:by]) != tuple(line_up) for by in range(1, len(line_up)))


@lru_cache(maxsize=16)
def _weights(squares: tuple[Square, ...]) -> Mapping[tuple[int, int], int]:
    """Return how often one symbol has another as the next clockwise, in all these squares."""
    return Counter(
        pair for square in squares for row in square for pair in pairwise((*row, row[0]))
    )


@lru_cache(maxsize=16)
def _ways(squares: tuple[Square, ...]) -> tuple[tuple[int, ...], ...]:
    """Return the orders of symbols that differ in their neighbours, one of each kind."""
    weights, found = _weights(squares), dict[object, tuple[int, ...]]()
    for order in permutations(range(len(squares[0]))):
        kind = frozenset(
            (order[one], order[other], weight) for (one, other), weight in weights.items()
        )
        found.setdefault(kind, order)
    return tuple(found.values())
