"""What a record is, wherever one is read, and the three files of a game's folder.

What stands in the records of each type is said where they are written: `arena.transcript.records`
and `arena.calls.records`.
"""

from collections.abc import Mapping
from typing import Any

__all__ = ["CALLS", "FILES", "HEADER", "LOG", "Record"]

Record = Mapping[str, Any]
"""One record of a transcript, as it was read: plain JSON data, `type` and `data` among its keys."""

HEADER, LOG, CALLS = FILES = ("game.json", "log.jsonl", "calls.jsonl")
"""The files of a game's folder, in the order in which they are made."""
