"""Figures as plain JSON: rounded, None where there is none."""

from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from typing import Any

import numpy as np

__all__ = ["Json", "interval", "plain"]

Json = dict[str, Any]
DIGITS = 6
"""Decimals of what is handed on: less than arithmetic leaves open from machine to machine."""


def plain(value: object) -> object:
    """Return a value as JSON has it: floats rounded, NaN as None, arrays as lists, rows by name."""
    match value:
        case bool() | str() | None:
            return value
        case int() | np.integer():
            return int(value)
        case float() | np.floating():
            return round(float(value), DIGITS) + 0.0 if np.isfinite(value) else None
        case np.ndarray():
            return [plain(each) for each in value.tolist()]
        case Mapping():
            return {str(key): plain(each) for key, each in value.items()}
        case Sequence():
            return [plain(each) for each in value]
        case _ if is_dataclass(value) and not isinstance(value, type):
            return {each.name: plain(getattr(value, each.name)) for each in fields(value)}
        case _:
            msg = f"{type(value).__name__} has no plain form"
            raise TypeError(msg)


def interval(value: float, low: float, high: float) -> Json:
    """Return an estimate with the bounds of its interval."""
    return {"value": float(value), "low": float(low), "high": float(high)}
