"""Parses caps of a budget from the command line: KEY=VALUE."""

from collections.abc import Mapping, Sequence

from pydantic import BaseModel

from arena.errors import ConfigError, possible
from arena.settings import BudgetRules, expected
from arena.text import shown

CAPS = tuple(name for name in BudgetRules.model_fields if name != "on_budget")
"""The keys that can be capped."""


def caps(given: Sequence[str], budget: type[BaseModel] = BudgetRules) -> dict[str, float]:
    """Parse caps of this kind of budget. Raises `ConfigError`."""
    keys = tuple(name for name in budget.model_fields if name != "on_budget")
    found: dict[str, float] = {}
    for each in given:
        key, equals, value = each.partition("=")
        if not equals or not value.strip():
            text = f"--budget is {shown(each)}"
            raise ConfigError(f"{text}. Possible: KEY=VALUE, for example money=2.50.")
        if key not in keys:
            raise ConfigError(f"--budget is {shown(each)}. {possible(key, keys)}")
        if key in found:
            raise ConfigError(f"--budget names {shown(key)} twice. Possible: each key once.")
        value = value.strip().removeprefix("$")
        found[key] = number_of(budget, key, value, f"--budget {key}")
    return found


def capped(rules: BudgetRules, given: Mapping[str, float]) -> BudgetRules:
    """Return the budget with the given caps in place of its own."""
    return BudgetRules.model_validate({**rules.model_dump(), **given})


def more_of(rules: BudgetRules, why: str) -> str:
    """Return the options that double the exhausted cap; `why` is the reason of the stop."""
    marks = {"money": "$", "tokens": "tokens", "seconds": "seconds", "calls": "calls"}
    named = next((key for key, mark in marks.items() if mark in why), None)
    having = {key: getattr(rules, key) for key in CAPS if getattr(rules, key) is not None}
    keys = [named] if named in having else list(having)
    twice = {key: f"{2 * having[key] or 1:.2f}".removesuffix(".00") for key in keys}
    return "".join(f" --budget {key}={cap}" for key, cap in twice.items())


def number_of(rules: type[BaseModel], key: str, value: str, option: str) -> float:
    """Parse and validate one value. Raises `ConfigError`."""
    need = expected(rules, key)
    try:
        number = int(value) if "whole" in need else float(value)
        rules.model_validate({key: number})
    except ValueError:
        raise ConfigError(f"{option} is {shown(value)}. Possible: {need}.") from None
    return number
