"""Who meets whom, and the squares of seats in which they do: designs for any pool and table.

A line-up is who sits at one table. A square is n games of one line-up, n seats: everybody sits in
every seat once, so that a game's seed can be kept for all n (`squares`).

For the pools of `CATALOGUE` the line-ups of one replicate are a balanced incomplete block design:
all entrants play equally often, and any two of them meet in equally many line-ups. For other pools
they are drawn: all play equally often in a replicate, and who has met least meets next.

What is balanced at the table, seats being a circle:

- seats: exactly, in every square;
- ordered neighbours (who has whom at the left): squares are Williams's, in which everybody has
  everybody at the left once or more. n = 3: exactly, in two squares. n = 4 and 6: who sits opposite
  to whom in the square's cyclic order is neighbour once more, both ways. n = 5: in a square and its
  mirror everybody is neighbour twice, and once more those at two steps. `arena.tournament.seating`
  chooses these surpluses so that they cancel out over the line-ups, exactly where that is possible:
  for the pools (6, 4), (6, 5), (8, 4), (11, 5) and all tables of 3 in one replicate.

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
"""Entrants by their numbers, in the order of `squares`' symbols."""
Met = Sequence[Sequence[int]]
"""By two entrants: in how many line-ups they have met already."""
EXCHANGES = 3_000
"""Exchanges that are tried when line-ups are drawn."""
Square = tuple[tuple[int, ...], ...]
"""A game a row, seats clockwise; symbols from 0."""


class Design(NamedTuple):
    """The line-ups of one replicate."""

    blocks: tuple[LineUp, ...]
    squares: int
    """How many squares each line-up plays in a replicate."""


def _developed(modulus: int, *base: LineUp) -> tuple[LineUp, ...]:
    """Return base blocks moved on round a circle; what is no smaller than `modulus` stays."""
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
"""The pools with a balanced design, `(entrants, seats)`, and its blocks; there is one too where
there are as many entrants as seats: all of them, once."""


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
    """Return how many clusters of a replicate everybody plays: line-ups times squares."""
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
    """Return so many line-ups in which all play equally often, or nearly: at most one apart.

    Each begins with those who have played least; among them who has met the others least often, in
    `met` too. Then two of different line-ups change places wherever that levels who meets whom.
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
    """Return the numbers below `count` in an order that is drawn."""
    order = list(range(count))
    draws.shuffle(order)
    return order


def seated(
    size: int,
    order: Sequence[int],
    key: Callable[[int, Sequence[int]], tuple[int, ...]],
    first: Sequence[int] = (),
) -> list[int]:
    """Return a line-up that begins with `first`; next is always who has the least key."""
    chosen = [*first]
    while len(chosen) < size:
        rest = [each for each in order if each not in chosen]
        keys = [key(each, chosen) for each in rest]
        chosen.append(rest[keys.index(min(keys))])
    return chosen


def count_meetings(line_up: Sequence[int], played: list[int], met: list[list[int]]) -> None:
    """Count a line-up in how many everybody has played, and in who has met whom."""
    for one in line_up:
        played[one] += 1
    for one, other in permutations(line_up, 2):
        met[one][other] += 1


def exchange(line_ups: list[list[int]], met: list[list[int]], draws: Draws) -> None:
    """Let two of different line-ups change places while that makes meetings more equal."""
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
    """Return line-ups with which newcomers come to as many as all others have: `plays` each.

    Those who are there have the numbers below `there`, newcomers the next. Each line-up has a
    newcomer who has played least, and beside it who has met those in it least often, newcomers as
    long as they still have line-ups to play.
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
    """Return how bad it is to meet these again, by how often one has met each."""
    counts = [met[each] for each in chosen]
    return sum(count * count for count in counts), sum(counts)


@lru_cache(maxsize=16)
def squares(size: int) -> tuple[Square, ...]:
    """Return Williams's squares of a table: one for an even size, one and its mirror for an odd.

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
