"""Who kept faith: what every player said in a finished game, and what it cost whom.

The unit of what was said, of lies, bluffs and false reports is the statement (`Honesty`).

It is computed from the records alone, the judgements in them included, which nobody may see before
the game is over. What each claim was, `verdict` says; here it is counted, and what it cost.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from arena.claims.assertions import Assertion, Assertions, claims_of
from arena.claims.ballots import ballot_name, ballot_of
from arena.claims.bargains import Bargains, Side, outcomes_by_other
from arena.claims.facts import Facts
from arena.claims.judgement import Judgement
from arena.claims.kinds import BALLOTS, DICE
from arena.claims.language import Ballot, Claim
from arena.claims.meaning import fits
from arena.claims.verdict import Verdict, verdict_on
from arena.claims.vocabulary import Vocabulary
from arena.records import Record
from engine import Ruleset

__all__ = ["BrokenDeal", "Honesty", "Loss", "Untruth", "honesty_of", "times_by_listener"]

CHOSEN = frozenset({"destination", "sprint", "energy_drink"})
"""Why one moves somewhere of one's own will, and not since another location was full."""
ALL = "all"
"""Whom a speech to nobody in particular addresses; no seat has this name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Loss:
    """A character that was eaten after a lie or a broken pledge to its owner."""

    victim: str
    character: str
    points: int
    place: int
    round: int


@dataclass(slots=True, kw_only=True, eq=False)
class Untruth:
    """A lie, or a promise that was broken, and what it cost those who heard it."""

    assertion: Assertion
    more: list[Assertion] = field(default_factory=list)
    """The other lies of the same report of dice."""
    at: int
    """When it was found: the number of records until then."""
    round: int
    """The round in which it was told, or broken."""
    dice: tuple[int, ...] = ()
    """What the liar had seen, of a lie about dice."""
    ballot: str | None = None
    """Whom the speaker voted for instead; None where no vote broke it."""
    losses: list[Loss] = field(default_factory=list)
    """After a lie: it made fewer dice show a location than the speaker had seen, and its hearer,
    not bound to a destination by then, chose to move there and lost a character there in the same
    round.
    After a broken pledge on the attack vote: its hearer lost a character in that attack, and the
    vote that broke it named the hearer, or had been promised to the hearer's face against another.
    """

    @property
    def to(self) -> tuple[str, ...]:
        """Who was addressed, or `all`."""
        return self.assertion.to or (ALL,)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class BrokenDeal:
    """A deal that a player broke before the other party did, and what it cost that party."""

    side: Side
    terms: tuple[Untruth, ...]
    """Those that were broken, each as a promise to the other party."""

    @property
    def at(self) -> int:
        """When it was broken: the number of records until then."""
        return min(each.at for each in self.terms)


@dataclass(slots=True, kw_only=True)
class Honesty:
    """What one player said."""

    messages: int = 0
    """Speeches and whispers, those without claims included."""
    statements: int = 0
    """What was claimed in them, whatever came of it: each claim is a statement, but all that one
    message claims of the dice, in the speaker's own name, is one: a report."""
    lies: list[Untruth] = field(default_factory=list)
    """Statements of which a claim was a lie."""
    bluffs: int = 0
    """Statements of which a claim was a bluff, true or not, and none a lie."""
    reports: dict[int, bool] = field(default_factory=dict)
    """By message: whether what it tells of dice that the speaker alone had seen is true."""
    false_reports: int = 0
    """Statements of which another had told the speaker, falsely; none a lie or a bluff."""
    promises: int = 0
    """Pledges of one's own `give` or `ally`, and of a `vote` to somebody in particular or on a
    condition, that came to their occasion; the same given twice is one."""
    broken: list[Untruth] = field(default_factory=list)
    """Those of them that were not kept."""
    deals: list[Side] = field(default_factory=list)
    """What they made of the deals that they accepted, or that others accepted of theirs."""
    broken_deals: list[BrokenDeal] = field(default_factory=list)
    announced: int = 0
    """Votes announced to all, and one's own destinations (`go`) as they were announced last to the
    same listeners, where they were not chosen or bound by then."""
    announced_broken: int = 0
    """Those of them after which the speaker did something else."""

    @property
    def losses(self) -> list[Loss]:
        """What the lies, broken promises and deals cost the others, each character once."""
        terms = (term for deal in self.broken_deals for term in deal.terms)
        return [loss for each in (*self.lies, *self.broken, *terms) for loss in each.losses]

    def data(self) -> dict[str, object]:
        """Return the numbers as plain JSON data; a speech to three counts for each of them."""
        return {
            "messages": self.messages,
            "statements": self.statements,
            "lies": len(self.lies),
            "lies_to": times_by_listener(self.lies),
            "bluffs": self.bluffs,
            "reports": len(self.reports),
            "reports_true": sum(self.reports.values()),
            "relayed_false": self.false_reports,
            "promises": self.promises,
            "promises_kept": self.promises - len(self.broken),
            "broken_to": times_by_listener(self.broken),
            "announced": self.announced,
            "announced_kept": self.announced - self.announced_broken,
            "deals": len(self.deals),
            "deals_with": outcomes_by_other(self.deals),
            "deals_double_sold": sum(bool(each.double_sold) for each in self.deals),
            "cost_others": sum(each.points for each in self.losses),
        }


def times_by_listener(untruths: Iterable[Untruth]) -> dict[str, int]:
    """Return how often each was addressed, `all` for the whole table."""
    found: dict[str, int] = {}
    for each in untruths:
        for name in each.to:
            found[name] = found.get(name, 0) + 1
    return found


def honesty_of(
    records: Iterable[Record], ruleset: Ruleset, seats: Sequence[str]
) -> dict[str, Honesty]:
    """Return what each seat said, from all records of a game; nothing where nobody claimed."""
    count = _Count(ruleset, seats)
    for record in records:
        count.feed(record)
    found = count.found
    return found if any(each.statements or each.deals for each in found.values()) else {}


@dataclass(slots=True, kw_only=True)
class _Vote:
    """One ballot of this round, and who was eaten after it."""

    kind: str
    place: int
    name: Ballot
    ballots: Mapping[str, str]
    candidates: Collection[str]
    eaten: list[Mapping[str, Any]] = field(default_factory=list)
    over: bool = False
    """True: another attack has begun."""

    def breaks(self, promise: Assertion) -> bool:
        """Tell whether the speaker's ballot is not what they promised."""
        said, ballot = promise.said, self.ballots.get(promise.speaker)
        if self.kind != (said.vote or "attack") or said.location not in {None, self.place}:
            return False
        if said.ballot not in {None, self.name} or said.target not in self.candidates:
            return False
        unwanted = said.kind == "ally" or said.negated
        return ballot is not None and (ballot == said.target) is unwanted


class _Count:
    """The fold over all records: what each player said, and what came of it."""

    def __init__(self, ruleset: Ruleset, seats: Sequence[str]) -> None:
        self.found = {seat: Honesty() for seat in seats}
        self._points = {each.id: each.points for each in ruleset.characters}
        self._facts = Facts(Vocabulary(ruleset, seats))
        self._assertions = Assertions(self._facts)
        self._bargains = Bargains()
        self._bound: dict[Assertion, frozenset[str]] = {}
        # Whose destination could not be changed any more when a claim was made.
        self._fed = 0
        self._decided: set[tuple[object, ...]] = set()
        self._worst: dict[tuple[object, ...], Verdict] = {}
        self._untruths: dict[tuple[object, ...], Untruth] = {}
        # By statement.
        self._broken: list[Untruth] = []
        # Promises broken by the vote of this attack: who is eaten next, was eaten after it.
        self._begin_round()

    def _begin_round(self) -> None:
        self._moved: set[tuple[str, int]] = set()
        self._lies: list[Untruth] = []
        self._votes: list[_Vote] = []

    def feed(self, record: Record) -> None:
        """Take the next record."""
        data, before = record["data"], self._facts.round
        side = self._bargains.feed(record)
        if side is not None:
            self._settled(side)
        self._fed += 1
        self._facts.fold(record)
        match record["type"]:
            case "said":
                self._said(record)
            case "claim_judged":
                self._judged(Judgement(**data))
            case "phase_began" if before and data["round"] != before:
                self._begin_round()
            case "character_moved" if data["cause"] in CHOSEN:
                self._moved.add((data["player"], data["place"]))
            case "character_eaten":
                self._eaten(data)
            case "attack_began":
                self._attack_began()
            case "votes_revealed" | "tie_broken" as kind:
                self._voted(kind, data)
            case _:
                pass

    def _attack_began(self) -> None:
        self._broken.clear()
        for vote in self._votes:
            vote.over = True

    def _voted(self, kind: str, data: Mapping[str, Any]) -> None:
        ballot = ballot_of(kind, data) or data
        name = ballot_name(kind, data)
        vote = _Vote(
            kind=data["kind"], place=data["place"], name=name, ballots=ballot["ballots"],
            candidates=ballot["totals"],
        )  # fmt: skip
        if kind == "tie_broken" and self._votes:
            vote.eaten = self._votes[-1].eaten  # whoever dies of the vote dies of its tie
        self._votes.append(vote)

    def _said(self, record: Record) -> None:
        made = self._assertions.add(record, claims_of(record))
        found = self.found[str(record["actor"])]
        found.messages += 1
        found.statements += len({each.statement for each in made})
        self._bound |= dict.fromkeys(made, frozenset(self._facts.destinations))

    def _judged(self, judgement: Judgement) -> None:
        assertion = self._assertions.of(judgement)
        found = self.found[assertion.speaker]
        self._reported(assertion, judgement, found)
        verdict = verdict_on(assertion, judgement.truth, judgement.basis)
        match verdict:
            case Verdict.LIE | Verdict.BLUFF | Verdict.FALSE_REPORT:
                self._misled(assertion, found, verdict)
            case Verdict.ANNOUNCEMENT_KEPT | Verdict.ANNOUNCEMENT_BROKEN:
                found.announced += 1
                found.announced_broken += verdict.is_broken
            case Verdict.PROMISE_KEPT | Verdict.PROMISE_BROKEN:
                self._promised(assertion, found, broken=verdict.is_broken)
            case Verdict.TAKEN_BACK | Verdict.BOTH_FAILED | Verdict.NOTHING:
                pass

    def _misled(self, assertion: Assertion, found: Honesty, verdict: Verdict) -> None:
        """Count a statement once: as the worst of what its claims were."""
        statement = assertion.statement
        before = self._worst.get(statement)
        if before == Verdict.LIE == verdict:
            self._untruths[statement].more.append(assertion)
        if before is not None and _WORST_FIRST.index(before) <= _WORST_FIRST.index(verdict):
            return
        self._worst[statement] = verdict
        found.bluffs += (verdict == Verdict.BLUFF) - (before == Verdict.BLUFF)
        found.false_reports += (verdict == Verdict.FALSE_REPORT) - (before == Verdict.FALSE_REPORT)
        if verdict == Verdict.LIE:
            self._untruths[statement] = self._lied(assertion, found)

    def _reported(self, assertion: Assertion, judgement: Judgement, found: Honesty) -> None:
        """Take what somebody who has looked tells of the dice before all see them."""
        facts = self._facts
        had_seen = assertion.speaker in facts.looked and not facts.dice_out
        if had_seen and assertion.is_report(facts.dice_count):
            true = found.reports.get(assertion.message, True) and judgement.truth == "true"
            found.reports[assertion.message] = true

    def _promised(self, assertion: Assertion, found: Honesty, *, broken: bool) -> None:
        promise = (assertion.speaker, assertion.said, self._facts.round)
        if promise in self._decided:
            return  # given twice, decided once
        self._decided.add(promise)
        found.promises += 1
        if broken:
            found.broken.append(self._broken_promise(assertion))

    def _broken_promise(self, assertion: Assertion) -> Untruth:
        """Return a broken promise, with what it has cost so far; on a condition, all of it."""
        untruth = Untruth(assertion=assertion, at=self._fed, round=self._facts.round)
        vote = next((each for each in reversed(self._votes) if each.breaks(assertion)), None)
        if assertion.said.kind not in BALLOTS or vote is None:
            return untruth
        untruth.ballot = vote.ballots[assertion.speaker]
        if vote.kind == "attack":
            for data in vote.eaten:
                self._lost_after_promise(untruth, data)
            if not vote.over:
                self._broken.append(untruth)
        return untruth

    def _settled(self, side: Side) -> None:
        found = self.found[side.party]
        found.deals.append(side)
        if side.outcome == "broken":
            terms = (self._broken_promise(each) for each in _promises(side))
            found.broken_deals.append(BrokenDeal(side=side, terms=tuple(terms)))

    def _lied(self, assertion: Assertion, found: Honesty) -> Untruth:
        untruth = Untruth(assertion=assertion, at=self._fed, round=assertion.round)
        found.lies.append(untruth)
        if assertion.round != self._facts.round:
            return untruth  # its condition was met after its round: these are other dice
        self._lies.append(untruth)
        if assertion.said.kind in DICE and assertion.claim.said_by is None:
            untruth.dice = self._facts.dice or ()
        return untruth

    # --- what it cost ---

    def _eaten(self, data: Mapping[str, Any]) -> None:
        victim, place = data["player"], data["place"]
        moved = (victim, place) in self._moved
        for each in self._broken:
            self._lost_after_promise(each, data)
        if self._votes and (self._votes[-1].kind, self._votes[-1].place) == ("attack", place):
            self._votes[-1].eaten.append(data)
        for each in self._lies:
            free = victim not in self._bound[each.assertion]
            heard = each.assertion.was_heard_by(victim)
            lies = (each.assertion, *each.more)
            understated = any(self._understates(lie, place) for lie in lies)
            if moved and free and heard and understated:
                self._add_loss(each, data)

    def _lost_after_promise(self, broken: Untruth, data: Mapping[str, Any]) -> None:
        victim = data["player"]
        if broken.assertion.was_heard_by(victim) and _turned_against(broken, victim):
            self._add_loss(broken, data)

    def _understates(self, lie: Assertion, place: int) -> bool:
        """Tell whether fewer dice were said to show a location than do."""
        said, dice = lie.said, self._facts.dice or ()
        there = dice.count(place)
        if lie.claim.said_by is not None:
            return False
        if said.kind == "dice":
            return not said.negated and (said.dice or ()).count(place) < there
        if said.kind != "zombies" or said.location != place:
            return False
        numbers = [n for n in range(len(dice) + 1) if fits(said, n) != said.negated]
        return bool(numbers) and max(numbers) < there

    def _add_loss(self, untruth: Untruth, data: Mapping[str, Any]) -> None:
        victim, character = data["player"], data["character"]
        losses = self.found[untruth.assertion.speaker].losses
        if any((each.victim, each.character) == (victim, character) for each in losses):
            return
        untruth.losses.append(
            Loss(
                victim=victim,
                character=character,
                points=self._points[character],
                place=data["place"],
                round=self._facts.round,
            )
        )


_WORST_FIRST = (Verdict.LIE, Verdict.BLUFF, Verdict.FALSE_REPORT)


def _promises(side: Side) -> Iterable[Assertion]:
    """Return the terms that a party broke, each as a promise to the other's face."""
    for at, term in enumerate(side.terms_that(kept=False)):
        yield Assertion(
            message=side.deal, turn="", at=at, speaker=side.party, claim=Claim(proposition=term),
            to=(side.other,), hearers=frozenset({side.party, side.other}), round=side.made,
            of_dice_to_come=False,
        )  # fmt: skip


def _turned_against(untruth: Untruth, victim: str) -> bool:
    """Tell whether a broken pledge left its hearer without a vote, or turned one on them."""
    said = untruth.assertion.said
    promised_another = said.kind == "vote" and not said.negated and victim in untruth.assertion.to
    return untruth.ballot == victim or (promised_another and said.target != victim)
