"""What a proof is: a table of planted seats, and what measures must find in their games.

A proof is played in both families, over and over. In each replicate every measure is estimated
with its interval, and over the replicates the intervals must hold the planted value as often as
they say: the number that do lies in the exact central 99.9 % region of a binomial of 95 %. A value
that is certain (an honest bot's rate of lies) must come out exactly, in every replicate.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from arena.config import TableConfig
from arena.lab.estimates import Estimate, estimate
from arena.lab.intervals import LEVEL
from arena.lab.measures import MEASURES
from arena.lab.reading import game_of
from arena.lab.tables import Tables
from arena.table.simulation import simulate

__all__ = ["FAMILIES", "Found", "Proof", "Replicate", "Truth", "region", "replicate", "verdicts"]

FAMILIES = ("moh", "osaczeni")
SURE = 0.999
TALK = {"protocol": "round_robin", "replies": 0}


@dataclass(frozen=True, slots=True, kw_only=True)
class Truth:
    """What one measure must find of one entrant."""

    measure: str
    entrant: str
    """The SPEC."""
    value: float
    kind: Literal["covered", "exact", "alarm"] = "covered"
    """`covered`: intervals hold the value as often as they say; `exact`: every estimate is the
    value; `alarm`: intervals leave out the value, which is that of no effect, in 5 % of replicates
    at most, as the region of the binomial has it."""
    group: str = ""
    """Of the measure's estimates, where it has several."""
    families: tuple[str, ...] = FAMILIES
    """Where it is planted."""
    least: int = 1
    """Opportunities that all replicates together must have at least."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Proof:
    """A table of planted seats."""

    id: str
    says: str
    """What is planted, in a sentence."""
    seats: Mapping[str, str]
    """SPECs by name."""
    truths: tuple[Truth, ...]
    games: int = 10
    """Of a replicate."""
    talk: Mapping[str, Any] = field(default_factory=lambda: dict(TALK))
    rules: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """Options of the ruleset, by family."""

    @property
    def families(self) -> tuple[str, ...]:
        """Return the rulesets in which something is planted."""
        planted = {family for truth in self.truths for family in truth.families}
        return tuple(each for each in FAMILIES if each in planted)

    def table(self, family: str) -> TableConfig:
        """Return the table of a family."""
        given = {
            "ruleset": family, "seats": dict(self.seats), "talk": dict(self.talk),
            "rules": dict(self.rules.get(family, {})),
        }  # fmt: skip
        return TableConfig.model_validate(given)


Replicate = Sequence[Estimate]
"""The estimates of all measures of a proof in one replicate."""


def replicate(proof: Proof, family: str, number: int) -> Replicate:
    """Play the games of a replicate; return what the proof's measures find in them.

    Seeds follow from the proof's id, the family and the number.
    """
    seeds = [f"{proof.id} {family} {number} {at}" for at in range(proof.games)]
    with Tables.in_memory(
        game_of(each.header, each.records, game=f"g{at}")
        for at, each in enumerate(simulate(proof.table(family), seeds))
    ) as tables:
        wanted = dict.fromkeys(each.measure for each in proof.truths)
        return [each for name in wanted for each in estimate(tables, MEASURES[name])]


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """What came of one truth in one family."""

    proof: str
    family: str
    truth: Truth
    replicates: int
    """Those with an opportunity."""
    held: int
    """Replicates whose interval held the value; of exact ones, whose estimate was it."""
    mean: float | None
    """The mean of the estimates."""
    opportunities: int
    passed: bool

    def __str__(self) -> str:
        truth, mean = self.truth, "-" if self.mean is None else f"{self.mean:.4f}"
        return (
            f"{'ok ' if self.passed else 'NOT'} {self.proof:8} {self.family:8} "
            f"{truth.measure:20} {truth.entrant:34} {truth.group:8} {truth.kind:7} "
            f"planted {truth.value:.4f} found {mean} held {self.held} of {self.replicates}, "
            f"{self.opportunities} opportunities"
        )

    def data(self) -> dict[str, Any]:
        """Return it as plain JSON data."""
        truth = self.truth
        return {
            "proof": self.proof, "family": self.family, "measure": truth.measure,
            "entrant": truth.entrant, "group": truth.group, "kind": truth.kind,
            "planted": truth.value, "found": self.mean, "replicates": self.replicates,
            "held": self.held, "opportunities": self.opportunities, "passed": self.passed,
        }  # fmt: skip


def verdicts(proof: Proof, family: str, replicates: Sequence[Replicate]) -> list[Found]:
    """Return what came of every truth of a proof in one family."""
    return [
        _found(proof, family, truth, replicates)
        for truth in proof.truths
        if family in truth.families
    ]


def _found(proof: Proof, family: str, truth: Truth, replicates: Sequence[Replicate]) -> Found:
    own = [each for one in replicates for each in one if _is_of(truth, each)]
    known = [
        each
        for each in own
        if each.value is not None and (truth.kind == "exact" or each.low is not None)
    ]
    held = sum(_holds(truth, each) for each in known)
    chances = sum(each.opportunities for each in known)
    values = [each.value for each in known if each.value is not None]
    enough = bool(known) and chances >= truth.least
    return Found(
        proof=proof.id, family=family, truth=truth, replicates=len(known), held=held,
        mean=sum(values) / len(values) if values else None, opportunities=chances,
        passed=enough and _passes(truth, held, len(known)),
    )  # fmt: skip


def _is_of(truth: Truth, each: Estimate) -> bool:
    return (each.measure, each.entrant, each.group) == (truth.measure, truth.entrant, truth.group)


def _holds(truth: Truth, each: Estimate) -> bool:
    if truth.kind == "exact":
        return each.value is not None and abs(each.value - truth.value) < 1e-9  # noqa: PLR2004 - rounding
    if each.low is None or each.high is None:
        return False
    return each.low <= truth.value <= each.high


def _passes(truth: Truth, held: int, count: int) -> bool:
    match truth.kind:
        case "exact":
            return held == count
        case "covered":
            numbers = region(count, LEVEL)
            # In one or two replicates any number will do, which tells nothing.
            return numbers[0] > 0 and held in numbers
        case "alarm":
            most = region(count, 1 - LEVEL)[-1]
            return count - held <= most < count


def region(count: int, share: float) -> range:
    """Return the numbers in the exact central 99.9 % region of a binomial."""
    from scipy.stats import binom  # type: ignore[import-untyped]

    low = int(binom.ppf((1 - SURE) / 2, count, share))
    high = int(binom.ppf((1 + SURE) / 2, count, share))
    return range(low, high + 1)
