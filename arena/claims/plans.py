"""What a seat means to do, said to nobody: an intent, and the record of what became of it.

>>> from arena.claims.language import Proposition
>>> Intent(act="do", said=Proposition(kind="go", location=4)).data()
{'act': 'do', 'said': {'kind': 'go', 'location': 4}}
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal, get_args

from arena.claims.derived import DerivedRecord
from arena.claims.facts import Facts
from arena.claims.judgement import Truth, opposite
from arena.claims.kinds import DICE, PLEDGES
from arena.claims.language import Claim, Proposition
from arena.claims.vocabulary import Vocabulary
from arena.claims.watches import WATCHES, Watch
from arena.errors import ClaimError
from arena.records import Record
from engine.fact import fact

__all__ = ["Intent", "PlanJudged", "Plans", "intent_problem"]

Act = Literal["do", "report"]
Outcome = Literal["done", "not_done", "no_occasion"]
OUTCOMES: Mapping[Truth, Outcome] = {"true": "done", "false": "not_done"}
_ACTS: tuple[str, ...] = get_args(Act)


@fact
class Intent:
    """One thing that a seat means to do."""

    act: Act
    """`do`: what is said is what it will do; `report`: it will claim so of this round's dice."""
    said: Proposition
    """A pledge of its own, or dice; a null player is the seat itself."""

    def data(self) -> dict[str, object]:
        """Return JSON data."""
        return {"act": self.act, "said": self.said.data()}

    @classmethod
    def read(cls, given: Mapping[str, Any]) -> "Intent":
        """Return what `data` gave. Raises `ClaimError`."""
        match given:
            case {"act": "do" | "report" as act, "said": dict(said)} if len(given) == 2:  # noqa: PLR2004 - those two
                return cls(act=act, said=Proposition.read(said))
            case _:
                raise ClaimError(f"an intent is {given!r:.200}. Possible: act and said.")


def intent_problem(intent: Intent, seat: str, vocabulary: Vocabulary) -> str | None:
    """Return why a seat can't mean to do this here, in one sentence; None where it can."""
    said = intent.said
    if intent.act == "report":
        fits, need = said.kind in DICE, "dice or numbers of them"
    else:
        fits = said.kind in PLEDGES and said.player in {None, seat}
        need = "what you can promise to do yourself"
    if not fits:
        return (
            f"Your plan has {said.kind} of {said.player or seat} to {intent.act}. Possible: {need}."
        )
    return vocabulary.check(Claim(proposition=said), seat)


@fact
class PlanJudged(DerivedRecord):
    """What became of one intent of a plan; nobody at the table perceives it."""

    type: ClassVar[str] = "plan_judged"

    plan: int
    """Number of the record that has the plan."""
    intent: int
    """Which of its intents, from 0."""
    outcome: Outcome
    """`no_occasion`: there was none to do it; to report, there is one in every round."""
    settled_by: int
    """Number of the record that showed it."""
    instead: int | None
    """Number of the record in which the seat reported other dice; null: none, or not to report."""


@dataclass(slots=True, kw_only=True, eq=False)
class _Open:
    """An intent until it is judged."""

    plan: int
    at: int
    seat: str
    intent: Intent
    watch: Watch | None
    """Of what is to be done."""
    truth: Truth | None = None
    instead: int | None = None

    def take(self, truth: Truth | None) -> None:
        """Take the truth without its negation, None where it is open."""
        if truth is not None:
            self.truth = opposite(truth) if self.intent.said.negated else truth


class Plans:
    """The plans of one game; fed with a whole log, whose records are numbered."""

    def __init__(self) -> None:
        """Begin before the first."""
        self._open: list[_Open] = []

    def planned(self, record: Record, facts: Facts) -> None:
        """Take a plan. Raises `ClaimError` for what is none."""
        number, seat = record.get("i"), str(record["actor"])
        if number is None:
            return
        for at, each in enumerate(record["data"]["intents"]):
            intent = Intent.read(each)
            said, does = intent.said.resolved(seat), intent.act == "do"
            watch = WATCHES[said.kind](said, facts) if does else None
            made = _Open(plan=number, at=at, seat=seat, intent=intent, watch=watch)
            if watch is not None:
                made.take(watch.now(facts))
            self._open.append(made)

    def said(self, record: Record, claims: Sequence[Claim]) -> Iterator[PlanJudged]:
        """Take a message: what its speaker meant to report may be in it."""
        for each in self._open:
            if each.watch is None and each.seat == record["actor"]:
                reported = [made.proposition for made in claims if _is_own(made)]
                if any(_is_same(each.intent.said, other) for other in reported):
                    each.truth = "true"
                elif any(_is_instead(each.intent.said, other) for other in reported):
                    each.instead = record.get("i")
        yield from self._settled(record.get("i"))

    def heard(self, type_: str, data: Mapping[str, Any], facts: Facts) -> Iterable[PlanJudged]:
        """Take a record that is no talk, which the facts have taken in."""
        return self._heard(type_, data, facts) if self._open else ()

    def _heard(self, type_: str, data: Mapping[str, Any], facts: Facts) -> Iterator[PlanJudged]:
        for each in self._open:
            if each.truth is None and each.watch is not None and type_ in each.watch.hears:
                each.take(each.watch.heard(type_, data, facts))
        yield from self._settled(facts.at)

    def round_over(self, facts: Facts) -> Iterator[PlanJudged]:
        """End a round, and with it the time to report its dice."""
        for each in self._open:
            if each.watch is None:
                each.truth = "false"
            elif each.truth is None:
                each.take(each.watch.round_over(facts))
        yield from self._settled(facts.at)

    def close(self, facts: Facts) -> Iterator[PlanJudged]:
        """Judge what is still open, since no more records come."""
        for each in self._open:
            if each.truth is None and each.watch is not None:
                each.take(each.watch.game_over(facts))
        yield from self._settled(facts.at)

    def _settled(self, at: int | None) -> Iterator[PlanJudged]:
        done = [each for each in self._open if each.truth is not None]
        self._open = [each for each in self._open if each.truth is None]
        for each in done:
            outcome = OUTCOMES.get(each.truth or "moot", "no_occasion")
            instead = each.instead if outcome == "not_done" else None
            yield PlanJudged(
                actor=each.seat, seen_by="engine", plan=each.plan, intent=each.at,
                outcome=outcome, settled_by=each.plan if at is None else at, instead=instead,
            )  # fmt: skip


def _is_own(claim: Claim) -> bool:
    return claim.said_by is None and claim.condition is None and claim.proposition.kind in DICE


def _is_same(meant: Proposition, said: Proposition) -> bool:
    """Tell whether what was said is what was meant; dice have no order."""
    if meant.kind != said.kind or meant.negated != said.negated:
        return False
    if meant.kind == "dice":
        return sorted(meant.dice or ()) == sorted(said.dice or ())
    return meant == said


def _is_instead(meant: Proposition, said: Proposition) -> bool:
    """Tell whether something else was said of the same."""
    return meant.kind == said.kind and meant.location == said.location
