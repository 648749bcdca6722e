"""Games of loopback models that share a steward, played here or in a process that is killed."""

import asyncio
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from arena.config import TableConfig
from arena.models.pool import ModelPool
from arena.table import Outcome, play, resume
from arena.table.shared import Shared
from arena.tournament.folder import game_folder, write_plan
from arena.tournament.ledger import read_ledger, recovered_calls
from arena.tournament.plan import CONTROL, Condition, Entrant, Plan, PlannedGame, read_plan
from arena.tournament.planning import table_data
from arena.tournament.rules import RunRules
from arena.tournament.steward import Spending, Steward
from arena.transcript.reader import is_sealed

PROTOCOLS = ("openai", "openai-compatible", "anthropic")
PRICE = {"input": 1.0, "output": 2.0}
NAMES = ("Anna", "Bruno", "Clara")


def model_plan(url: str, games: int, *, settings: dict[str, Any] | None = None, **run: Any) -> Plan:
    """Return a plan of games between loopback models on three protocols."""
    specs = {protocol: f"{protocol}:loopback@{url}" for protocol in PROTOCOLS}
    given = {"price": PRICE, "call_seconds": 10.0, "max_output": 600, **(settings or {})}
    table = {
        "ruleset": "moh", "rules": {}, "talk": {"messages": 2}, "limits": {"answer_seconds": 60.0},
        "models": dict.fromkeys(specs.values(), given),
        "llm": {"on_outage": "default"},
    }  # fmt: skip
    rows = tuple(
        PlannedGame(
            game=f"g{number:04}", condition=CONTROL, seed=str(number), block="b", replicate=1,
            clockwise=tuple(zip(NAMES, PROTOCOLS, strict=True)),
        )
        for number in range(1, games + 1)
    )  # fmt: skip
    return Plan(
        name="t", seed="1",
        entrants={name: Entrant(spec=spec) for name, spec in specs.items()},
        conditions={CONTROL: Condition(arm=CONTROL, control=CONTROL, epoch="0", table=table)},
        games=rows, run=RunRules.model_validate(run),
    )  # fmt: skip


async def play_all(folder: Path) -> tuple[Sequence[Outcome], Spending]:
    """Play whatever is not finished at once, after a look at what a kill has left."""
    plan = read_plan(folder)
    steward, models = Steward(folder, plan), ModelPool()
    shared = Shared(admission=steward, models=models, on_budget=_then(plan))

    async def one(row: PlannedGame) -> Outcome:
        at = game_folder(folder, row.game)
        if (at / "game.json").exists():
            return await resume(at, shared=shared)
        at.mkdir(parents=True, exist_ok=True)
        config = TableConfig.model_validate(table_data(plan, row))
        return await play(config, at, folder=at, shared=shared)

    try:
        steward.recover()
        rows = [row for row in plan.games if not _is_finished(game_folder(folder, row.game))]
        return await asyncio.gather(*map(one, rows)), steward.spending()
    finally:
        await models.close()
        steward.close()


def _then(plan: Plan) -> Any:
    return {"pause": "stop", "house": "house"}[plan.run.budget.on_budget]


def _is_finished(at: Path) -> bool:
    return at.exists() and is_sealed(at)


def planned_in(folder: Path, plan: Plan) -> Path:
    """Write a plan into a folder, and return that."""
    write_plan(folder, plan)
    return folder


def disagreements(folder: Path) -> list[str]:
    """Return where the ledger and the games' own calls are not the same, call by call."""
    entries, found = read_ledger(folder), list[str]()
    if entries.open:
        found.append(f"open: {sorted(entries.open)}")
    for row in read_plan(folder).games:
        calls = recovered_calls(game_folder(folder, row.game)) or []
        mine = {call.sent.call: (call.sent.seat, call.cost) for call in calls}
        theirs = [
            each for each in entries.booked if each.game == row.game and each.call is not None
        ]
        if len(theirs) != len(mine):
            found.append(f"{row.game}: {len(theirs)} settled, {len(mine)} made")
        found += [
            f"{row.game} call {each.call}: {each} and {mine.get(each.call or 0)}" for each in theirs
            if mine.get(each.call or 0) != (each.seat, each.cost)
        ]  # fmt: skip
    return found


if __name__ == "__main__":
    asyncio.run(play_all(Path(sys.argv[1])))
