"""The declared plans of a game's seats, until their outcome is seen."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from arena.claims.facts import Facts
from arena.claims.judgement import Truth, opposite
from arena.claims.kinds import DICE
from arena.claims.language import Claim, Proposition
from arena.claims.plans import OUTCOMES, Intent, PlanJudged
from arena.claims.watches import WATCHES, Watch
from arena.events import Event
from arena.records.facts import Fact
from arena.records.record import Record
from arena.records.talk import Planned, Said


@dataclass(slots=True, kw_only=True, eq=False)
class _Open:
    plan: int
    at: int
    seat: str
    intent: Intent
    watch: Watch | None
    """The watch of a pledge; None for a report."""
    truth: Truth | None = None
    instead: int | None = None

    def take(self, truth: Truth | None) -> None:
        """Set the truth, given without the pledge's negation; None leaves it open."""
        if truth is not None:
            self.truth = opposite(truth) if self.intent.said.negated else truth


class Plans:
    """The plans of one game; it needs a whole log, whose records are numbered."""

    def __init__(self) -> None:
        self._open: list[_Open] = []

    def planned(self, planned: Planned, record: Record, facts: Facts) -> None:
        """Add a plan."""
        number, seat = record.i, str(record.actor)
        if number is None:
            return
        for at, intent in enumerate(planned.intents):
            said, does = intent.said.resolved(seat), intent.act == "do"
            watch = WATCHES[said.kind](said, facts) if does else None
            made = _Open(plan=number, at=at, seat=seat, intent=intent, watch=watch)
            if watch is not None:
                made.take(watch.now(facts))
            self._open.append(made)

    def said(self, said: Said, record: Record) -> Iterator[PlanJudged]:
        """Update from a message, which may hold a report that its speaker intended."""
        for each in self._open:
            if each.watch is None and each.seat == record.actor:
                reported = [made.proposition for made in said.claims if _is_own(made)]
                if any(_is_same(each.intent.said, other) for other in reported):
                    each.truth = "true"
                elif any(_is_instead(each.intent.said, other) for other in reported):
                    each.instead = record.i
        yield from self._settled(record.i)

    def heard(self, fact: Fact, facts: Facts) -> Iterable[PlanJudged]:
        """Update from a fact that is no talk, which `facts` already includes."""
        return self._heard(fact, facts) if self._open else ()

    def _heard(self, fact: Fact, facts: Facts) -> Iterator[PlanJudged]:
        if isinstance(fact, Event):
            for each in self._open:
                watch = each.watch
                if each.truth is None and watch is not None and type(fact) in watch.hears:
                    each.take(watch.heard(fact, facts))
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
    """Return True if a claim is the one that was intended; dice have no order."""
    if meant.kind != said.kind or meant.negated != said.negated:
        return False
    if meant.kind == "dice":
        return sorted(meant.dice or ()) == sorted(said.dice or ())
    return meant == said


def _is_instead(meant: Proposition, said: Proposition) -> bool:
    return meant.kind == said.kind and meant.location == said.location
