"""One thing that `arena doctor` looked at."""

from dataclasses import dataclass
from typing import Literal

__all__ = ["Check"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """What was looked at, and what was found."""

    name: str
    state: Literal["ok", "note", "wrong"]
    """`note` is worth knowing and stops nothing."""
    detail: str
