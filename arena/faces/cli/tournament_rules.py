"""The rules of a run with what the command line says in place of them, and what a run needs."""

import os
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from typing import Any

from pydantic import BaseModel, ValidationError

from arena.errors import ConfigError, possible
from arena.faces.cli.tournament_options import RunOptions
from arena.settings import expected
from arena.text import shown
from arena.tournament.rules import RunRules, TournamentBudget

__all__ = ["ANALYSIS", "CAPS", "changed_rules", "need_analysis"]

CAPS = tuple(name for name in TournamentBudget.model_fields if name != "on_budget")
"""What all games together can be capped by."""
ANALYSIS = ("numpy", "scipy", "altair", "duckdb", "vl_convert")
"""What ratings and reports are computed and drawn with: the extra `analysis`."""


def need_analysis() -> None:
    """Raise `ConfigError` where ratings and a report can't be made, before anything is written."""
    # Threads of the linear algebra cost more than they bring: its matrices are small.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    missing = [name for name in ANALYSIS if find_spec(name) is None]
    if missing:
        raise ConfigError(
            f"ratings and reports need {', '.join(missing)}, which this installation lacks. "
            'Possible: pip install "horror-arena[analysis]".'
        )


def changed_rules(rules: RunRules, options: RunOptions) -> RunRules:
    """Return the rules with what the options say in place of theirs. Raises `ConfigError`."""
    changes: dict[str, Any] = {}
    if options.at_once is not None:
        changes["games"] = _checked(RunRules, "games", options.at_once, "--at-once")
    if options.processes is not None:
        changes["processes"] = _checked(RunRules, "processes", options.processes, "--processes")
    caps = _caps(options.budget)
    if caps:
        budget = TournamentBudget.model_validate({**rules.budget.model_dump(), **caps})
        changes["budget"] = budget
    return rules.model_copy(update=changes)


def _caps(given: Sequence[str]) -> Mapping[str, float]:
    found: dict[str, float] = {}
    for each in given:
        key, equals, value = each.partition("=")
        if not equals or not value.strip():
            text = f"--budget is {shown(each)}"
            raise ConfigError(f"{text}. Possible: KEY=VALUE, for example money=20.")
        if key not in CAPS:
            raise ConfigError(f"--budget is {shown(each)}. {possible(key, CAPS)}")
        if key in found:
            raise ConfigError(f"--budget names {shown(key)} twice. Possible: each key once.")
        found[key] = _checked(
            TournamentBudget, key, value.strip().removeprefix("$"), f"--budget {key}"
        )
    return found


def _checked(rules: type[BaseModel], key: str, value: int | str, option: str) -> float:
    """Return a number that the rules take for this key."""
    need = expected(rules, key)
    try:
        number = int(value) if "whole" in need else float(value)
        rules.model_validate({key: number})
    except (ValueError, ValidationError):
        raise ConfigError(f"{option} is {shown(str(value))}. Possible: {need}.") from None
    return number
