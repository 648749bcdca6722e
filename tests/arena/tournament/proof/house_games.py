"""What plans take for granted of games, measured once on games of house bots.

How common ties are, and how much the points of an entrant differ between two runs of the same
games: with talk and without, which changes all that happens, and hardly anybody's mean. The
figures are kept in `arena/tournament/house_games.json`, and are made anew, in a minute or two, by

    python -m tests.arena.tournament.proof.house_games
"""

import json
from collections import defaultdict
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import product
from typing import Any

import numpy as np

from arena.config import TableConfig
from arena.seats.house import DIALS
from arena.table.simulation import simulate
from arena.tournament.assumed import MEASURED
from arena.tournament.config import TournamentConfig
from arena.tournament.plan import CONTROL, Plan
from arena.tournament.planning import planned, table_data
from arena.tournament.ratings.plackett_luce import fit
from arena.tournament.ratings.rankings import rankings_of
from engine.seats import FEWEST, MOST

COMMAND = "python -m tests.arena.tournament.proof.house_games"
SEEDS = 8
"""Of each ruleset and size of table, about."""
SILENT = "silent"
Game = tuple[dict[str, int], dict[str, int]]
"""Places and points by entrant."""


def house_plan(ruleset: str, size: int, seeds: int, seed: str = "house games") -> Plan:
    """Return a plan of house bots that differ, with an arm in which they do not talk."""
    specs = ["house", *(f"house:{name}" for name in DIALS)]
    entrants = {f"e{at}": specs[at % len(specs)] for at in range(size)}
    return planned(TournamentConfig.model_validate({
        "seed": seed, "entrants": entrants, "rulesets": ruleset, "seats": size,
        "games": 3 * seeds * size, "arms": [{"name": SILENT, "talk": {"protocol": "off"}}],
    }))  # fmt: skip


def played(plan: Plan, arm: str) -> list[Game]:
    """Play the games of an arm, in the order of the plan."""
    found = []
    for row in plan.games:
        if plan.conditions[row.condition].arm == arm:
            table = TableConfig.model_validate(table_data(plan, row))
            (game,) = simulate(table, [row.seed], keep="results")
            named = dict(row.clockwise)
            found.append(tuple(
                {named[name]: value for name, value in game.result[key].items()}
                for key in ("placements", "scores")
            ))  # fmt: skip
    return found  # type: ignore[return-value]


def measured(ruleset: str, size: int) -> dict[str, Any]:
    """Return the figures of one ruleset at tables of one size."""
    plan = house_plan(ruleset, size, SEEDS)
    rows = [row for row in plan.games if plan.conditions[row.condition].arm == CONTROL]
    games, silent = played(plan, CONTROL), played(plan, SILENT)
    base = fit(rankings_of(
        [
            [(entrant, places[entrant]) for _, entrant in row.clockwise]
            for row, (places, _) in zip(rows, games, strict=True)
        ],
        seeds=[row.seed for row in rows],
    ))  # fmt: skip
    gaps = defaultdict(list)
    for row, (_, here), (_, there) in zip(rows, games, silent, strict=True):
        gaps[row.seed].append([there[name] - here[name] for name in sorted(here)])
    means = np.array([np.mean(each, axis=0) for each in gaps.values()])
    scores, inverse = base.choices.scores(base.parameters), base.covariance
    robust = np.diag(inverse @ scores.T @ scores @ inverse) / np.diag(inverse)
    return {
        "ruleset": ruleset, "size": size, "games": len(games), "seeds": len(gaps),
        "tied": float(np.mean([len({*places.values()}) < size for places, _ in games])),
        "ties": {str(order): value for order, value in base.ties(0).items()},
        "one": float(means.std(axis=0, ddof=1).mean()),
        "all": float(means.mean(axis=1).std(ddof=1)),
        "clustering": float(np.sqrt(robust[:size].mean() * len(gaps) / (len(gaps) - 1))),
    }  # fmt: skip


def everything() -> Iterator[dict[str, Any]]:
    """Yield the figures of both families at tables of every size."""
    cells = list(product(("moh", "osaczeni"), range(FEWEST, MOST + 1)))
    with ProcessPoolExecutor() as pool:
        yield from pool.map(measured, *zip(*cells, strict=True))


if __name__ == "__main__":
    data = {"command": COMMAND, "tables": list(everything())}
    MEASURED.write_text(json.dumps(data, indent=2) + "\n", encoding="utf-8")
