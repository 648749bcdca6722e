"""Assigns entrants to the symbols of squares so that ordered neighbours are balanced.

A square fixes how often its symbols are neighbours (`arena.tournament.designs`); which entrant
takes which symbol is free, and chosen here by local search: each step lowers the sum of squared
counts over all line-ups, from several starts.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise, permutations

from arena.tournament.designs import Square
from engine.chance import Draws

Neighbours = Counter[tuple[str, str]]
"""How often the second entrant is next clockwise to the first."""
STARTS = 12
"""Random starts; the balanced designs need up to five."""
PASSES = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Placing:
    """A line-up with the squares that it plays."""

    line_up: tuple[str, ...]
    """In the order of the squares' symbols."""
    squares: tuple[Square, ...]

    def rows(self, square: int) -> tuple[tuple[str, ...], ...]:
        """Return the games of one square without repetition, entrants clockwise."""
        rows = (tuple(self.line_up[each] for each in row) for row in self.squares[square])
        return tuple(dict.fromkeys(rows))


def neighbours_of(rows: Iterable[Sequence[str]]) -> Neighbours:
    """Return the ordered neighbours of games, given clockwise; the last sits next to the first."""
    return Counter(pair for row in rows for pair in pairwise((*row, row[0])))


def placed(
    line_ups: Sequence[Sequence[str]], squares: tuple[Square, ...], before: Neighbours, draws: Draws
) -> tuple[tuple[Placing, ...], Neighbours]:
    """Return each line-up with its order of symbols, and the counts added to those `before`."""
    best, least, counts = list[tuple[str, ...]](), -1, before
    for _ in range(STARTS if line_ups else 0):
        chosen, found = _descended(line_ups, squares, before, draws)
        if least < 0 or _unevenness(found) < least:
            best, least, counts = chosen, _unevenness(found), found
        if _is_level(found):
            break
    return tuple(Placing(line_up=each, squares=squares) for each in best), counts


def _descended(
    line_ups: Sequence[Sequence[str]], squares: tuple[Square, ...], before: Neighbours, draws: Draws
) -> tuple[list[tuple[str, ...]], Neighbours]:
    """Return the orders found from one start, and the counts: a local minimum."""
    weights, chosen, counts = _weights(squares), list[tuple[str, ...]](), before.copy()

    def add(line_up: tuple[str, ...], sign: int) -> None:
        for (one, other), weight in weights.items():
            counts[line_up[one], line_up[other]] += sign * weight

    def cost(line_up: tuple[str, ...]) -> int:
        return sum(
            weight * (2 * counts[line_up[one], line_up[other]] + weight)
            for (one, other), weight in weights.items()
        )

    for line_up in line_ups:
        order = list(line_up)
        draws.shuffle(order)
        chosen.append(tuple(order))
        add(chosen[-1], 1)
    for _ in range(PASSES):
        was, turns = _unevenness(counts), list(range(len(chosen)))
        draws.shuffle(turns)
        for at in turns:
            add(chosen[at], -1)
            ways = [tuple(chosen[at][each] for each in way) for way in _ways(squares)]
            draws.shuffle(ways)
            chosen[at] = min([way for way in ways if _all_differ(way)] or ways, key=cost)
            add(chosen[at], 1)
        if _unevenness(counts) == was or _is_level(counts):
            break
    return chosen, counts


def _unevenness(counts: Neighbours) -> int:
    return sum(count * count for count in counts.values())


def _is_level(counts: Neighbours) -> bool:
    """Return True if the counts differ by at most one, or by none where that is possible."""
    apart = max(counts.values()) - min(counts.values())
    return apart <= (1 if counts.total() % len(counts) else 0)


def _all_differ(line_up: Sequence[str]) -> bool:
    """Return True if all games of a square differ; they may not if an entrant sits twice."""
    if len(set(line_up)) == len(line_up):
        return True
    return all((*line_up[by:], *line_up[:by]) != tuple(line_up) for by in range(1, len(line_up)))


@lru_cache(maxsize=16)
def _weights(squares: tuple[Square, ...]) -> Mapping[tuple[int, int], int]:
    """Return the number of times that a symbol has another next clockwise, over these squares."""
    return Counter(
        pair for square in squares for row in square for pair in pairwise((*row, row[0]))
    )


@lru_cache(maxsize=16)
def _ways(squares: tuple[Square, ...]) -> tuple[tuple[int, ...], ...]:
    """Return one order of symbols for each distinct set of neighbours."""
    weights, found = _weights(squares), dict[object, tuple[int, ...]]()
    for order in permutations(range(len(squares[0]))):
        kind = frozenset(
            (order[one], order[other], weight) for (one, other), weight in weights.items()
        )
        found.setdefault(kind, order)
    return tuple(found.values())
