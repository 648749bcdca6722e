"""A few games of a plan, played without a call: what each entrant's seat would take in one.

Bots play in the models' place, and the models' own seats count what they would be sent
(`arena.table.dry_run`). Seats are measured in games of their plan, at their table's size, ruleset
and arm; entrants with the same SPEC and persona, and conditions with the same table, are measured
once. So a null arm takes no games of its own.
"""

import asyncio
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from arena.config import TableConfig
from arena.hash_chain import encode
from arena.models.specs import is_model_spec
from arena.table.dry_run import SEEDS, Estimate, estimates_of_game
from arena.table.run import play
from arena.tournament.plan import Plan, PlannedGame
from arena.tournament.planning import table_data

__all__ = ["MEASURED", "DryGames", "SeatKey", "TableKey", "dry_games", "seat_key", "table_key"]

MEASURED = 2
"""In how many games each entrant is measured in each kind of table, if it has as many."""

TableKey = tuple[str, int]
"""Kinds of tables: the condition's table as JSON, and the number of seats."""
SeatKey = tuple[TableKey, str, str | None]
"""Kinds of seats: of which table, SPEC, and persona as JSON."""


@dataclass(slots=True, kw_only=True)
class DryGames:
    """What was measured."""

    seats: dict[SeatKey, list[Estimate]] = field(default_factory=dict)
    """Of models: what one seat took in each game that was measured."""
    busiest: dict[TableKey, list[float]] = field(default_factory=dict)
    """Calls of the seat that made most, by game; 0 where no model sits."""
    seconds: dict[TableKey, list[float]] = field(default_factory=dict)
    """Seconds of processor, by game: a clock."""

    @property
    def games(self) -> int:
        """Return how many games were played."""
        return sum(map(len, self.seconds.values()))


def table_key(plan: Plan, row: PlannedGame) -> TableKey:
    """Return the kind of table that a game is played at."""
    return encode(plan.conditions[row.condition].table), len(row.clockwise)


def seat_key(plan: Plan, row: PlannedGame, entrant: str) -> SeatKey:
    """Return the kind of seat that an entrant has in a game."""
    given = plan.conditions[row.condition].personas.get(entrant)
    persona = None if given is None else encode(given.model_dump(mode="json"))
    return table_key(plan, row), plan.entrants[entrant].spec, persona


def dry_games(plan: Plan) -> DryGames:
    """Play a few games of each kind of table. Raises `ConfigError` for one that can't be played."""
    kinds: dict[TableKey, list[PlannedGame]] = {}
    for row in plan.games:
        kinds.setdefault(table_key(plan, row), []).append(row)
    found = DryGames()
    for kind, rows in kinds.items():
        for at, row in enumerate(_covering(plan, rows)):
            asyncio.run(_measure(plan, row, kind, SEEDS[at % len(SEEDS)], found))
    return found


def _models(plan: Plan, row: PlannedGame) -> Mapping[str, SeatKey]:
    """Return the kinds of the seats that models sit on, by name at the table."""
    return {
        name: seat_key(plan, row, entrant)
        for name, entrant in row.clockwise
        if is_model_spec(plan.entrants[entrant].spec)
    }


def _covering(plan: Plan, rows: Sequence[PlannedGame]) -> Iterator[PlannedGame]:
    """Yield games until each kind of seat was in `MEASURED` of them, or in all that it is in.

    Next comes the game with the most seats that are still to be measured. Where bots alone play,
    `MEASURED` games are yielded.
    """
    left = [(row, tuple(_models(plan, row).values())) for row in rows]
    missing = {key: MEASURED for _, keys in left for key in keys}
    if not missing:
        yield from rows[:MEASURED]
        return

    def wanted(each: tuple[PlannedGame, tuple[SeatKey, ...]]) -> int:
        return sum(missing[key] > 0 for key in set(each[1]))

    while left:
        best = max(left, key=wanted)
        if not wanted(best):
            return
        left.remove(best)
        for key in set(best[1]):
            missing[key] -= 1
        yield best[0]


async def _measure(
    plan: Plan, row: PlannedGame, kind: TableKey, seed: str, found: DryGames
) -> None:
    """Play one game and keep what its seats took."""
    models = _models(plan, row)
    config = TableConfig.model_validate({**table_data(plan, row), "seed": seed})
    began = time.process_time()
    if models:
        estimates = await estimates_of_game(config, seed)
    else:
        estimates = {}
        with tempfile.TemporaryDirectory(prefix="arena-") as folder:
            await play(config, Path(folder))
    found.seconds.setdefault(kind, []).append(time.process_time() - began)
    for name, estimate in estimates.items():
        found.seats.setdefault(models[name], []).append(estimate)
    busiest = max((each.calls for each in estimates.values()), default=0.0)
    found.busiest.setdefault(kind, []).append(busiest)
