"""What one finished game says of its entrants: the rows that ratings and tables are made of.

`results.py` makes it of a reading; ratings, tables and the report know nothing else of a game.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from arena.lab.seat_result import ResponseModel, SeatResult

__all__ = ["GameResult", "ResponseModel", "SeatResult"]


@dataclass(frozen=True, slots=True, kw_only=True)
class GameResult:
    """One finished game."""

    game: str
    """Its id in the plan, which is the name of its folder."""
    ruleset: str
    seed: str
    """Games of one seed are duplicates of each other: the cluster of the bootstrap."""
    arm: str
    """The condition that it was played under; `control` where there are no arms."""
    epoch: str
    """What makes games comparable, as a digest."""
    block: str
    """Who meets whom: games of one block have the same entrants."""
    seats: tuple[SeatResult, ...]
    """Clockwise."""
    replicate: int = 1
    """Which repetition of the design it belongs to, from 1."""
    rounds: int = 0
    """The round in which it ended."""
    ended: str = ""
    """Why it ended, as the rules name it."""
    digest: str = ""
    """Hash of the last record before the seal, which stands for all before it; the seal itself has
    that of `calls.jsonl`, and with it clocks."""
    course: str = ""
    """Digest of all that happened, the names of seats taken for their positions: equal in games of
    one seed that were the same, whoever sat there. Empty: not known."""
    versions: Mapping[str, str] = field(default_factory=dict)
    """Versions of the packages that played it, and of `python`."""
    prompts: str = ""
    """SHA-256 of all prompt templates; empty: no model sat there."""

    @property
    def size(self) -> int:
        """Return how many sat at the table."""
        return len(self.seats)

    @property
    def rated(self) -> bool:
        """Return whether every seat was played by its entrant to the end."""
        return not any(each.replaced for each in self.seats)
