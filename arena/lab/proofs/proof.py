"""What a proof is: a table of planted seats, and what measures must find in their games.

A proof is played in both families, over and over. In each replicate every measure is estimated
with its interval, and over the replicates the intervals must hold the planted value as often as
they say: the number that do lies in the exact central 99.9 % region of a binomial of 95 %. A value
that is certain (an honest bot's rate of lies) must come out exactly, in every replicate.
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
"""Of a header by which plans are recorded; there are no models."""
HELD, MISSED, NONE = "1", "0", "."
Kind = Literal["covered", "exact", "alarm"]
TALK: dict[str, object] = {"protocol": "round_robin", "replies": 0}


@dataclass(frozen=True, slots=True, kw_only=True)
class Truth:
    """What one measure must find of one entrant."""

    measure: str
    entrant: str
    """The SPEC."""
    value: float
    kind: Kind = "covered"
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
    talk: Mapping[str, object] = field(default_factory=TALK.copy)
    rules: Mapping[str, Mapping[str, object]] = field(
        default_factory=dict[str, Mapping[str, object]]
    )
    """Options of the ruleset, by family."""
    plans: bool = False
    """Whether what the bots mean to do is recorded, as it is of models."""

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

    def game(self, family: str, replicate: int, number: int) -> Game:
        """Play a game of a replicate, and return what its records say."""
        seed = f"{self.id} {family} {replicate} {number}"
        known: dict[str, object] = {"seed": seed}
        config = self.table(family).model_copy(update=known)
        header = new_header(config, table_of(config), {}, PLANS if self.plans else None)
        game = simulated(header)
        return game_of(header, game.bodies, game=f"g{number}", stops=game.stops)


Replicate = Sequence[Estimate]
"""The estimates of all measures of a proof in one replicate."""


def replicate(proof: Proof, family: str, number: int) -> Replicate:
    """Play the games of a replicate; return what the proof's measures find in them.

    Seeds follow from the proof's id, the family and the number.
    """
    wanted = tuple(dict.fromkeys((each.measure for each in proof.truths), ""))
    games = (proof.game(family, number, at) for at in range(proof.games))
    with _tables().trial() as tables:
        tables.fill(games, wanted)
        return estimates(tables, [MEASURES[name] for name in wanted])


@cached
def _tables() -> Tables:
    """Return those of this process: to make some takes as long as to play a game."""
    tables = Tables.in_memory()
    tables.sql("PRAGMA disable_optimizer")  # to plan takes longer than to look at so few rows
    return tables


class Kept(TypedDict):
    """What is kept of what came of one truth, as JSON."""

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
    """What came of one truth in one family."""

    proof: str
    family: str
    truth: Truth
    holds: str
    """A character a replicate: `1` where its interval held the value (of exact ones, where its
    estimate was it), `0` where not, `.` where there was no opportunity."""
    mean: float | None
    """The mean of the estimates."""
    opportunities: int
    passed: bool

    @property
    def replicates(self) -> int:
        """Return how many had an opportunity."""
        return len(self.holds) - self.holds.count(NONE)

    @property
    def held(self) -> int:
        """Return in how many the value was held."""
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
        """Return it as plain JSON data."""
        truth = self.truth
        return {
            "proof": self.proof, "family": self.family, "measure": truth.measure,
            "entrant": truth.entrant, "group": truth.group, "kind": truth.kind,
            "planted": truth.value, "found": self.mean, "replicates": self.replicates,
            "held": self.held, "opportunities": self.opportunities, "passed": self.passed,
            "holds": self.holds,
        }  # fmt: skip


def verdicts(proof: Proof, family: str, replicates: Sequence[Replicate]) -> list[Found]:
    """Return what came of every truth of a proof in one family."""
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
    """Tell whether a truth was found, by what its replicates hold (see `Found.holds`)."""
    held, count = holds.count(HELD), len(holds) - holds.count(NONE)
    match kind:
        case "exact":
            return held == count > 0
        case "covered":
            numbers = region(count, LEVEL)
            # In one or two replicates any number will do, which tells nothing.
            return numbers[0] > 0 and held in numbers
        case "alarm":
            most = region(count, 1 - LEVEL)[-1]
            return count - held <= most < count


def region(count: int, share: float) -> range:
    """Return the numbers in the exact central 99.9 % region of a binomial."""
    low, high = (binomial(chance, count, share) for chance in ((1 - SURE) / 2, (1 + SURE) / 2))
    return range(low, high + 1)
