"""What ratings consist of, row by row: `plain` makes JSON of it, with these names as keys.

A number that a report shows is rounded where its row is made (`rounded`), so that page, tables and
JSON have the same. Units stand at each field; what has none is a count.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Literal, Protocol

DIGITS = 6
"""Decimals of what is handed on: less than arithmetic leaves open from machine to machine."""
Open = Literal["above", "below", "both"] | None
"""From which side no game bounds a figure: its upper bound, its lower one, or both are missing."""
Penalised = Literal["separation", "confounding"] | None
"""Why a fit has a penalty, as `Fit.penalised` says; None: it has none."""


def rounded(value: float) -> float | None:
    """Return a number as it is handed on; None where there is none."""
    return round(float(value), DIGITS) + 0.0 if isfinite(value) else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimate:
    """A value with its 95 % interval, as it is handed on."""

    value: float | None
    """None: there was no occasion, or what is known does not tell."""
    low: float | None
    """None: nothing bounds it from below, or there are too few seeds."""
    high: float | None
    """None: nothing bounds it from above, or there are too few seeds."""

    @classmethod
    def of(
        cls, value: float, low: float, high: float, scale: float = 1.0, mean: float = 0.0
    ) -> "Estimate":
        """Return it of numbers of any kind, NaN where there is none, on another scale."""
        return cls(
            value=rounded(value * scale + mean), low=rounded(low * scale + mean),
            high=rounded(high * scale + mean),
        )  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Rate(Estimate):
    """What counts over opportunities, in units of what counts."""

    opportunities: float

    @classmethod
    def over(cls, opportunities: float, value: float, low: float, high: float) -> "Rate":
        """Return it of numbers of any kind, NaN where there is none."""
        return cls(
            value=rounded(value), low=rounded(low), high=rounded(high),
            opportunities=float(opportunities),
        )  # fmt: skip


class Bounded(Protocol):
    """A row whose figure games may bound from one side only."""

    @property
    def elo(self) -> Estimate:
        """Return the figure on the scale of Elo."""

    @property
    def separated(self) -> Open:
        """Return from which side no game bounds it."""


# --- a rating ---


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
    """From 1; those who tie share the mean of theirs."""
    ranks: Sequence[float | None]
    """Probability of each rank."""
    top: Sequence[float | None]
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
    """Clockwise, from 0."""
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
    """Log-odds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rating:
    """One fit of some games."""

    games: int
    seeds: int
    penalised: Penalised
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
class Stratum:
    """The rating of a part of the games."""

    ruleset: str
    size: int | None
    """Seats at a table; None: all of the ruleset."""
    rating: Rating


@dataclass(frozen=True, slots=True, kw_only=True)
class BothRatings:
    """The rating of a group of games, and the same without seats that were defaulted too often."""

    as_played: Rating
    without_defaults: Rating


# --- beside a rating ---


@dataclass(frozen=True, slots=True, kw_only=True)
class Alike:
    """Entrants that are one."""

    entrants: tuple[str, ...]
    """Sorted; the first stands for all."""
    games: int
    """Games that only exchange them, all of which are the same in their seeds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EntrantFigures:
    """What an entrant did in its games."""

    entrant: str
    games: int
    """Seats, where it sat more than once at a table."""
    defaults_by_reason: Mapping[str, int]
    faults: Mapping[str, int]
    """Calls that brought no reply, by what went wrong."""
    total_cost: float | None
    """Dollars; None: a price is unknown."""
    rates: Mapping[str, Rate]
    """By the key of a figure (`figures.py`)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EntrantRate:
    """Points of an entrant above the mean of all others in the same seat with the same chance."""

    entrant: str
    rate: Rate


@dataclass(frozen=True, slots=True, kw_only=True)
class PairRate:
    """Points of an entrant above those of another in the same seat with the same chance."""

    first: str
    second: str
    rate: Rate


@dataclass(frozen=True, slots=True, kw_only=True)
class Rho:
    """How alike points are in the same seat of the same seed, whoever sits there."""

    duplicates: int
    """On how many it rests."""
    rho: Estimate
    """A correlation."""
    standard_error_multiplier: float | None
    """That of paired differences, as a multiple of that of unpaired ones."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Duplicates:
    """Entrants compared on duplicate seeds."""

    complete: int
    incomplete: int
    """Seeds on which not everybody sat in every seat equally often."""
    against_others: Sequence[EntrantRate]
    pairs: Sequence[PairRate]
    rho_first: Rho
    """Of the first 50 duplicates."""
    rho: Rho


@dataclass(frozen=True, slots=True, kw_only=True)
class Correlation:
    """How alike values of one group are."""

    what: str
    """`points`, `lies` (a statement) or `promises` (kept)."""
    within: str
    """`seed` or `game`."""
    icc: Estimate
    """The intraclass correlation."""
    groups: int
    values: int
    design_effect: float | None
    """How many times the variance of a mean is that of so many independent values."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Robustness:
    """What the worst loss of 1 % of games does to the top."""

    top: str
    dropped: int
    """Games that are left out."""
    changes: bool
    """Whether the top is another without them."""
    new_tops: Sequence[str]
    closest: str
    """The entrant whose distance below the top becomes the least."""
    gap: float | None
    """Elo of the top above the closest."""
    gap_after: float | None
    games: Sequence[str]
    """Those that are left out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ArmEffect:
    """By how much an arm changes an outcome, a seat and game."""

    outcome: str
    """A key of `arms.OUTCOMES`."""
    entrant: str | None
    """None: all together."""
    effect: Rate
    """Arm minus control, in the outcome's own unit."""
    null_effect: float | None
    """Null arm minus control; None: there is none."""
    p: float
    p_holm: float | None
    """Adjusted for all effects of all arms of a control; None: of a null arm."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ArmEffects:
    """An arm against its control."""

    arm: str
    control: str
    is_null: bool
    null: str | None
    """The null arm that it is tested against."""
    pairs: int
    """Games that both have."""
    seeds: int
    effects: Sequence[ArmEffect]


# --- all of it ---


@dataclass(frozen=True, slots=True, kw_only=True)
class RatedGroup:
    """Games that are rated together, and all that is estimated from them."""

    control: str
    people: bool
    """Whether people played in them."""
    epochs: Mapping[str, str]
    """By ruleset."""
    games: int
    alike: Sequence[Alike]
    repeated: int
    """Games that repeat another record for record, which ratings leave out."""
    ratings: BothRatings
    by_stratum: Sequence[Stratum]
    """Empty: all games are one stratum."""
    figures: Sequence[EntrantFigures]
    """By name."""
    duplicates: Duplicates
    correlations: Sequence[Correlation]
    robustness: Robustness | None
    """None: nobody can be compared."""
    warnings: Sequence[str]
    """What must be known before the rating is believed, in sentences."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What ratings were made with."""

    draws: int
    """Of the bootstrap."""
    seed: str
    """What they were drawn from."""
    level: float
    """Of intervals."""
    defaulted: float
    """Share of defaults above which a seat is left out of the second rating."""
    few: int
    """Effective seeds below which an interval is named as resting on few."""
    shuffles: int
    """Of a permutation test."""
