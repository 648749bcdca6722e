"""Records of plain data, for tests that write a log by hand."""

from collections.abc import Mapping
from typing import Any

from arena.records.lines import decoded
from arena.records.record import Record

__all__ = ["record_of"]

UNSAID: Mapping[str, Any] = {
    "round": 1, "phase": None, "actor": None, "seen_by": "all", "data": {},
}  # fmt: skip


def record_of(given: Mapping[str, Any]) -> Record:
    """Return the record of a line, or of the parts of one that matter."""
    return decoded({**UNSAID, **given})
