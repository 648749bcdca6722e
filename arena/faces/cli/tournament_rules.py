"""The rules of a run with what the command line says in place of them, and what a run needs."""

import os
from importlib.util import find_spec

from arena.calls.caps import caps, number_of
from arena.errors import ConfigError
from arena.faces.cli.tournament_options import RunOptions
from arena.tournament.rules import RunRules, TournamentBudget

__all__ = ["ANALYSIS", "changed_rules", "need_analysis"]

ANALYSIS = ("numpy", "scipy", "duckdb", "vl_convert")
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
    changes: dict[str, object] = {}
    if options.at_once is not None:
        changes["games"] = number_of(RunRules, "games", str(options.at_once), "--at-once")
    if options.processes is not None:
        given = str(options.processes)
        changes["processes"] = number_of(RunRules, "processes", given, "--processes")
    given_caps = caps(options.budget, TournamentBudget)
    if given_caps:
        budget = TournamentBudget.model_validate({**rules.budget.model_dump(), **given_caps})
        changes["budget"] = budget
    return rules.model_copy(update=changes)
