"""The result of one finished game: the rows from which ratings and tables are computed.

`results.py` builds it; ratings, tables and the report use nothing else of a game.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from arena.lab.seat_result import ResponseModel, SeatResult

__all__ = ["GameResult", "ResponseModel", "SeatResult"]


@dataclass(frozen=True, slots=True, kw_only=True)
class GameResult:
    """The result of one finished game."""

    game: str
    """Id in the plan, which is the name of its folder."""
    ruleset: str
    seed: str
    """Games of one seed are duplicates of each other: the cluster of the bootstrap."""
    arm: str
    """Arm under which it was played; `control` where there are no arms."""
    epoch: str
    """Digest of the conditions that make games comparable."""
    block: str
    """Id of the line-up: games of one block have the same entrants."""
    seats: tuple[SeatResult, ...]
    """Clockwise."""
    replicate: int = 1
    """Replicate of the design, from 1."""
    rounds: int = 0
    """The round in which it ended."""
    ended: str = ""
    """Reason of the end, as the rules name it."""
    digest: str = ""
    """Hash of the last record before the seal, on which all earlier records depend; the seal itself
    depends on `calls.jsonl`, and so on clocks."""
    course: str = ""
    """Digest of all records with the names of seats replaced by positions: equal in games of one
    seed with the same course, whoever sat there. Empty: unknown."""
    versions: Mapping[str, str] = field(default_factory=dict)
    """Versions of the packages with which it was played, and of `python`."""
    prompts: str = ""
    """SHA-256 of all prompt templates; empty: no model played."""

    @property
    def size(self) -> int:
        """Number of seats at the table."""
        return len(self.seats)

    @property
    def rated(self) -> bool:
        """Whether every seat was played by its entrant to the end."""
        return not any(each.replaced for each in self.seats)
