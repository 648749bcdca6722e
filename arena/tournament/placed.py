"""Checks whether a game is the one that a plan has for its place, by its whole header.

The header's own `schedule` is not enough: editing it does not change the game that was played. So
the planned table is built again and compared key by key.
"""

from collections.abc import Mapping

from pydantic import ValidationError

from arena.config import TableConfig
from arena.errors import ArenaError
from arena.settings import HUMAN, LlmHeader
from arena.table.opened_models import llm_header
from arena.text import shown
from arena.tournament.epoch import differences
from arena.tournament.plan import Plan, PlannedGame
from arena.tournament.planning import table_data, table_digest
from arena.transcript.header import NO_FORCED, GameHeader
from engine import EngineError, ruleset

Said = Mapping[str, object]
"""Contents of a header, or the required ones, as plain data."""


def schedule_of(plan: Plan, row: PlannedGame) -> dict[str, object]:
    """Return the `schedule` of a planned game's header, as plain data."""
    condition = plan.conditions[row.condition]
    return {
        "tournament": plan.name, "game": row.game, "arm": condition.arm, "epoch": condition.epoch,
        "entrants": dict(row.clockwise), "table": table_digest(table_data(plan, row)),
    }  # fmt: skip


def place_of(plan: Plan, header: GameHeader) -> str | None:
    """Return the id of the planned game that a header describes; None: none of this plan."""
    named = None if header.schedule is None else header.schedule.game
    row = next((each for each in plan.games if each.game == named), None)
    return named if row is not None and place_problem(plan, row, header) is None else None


def place_problem(plan: Plan, row: PlannedGame, header: GameHeader) -> str | None:
    """Return the first difference between a header and the planned game; None: there is none.

    Versions are not compared, nor the digest of the arena's own prompts, which depends on them.
    """
    if header.schedule is None:
        return "it was played for no tournament"
    try:
        planned = _planned(plan, row, header)
    except (ValidationError, KeyError, ArenaError, EngineError) as error:
        return f"the table that the plan has for {row.game} makes no sense: {shown(str(error))}"
    for key, meant, played in differences(planned, _played(header)):
        return (
            f"its table is not the one that the plan has for {row.game}: {key} is {shown(played)}, "
            f"planned {shown(meant)}"
        )
    return None


def _planned(plan: Plan, row: PlannedGame, header: GameHeader) -> Said:
    """Return the required header of a planned game; options only as far as the header has them."""
    data = table_data(plan, row)
    config = TableConfig.model_validate(data)
    options = ruleset(config.ruleset, config.rules).options_in_force
    humans = [name for name, spec in config.seats.items() if spec == HUMAN]
    return {
        "seats": [[name, spec] for name, spec in config.seats.items()],
        "ruleset": config.ruleset,
        "seed": config.seed,
        "options": {key: each for key, each in options.items() if key in header.options},
        "limits": config.limits.model_dump(mode="json"),
        "talk": config.talk.in_force(config.seats).model_dump(mode="json"),
        "llm": _of_models(llm_header(config, ())),
        "people": humans,
        "forced": NO_FORCED,
        "start": None,
        "floors": True,
        "schedule": schedule_of(plan, row),
    }


def _played(header: GameHeader) -> Said:
    return {
        "seats": [[each.name, each.spec] for each in header.seats],
        "ruleset": header.ruleset,
        "seed": header.seed,
        "options": header.options,
        "limits": header.limits.model_dump(mode="json"),
        "talk": header.talk.model_dump(mode="json"),
        "llm": _of_models(header.llm),
        "people": [] if header.people is None else list(header.people.seats),
        "forced": header.forced or NO_FORCED,
        "start": header.start,
        "floors": header.floors,
        "schedule": None if header.schedule is None else header.schedule.model_dump(mode="json"),
    }


def _of_models(header: LlmHeader | None) -> Said | None:
    return None if header is None else header.model_dump(mode="json", exclude={"prompts"})
