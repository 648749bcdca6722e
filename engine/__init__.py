"""Rules of Mall of Horror and Osaczeni: pure, deterministic, no I/O.

>>> import engine
>>> table = engine.new_table("moh", seats=3, seed=1)
>>> table.pending()[0].kind
'place_character'
"""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from engine.errors import (
    AnswerError,
    EngineError,
    GameOver,
    IllegalAnswer,
    NotYourDecision,
    ReplayDiverged,
    RulesetError,
    SaveError,
    ScenarioError,
    StaleDecision,
)
from engine.events import Event
from engine.question import Decision, Floor, Option
from engine.ruleset import Ruleset, ruleset, rulesets
from engine.scenario import read_file
from engine.table import Result, Table, from_scenario, new_table, replay, restore

if TYPE_CHECKING:
    from engine.wire import View

__all__ = [
    "AnswerError",
    "Decision",
    "EngineError",
    "Event",
    "Floor",
    "GameOver",
    "IllegalAnswer",
    "NotYourDecision",
    "Option",
    "ReplayDiverged",
    "Result",
    "Ruleset",
    "RulesetError",
    "SaveError",
    "ScenarioError",
    "StaleDecision",
    "Table",
    "View",
    "load_scenario",
    "new_table",
    "replay",
    "restore",
    "ruleset",
    "rulesets",
]


def load_scenario(
    path_or_mapping: str | Path | Mapping[str, object], *, floors: bool = False
) -> Table:
    """Begin a game in a scenario's position; `ScenarioError` names the key that is wrong."""
    given = path_or_mapping
    return from_scenario(
        read_file(given) if isinstance(given, str | Path) else given, floors=floors
    )


def __getattr__(name: str) -> object:
    if name == "View":
        from engine.wire import View  # noqa: PLC0415 - pydantic is paid for by those who use it

        return View
    raise AttributeError(name)
