"""Identical bots on duplicate seeds: nothing may tell them apart."""

import pytest

from arena.config import TableConfig
from arena.table.simulation import simulate
from arena.tournament.config import TournamentConfig
from arena.tournament.game_result import GameResult, SeatResult
from arena.tournament.plan import Plan, PlannedGame
from arena.tournament.planning import planned, table_data
from arena.tournament.ratings.ratings import Ratings, ratings_of


def twins(spec: str) -> Plan:
    """Return the plan of four bots that are the same."""
    return planned(TournamentConfig.model_validate({
        "seed": "twins", "entrants": dict.fromkeys(("a", "b", "c", "d"), spec), "seats": 3,
        "replicates": 1, "talk": {"protocol": "off"},
    }))  # fmt: skip


def result(plan: Plan, row: PlannedGame) -> GameResult:
    """Play a game; return what ratings know of it, as far as silent bots have it."""
    table = TableConfig.model_validate(table_data(plan, row))
    (game,) = simulate(table, [row.seed], keep="results")
    nothing = dict.fromkeys((
        "corrections", "speeches", "characters", "statements", "lies", "reports", "false_reports",
        "kept", "broken", "calls", "input", "output", "reasoning",
    ), 0)  # fmt: skip
    condition = plan.conditions[row.condition]
    seats = tuple(
        SeatResult(
            entrant=entrant, seat=name, position=at, decisions=1, survived=True, replaced=False,
            place=game.result["placements"][name], points=game.result["scores"][name],
            defaults={}, faults={}, cost=0.0, seconds=0.0, **nothing,
        )
        for at, (name, entrant) in enumerate(row.clockwise)
    )  # fmt: skip
    return GameResult(
        game=row.game, ruleset=condition.ruleset, seed=row.seed, arm=condition.arm,
        epoch=condition.epoch, block=row.block, seats=seats,
    )  # fmt: skip


def rated(spec: str) -> Ratings:
    """Play the twins' tournament and rate it."""
    plan = twins(spec)
    return ratings_of([result(plan, row) for row in plan.games], plan, draws=50, seed="1")


@pytest.mark.parametrize("spec", ["random", "planted:strength(0.1)"])
def test_identical_bots_on_duplicate_seeds_differ_by_nothing(spec: str) -> None:
    """Paired differences and their intervals are exactly 0, for all and for each pair."""
    (group,) = rated(spec).data()["groups"]
    duplicates = group["duplicates"]
    rows = [*duplicates["against_others"], *duplicates["pairs"]]
    assert duplicates["complete"] == 4
    assert len(rows) == 4 + 6
    for row in rows:
        assert (row["value"], row["low"], row["high"]) == (0.0, 0.0, 0.0)


def test_identical_bots_rotated_through_one_seed_are_level() -> None:
    """Each sat in every seat of the same games: worths are equal, and nobody is above anybody."""
    (group,) = rated("random").data()["groups"]
    rating = group["ratings"]["as_played"]
    assert [row["worth"]["value"] for row in rating["entrants"]] == pytest.approx([0.0] * 4)
    assert {row["rank"]["value"] for row in rating["entrants"]} == {2.5}
