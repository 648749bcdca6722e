"""Tournaments played by bots of planted strength, and what their ratings truly are.

What Plackett-Luce says of games that were not drawn from it is the best fit to all games there
could be. One run a hundred times as large as a tournament comes close to that; its fit is kept in
`planted_truth.json`, and is made anew, in about three minutes, by

    python -m tests.arena.tournament.proof.planted
"""

import json
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import chain
from pathlib import Path
from typing import Any

from arena.config import TableConfig
from arena.table.simulation import simulate
from arena.tournament.config import TournamentConfig
from arena.tournament.plan import Plan, PlannedGame
from arena.tournament.planning import planned, table_data
from arena.tournament.ratings.plackett_luce import fit
from arena.tournament.ratings.rankings import Rankings, rankings_of

TRUTH = Path(__file__).with_name("planted_truth.json")
COMMAND = "python -m tests.arena.tournament.proof.planted"
ENTRANTS = {f"p{tenths}": f"planted:strength(0.{tenths})" for tenths in (0, 2, 4)}
ROUNDS = 9
"""Of one tournament: 18 seeds, 54 games."""
LARGER = 100
"""How many times as large the run is that the truth comes from."""
SAMPLE = 12
"""Its first games, whose places are kept: whether the bots are still those of the truth."""


def planted_plan(seed: str, rounds: int = ROUNDS) -> Plan:
    """Return the plan of three silent bots at tables of three, where ties occur."""
    return planned(TournamentConfig.model_validate({
        "seed": seed, "entrants": ENTRANTS, "rulesets": "osaczeni", "seats": 3,
        "replicates": rounds, "talk": {"protocol": "off"},
    }))  # fmt: skip


def places(plan: Plan, rows: tuple[PlannedGame, ...]) -> list[list[int]]:
    """Play games; return their places, clockwise."""
    found = []
    for row in rows:
        table = TableConfig.model_validate(table_data(plan, row))
        (game,) = simulate(table, [row.seed], keep="results")
        found.append([game.result["placements"][name] for name, _ in row.clockwise])
    return found


def rankings(plan: Plan, found: list[list[int]]) -> Rankings:
    """Return played games as the fit takes them."""
    return rankings_of(
        [
            [(entrant, place) for (_, entrant), place in zip(row.clockwise, each, strict=True)]
            for row, each in zip(plan.games, found, strict=True)
        ],
        seeds=[row.seed for row in plan.games],
    )


def played(seed: str) -> Rankings:
    """Return the games of one tournament."""
    plan = planted_plan(seed)
    return rankings(plan, places(plan, plan.games))


def _part(at: int) -> list[list[int]]:
    plan, size = planted_plan("truth", ROUNDS * LARGER), ROUNDS * 6
    return places(plan, plan.games[at * size : (at + 1) * size])


def _parts() -> Iterator[list[list[int]]]:
    with ProcessPoolExecutor() as pool:
        yield from pool.map(_part, range(LARGER))


def truth() -> dict[str, Any]:
    """Return the fit of the large run, as it is kept."""
    plan = planted_plan("truth", ROUNDS * LARGER)
    found = list(chain.from_iterable(_parts()))
    base = fit(rankings(plan, found))
    return {
        "command": COMMAND,
        "games": len(found),
        "worth": dict(zip(base.rankings.entrants, base.worth.tolist(), strict=True)),
        "seats": base.seat(0).tolist(),
        "standard_errors": base.standard_errors.tolist(),
        "sample": found[:SAMPLE],
    }


if __name__ == "__main__":
    TRUTH.write_text(json.dumps(truth(), indent=2) + "\n", encoding="utf-8")
