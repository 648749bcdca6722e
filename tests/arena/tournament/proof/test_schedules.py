"""Schedules keep their promises, by a verifier that was written apart from what makes them."""

import random
from collections.abc import Callable
from typing import Any

import pytest

from arena.tournament.config import TournamentConfig
from arena.tournament.plan import Plan, PlannedGame
from arena.tournament.planning import planned
from tests.arena.tournament.proof.verifier import Design, design_faults, faults

DESIGNS = {
    (6, 3): Design(line_ups=10, pairs=2, rows=6, circle=0),
    (6, 4): Design(line_ups=15, pairs=6, rows=4, circle=0),
    (6, 5): Design(line_ups=6, pairs=4, rows=10, circle=0),
    (6, 6): Design(line_ups=1, pairs=1, rows=6, circle=1),
    (7, 3): Design(line_ups=7, pairs=1, rows=6, circle=0),
    (7, 4): Design(line_ups=7, pairs=2, rows=4, circle=2),
    (8, 4): Design(line_ups=14, pairs=3, rows=4, circle=0),
    (9, 3): Design(line_ups=12, pairs=1, rows=6, circle=0),
    (11, 5): Design(line_ups=11, pairs=2, rows=10, circle=0),
    (13, 4): Design(line_ups=13, pairs=1, rows=4, circle=1),
    (16, 6): Design(line_ups=16, pairs=2, rows=6, circle=1),
    (21, 5): Design(line_ups=21, pairs=1, rows=10, circle=1),
}
"""By pool and table. `circle` is 0 wherever that can be: where games times seats is a multiple of
the ordered pairs."""
ARMS = [{"name": "quiet", "talk": {"whispers": False}}]


def plan_of(pool: int, size: int, **more: Any) -> Plan:
    """Return the plan of a pool of bots."""
    given = {"seed": "1", "replicates": 2, **more}
    entrants = {f"e{at}": "random" for at in range(pool)}
    return planned(
        TournamentConfig.model_validate({"entrants": entrants, "seats": [size], **given})
    )


@pytest.mark.parametrize(("pool", "size"), DESIGNS)
def test_a_known_pool_has_its_design(pool: int, size: int) -> None:
    """Line-ups, pairs, seats and neighbours of every replicate, for three seeds."""
    design = DESIGNS[pool, size]
    for seed in ("1", "2", "3"):
        plan = plan_of(pool, size, seed=seed)
        assert len(plan.games) == 2 * design.line_ups * design.rows
        assert faults(plan) == []
        assert design_faults(plan, design) == []


@pytest.mark.parametrize("at", range(12))
def test_any_other_pool_is_balanced_by_rounds(at: int) -> None:
    """Pools and tables that are drawn: all sit in all seats equally often, under all arms."""
    drawn = random.Random(f"pools {at}")  # noqa: S311 - which pools are tried
    size = drawn.randint(3, 6)
    pool = drawn.randint(size, 15)
    plan = plan_of(pool, size, seed=str(at), arms=ARMS if at % 2 else [])
    assert faults(plan) == []


def test_several_rulesets_and_sizes_are_planned_apart() -> None:
    """Each of them is a schedule of its own that keeps all promises."""
    plan = plan_of(6, 3, rulesets=["moh", "osaczeni"], arms=ARMS)
    assert len(plan.games) == 2 * 2 * 3 * 60
    assert faults(plan) == []
    for key in plan.conditions:
        own = tuple(row for row in plan.games if row.condition == key)
        assert design_faults(plan.model_copy(update={"games": own}), DESIGNS[6, 3]) == []


# --- what the verifier must notice ---


def swapped(rows: list[PlannedGame]) -> None:
    """Two who sit beside each other change seats in one game."""
    (one, first), (two, second), *others = rows[7].clockwise
    rows[7] = rows[7].model_copy(update={"clockwise": ((one, second), (two, first), *others)})


def missing(rows: list[PlannedGame]) -> None:
    """One game is left out."""
    del rows[11]


def doubled(rows: list[PlannedGame]) -> None:
    """A line-up is played once more, under new ids and another seed."""
    more = [row for row in rows if row.block == rows[0].block and row.replicate == 1]
    rows.extend(row.model_copy(update={"game": f"x{row.game}", "seed": "x"}) for row in more)


def unrotated(rows: list[PlannedGame]) -> None:
    """All games of a seed have the same seats."""
    for at, row in enumerate(rows):
        rows[at] = row.model_copy(update={"clockwise": rows[at - at % 4].clockwise})


def named(rows: list[PlannedGame]) -> None:
    """Everybody has the same name in every game."""
    for at, row in enumerate(rows):
        own = tuple((f"N{entrant}", entrant) for _, entrant in row.clockwise)
        rows[at] = row.model_copy(update={"clockwise": own})


def reseeded(rows: list[PlannedGame]) -> None:
    """One arm has a seed of its own."""
    for at, row in enumerate(rows):
        if row.condition == "moh.quiet":
            rows[at] = row.model_copy(update={"seed": f"{row.seed}q"})


def out_of_order(rows: list[PlannedGame]) -> None:
    """Games of the first entrants come first."""
    rows.sort(key=lambda row: sorted(entrant for _, entrant in row.clockwise))


def one_instead_of_another(rows: list[PlannedGame]) -> None:
    """In one line-up somebody plays in another's place."""
    first = rows[0].seed
    here = {entrant for _, entrant in rows[0].clockwise}
    out, into = min(here), min({f"e{at}" for at in range(6)} - here)
    for at, row in enumerate(rows):
        if row.seed == first:
            seats = tuple((name, into if each == out else each) for name, each in row.clockwise)
            rows[at] = row.model_copy(update={"clockwise": seats})


MUTATIONS = (
    swapped, missing, doubled, unrotated, named, reseeded, out_of_order, one_instead_of_another,
)  # fmt: skip


@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda mutation: mutation.__name__)
def test_the_verifier_notices(mutation: Callable[[list[PlannedGame]], None]) -> None:
    """What is wrong with a schedule is found, each kind of mistake by itself."""
    plan = plan_of(6, 4, arms=ARMS)
    rows = list(plan.games)
    mutation(rows)
    assert faults(plan) == []
    assert faults(plan.model_copy(update={"games": tuple(rows)}))


def test_the_verifier_notices_a_null_arm_that_differs() -> None:
    """A null arm is its control again, to the last setting."""
    plan = plan_of(6, 4, arms=ARMS)
    key = next(key for key, each in plan.conditions.items() if each.arm.startswith("null"))
    table = {**plan.conditions[key].table, "limits": {}}
    changed = plan.conditions[key].model_copy(update={"table": table})
    assert faults(plan.model_copy(update={"conditions": {**plan.conditions, key: changed}}))


def test_the_verifier_notices_another_design() -> None:
    """A plan is not that of another pool, pairs meet too often in it, or neighbours differ."""
    plan = plan_of(6, 4)
    assert design_faults(plan, DESIGNS[6, 3])
    rows = list(plan.games)
    one_instead_of_another(rows)
    assert design_faults(plan.model_copy(update={"games": tuple(rows)}), DESIGNS[6, 4])
    rows = list(plan.games)
    for at in range(4):  # a square that is rotated only has four of its twelve neighbours
        clockwise = rows[0].clockwise
        names, seats = [name for name, _ in clockwise], [each for _, each in clockwise]
        turned = tuple(zip(names, seats[at:] + seats[:at], strict=True))
        rows[at] = rows[at].model_copy(update={"clockwise": turned})
    turned_plan = plan.model_copy(update={"games": tuple(rows)})
    assert faults(turned_plan) == []
    assert design_faults(turned_plan, DESIGNS[6, 4])
