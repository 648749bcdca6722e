"""Tournaments of any size: linked at once, level, and honest of what they lose."""

from collections.abc import Callable
from math import ceil

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.faces.cli.tournament_shortfall import shortfall_sentences
from arena.tournament.config import config_of
from arena.tournament.extend import config_from, extended
from arena.tournament.plan import Plan, PlannedGame
from arena.tournament.planning import planned
from arena.tournament.shortfall import shortfall_of
from tests.arena.tournament.proof.part_verifier import completeness_faults, faults, said_faults
from tests.breadth import breadth

ROUNDS = {
    (6, 3): 60, (7, 3): 42, (8, 3): 24, (9, 3): 72, (12, 3): 24, (16, 3): 48,
    (6, 4): 60, (7, 4): 28, (8, 4): 56, (9, 4): 36, (10, 4): 20, (12, 4): 24, (13, 4): 52,
    (6, 5): 60, (8, 5): 40, (10, 5): 20, (11, 5): 110,
    (8, 6): 24, (12, 6): 24, (16, 6): 96,
}  # fmt: skip
"""Games of the round that a part is completed to, by entrants and seats. By hand: line-ups times
squares times seats of the design, see `test_schedules`; of pools without one entrants divided by
their greatest common divisor with the seats, times seats, and twice that where that divisor is the
number of seats, whose tables have nobody in common."""
EACH_ROUND = breadth(ROUNDS, [(6, 3), (12, 3), (10, 4), (7, 4), (10, 5), (8, 6)])
"""The usual run takes each number of seats, with a design and without."""


def part_of(entrants: int, size: int, games: int, seed: str = "1") -> Plan:
    """Return a plan of so many games."""
    return planned(config_of({
        "seed": seed, "entrants": {f"e{at}": "random" for at in range(entrants)},
        "seats": [size], "games": games,
    }, "t.toml"))  # fmt: skip


@pytest.mark.parametrize(("entrants", "size"), EACH_ROUND)
def test_a_part_of_any_round_is_linked_level_and_honest(entrants: int, size: int) -> None:
    """One game less than links all, as many as do, two squares each, half a round, one less."""
    whole, links = ROUNDS[entrants, size], ceil((entrants - 1) / (size - 1))
    for games in sorted({links - 1, links, 2 * entrants, whole // 2, whole - 1} - {0, whole}):
        plan = part_of(entrants, size, games)
        assert faults(plan, games) == [], games
        said = shortfall_of(plan)
        assert said is not None
        assert said_faults(plan, said) == []
        assert (said.complete, said.linking) == (whole, links)
        assert bool(said.components) == (games < links)


@pytest.mark.parametrize(("entrants", "size"), EACH_ROUND)
def test_a_part_is_completed_to_a_round(entrants: int, size: int) -> None:
    """Whatever is added first completes it, and no row changes."""
    part = part_of(entrants, size, ROUNDS[entrants, size] // 3)
    after = extended(part, config_from(part, replicates=1))
    assert after.games[: len(part.games)] == part.games
    assert len(after.games) == ROUNDS[entrants, size]
    assert completeness_faults(after) == []
    assert shortfall_of(after) is None


@pytest.mark.slow
@settings(max_examples=25, deadline=None)
@given(
    st.integers(3, 6).flatmap(lambda size: st.tuples(st.integers(size + 1, 14), st.just(size))),
    st.floats(0, 1),
    st.floats(0, 1),
    st.sampled_from(["1", "2", "3"]),
)
def test_any_field_can_play_any_number_of_games(
    pool: tuple[int, int], share: float, more: float, seed: str
) -> None:
    """In one step or in two, in which the second leaves all games of the first as they are."""
    entrants, size = pool
    games = 1 + int(share * (entrants - 1))
    plan = part_of(entrants, size, games, seed)
    assert faults(plan, games) == []
    total = games + int(more * entrants)
    grown = extended(plan, config_of({
        "seed": seed, "entrants": dict.fromkeys(plan.entrants, "random"), "seats": [size],
        "name": plan.name, "games": total,
    }, "t.toml"))  # fmt: skip
    assert grown.games[:games] == plan.games
    assert len(grown.games) == total
    assert len({(row.seed, row.entrants) for row in grown.games}) == total
    assert all(len(set(row.entrants)) == size for row in grown.games)


@pytest.mark.parametrize("games", [2, 4, 5, 12, 16])
def test_what_is_said_has_the_figures(games: int) -> None:
    """Of 12 at tables of 4: whom nothing links, before any figure, then each that was counted."""
    plan = part_of(12, 4, games)
    said = shortfall_of(plan)
    assert said is not None
    sentences = list(shortfall_sentences(said))
    assert ("no game links" in sentences[0]) == (games < 4)
    assert (games >= 4) or not any(letter.isdigit() for letter in sentences[0])
    whole = " ".join(sentences)
    (table,) = said.tables
    assert f"{24 - games} more complete it, 24 in all" in whole
    assert f"by entrant {table.games}, by entrant and seat {table.seats}" in whole
    assert f"by two who meet {table.meetings} (" in whole
    assert ("it takes 4 to link all" in whole) == (games < 4)
    assert ("times as large" in whole) == (said.larger is not None) == (games >= 5)


def test_who_plays_no_game_is_said() -> None:
    """One table of 4 leaves four of eight without a game."""
    said = shortfall_of(part_of(8, 4, 1))
    assert said is not None
    assert [len(each) for each in said.components] == [4, 1, 1, 1, 1]
    assert any(each.startswith("- without a game: e") for each in shortfall_sentences(said))


def test_a_difference_must_be_larger_than_the_number_of_games_alone_makes_it() -> None:
    """Of one table whose games are all alike it is the root of their ratio, seats apart."""
    said = shortfall_of(part_of(8, 4, 32))
    assert said is not None
    assert said.larger is not None
    assert said.fewer == pytest.approx((56 / 32) ** 0.5)
    assert said.larger > said.fewer


# --- what the verifier must notice ---


def a_square_first(rows: list[PlannedGame]) -> None:
    """The games of one line-up come first."""
    rows.sort(key=lambda row: row.seed)


def twice(rows: list[PlannedGame]) -> None:
    """Somebody sits at a table twice."""
    (one, first), (two, _), *others = rows[5].clockwise
    rows[5] = rows[5].model_copy(update={"clockwise": ((one, first), (two, first), *others)})


def reseated(rows: list[PlannedGame]) -> None:
    """A game has the seats of another one of its seed."""
    other = next(row for row in rows[1:] if row.seed == rows[0].seed)
    rows[rows.index(other)] = other.model_copy(update={"clockwise": rows[0].clockwise})


def reseeded(rows: list[PlannedGame]) -> None:
    """A square's games have seeds of their own."""
    first = rows[0].seed
    for at, row in enumerate(rows):
        if row.seed == first:
            rows[at] = row.model_copy(update={"seed": f"{first}{at}"})


def unequal(rows: list[PlannedGame]) -> None:
    """The games of the last seed are played by those of the first."""
    first, last = rows[0], rows[-1].seed
    own = [row for row in rows if row.seed == first.seed]
    for row in own:
        at = next(at for at, each in enumerate(rows) if each.seed == last)
        rows[at] = row.model_copy(update={"game": rows[at].game, "seed": f"{last}x"})


def missing(rows: list[PlannedGame]) -> None:
    """One game is left out."""
    del rows[3]


MUTATIONS = (a_square_first, twice, reseated, reseeded, unequal, missing)


@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda each: each.__name__)
def test_the_verifier_notices(mutation: Callable[[list[PlannedGame]], None]) -> None:
    """What is wrong with a part is found, or is not as the plan says of it."""
    plan = part_of(8, 4, 32)
    said = shortfall_of(plan)
    assert said is not None
    assert faults(plan, 32) == said_faults(plan, said) == []
    rows = list(plan.games)
    mutation(rows)
    changed = plan.model_copy(update={"games": tuple(rows)})
    assert [*faults(changed, 32), *said_faults(changed, said)]
