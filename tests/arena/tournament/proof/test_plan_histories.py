"""Whatever has been added to a plan, in whatever order, it is proven as what planning makes."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.errors import ConfigError
from arena.tournament.config import config_of
from arena.tournament.extend import config_from, extended
from arena.tournament.plan import Plan
from arena.tournament.proof.plan_proof import check_plan
from tests.arena.tournament.plan.plans import QUIET, plan

FIRST: tuple[dict[str, Any], ...] = (
    {"replicates": 1}, {"replicates": 2}, {"games": 7}, {"games": 13}, {"games": 31},
    {"replicates": None, "games": 9, "arms": [QUIET]}, {"arms": [QUIET]},
    {"games": 8, "rulesets": ["moh", "osaczeni"], "seats": [3, 4]},
)  # fmt: skip
ENTRANTS = {f"e{n}": "house" for n in range(9)}


def config_of_plan(made: Plan, **given: Any) -> Any:
    """Return the config of a plan, with what is given instead."""
    data = {
        **made.config, "name": made.name, "seed": made.seed,
        "entrants": {name: each.model_dump() for name, each in made.entrants.items()}, **given,
    }  # fmt: skip
    if "games" in given:
        data.pop("replicates")
    return config_of(data, "test.toml")


def added_to(made: Plan, step: tuple[str, int]) -> Plan:
    """Return a plan with rounds, newcomers, games or an arm more."""
    what, count = step
    match what:
        case "replicates":
            return extended(made, config_from(made, replicates=count))
        case "newcomers":
            names = {f"n{len(made.entrants) + each}": "random" for each in range(count)}
            return extended(made, config_from(made, entrants=names))
        case "games":
            return extended(made, config_of_plan(made, games=len(made.games) + 3 * count))
        case _:
            return extended(made, config_of_plan(made, arms=[QUIET]))


STEPS = st.tuples(st.sampled_from(("replicates", "newcomers", "games", "arm")), st.integers(1, 2))


def check_a_history(
    first: dict[str, Any], count: int, size: int, steps: list[tuple[str, int]]
) -> None:
    """Plan, add, and prove."""
    largest = max(first.get("seats", [size]))
    entrants = dict(list(ENTRANTS.items())[: max(count, largest)])
    made = plan(**{"seats": [size], **first, "entrants": entrants})
    for step in steps:
        try:
            made = added_to(made, step)
        except ConfigError:
            continue  # what can't be added is refused, and the plan is as it was
    assert check_plan(made).problems == ()


HISTORIES = given(
    first=st.sampled_from(FIRST), count=st.integers(3, 9), size=st.integers(3, 4),
    steps=st.lists(STEPS, max_size=3),
)  # fmt: skip


@HISTORIES
@settings(max_examples=8)
def test_what_was_added_is_proven(
    first: dict[str, Any], count: int, size: int, steps: list[tuple[str, int]]
) -> None:
    """Rounds, parts of rounds, newcomers and arms."""
    check_a_history(first, count, size, steps)


@pytest.mark.slow
@HISTORIES
@settings(max_examples=25)
def test_what_was_added_in_any_order_is_proven(
    first: dict[str, Any], count: int, size: int, steps: list[tuple[str, int]]
) -> None:
    """The same, more often."""
    check_a_history(first, count, size, steps)
