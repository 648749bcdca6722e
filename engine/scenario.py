"""Scenarios: positions to start from, as TOML or the same mapping (design.md section 3).

A family reads its own positions; this module only finds the family.
"""

import tomllib
from collections.abc import Mapping
from pathlib import Path

from engine.errors import RulesetError, ScenarioError
from engine.rules.board import Board
from engine.rules.compiled import BoardRules
from engine.rules.edition import Start
from engine.rules.editions import edition
from engine.rules.keys import Keys

VERSION = 1


def read_scenario(given: Mapping[str, object]) -> Start[BoardRules[Board]]:
    """Return a checked scenario; `ScenarioError` names the key, the value and what is possible."""
    keys = Keys(given)
    keys.refuse_missing("scenario", "ruleset", "seats", "phase")
    if keys["scenario"] is True or keys["scenario"] != VERSION:
        raise keys.wrong("scenario", str(VERSION))
    try:
        found = edition(keys.text("ruleset"))
        return found.family.read_start(found, given)
    except RulesetError as error:
        raise ScenarioError(str(error)) from error


def read_file(path: str | Path) -> Mapping[str, object]:
    """Return a scenario file's mapping; `ScenarioError` where it is missing or is no TOML."""
    try:
        return tomllib.loads(Path(path).read_text(encoding="utf-8-sig"))
    except OSError as error:
        text = f"{path}: can't be read ({error.strerror})."
        raise ScenarioError(text) from error
    except ValueError as error:
        text = f"{path}: {error}."
        raise ScenarioError(text) from error
