"""A plan that nobody has made: its seed and its pool are drawn anew in each run."""

from collections import Counter

from arena.tournament.shortfall import shortfall_of
from tests.arena.tournament.plan.plans import plan


def test_all_play_equally_often_and_each_seed_has_everybody_in_every_seat(drawn_seed: int) -> None:
    """Whatever is drawn, unless the plan says what it lacks; the same seed plans the same games."""
    size, more = 3 + drawn_seed % 4, drawn_seed // 8 % 6
    entrants = dict.fromkeys([f"e{number}" for number in range(size + more)], "random")
    found = plan(entrants=entrants, seats=[size], seed=drawn_seed)
    assert len(set(Counter(name for row in found.games for name in row.entrants).values())) == 1
    places: dict[str, list[tuple[str, ...]]] = {}
    for row in found.games:
        places.setdefault(row.seed, []).append(tuple(row.entrants))
    if shortfall_of(found) is None:
        for rows in places.values():
            assert len(rows) == size
            assert all(len(set(column)) == size for column in zip(*rows, strict=True))
    assert plan(entrants=entrants, seats=[size], seed=drawn_seed).dumped() == found.dumped()
