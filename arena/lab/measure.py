"""Defines a measure, and the opportunities that it counts.

An **opportunity** is a moment at which a seat could do what a measure counts. All opportunities are
in one long table with their outcomes, so that every rate can be recomputed:

    sum(outcome * weight) / sum(weight), over rows that are not excluded.

An excluded row stays in the table with the reason.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Literal

from arena.lab.estimate import Estimate, Sums
from arena.lab.game import Game, Message

Shape = Literal["share", "mean", "difference", "excess"]
"""`share`: a rate from 0 to 1; `mean`: an unbounded rate; `difference`: the rate of group `yes`
minus that of group `no`; `excess`: a share (`yes`) minus its expectation by chance (`no`), where
each opportunity has a row in both."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Opportunity:
    """A moment at which a seat could do what a measure counts."""

    round: int
    at: int
    """Index of the record in `log.jsonl`."""
    actor: str
    """The seat that could act."""
    outcome: float | None
    """The outcome, mostly 1 or 0; None, whatever was given, if it is excluded."""
    others: tuple[str, ...] = ()
    """The other seats concerned."""
    excluded: str | None = None
    """The reason why it does not count, in a few words; None: it counts."""
    weight: float = 1.0
    """Its weight in the rate."""
    group: str = ""
    """The group within the measure; for a `difference` or an `excess`: `yes` or `no`."""

    def __post_init__(self) -> None:
        known = self.excluded is None and self.outcome is not None
        object.__setattr__(self, "outcome", float(self.outcome or 0) if known else None)


def of_message(
    said: Message, outcome: float | None, excluded: str | None = None, group: str = "",
    weight: float = 1.0,
) -> Opportunity:  # fmt: skip
    """Return an opportunity for a message; the seats that heard it are concerned."""
    return Opportunity(
        round=said.round, at=said.at, actor=said.speaker, others=said.hearers, outcome=outcome,
        excluded=excluded, group=group, weight=weight,
    )  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Measure:
    """One measure: what it counts, when there are opportunities, and which proof validates it."""

    id: str
    number: int
    """Number in the catalogue of measures."""
    name: str
    """The field's name for it."""
    definition: str
    """What is counted, as a share of what, in a sentence or two."""
    unit: str
    """Unit of the value, for example `share of reports`."""
    rung: Literal[0, 1, 2, 3]
    """Where its labels come from: 0, events of the game; 1, claims tagged by their speaker and
    judged by the engine; 2, claims extracted by a model; 3, a judge's opinion."""
    needs: str
    """The rulesets and talk protocols that have opportunities, in a sentence."""
    source: str
    """The source of the definition."""
    proof: str
    """The id of the proof that validates it; empty: there is none, and it is not shown."""
    counted: Callable[[Game], Iterable[Opportunity]] = field(repr=False)
    """Yields the opportunities of one game, including excluded ones."""
    shape: Shape = "share"
    least: int = 10
    """With fewer opportunities than this, estimates are marked as few."""
    with_each: bool = False
    """Whether it is estimated separately for each entrant that is the first of `others`."""
    groups: tuple[str, ...] = ()
    """The groups that are estimated separately."""
    grouped: Literal["rates", "alone", "shares"] = "rates"
    """How: `rates`, the rate over all, then of each group; `alone`, only of each group; `shares`,
    the share of each group in all opportunities."""
    read: str = ""
    """How to read its chart, where title and unit do not suffice."""
    estimate: Callable[["Measure", Sums], Sequence[Estimate]] | None = field(
        repr=False, default=None
    )
    """Computes special estimates from the sums; None: rates of the opportunities."""
