"""Designs for any number of entrants and table size: which entrants meet, and in which seats.

A line-up is the set of entrants at one table. A square is n games of one line-up with n seats, in
which each entrant takes each seat once, so that all n games can share a seed (`squares`).

For the numbers of entrants in `CATALOGUE` the line-ups of one replicate are a balanced incomplete
block design: all entrants play equally often, and any two of them meet in equally many line-ups.
For other numbers they are drawn: all play equally often in a replicate, and those who have met
least meet next.

What is balanced at the table, with seats on a circle:

- seats: exactly, in every square;
- ordered neighbours (who has whom at the left): squares are Williams's, in which each entrant has
  each other at the left at least once. n = 3: exactly, in two squares. n = 4 and 6: entrants
  opposite each other in the square's cyclic order are neighbours once more, both ways. n = 5: in a
  square and its mirror any two are neighbours twice, and those at two steps once more.
  `arena.tournament.seating` chooses these surpluses so that they cancel out over the line-ups,
  exactly where that is possible: for (6, 4), (6, 5), (8, 4) and (11, 5) entrants and seats, and all
  tables of 3, in one replicate.

Sources: E. J. Williams (1949), designs balanced for the estimation of residual effects; R. C. Bose
(1939) and R. A. Fisher and F. Yates for the blocks.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import combinations, permutations
from math import gcd
from types import MappingProxyType
from typing import NamedTuple

from engine.chance import Draws

LineUp = tuple[int, ...]
"""Entrants by number, in the order of the symbols of `squares`."""
Met = Sequence[Sequence[int]]
"""By two entrants: the number of line-ups in which they have met so far."""
EXCHANGES = 3_000
"""Number of exchanges that are tried when line-ups are drawn."""
Square = tuple[tuple[int, ...], ...]
"""One row for each game, seats clockwise; symbols from 0."""


class Design(NamedTuple):
    """The line-ups of one replicate."""

    blocks: tuple[LineUp, ...]
    squares: int
    """Number of squares that each line-up plays in a replicate."""


def _developed(modulus: int, *base: LineUp) -> tuple[LineUp, ...]:
    """Return the cyclic shifts of base blocks; elements from `modulus` on are not shifted."""
    return tuple(
        tuple(each if each >= modulus else (each + shift) % modulus for each in block)
        for block in base
        for shift in range(modulus)
    )


CATALOGUE: Mapping[tuple[int, int], tuple[LineUp, ...]] = MappingProxyType({
    (6, 3): _developed(5, (0, 1, 3), (0, 1, 5)),
    (6, 4): tuple(combinations(range(6), 4)),
    (6, 5): tuple(combinations(range(6), 5)),
    (7, 3): _developed(7, (0, 1, 3)),  # the Fano plane
    (7, 4): _developed(7, (2, 4, 5, 6)),  # what the Fano plane's lines leave
    (8, 4): tuple(  # the planes of AG(3, 2)
        each for each in combinations(range(8), 4) if not each[0] ^ each[1] ^ each[2] ^ each[3]
    ),
    (9, 3): tuple(  # the lines of AG(2, 3)
        each for each in combinations(range(9), 3)
        if not sum(point // 3 for point in each) % 3 and not sum(point % 3 for point in each) % 3
    ),
    (11, 5): _developed(11, (1, 3, 4, 5, 9)),  # the squares modulo 11
    (13, 4): _developed(13, (0, 1, 3, 9)),  # PG(2, 3)
    (16, 6): tuple(  # a difference set of the group of four bits
        tuple(each ^ shift for each in (0, 1, 2, 4, 8, 15)) for shift in range(16)
    ),
    (21, 5): _developed(21, (3, 6, 7, 12, 14)),  # PG(2, 4)
})  # fmt: skip
"""Blocks of the balanced designs, by `(entrants, seats)`; where there are as many entrants as
seats, the design is all of them, once."""


def design_of(entrants: int, size: int, draws: Draws, met: Met | None = None) -> Design:
    """Return the line-ups of one replicate, drawn where no balanced design is known.

    `met` is who has met already. `size` is from 3 to 6, and `entrants` at least as many.
    """
    blocks = _balanced(entrants, size)
    if blocks is not None:
        return Design(blocks, len(squares(size)))
    count = entrants // gcd(entrants, size)
    return Design(drawn_line_ups(entrants, size, count, draws, met), squares=1)


def clusters_each(entrants: int, size: int) -> int:
    """Return the number of clusters of each entrant in a replicate: line-ups times squares."""
    if entrants < size:
        return 1
    blocks = _balanced(entrants, size)
    if blocks is None:
        return size // gcd(entrants, size)
    return len(blocks) * size // entrants * len(squares(size))


def _balanced(entrants: int, size: int) -> tuple[LineUp, ...] | None:
    return (tuple(range(size)),) if entrants == size else CATALOGUE.get((entrants, size))


def drawn_line_ups(
    entrants: int, size: int, count: int, draws: Draws, met: Met | None = None
) -> tuple[LineUp, ...]:
    """Return `count` line-ups in which numbers of games differ by at most one.

    Each begins with those who have played least; among them with those who have met the others
    least often, `met` included. Then entrants of two line-ups are exchanged where that makes
    meetings more equal.
    """
    played = [0] * entrants
    counts = [[0] * entrants for _ in range(entrants)] if met is None else [*map(list, met)]
    found = []
    for _ in range(count):
        chosen = seated(size, shuffled(entrants, draws), lambda each, chosen: (
            played[each], *met_before(counts[each], chosen)
        ))  # fmt: skip
        count_meetings(chosen, played, counts)
        found.append(chosen)
    if count > 1:
        exchange(found, counts, draws)
    return tuple(map(tuple, found))


def shuffled(count: int, draws: Draws) -> list[int]:
    """Return the numbers below `count` in a random order."""
    order = list(range(count))
    draws.shuffle(order)
    return order


def seated(
    size: int,
    order: Sequence[int],
    key: Callable[[int, Sequence[int]], tuple[int, ...]],
    first: Sequence[int] = (),
) -> list[int]:
    """Return a line-up that begins with `first`, adding the entrant of the least key each time."""
    chosen = [*first]
    while len(chosen) < size:
        rest = [each for each in order if each not in chosen]
        keys = [key(each, chosen) for each in rest]
        chosen.append(rest[keys.index(min(keys))])
    return chosen


def count_meetings(line_up: Sequence[int], played: list[int], met: list[list[int]]) -> None:
    """Add a line-up to the counts of games played and of meetings."""
    for one in line_up:
        played[one] += 1
    for one, other in permutations(line_up, 2):
        met[one][other] += 1


def exchange(line_ups: list[list[int]], met: list[list[int]], draws: Draws) -> None:
    """Exchange entrants between line-ups while that makes meetings more equal."""
    for _ in range(EXCHANGES):
        one, other = draws.pick(line_ups), draws.pick(line_ups)
        mine, theirs = draws.below(len(one)), draws.below(len(other))
        a, b = one[mine], other[theirs]
        if a in other or b in one:
            continue
        left, right = [x for x in one if x != a], [x for x in other if x != b]
        gain = sum(met[a][x] - met[b][x] - 1 for x in left)
        gain += sum(met[b][x] - met[a][x] - 1 for x in right)
        if gain < 0 or (gain == 0 and draws.below(2)):
            continue
        one[mine], other[theirs] = b, a
        for pairs, was, now in ((left, a, b), (right, b, a)):
            for x in pairs:
                for who, change in ((was, -1), (now, 1)):
                    met[who][x] += change
                    met[x][who] += change


def joining_line_ups(
    there: int, newcomers: int, size: int, plays: int, draws: Draws
) -> tuple[LineUp, ...]:
    """Return line-ups with which each newcomer gets `plays` line-ups, as many as all others have.

    The others have the numbers below `there`, newcomers the next. Each line-up has a newcomer who
    has played least, and besides those who have met its members least often; newcomers only while
    they still have line-ups to play.
    """
    everybody = there + newcomers
    played, met = [0] * everybody, [[0] * everybody for _ in range(everybody)]
    found = []
    while min(played[there:]) < plays:
        order = shuffled(everybody, draws)
        first = min((each for each in order if each >= there), key=played.__getitem__)
        able = [each for each in order if each < there or played[each] < plays]
        chosen = seated(size, able, lambda each, chosen: (
            *met_before(met[each], chosen), played[each]
        ), [first])  # fmt: skip
        count_meetings(chosen, played, met)
        found.append(tuple(chosen))
    return tuple(found)


def met_before(met: Sequence[int], chosen: Iterable[int]) -> tuple[int, int]:
    """Return the cost of meeting these entrants again: sum of squares, then sum, of meetings."""
    counts = [met[each] for each in chosen]
    return sum(count * count for count in counts), sum(counts)


@lru_cache(maxsize=16)
def squares(size: int) -> tuple[Square, ...]:
    """Return Williams's squares of a table size: one if it is even, one and its mirror if odd.

    In each every symbol stands once in every row and in every seat.

    >>> squares(4)[0][0]
    (0, 1, 3, 2)
    """
    first = [0]
    for step in range(1, size):
        first.append((first[-1] + (step if step % 2 else -step)) % size)
    rows = tuple(tuple((each + shift) % size for each in first) for shift in range(size))
    if size % 2 == 0:
        return (rows,)
    return rows, tuple(tuple(reversed(row)) for row in rows)
