"""What `verify` finds: the first line that is not true, in one sentence."""

from arena.encoding import encode
from arena.errors import TranscriptError

__all__ = ["Unfinished", "Wrong", "short"]

SHOWN = 160


class Wrong(TranscriptError):
    """The first line that is not true."""


class Unfinished(Wrong):
    """All lines are true, and the next one is missing."""


def short(value: object) -> str:
    """Return a value, or the telling part of a record, in few characters."""
    if isinstance(value, dict) and "type" in value:
        value = {key: value[key] for key in value if key in {"type", "seen_by", "data"}}
    text = value if isinstance(value, str) else encode(value)
    return text if len(text) <= SHOWN else f"{text[: SHOWN - 3]}..."
