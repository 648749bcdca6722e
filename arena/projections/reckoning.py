"""Per-player counts of lies, bluffs, promises and deals in a finished game, and their costs.

It reads only records, the judgements in them included, which nobody may see before the game is
over. `arena.claims.verdict` classifies each claim.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from arena.claims.assertions import Assertion
from arena.claims.ballots import Cast, ballot_of
from arena.claims.honesty import BrokenDeal, Decision, Honesty, Loss, Untruth
from arena.claims.judgement import Judgement
from arena.claims.kept_deals import Side
from arena.claims.kinds import BALLOTS, DICE
from arena.claims.language import Claim
from arena.claims.meaning import fits
from arena.claims.verdict import Verdict, verdict_on
from arena.events import (
    AttackBegan,
    CardGiven,
    CharacterEaten,
    CharacterMoved,
    Event,
    PhaseBegan,
    PlayerChosen,
    TieBroken,
    VotesRevealed,
)
from arena.projections.talk import Talk
from arena.records.record import Record
from arena.records.talk import Said
from engine import Ruleset

CHOSEN = frozenset({"destination", "sprint", "energy_drink"})
"""Causes of a move to a location of the player's choice, not because another was full."""


def honesty_of(
    records: Iterable[Record], ruleset: Ruleset, seats: Sequence[str]
) -> dict[str, Honesty]:
    """Return the counts of each seat from all records of a game; empty where nobody claimed."""
    count = _Count(ruleset, seats)
    for record in records:
        count.feed(record)
    found = count.found
    return found if any(each.statements or each.deals for each in found.values()) else {}


@dataclass(frozen=True, slots=True, kw_only=True)
class _Vote:
    """One ballot of this round, and the result of its vote."""

    cast: Cast
    decision: Decision

    def is_at(self, chosen: PlayerChosen) -> bool:
        """Return True if a choice is the result of this vote, which has none yet."""
        return (self.cast.kind, self.cast.place) == (chosen.kind, chosen.place)

    def breaks(self, promise: Assertion) -> bool:
        said, cast = promise.said, self.cast
        ballot = cast.ballots.get(promise.speaker)
        if cast.kind != (said.vote or "attack") or said.location not in {None, cast.place}:
            return False
        if said.ballot not in {None, cast.name} or said.target not in cast.candidates:
            return False
        unwanted = said.kind == "ally" or said.negated
        return ballot is not None and (ballot == said.target) is unwanted


class _Count:
    """The fold over all records that counts claims and their costs."""

    def __init__(self, ruleset: Ruleset, seats: Sequence[str]) -> None:
        self.found = {seat: Honesty() for seat in seats}
        self._points = {each.id: each.points for each in ruleset.characters}
        self._talk = Talk(ruleset, seats)
        self._facts = self._talk.facts
        self._bound: dict[Assertion, frozenset[str]] = {}
        # Players whose destination could not change any more when a claim was made.
        self._fed = 0
        self._decided: set[tuple[object, ...]] = set()
        self._worst: dict[tuple[object, ...], Verdict] = {}
        self._untruths: dict[tuple[object, ...], Untruth] = {}
        # Keyed by statement.
        self._broken: list[Untruth] = []
        # Promises broken by the vote of this attack, which cause the next death.
        self._begin_round()

    def _begin_round(self) -> None:
        self._moved: set[tuple[str, int]] = set()
        self._lies: list[Untruth] = []
        self._votes: list[_Vote] = []
        self._given: dict[str, str] = {}
        # The recipient of each searcher's card.

    def feed(self, record: Record) -> None:
        data, before = record.data, self._facts.round
        side = self._talk.feed(record)
        if side is not None:
            self._settled(side)
        self._fed += 1
        match data:
            case Said():
                self._said(data, record)
            case Judgement():
                self._judged(data)
            case PhaseBegan() if before and data.round != before:
                self._begin_round()
            case Event():
                self._happened(data)
            case _:
                pass

    def _happened(self, event: Event) -> None:
        match event:
            case CharacterMoved() if event.cause in CHOSEN:
                self._moved.add((event.player, event.place))
            case CardGiven():
                self._given[event.player] = event.recipient
            case CharacterEaten():
                self._eaten(event)
            case AttackBegan():
                self._attack_began()
            case PlayerChosen():
                if self._votes and self._votes[-1].is_at(event):
                    self._votes[-1].decision.chosen = event.player
            case VotesRevealed() | TieBroken():
                self._voted(event)
            case _:
                pass

    def _attack_began(self) -> None:
        self._broken.clear()
        for vote in self._votes:
            vote.decision.is_over = True

    def _voted(self, revealed: VotesRevealed | TieBroken) -> None:
        ballot = ballot_of(revealed)
        if ballot is None:
            return
        decision = Decision(kind=ballot.kind)
        if ballot.name != "first" and self._votes:
            decision = self._votes[-1].decision  # whoever dies of the vote dies of its tie
        self._votes.append(_Vote(cast=ballot, decision=decision))

    def _said(self, said: Said, record: Record) -> None:
        made = self._talk.assertions.in_message(said.message)
        found = self.found[str(record.actor)]
        found.messages += 1
        found.statements += len({each.statement for each in made})
        self._bound |= dict.fromkeys(made, frozenset(self._facts.destinations))

    def _judged(self, judgement: Judgement) -> None:
        assertion = self._talk.assertions.of(judgement)
        found = self.found[assertion.speaker]
        self._reported(assertion, judgement, found)
        verdict = verdict_on(assertion, judgement.truth, judgement.basis)
        match verdict:
            case Verdict.LIE | Verdict.BLUFF | Verdict.FALSE_REPORT:
                self._misled(assertion, found, verdict)
            case Verdict.ANNOUNCEMENT_KEPT | Verdict.ANNOUNCEMENT_BROKEN:
                found.announced += 1
                if verdict.is_broken:
                    found.announced_otherwise.append(self._done_otherwise(assertion))
            case Verdict.PROMISE_KEPT | Verdict.PROMISE_BROKEN:
                self._promised(assertion, found, broken=verdict.is_broken)
            case Verdict.TAKEN_BACK | Verdict.BOTH_FAILED | Verdict.NOTHING:
                pass

    def _misled(self, assertion: Assertion, found: Honesty, verdict: Verdict) -> None:
        """Count a statement once, by the worst verdict among its claims."""
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
        """Count a report of dice by a player who had looked before all saw them."""
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
        """Return a broken promise, with its losses so far; on a condition, all of them."""
        untruth = self._done_otherwise(assertion)
        decision = untruth.decision
        if decision is not None and decision.kind == "attack":
            for loss in decision.deaths:
                self._lost_after_promise(untruth, loss)
            if not decision.is_over:
                self._broken.append(untruth)
        return untruth

    def _done_otherwise(self, assertion: Assertion) -> Untruth:
        """Return an untruth with the speaker's other vote, destination or gift."""
        untruth = Untruth(assertion=assertion, at=self._fed, round=self._facts.round)
        said, speaker = assertion.said, assertion.speaker
        if said.kind == "give" and not said.negated:
            untruth.recipient = self._given.get(speaker)
        elif said.kind == "go" and not said.negated:
            untruth.destination = self._facts.destinations.get(speaker)
        vote = next((each for each in reversed(self._votes) if each.breaks(assertion)), None)
        if said.kind in BALLOTS and vote is not None:
            untruth.ballot, untruth.decision = vote.cast.ballots[speaker], vote.decision
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

    def _eaten(self, eaten: CharacterEaten) -> None:
        character, place = eaten.character, eaten.place
        loss = Loss(
            victim=eaten.player, character=character, points=self._points[character],
            place=place, round=self._facts.round,
        )  # fmt: skip
        for each in self._broken:
            self._lost_after_promise(each, loss)
        last = self._votes[-1] if self._votes else None
        if last is not None and not last.decision.is_over and last.cast.kind == "attack":
            last.decision.deaths.append(loss)
        moved = (loss.victim, place) in self._moved
        for each in self._lies:
            free = loss.victim not in self._bound[each.assertion]
            heard = each.assertion.was_heard_by(loss.victim)
            lies = (each.assertion, *each.more)
            understated = any(self._understates(lie, place) for lie in lies)
            if moved and free and heard and understated:
                self._add_loss(each, loss)

    def _lost_after_promise(self, broken: Untruth, loss: Loss) -> None:
        if broken.assertion.was_heard_by(loss.victim) and _turned_against(broken, loss.victim):
            self._add_loss(broken, loss)

    def _understates(self, lie: Assertion, place: int) -> bool:
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

    def _add_loss(self, untruth: Untruth, loss: Loss) -> None:
        losses = self.found[untruth.assertion.speaker].losses
        if all((each.victim, each.character) != (loss.victim, loss.character) for each in losses):
            untruth.losses.append(loss)


_WORST_FIRST = (Verdict.LIE, Verdict.BLUFF, Verdict.FALSE_REPORT)


def _promises(side: Side) -> Iterable[Assertion]:
    """Return the terms that a party broke, each as a promise to the other party."""
    for at, term in enumerate(side.terms_that(kept=False)):
        yield Assertion(
            message=side.deal, turn="", at=at, speaker=side.party, claim=Claim(proposition=term),
            to=(side.other,), hearers=frozenset({side.party, side.other}), round=side.made,
            of_dice_to_come=False,
        )  # fmt: skip


def _turned_against(untruth: Untruth, victim: str) -> bool:
    """Return True if the vote named the victim, or was promised to them against another."""
    said = untruth.assertion.said
    promised_another = said.kind == "vote" and not said.negated and victim in untruth.assertion.to
    return untruth.ballot == victim or (promised_another and said.target != victim)
