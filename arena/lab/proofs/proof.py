"""Runs a proof: plays a table of planted bots, and checks the estimates against the planted values.

A proof is played in both families, in many replicates. In each replicate every measure is estimated
with its interval. Over the replicates the intervals must cover the planted value at their nominal
level: the number of covering ones must lie in the exact central 99.9 % region of a binomial
distribution with 95 %. A certain value (an honest bot's rate of lies) must be estimated exactly in
every replicate.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, TypedDict

from arena.config import TableConfig, table_of
from arena.lab.arrays import binomial
from arena.lab.cached import cached
from arena.lab.estimate import Estimate
from arena.lab.estimates import estimates
from arena.lab.game import Game
from arena.lab.intervals import LEVEL
from arena.lab.measures import MEASURES
from arena.lab.reading import game_of
from arena.lab.tables import Tables
from arena.settings import BudgetRules, LlmHeader, LlmRules
from arena.table.new_header import new_header
from arena.table.simulation import simulated

FAMILIES = ("moh", "osaczeni")
SURE = 0.999
PLANS = LlmHeader(
    seats=(), rules=LlmRules(plans=True), budget=BudgetRules(), models={}, personas={},
    prompts="0" * 64,
)  # fmt: skip
"""Part of a header that turns on the recording of plans; it has no models."""
HELD, MISSED, NONE = "1", "0", "."
Kind = Literal["covered", "exact", "alarm"]
TALK: dict[str, object] = {"protocol": "round_robin", "replies": 0}


@dataclass(frozen=True, slots=True, kw_only=True)
class Truth:
    """The value that a measure must recover for one entrant."""

    measure: str
    entrant: str
    """The SPEC of the entrant."""
    value: float
    kind: Kind = "covered"
    """`covered`: intervals cover the value at their nominal level; `exact`: every estimate equals
    the value; `alarm`: the value is that of no effect, and intervals exclude it in at most 5 % of
    the replicates, within the region of the binomial."""
    group: str = ""
    """The group of the estimate, for a measure with several."""
    families: tuple[str, ...] = FAMILIES
    """The rulesets in which it is planted."""
    least: int = 1
    """Minimum number of opportunities over all replicates."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Proof:
    """A table of planted bots with the values to recover."""

    id: str
    says: str
    """What is planted, in a sentence."""
    seats: Mapping[str, str]
    """SPECs by name of the seat."""
    truths: tuple[Truth, ...]
    games: int = 10
    """Games per replicate."""
    talk: Mapping[str, object] = field(default_factory=TALK.copy)
    rules: Mapping[str, Mapping[str, object]] = field(
        default_factory=dict[str, Mapping[str, object]]
    )
    """Options of the ruleset, by family."""
    plans: bool = False
    """Whether the bots' plans are recorded, as those of models are."""

    @property
    def families(self) -> tuple[str, ...]:
        """The rulesets in which something is planted."""
        planted = {family for truth in self.truths for family in truth.families}
        return tuple(each for each in FAMILIES if each in planted)

    def table(self, family: str) -> TableConfig:
        """Return the configuration of the table in a family."""
        given = {
            "ruleset": family, "seats": dict(self.seats), "talk": dict(self.talk),
            "rules": dict(self.rules.get(family, {})),
        }  # fmt: skip
        return TableConfig.model_validate(given)

    def game(self, family: str, replicate: int, number: int) -> Game:
        """Play one game of a replicate."""
        seed = f"{self.id} {family} {replicate} {number}"
        known: dict[str, object] = {"seed": seed}
        config = self.table(family).model_copy(update=known)
        header = new_header(config, table_of(config), {}, PLANS if self.plans else None)
        game = simulated(header)
        return game_of(header, game.bodies, game=f"g{number}", stops=game.stops)


Replicate = Sequence[Estimate]
"""The estimates of all measures of a proof in one replicate."""


def replicate(proof: Proof, family: str, number: int) -> Replicate:
    """Play the games of a replicate; return the estimates of the proof's measures.

    Seeds are derived from the proof's id, the family and the number.
    """
    wanted = tuple(dict.fromkeys((each.measure for each in proof.truths), ""))
    games = (proof.game(family, number, at) for at in range(proof.games))
    with _tables().trial() as tables:
        tables.fill(games, wanted)
        return estimates(tables, [MEASURES[name] for name in wanted])


@cached
def _tables() -> Tables:
    """Return this process's tables, reused since creating them takes as long as playing a game."""
    tables = Tables.in_memory()
    tables.sql("PRAGMA disable_optimizer")  # planning would take longer than scanning so few rows
    return tables


class Kept(TypedDict):
    """The result for one truth in one family, as JSON."""

    proof: str
    family: str
    measure: str
    entrant: str
    group: str
    kind: Kind
    planted: float
    found: float | None
    replicates: int
    held: int
    opportunities: int
    passed: bool
    holds: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """The result for one truth in one family."""

    proof: str
    family: str
    truth: Truth
    holds: str
    """One character per replicate: `1` if its interval covers the value (for exact ones, if the
    estimate equals it), `0` if not, `.` without an opportunity."""
    mean: float | None
    """The mean of the estimates; None: there are none."""
    opportunities: int
    passed: bool

    @property
    def replicates(self) -> int:
        """The number of replicates with an opportunity."""
        return len(self.holds) - self.holds.count(NONE)

    @property
    def held(self) -> int:
        """The number of replicates that cover the value."""
        return self.holds.count(HELD)

    def __str__(self) -> str:
        truth, mean = self.truth, "-" if self.mean is None else f"{self.mean:.4f}"
        return (
            f"{'ok ' if self.passed else 'NOT'} {self.proof:8} {self.family:8} "
            f"{truth.measure:20} {truth.entrant:34} {truth.group:8} {truth.kind:7} "
            f"planted {truth.value:.4f} found {mean} held {self.held} of {self.replicates}, "
            f"{self.opportunities} opportunities"
        )

    def data(self) -> Kept:
        """Return the result as plain JSON data."""
        truth = self.truth
        return {
            "proof": self.proof, "family": self.family, "measure": truth.measure,
            "entrant": truth.entrant, "group": truth.group, "kind": truth.kind,
            "planted": truth.value, "found": self.mean, "replicates": self.replicates,
            "held": self.held, "opportunities": self.opportunities, "passed": self.passed,
            "holds": self.holds,
        }  # fmt: skip


def verdicts(proof: Proof, family: str, replicates: Sequence[Replicate]) -> list[Found]:
    """Return the result for every truth of a proof in one family."""
    return [
        _found(proof, family, truth, replicates)
        for truth in proof.truths
        if family in truth.families
    ]


def _found(proof: Proof, family: str, truth: Truth, replicates: Sequence[Replicate]) -> Found:
    own = [next((each for each in one if _is_of(truth, each)), None) for one in replicates]
    holds = "".join(_holds(truth, each) for each in own)
    known = [each for each, held in zip(own, holds, strict=True) if each and held != NONE]
    chances = sum(each.opportunities for each in known)
    values = [each.value for each in known if each.value is not None]
    return Found(
        proof=proof.id, family=family, truth=truth, holds=holds,
        mean=sum(values) / len(values) if values else None, opportunities=chances,
        passed=chances >= truth.least and passes(truth.kind, holds),
    )  # fmt: skip


def _is_of(truth: Truth, each: Estimate) -> bool:
    return (each.measure, each.entrant, each.group) == (truth.measure, truth.entrant, truth.group)


def _holds(truth: Truth, each: Estimate | None) -> str:
    if each is None or each.value is None:
        return NONE
    if truth.kind == "exact":
        return HELD if abs(each.value - truth.value) < 1e-9 else MISSED  # noqa: PLR2004 - rounding
    if each.low is None or each.high is None:
        return NONE
    return HELD if each.low <= truth.value <= each.high else MISSED


def passes(kind: Kind, holds: str) -> bool:
    """Return True if the replicates confirm a truth; `holds` is `Found.holds`."""
    held, count = holds.count(HELD), len(holds) - holds.count(NONE)
    match kind:
        case "exact":
            return held == count > 0
        case "covered":
            numbers = region(count, LEVEL)
            # With one or two replicates any number would pass.
            return numbers[0] > 0 and held in numbers
        case "alarm":
            most = region(count, 1 - LEVEL)[-1]
            return count - held <= most < count


def region(count: int, share: float) -> range:
    """Return the exact central 99.9 % region of a binomial distribution."""
    low, high = (binomial(chance, count, share) for chance in ((1 - SURE) / 2, (1 + SURE) / 2))
    return range(low, high + 1)
