"""Plays a few games of a plan without calls, to measure what each entrant's seat would use.

The models' own seats count what they would send (`arena.table.dry_run`), and bots answer in the
models' place. As a model's strength is unknown, each kind of table is played by the weakest bots
(`random`, which say nothing) and by the strongest (`house`). Entrants with the same settings and
persona, and conditions with the same table, are measured once.
"""

import asyncio
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import arena.table
from arena.config import TableConfig
from arena.hash_chain import encode
from arena.models.specs import in_force, is_model_spec, parse
from arena.settings import Limits, ModelSettings
from arena.table.dry_run import DryCalls, calls_of_game
from arena.tournament.pieces import Pieces
from arena.tournament.plan import Plan, PlannedGame
from arena.tournament.planning import table_data

MEASURED = 4
"""Number of games in which each kind of seat is measured, for each conduct."""
CONDUCTS = ("random", "house")
"""SPECs of the bots that answer in the models' place, the weakest first."""

TableKey = tuple[str, int]
"""A kind of table: the condition's table as JSON, and the number of seats."""
SeatKey = tuple[TableKey, str, str | None]
"""A kind of seat: the kind of its table, the model's protocol and settings as JSON without the
price, and the persona as JSON."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DryGame:
    """The measurements of one game that was played without calls."""

    table: TableKey
    conduct: str
    seats: tuple[tuple[SeatKey, DryCalls], ...]
    """The models' seats."""
    seconds: float
    """Wall-clock seconds that the game took."""


class Kinds:
    """The distinct kinds of tables and seats in a plan."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._tables = {key: encode(each.table) for key, each in plan.conditions.items()}
        self._seats: dict[tuple[str, str], tuple[str, str | None]] = {}

    def table(self, row: PlannedGame) -> TableKey:
        """Return the kind of a game's table."""
        return self._tables[row.condition], len(row.clockwise)

    def seat(self, row: PlannedGame, entrant: str) -> SeatKey:
        """Return the kind of a model's seat in a game."""
        known = (row.condition, entrant)
        if known not in self._seats:
            spec = self._plan.entrants[entrant].spec
            given = self._plan.conditions[row.condition].personas.get(entrant)
            settings = self.settings(row, spec).model_dump(mode="json", exclude={"price"})
            self._seats[known] = (
                encode([parse(spec).protocol, settings]),
                None if given is None else encode(given.model_dump(mode="json")),
            )
        return self.table(row), *self._seats[known]

    def settings(self, row: PlannedGame, spec: str) -> ModelSettings:
        """Return the settings in force of a model in a game."""
        condition = self._plan.conditions[row.condition]
        given = ModelSettings.model_validate(condition.part("models").get(spec, {}))
        return in_force(parse(spec), given, Limits.model_validate(condition.part("limits")))

    def models(self, row: PlannedGame) -> Mapping[str, SeatKey]:
        """Return the kinds of the models' seats in a game, by display name."""
        return {
            name: self.seat(row, entrant)
            for name, entrant in row.clockwise
            if is_model_spec(self._plan.entrants[entrant].spec)
        }


def dry_games(
    plan: Plan, rows: Sequence[PlannedGame], pieces: Pieces | None = None
) -> list[DryGame]:
    """Play a few games of each kind of table without calls, and return their measurements.

    Each is one of `pieces`, of the kind of its conduct. Raises `ConfigError` for a table that can't
    be played.
    """
    kinds, found = Kinds(plan), list[DryGame]()
    tables: dict[TableKey, list[PlannedGame]] = {}
    for row in rows:
        tables.setdefault(kinds.table(row), []).append(row)
    wanted = [
        (row, conduct, str(at))
        for each in tables.values()
        for at, row in enumerate(_covering(kinds, each), start=1)
        for conduct in (CONDUCTS if kinds.models(row) else CONDUCTS[-1:])
    ]
    pieces = pieces or Pieces()
    for conduct, count in Counter(conduct for _, conduct, _ in wanted).items():
        pieces.expect(conduct, count)
    for row, conduct, seed in wanted:
        found.append(asyncio.run(_measured(plan, kinds, row, conduct, seed)))
        pieces.end(conduct)
    return found


def _covering(kinds: Kinds, rows: Sequence[PlannedGame]) -> Iterator[PlannedGame]:
    """Yield games until each kind of seat was in `MEASURED` of them, or in all that it is in.

    The game with the most seats still to be measured comes next. Of a table of bots only,
    `MEASURED` games are yielded.
    """
    left = [(row, frozenset(kinds.models(row).values())) for row in rows]
    missing = {key: MEASURED for _, keys in left for key in keys}
    if not missing:
        yield from rows[:MEASURED]
        return
    while left:
        counts = [sum(missing[key] > 0 for key in keys) for _, keys in left]
        best = max(range(len(left)), key=counts.__getitem__)
        if not counts[best]:
            return
        row, keys = left.pop(best)
        for key in keys:
            missing[key] -= 1
        yield row


async def _measured(plan: Plan, kinds: Kinds, row: PlannedGame, conduct: str, seed: str) -> DryGame:
    models = kinds.models(row)
    config = TableConfig.model_validate({**table_data(plan, row), "seed": seed})
    began, seats = time.monotonic(), tuple[tuple[SeatKey, DryCalls], ...]()
    if models:
        calls = await calls_of_game(config, seed, conduct)
        seats = tuple((models[name], each) for name, each in calls.items())
    else:
        with tempfile.TemporaryDirectory(prefix="arena-") as folder:
            await arena.table.play(config, Path(folder))
    return DryGame(
        table=kinds.table(row), conduct=conduct, seats=seats, seconds=time.monotonic() - began
    )
