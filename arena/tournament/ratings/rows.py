"""What a rating consists of, row by row; `plain` makes JSON of it, with these names as keys."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from arena.tournament.ratings.rankings import Floats
from arena.tournament.ratings.separation import Open

__all__ = ["Control", "ControlledEntrant", "ControlledFit", "Estimate", "PairRow", "RatedEntrant",
           "Rating", "SeatRow", "TieRow"]  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimate:
    """A value with its 95 % interval; NaN where there is no bound."""

    value: float
    low: float
    high: float

    @classmethod
    def of(cls, value: float, low: float, high: float) -> "Estimate":
        """Return it of numbers of any kind."""
        return cls(value=float(value), low=float(low), high=float(high))

    def in_elo(self, scale: float, mean: float = 0.0) -> "Estimate":
        """Return log-odds on the scale of Elo."""
        return Estimate.of(*(each * scale + mean for each in (self.value, self.low, self.high)))


@dataclass(frozen=True, slots=True, kw_only=True)
class RatedEntrant:
    """How strong an entrant is."""

    entrant: str
    pool: int
    """Which of the rating's pools it is in."""
    games: int
    """Seats, where it sat more than once at a table."""
    seeds: float
    """Effective number of seeds."""
    worth: Estimate
    """Log-odds."""
    elo: Estimate
    rank: Estimate
    ranks: Floats
    """Probability of each rank."""
    top: Floats
    """Probability of rank 1, of rank 1 or 2, and so on."""
    above_anchors: Estimate | None
    """Elo above the mean of its pool's anchors; None: it is one, or there is none."""
    separated: Open
    """From which side no game bounds it."""
    same_as: str | None = None
    """With whom before it it is one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PairRow:
    """Two entrants of a pool, the better one first."""

    first: str
    second: str
    elo: Estimate
    """Of the difference."""
    above: float | None
    """Probability that the first is above the second; None: no results compare them."""
    separated: Open


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatRow:
    """What it is worth to sit somewhere."""

    ruleset: str
    size: int
    position: int
    games: int
    log_odds: Estimate
    elo: Estimate
    separated: Open


@dataclass(frozen=True, slots=True, kw_only=True)
class TieRow:
    """How usual a tie of so many is."""

    ruleset: str
    size: int
    order: int
    log_delta: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Rating:
    """One fit of some games."""

    games: int
    seeds: int
    penalised: Literal["separation", "confounding"] | None
    confounded: Sequence[str]
    """Entrants that these games don't tell from their seats: without intervals."""
    log_likelihood: float
    pools: Sequence[Sequence[str]]
    """Entrants that games link."""
    groups: Sequence[Sequence[str]]
    """From the best, in each pool; several: one always beat the next."""
    entrants: Sequence[RatedEntrant]
    """Best first."""
    pairs: Sequence[PairRow]
    seats: Sequence[SeatRow]
    ties: Sequence[TieRow]


@dataclass(frozen=True, slots=True, kw_only=True)
class Control:
    """What one standard deviation more of something than usual goes with."""

    control: str
    log_odds: Estimate


@dataclass(frozen=True, slots=True, kw_only=True)
class ControlledEntrant:
    """How strong an entrant is, all controls held equal."""

    entrant: str
    elo: Estimate
    separated: Open
    same_as: str | None = None
    """With whom before it it is one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ControlledFit:
    """Worths with controls held equal."""

    penalised: Literal["separation", "confounding"] | None
    slopes: Sequence[Control]
    entrants: Sequence[ControlledEntrant]
