"""What is told of a recorded game: made once a run of the tests, for all its processes."""

from tests.arena.narration.games import text_of
from tests.corpus import reading
from tests.corpus.shared import once

__all__ = ["text"]


def text(name: str, who: str = "public", width: int = 80, *, boards: bool = True) -> str:
    """Return what a narrator prints of a recorded game for `who`, as `text_of` does."""
    key = f"text of {name} for {who}, {width} columns, boards {boards}"
    return once(key, lambda: text_of(reading.records(name), who, width, boards=boards))
