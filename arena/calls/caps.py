"""Caps of a budget as they are written on the command line: KEY=VALUE."""

from collections.abc import Mapping, Sequence

from arena.errors import ConfigError, possible
from arena.settings import BudgetRules, expected
from arena.text import shown

__all__ = ["CAPS", "capped", "caps", "more_of"]

CAPS = tuple(name for name in BudgetRules.model_fields if name != "on_budget")
"""What a game's use can be capped by."""


def caps(given: Sequence[str]) -> dict[str, float]:
    """Return the caps by key. Raises `ConfigError`."""
    found: dict[str, float] = {}
    for each in given:
        key, equals, value = each.partition("=")
        if not equals or not value.strip():
            text = f"--budget is {shown(each)}"
            raise ConfigError(f"{text}. Possible: KEY=VALUE, for example money=2.50.")
        if key not in CAPS:
            raise ConfigError(f"--budget is {shown(each)}. {possible(key, CAPS)}")
        if key in found:
            raise ConfigError(f"--budget names {shown(key)} twice. Possible: each key once.")
        found[key] = _number(key, value.strip().removeprefix("$"))
    return found


def capped(rules: BudgetRules, given: Mapping[str, float]) -> BudgetRules:
    """Return the budget with the caps that are given in place of its own."""
    return BudgetRules.model_validate({**rules.model_dump(), **given})


def more_of(rules: BudgetRules, why: str) -> str:
    """Return the option that lets a game go on which stopped, `why`, with a larger budget."""
    marks = {"money": "$", "tokens": "tokens", "seconds": "seconds", "calls": "calls"}
    named = next((key for key, mark in marks.items() if mark in why), None)
    having = {key: getattr(rules, key) for key in CAPS if getattr(rules, key) is not None}
    keys = [named] if named in having else list(having)
    return "".join(f" --budget {key}={_twice(having[key])}" for key in keys)


def _twice(cap: float) -> str:
    return f"{2 * cap or 1:.2f}".removesuffix(".00")


def _number(key: str, value: str) -> float:
    need = expected(BudgetRules, key)
    try:
        number = int(value) if "whole" in need else float(value)
        BudgetRules.model_validate({key: number})
    except ValueError:
        raise ConfigError(f"--budget {key} is {shown(value)}. Possible: {need}.") from None
    return number
