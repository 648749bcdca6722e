"""Who meets whom, and the squares of seats in which they do: designs for any pool and table.

A line-up is who sits at one table. A square is n games of one line-up, n seats: everybody sits in
every seat once, so that a game's seed can be kept for all n (`squares`).

For the pools of `PAIRS` the line-ups of one replicate are a balanced incomplete block design: all
entrants play equally often, and any two of them meet in exactly `pairs` line-ups. For other pools
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

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from math import gcd
from types import MappingProxyType

from engine.chance import Draws

__all__ = [
    "PAIRS", "Design", "Met", "Square", "clusters_each", "design_of", "drawn_line_ups", "exchange",
    "joining_line_ups", "met_before", "squares",
]  # fmt: skip

LineUp = tuple[int, ...]
"""Entrants by their numbers, in the order of `squares`' symbols."""
Met = Sequence[Sequence[int]]
"""By two entrants: in how many line-ups they have met already."""
EXCHANGES = 3_000
"""Exchanges that are tried when line-ups are drawn."""
Square = tuple[tuple[int, ...], ...]
"""A game a row, seats clockwise; symbols from 0."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Design:
    """The line-ups of one replicate."""

    entrants: int
    size: int
    """Seats at a table."""
    blocks: tuple[LineUp, ...]
    squares: int
    """How many squares each line-up plays in a replicate."""
    pairs: int | None
    """In how many line-ups any two meet; None: not in equally many."""
    construction: str
    """Where the line-ups come from."""

    @property
    def games(self) -> int:
        """Return how many games a replicate has."""
        return len(self.blocks) * self.squares * self.size

    @property
    def plays(self) -> int:
        """Return in how many line-ups everybody is."""
        return len(self.blocks) * self.size // self.entrants


@dataclass(frozen=True, slots=True)
class _Blocks:
    """How the blocks of one pool are made, and how often pairs meet in them."""

    pairs: int
    construction: str
    base: tuple[LineUp, ...]
    """Base blocks; developed modulo `modulus`, or, where that is 0, all that there are."""
    modulus: int = 0


PLANES = tuple(
    each
    for each in combinations(range(8), 4)
    if each[0] ^ each[1] ^ each[2] ^ each[3] == 0
)  # fmt: skip
LINES = tuple(
    each
    for each in combinations(range(9), 3)
    if sum(point // 3 for point in each) % 3 == 0 and sum(point % 3 for point in each) % 3 == 0
)
INFINITY = 5
"""The point that developing modulo 5 leaves where it is."""
SIXTEEN = (0, 1, 2, 4, 8, 15)


def _whole(entrants: int, size: int, pairs: int) -> _Blocks:
    return _Blocks(
        pairs, "every choice of so many", tuple(combinations(range(entrants), size))
    )  # fmt: skip


CATALOGUE: Mapping[tuple[int, int], _Blocks] = MappingProxyType(
    {
        (6, 3): _Blocks(
            2, "{0, 1, 3} and {0, 1, infinity} modulo 5", ((0, 1, 3), (0, 1, INFINITY)), 5
        ),
        (6, 4): _whole(6, 4, 6),
        (6, 5): _whole(6, 5, 4),
        (7, 3): _Blocks(1, "the Fano plane: {0, 1, 3} modulo 7", ((0, 1, 3),), 7),
        (7, 4): _Blocks(2, "what the Fano plane's lines leave, modulo 7", ((2, 4, 5, 6),), 7),
        (8, 4): _Blocks(3, "the planes of AG(3, 2)", PLANES),
        (9, 3): _Blocks(1, "the lines of AG(2, 3)", LINES),
        (11, 5): _Blocks(2, "the squares modulo 11: {1, 3, 4, 5, 9}", ((1, 3, 4, 5, 9),), 11),
        (13, 4): _Blocks(1, "PG(2, 3): {0, 1, 3, 9} modulo 13", ((0, 1, 3, 9),), 13),
        (16, 6): _Blocks(
            2, "the difference set {0, 1, 2, 4, 8, 15} of the group of four bits",
            tuple(tuple(each ^ shift for each in SIXTEEN) for shift in range(16)),
        ),
        (21, 5): _Blocks(1, "PG(2, 4): {3, 6, 7, 12, 14} modulo 21", ((3, 6, 7, 12, 14),), 21),
    }
)  # fmt: skip
PAIRS: Mapping[tuple[int, int], int] = MappingProxyType(
    {pool: each.pairs for pool, each in CATALOGUE.items()}
)
"""The pools with a balanced design, `(entrants, seats)`, and in how many line-ups any two meet;
there is one too where there are as many entrants as seats: all of them, once."""


def design_of(entrants: int, size: int, draws: Draws, met: Met | None = None) -> Design:
    """Return the line-ups of one replicate; where no balanced design is known they are drawn.

    `met` is who has met already; only what is drawn looks at it.

    `size` is from 3 to 6, and `entrants` at least as many.
    """
    both = 1 if size % 2 == 0 else 2
    """An odd table's square and its mirror balance the neighbours together."""
    if entrants == size:
        return Design(
            entrants=entrants, size=size, blocks=(tuple(range(size)),), squares=both, pairs=1,
            construction="all of them",
        )  # fmt: skip
    found = CATALOGUE.get((entrants, size))
    if found is not None:
        return Design(
            entrants=entrants, size=size, blocks=_developed(found), squares=both,
            pairs=found.pairs, construction=found.construction,
        )  # fmt: skip
    count = entrants // gcd(entrants, size)
    return Design(
        entrants=entrants, size=size, blocks=drawn_line_ups(entrants, size, count, draws, met),
        squares=1, pairs=None, construction="drawn",
    )  # fmt: skip


def clusters_each(entrants: int, size: int) -> int:
    """Return how many clusters of a replicate everybody plays: line-ups times squares."""
    if entrants < size:
        return 1
    found = CATALOGUE.get((entrants, size))
    if found is None and entrants > size:
        return size // gcd(entrants, size)
    line_ups = 1 if found is None else len(_developed(found)) * size // entrants
    return line_ups * (1 if size % 2 == 0 else 2)


def _developed(found: _Blocks) -> tuple[LineUp, ...]:
    if not found.modulus:
        return found.base
    return tuple(
        tuple(each if each >= found.modulus else (each + shift) % found.modulus for each in block)
        for block in found.base
        for shift in range(found.modulus)
    )


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
        order = list(range(entrants))
        draws.shuffle(order)
        chosen: list[int] = []
        while len(chosen) < size:
            rest = [each for each in order if each not in chosen]
            chosen.append(
                min(rest, key=lambda each: (played[each], *met_before(counts[each], chosen)))
            )
        for one in chosen:
            played[one] += 1
            for other in chosen:
                counts[one][other] += 1
        found.append(chosen)
    if count > 1:
        exchange(found, counts, draws)
    return tuple(map(tuple, found))


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
        order = list(range(everybody))
        draws.shuffle(order)
        chosen = [min((each for each in order if each >= there), key=played.__getitem__)]
        while len(chosen) < size:
            rest = [
                each
                for each in order
                if each not in chosen and (each < there or played[each] < plays)
            ]
            chosen.append(
                min(rest, key=lambda each: (*met_before(met[each], chosen), played[each]))
            )
        for one in chosen:
            played[one] += 1
            for other in chosen:
                met[one][other] += 1
        found.append(tuple(chosen))
    return tuple(found)


def met_before(met: Sequence[int], chosen: Iterable[int]) -> tuple[int, int]:
    """Return how bad it is to meet these again: most of all those met most often.

    `met` is by entrant in how many line-ups one has met it.
    """
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
