"""Designs: who meets whom, seats, and neighbours on the circle."""

from collections import Counter
from itertools import combinations, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.tournament.designs import (
    CATALOGUE,
    Design,
    clusters_each,
    design_of,
    drawn_line_ups,
    joining_line_ups,
    squares,
)
from arena.tournament.seating import neighbours_of, placed
from engine.chance import Draws

BLOCKS = {
    (6, 3): 10, (6, 4): 15, (6, 5): 6, (7, 3): 7, (7, 4): 7, (8, 4): 14, (9, 3): 12, (11, 5): 11,
    (13, 4): 13, (16, 6): 16, (21, 5): 21,
}  # fmt: skip
GAMES = {
    (6, 3): 60, (6, 4): 60, (6, 5): 60, (6, 6): 6, (7, 3): 42, (7, 4): 28, (8, 4): 56, (9, 3): 72,
    (11, 5): 110, (13, 4): 52, (16, 6): 96, (21, 5): 210,
}  # fmt: skip
MEET = {
    (6, 3): 2, (6, 4): 6, (6, 5): 4, (7, 3): 1, (7, 4): 2, (8, 4): 3, (9, 3): 1, (11, 5): 2,
    (13, 4): 1, (16, 6): 2, (21, 5): 1,
}  # fmt: skip
EXACT = {(6, 3), (6, 4), (6, 5), (7, 3), (8, 4), (9, 3), (11, 5)}
"""Pools whose ordered neighbours come out level in one replicate."""
pools = st.integers(3, 6).flatmap(lambda size: st.tuples(st.integers(size, 60), st.just(size)))


def games_of(design: Design, draws: Draws) -> list[tuple[str, ...]]:
    """Return the games of one replicate, seats clockwise."""
    line_ups = [tuple(map(str, block)) for block in design.blocks]
    found, _ = placed(line_ups, squares(len(line_ups[0]))[: design.squares], Counter(), draws)
    return [row for each in found for at in range(design.squares) for row in each.rows(at)]


def plays(design: Design) -> int:
    """Return in how many line-ups an entrant is on the average."""
    points = [point for block in design.blocks for point in block]
    return len(points) // len(set(points))


def test_the_catalogue_is_that_of_the_table() -> None:
    """There is a balanced design for each pool of the published table, and for no other."""
    assert CATALOGUE.keys() == MEET.keys()


@pytest.mark.parametrize("pool", BLOCKS)
def test_blocks_are_balanced(pool: tuple[int, int]) -> None:
    """Any two meet in equally many blocks, everybody is in equally many, nobody twice in one."""
    entrants, size = pool
    design = design_of(entrants, size, Draws("any"))
    assert len(design.blocks) == BLOCKS[pool]
    assert all(len(set(block)) == size for block in design.blocks)
    pairs = Counter(
        frozenset(pair) for block in design.blocks for pair in combinations(block, 2)
    )  # fmt: skip
    assert set(pairs.values()) == {MEET[pool]}
    assert len(pairs) == entrants * (entrants - 1) // 2
    assert set(Counter(point for block in design.blocks for point in block).values()) == {
        plays(design)
    }


@pytest.mark.parametrize("pool", GAMES)
def test_a_replicate_of_the_table_balances_seats_and_neighbours(pool: tuple[int, int]) -> None:
    """Seats come out equal; ordered neighbours on the circle too, or at most one game apart."""
    entrants, size = pool
    draws = Draws(f"{pool}")
    design = design_of(entrants, size, draws)
    games = games_of(design, draws)
    assert len(games) == GAMES[pool]
    seats = Counter((name, at) for game in games for at, name in enumerate(game))
    assert set(seats.values()) == {plays(design) * design.squares}
    counts = neighbours_of(games)
    level = {counts[pair] for pair in permutations(map(str, range(entrants)), 2)}
    assert max(level) - min(level) <= (0 if pool in EXACT else 1)


@pytest.mark.parametrize("pool", [pool for pool in GAMES if pool not in EXACT])
def test_what_one_replicate_leaves_apart_others_level(pool: tuple[int, int]) -> None:
    """Over several replicates neighbours stay at most two games apart: surpluses cancel out."""
    entrants, size = pool
    draws, counts = Draws(f"more {pool}"), Counter[tuple[str, str]]()
    design = design_of(entrants, size, draws)
    line_ups = [tuple(map(str, block)) for block in design.blocks]
    for _ in range(4):
        _, counts = placed(line_ups, squares(size)[: design.squares], counts, draws)
        assert max(counts.values()) - min(counts.values()) <= 2


@pytest.mark.parametrize(("size", "replicates"), [(3, 1), (4, 3), (5, 2), (6, 5)])
def test_a_single_line_up_is_level_on_the_circle_in_so_many_replicates(
    size: int, replicates: int
) -> None:
    """Where all sit at one table 6, 12, 20 or 30 games have each beside each equally often."""
    draws, counts = Draws("one table"), Counter[tuple[str, str]]()
    design = design_of(size, size, draws)
    line_ups = [tuple(map(str, range(size)))]
    for _ in range(replicates):
        _, counts = placed(line_ups, squares(size)[: design.squares], counts, draws)
    assert set(counts.values()) == {replicates * size * design.squares // (size - 1)}


@pytest.mark.parametrize("size", [3, 4, 5, 6])
def test_squares_are_latin(size: int) -> None:
    """Everybody is in each game once, and in each seat once."""
    for square in squares(size):
        assert all(sorted(row) == list(range(size)) for row in square)
        assert all(sorted(seat) == list(range(size)) for seat in zip(*square, strict=True))


@pytest.mark.parametrize("size", [3, 4, 5, 6])
def test_squares_have_everybody_beside_everybody(size: int) -> None:
    """In the squares of a size each has each as the next, and none more than once oftener."""
    counts = neighbours_of(
        tuple(map(str, row)) for square in squares(size) for row in square
    )  # fmt: skip
    assert len(counts) == size * (size - 1)
    assert max(counts.values()) - min(counts.values()) <= 1


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(pools, st.text(max_size=8))
def test_drawn_line_ups_have_all_play_equally(pool: tuple[int, int], seed: str) -> None:
    """A round of any pool has everybody equally often, and nobody twice at a table."""
    entrants, size = pool
    design = design_of(entrants, size, Draws(seed))
    counts = Counter(point for block in design.blocks for point in block)
    assert set(counts) == set(range(entrants))
    assert set(counts.values()) == {plays(design)}
    assert all(len(set(block)) == size for block in design.blocks)


@settings(max_examples=40, deadline=None)
@given(pools, st.text(max_size=8), st.integers(1, 40))
def test_any_number_of_line_ups_is_at_most_one_apart(
    pool: tuple[int, int], seed: str, count: int
) -> None:
    """However few line-ups are drawn, nobody is in two more than another."""
    entrants, size = pool
    found = drawn_line_ups(entrants, size, count, Draws(seed))
    counts = Counter(point for block in found for point in block)
    played = [counts[point] for point in range(entrants)]
    assert max(played) - min(played) <= 1


@settings(max_examples=25, deadline=None)
@given(pools, st.text(max_size=8))
def test_drawn_line_ups_spread_meetings(pool: tuple[int, int], seed: str) -> None:
    """Pairs of a drawn round meet more equally than where line-ups are dealt by chance alone."""
    entrants, size = pool
    design, draws = design_of(entrants, size, Draws(seed)), Draws(f"dealt {seed}")
    dealt = []
    while len(dealt) < len(design.blocks):
        points = list(range(entrants))
        draws.shuffle(points)
        dealt.append(tuple(points[:size]))
    assert unevenness(design.blocks) <= unevenness(dealt)


@settings(max_examples=40, deadline=None)
@given(pools)
def test_what_everybody_plays_is_known_beforehand(pool: tuple[int, int]) -> None:
    """The number of clusters that everybody plays is that of the design."""
    design = design_of(*pool, Draws("any"))
    assert clusters_each(*pool) == plays(design) * design.squares


def unevenness(blocks: object) -> int:
    """Return the sum of the squares of how often two meet."""
    assert isinstance(blocks, list | tuple)
    pairs = Counter(frozenset(pair) for block in blocks for pair in combinations(block, 2))
    return sum(count * count for count in pairs.values())


@settings(max_examples=40, deadline=None)
@given(pools, st.integers(1, 6), st.integers(1, 12), st.text(max_size=8))
def test_newcomers_come_to_as_many_line_ups_as_all_others(
    pool: tuple[int, int], newcomers: int, plays: int, seed: str
) -> None:
    """Each newcomer gets exactly so many line-ups, and there is one in each of them."""
    there, size = pool
    found = joining_line_ups(there, newcomers, size, plays, Draws(seed))
    counts = Counter(point for block in found for point in block)
    assert all(counts[point] == plays for point in range(there, there + newcomers))
    assert all(max(block) >= there and len(set(block)) == size for block in found)


def test_newcomers_meet_each_other_too() -> None:
    """Two who join play with each other about as often as with anybody."""
    found = joining_line_ups(8, 2, 4, 12, Draws("two"))
    together = sum({8, 9} <= set(block) for block in found)
    with_one = sum({8, 0} <= set(block) for block in found)
    assert abs(together - with_one) <= 2
