"""The rows of ratings; `plain` converts them to JSON, with the names of fields as keys.

A number that a report shows is rounded where its row is built (`rounded`), so that page, tables and
JSON agree. Units are given at each field; a field without a unit is a count.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Literal, Protocol

DIGITS = 6
"""Decimals of published numbers, coarser than rounding differences between machines."""
Open = Literal["above", "below", "both"] | None
"""Sides from which no game bounds a figure: its upper bound, its lower one, or both are missing."""
Penalised = Literal["separation", "confounding"] | None
"""Why a fit has a penalty, as in `Fit.penalised`; None: it has none."""


def rounded(value: float) -> float | None:
    """Return a number rounded for publication; None where it is not finite."""
    return round(float(value), DIGITS) + 0.0 if isfinite(value) else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimate:
    """A value with its 95 % interval."""

    value: float | None
    """None: there was no opportunity, or the data do not determine it."""
    low: float | None
    """None: no game bounds it from below, or there are too few seeds."""
    high: float | None
    """None: no game bounds it from above, or there are too few seeds."""

    @classmethod
    def of(
        cls, value: float, low: float, high: float, scale: float = 1.0, mean: float = 0.0
    ) -> "Estimate":
        """Return the estimate for numbers that may be NaN, times `scale`, plus `mean`."""
        return cls(
            value=rounded(value * scale + mean), low=rounded(low * scale + mean),
            high=rounded(high * scale + mean),
        )  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Rate(Estimate):
    """A count divided by its opportunities, in units of the count."""

    opportunities: float

    @classmethod
    def over(cls, opportunities: float, value: float, low: float, high: float) -> "Rate":
        """Return the rate for numbers that may be NaN."""
        return cls(
            value=rounded(value), low=rounded(low), high=rounded(high),
            opportunities=float(opportunities),
        )  # fmt: skip


class Bounded(Protocol):
    """A row whose figure games may bound from one side only."""

    @property
    def elo(self) -> Estimate:
        """The figure on the Elo scale."""

    @property
    def separated(self) -> Open:
        """Sides from which no game bounds it."""


# --- a rating ---


@dataclass(frozen=True, slots=True, kw_only=True)
class RatedEntrant:
    """The rating of an entrant."""

    entrant: str
    pool: int
    """Index of its pool in the rating's pools."""
    games: int
    """Number of games; of seats, where it sat at a table more than once."""
    seeds: float
    """Effective number of seeds."""
    worth: Estimate
    """Strength in log-odds."""
    elo: Estimate
    rank: Estimate
    """From 1; ties share the mean of theirs."""
    ranks: Sequence[float | None]
    """Probability of each rank."""
    top: Sequence[float | None]
    """Probability of rank 1, of rank 1 or 2, and so on."""
    above_anchors: Estimate | None
    """Elo above the mean of its pool's anchors; None: it is one, or there is none."""
    separated: Open
    """Sides from which no game bounds it."""
    same_as: str | None = None
    """The identical entrant, before it, whose rating it shares; None: there is none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PairRow:
    """Two entrants of a pool, the better one first."""

    first: str
    second: str
    elo: Estimate
    """Elo difference."""
    above: float | None
    """Probability that the first is above the second; None: no results compare them."""
    separated: Open


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatRow:
    """The effect of a seat."""

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
    """The frequency of ties of a number of seats."""

    ruleset: str
    size: int
    order: int
    log_delta: float
    """Log-odds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rating:
    """The rating of some games, by one fit."""

    games: int
    seeds: int
    penalised: Penalised
    confounded: Sequence[str]
    """Entrants that these games don't separate from their seats; they have no intervals."""
    log_likelihood: float
    pools: Sequence[Sequence[str]]
    """Entrants that games link."""
    groups: Sequence[Sequence[str]]
    """From the best, in each pool; with several, each always beat the next."""
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
    """Number of seats at a table; None: all sizes of the ruleset."""
    rating: Rating


@dataclass(frozen=True, slots=True, kw_only=True)
class BothRatings:
    """The rating of a group of games, and the same without seats with too many defaults."""

    as_played: Rating
    without_defaults: Rating


# --- beside a rating ---


@dataclass(frozen=True, slots=True, kw_only=True)
class Alike:
    """A set of entrants that play identically."""

    entrants: tuple[str, ...]
    """Sorted; the first stands for all."""
    games: int
    """Number of games that only exchange them; those of one seed are all the same."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EntrantFigures:
    """The figures of an entrant beside its rating."""

    entrant: str
    games: int
    """Number of games; of seats, where it sat at a table more than once."""
    defaults_by_reason: Mapping[str, int]
    faults: Mapping[str, int]
    """Number of calls without a reply, by cause."""
    total_cost: float | None
    """Dollars; None: a price is unknown."""
    rates: Mapping[str, Rate]
    """By the key of a figure (`figures.py`)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EntrantRate:
    """Points of an entrant above the mean of all others in the same seat and seed."""

    entrant: str
    rate: Rate


@dataclass(frozen=True, slots=True, kw_only=True)
class PairRate:
    """Points of an entrant above those of another in the same seat and seed."""

    first: str
    second: str
    rate: Rate


@dataclass(frozen=True, slots=True, kw_only=True)
class Rho:
    """The correlation of points in the same seat of the same seed, across entrants."""

    duplicates: int
    """Number of duplicates."""
    rho: Estimate
    """A correlation."""
    standard_error_multiplier: float | None
    """Standard error of paired differences, relative to that of unpaired ones."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Duplicates:
    """The comparison of entrants on duplicate seeds."""

    complete: int
    incomplete: int
    """Number of seeds on which entrants did not sit in every seat equally often."""
    against_others: Sequence[EntrantRate]
    pairs: Sequence[PairRate]
    rho_first: Rho
    """Of the first 50 duplicates."""
    rho: Rho


@dataclass(frozen=True, slots=True, kw_only=True)
class Correlation:
    """The intraclass correlation of values within groups."""

    what: str
    """`points`, `lies` (a statement) or `promises` (kept)."""
    within: str
    """`seed` or `game`."""
    icc: Estimate
    """The intraclass correlation."""
    groups: int
    values: int
    design_effect: float | None
    """Variance of a mean, relative to that of as many independent values."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Robustness:
    """The effect of the worst omission of 1 % of games on the top entrant."""

    top: str
    dropped: int
    """Number of omitted games."""
    changes: bool
    """Whether another entrant is first without them."""
    new_tops: Sequence[str]
    closest: str
    """The entrant whose distance below the top becomes the smallest."""
    gap: float | None
    """Elo of the top above the closest."""
    gap_after: float | None
    games: Sequence[str]
    """Ids of the omitted games."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ArmEffect:
    """The effect of an arm on an outcome, a seat and game."""

    outcome: str
    """A key of `arms.OUTCOMES`."""
    entrant: str | None
    """None: all entrants together."""
    effect: Rate
    """Arm minus control, in the outcome's own unit."""
    null_effect: float | None
    """Null arm minus control; None: there is no null arm."""
    p: float
    p_holm: float | None
    """Adjusted for all effects of all arms of a control; None: of a null arm."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ArmEffects:
    """The effects of an arm against its control."""

    arm: str
    control: str
    is_null: bool
    null: str | None
    """The null arm that it is tested against; None: there is none."""
    pairs: int
    """Number of games that both have."""
    seeds: int
    effects: Sequence[ArmEffect]


# --- all of it ---


@dataclass(frozen=True, slots=True, kw_only=True)
class RatedGroup:
    """Games that are rated together, with all estimates from them."""

    control: str
    people: bool
    """Whether people played in them."""
    epochs: Mapping[str, str]
    """By ruleset."""
    games: int
    alike: Sequence[Alike]
    repeated: int
    """Number of games that repeat another record for record, which ratings leave out."""
    ratings: BothRatings
    by_stratum: Sequence[Stratum]
    """Empty: all games are of one stratum."""
    figures: Sequence[EntrantFigures]
    """By name."""
    duplicates: Duplicates
    correlations: Sequence[Correlation]
    robustness: Robustness | None
    """None: there are no two entrants to compare."""
    warnings: Sequence[str]
    """Warnings about the rating, as sentences."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """The settings of the ratings."""

    draws: int
    """Number of bootstrap draws."""
    seed: str
    """Seed of the draws."""
    level: float
    """Level of intervals."""
    defaulted: float
    """Share of defaults above which a seat is left out of the second rating."""
    few: int
    """Number of effective seeds below which intervals come with a warning."""
    shuffles: int
    """Number of shuffles of a permutation test."""
