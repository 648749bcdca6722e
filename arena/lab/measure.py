"""What a measure is, and the opportunity that every figure is counted on.

An **opportunity** is a moment at which somebody could do what a measure counts. Each stands in one
long table with what came of it, so that every rate can be recomputed:

    sum(outcome * weight) / sum(weight), over rows that are not excluded.

A row that does not count stays in the table with the reason.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Literal

from arena.lab.estimate import Estimate, Sums
from arena.lab.game import Game, Message

Shape = Literal["share", "mean", "difference", "excess"]
"""`share`: a rate from 0 to 1; `mean`: a rate without bounds; `difference`: that of the rates of
two groups, `yes` less `no`; `excess`: that of a share, `yes`, and of what chance has, `no`, where
each opportunity has a row of both."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Opportunity:
    """A moment at which a seat could do what a measure counts."""

    round: int
    at: int
    """Number of the record in `log.jsonl`."""
    actor: str
    """The seat."""
    outcome: float | None
    """What came of it, mostly 1 or 0; None where it is excluded, whatever was given."""
    others: tuple[str, ...] = ()
    """The other seats concerned."""
    excluded: str | None = None
    """Why it does not count, in a few words; None: it counts."""
    weight: float = 1.0
    """How much it counts."""
    group: str = ""
    """What it is compared with others by; of a `difference` and an `excess`: `yes` or `no`."""

    def __post_init__(self) -> None:
        known = self.excluded is None and self.outcome is not None
        object.__setattr__(self, "outcome", float(self.outcome or 0) if known else None)


def of_message(
    said: Message, outcome: float | None, excluded: str | None = None, group: str = "",
    weight: float = 1.0,
) -> Opportunity:  # fmt: skip
    """Make an opportunity of what a message says; those who heard it are concerned."""
    return Opportunity(
        round=said.round, at=said.at, actor=said.speaker, others=said.hearers, outcome=outcome,
        excluded=excluded, group=group, weight=weight,
    )  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Measure:
    """One measure: what it counts, when there is something to count, and what proves it."""

    id: str
    number: int
    """Of the catalogue of measures."""
    name: str
    """As the field calls it."""
    definition: str
    """In a sentence or two: what is counted of what."""
    unit: str
    """Of the value, for example `share of reports`."""
    rung: Literal[0, 1, 2, 3]
    """Of the ladder of labels: 0, events of the game; 1, claims that their speaker tagged and the
    engine judged; 2, claims that a model extracted; 3, a judge's opinion."""
    needs: str
    """Under which rulesets and protocols there are opportunities, in a sentence."""
    source: str
    """Where the definition comes from."""
    proof: str
    """The proof in whose games it has to find a planted truth; empty: there is none yet, so that it
    is not shown."""
    counted: Callable[[Game], Iterable[Opportunity]] = field(repr=False)
    """Yields the opportunities of one game, excluded ones included."""
    shape: Shape = "share"
    least: int = 10
    """Fewer opportunities are shown with a mark."""
    with_each: bool = False
    """Whether the entrant that is concerned first is its group, each estimated apart."""
    groups: tuple[str, ...] = ()
    """Those of its groups that are estimated apart."""
    grouped: Literal["rates", "alone", "shares"] = "rates"
    """How: the rate of each, after that of all; `alone`, without that; `shares`, what part each is
    of all."""
    read: str = ""
    """How to read its chart, where its title and unit don't say it."""
    estimate: Callable[["Measure", Sums], Sequence[Estimate]] | None = field(
        repr=False, default=None
    )
    """Estimates of its own, from its sums; None: rates of its opportunities."""
