"""The judgement of claims by a game's records: a fold, without a table, a clock or chance.

Given a whole log, it judges facts when they are claimed; given one listener's records, when he can
know. `facts` holds what happened, `watches` when each kind is true, `cases` what a speaker could
know, `assertions` and `conduct` what was said before.

>>> import engine
>>> from arena.claims.language import Claim
>>> from arena.events import DiceRolled
>>> judge = Judge(engine.ruleset("moh"), ("Anna", "Bruno", "Clara"))
>>> rolled = DiceRolled(dice=(1, 1, 3, 6), seen_by="engine")
>>> here = {"round": 1, "phase": "arrival"}
>>> judge.feed(Record(data=rolled, actor=None, seen_by="engine", **here))
[]
>>> at_least_one = Proposition(kind="zombies", location=1, relation=">=", count=1)
>>> said = Said(
...     turn="Anna.t1", floor="dice", wave=1, message=1, messages=1, text="Ones.", to=(),
...     whisper=False, claims=(Claim(proposition=at_least_one),), deals=(),
... )
>>> (found,) = judge.feed(Record(data=said, actor="Anna", seen_by="all", **here))
>>> found.truth, round(found.prior, 4), found.basis
('true', 0.5177, 'neither')
"""

from collections.abc import Callable, Iterable, Sequence

from arena.claims.assertions import Assertion
from arena.claims.cases import Case, Part, Prior, prior
from arena.claims.conduct import Conduct
from arena.claims.deal_records import DealSettled
from arena.claims.derived import DerivedRecord
from arena.claims.facts import Facts
from arena.claims.judgement import Judgement, Truth
from arena.claims.kinds import BALLOTS, DICE, ON_OCCASION
from arena.claims.language import Proposition
from arena.claims.meaning import Meanings
from arena.claims.offers import act_problem
from arena.claims.verdict import Verdict, verdict_on
from arena.claims.vocabulary import Vocabulary
from arena.claims.watches import WATCHES, Watch
from arena.errors import ClaimError
from arena.events import Event, GameEnded, PhaseBegan, RoundEnded
from arena.projections.assertions import Assertions
from arena.projections.deals import Deals, heard_in
from arena.projections.facts import fold
from arena.projections.plans import Plans
from arena.records.facts import FOLDED, Fact
from arena.records.record import Record
from arena.records.talk import (
    Bid,
    ClaimsUnread,
    Planned,
    Said,
    Silent,
    TurnDefaulted,
    Whispered,
)
from engine import Ruleset

_TALK: frozenset[type[Fact]] = frozenset(
    {Whispered, Silent, Bid, TurnDefaulted, ClaimsUnread, Judgement, *FOLDED}
)
"""Records that may stand between the speeches of one wave."""
_DEAL_VERDICTS = {"kept": Verdict.PROMISE_KEPT, "broken": Verdict.PROMISE_BROKEN}
_OCCASIONS = frozenset[type[Event]]().union(*(watch.hears for watch in WATCHES.values()))


class Judge:
    """A fold that judges every claim of one game exactly once."""

    def __init__(self, ruleset: Ruleset, seats: Sequence[str]) -> None:
        """Begin before the first record; `ruleset` is the one in play, `seats` the names."""
        self._vocabulary = Vocabulary(ruleset, seats)
        self._meanings = Meanings(self._vocabulary)
        self.facts = Facts(self._vocabulary)
        """The facts of the game and the round, as far as records were read."""
        self.assertions = Assertions(self.facts)
        """All claims so far, by message and index."""
        self._conduct = Conduct(self._meanings)
        self._open: list[Case] = []
        self._sealing = False
        self.deals = Deals()
        self.plans = Plans()

    def feed(self, record: Record) -> list[Judgement | DerivedRecord]:
        """Update from the next record; return the claims that it decides, then deals and plans.

        Raises `ClaimError` for an utterance with a claim that nobody can make, and then nothing has
        changed.
        """
        data, facts = record.data, self.facts
        match data:
            case Said():
                return self._said(data, record)
            case Planned():
                self.plans.planned(data, record, facts)
                return []
            case _ if type(data) in _TALK:
                return []
            case _:
                pass
        self._conduct.heard_out()
        found: list[Judgement] = []
        more: list[DerivedRecord] = []
        if isinstance(data, PhaseBegan) and data.round != facts.round:
            found = self._sweep(lambda watch: watch.round_over(facts))
            more += self._round_over()
            self._conduct.round_began()
        fold(facts, record)
        self._meanings.dice = facts.dice_count
        if self._open:
            found += self._happened(data)
        more += self.deals.heard(data, facts)
        more += self.plans.heard(data, facts)
        if isinstance(data, RoundEnded | GameEnded):
            more += self._round_over()
        if isinstance(data, GameEnded):
            more += self._over()
        if more:
            self._reckon(more)
        return [*found, *more]

    def _reckon(self, more: Iterable[DerivedRecord]) -> None:
        """Record what settled deals show of their parties' promises in the conduct."""
        for each in more:
            if not isinstance(each, DealSettled) or each.outcome not in _DEAL_VERDICTS:
                continue
            for promise, truth in self.deals.agreement(each).promises(each.party):
                verdict = _DEAL_VERDICTS[each.outcome]
                if (truth == "false") is verdict.is_broken and truth is not None:
                    self._conduct.judged(promise, truth, verdict, self.facts.round)

    def _round_over(self) -> list[DerivedRecord]:
        return [*self.deals.round_over(self.facts), *self.plans.round_over(self.facts)]

    def _over(self) -> list[DerivedRecord]:
        return [*self.deals.close(self.facts), *self.plans.close(self.facts)]

    def _happened(self, fact: Fact) -> list[Judgement]:
        facts = self.facts
        found: list[Judgement] = []
        if self._sealing and not facts.sealing:
            found += self._sweep(lambda _: None)  # what waited for others under the same seal
        self._sealing = facts.sealing
        if isinstance(fact, Event) and type(fact) in _OCCASIONS:
            found += self._sweep(
                lambda watch: watch.heard(fact, facts) if type(fact) in watch.hears else None,
                waiting=True,
            )
        elif isinstance(fact, RoundEnded):
            found += self._sweep(lambda watch: watch.round_over(facts))
        elif isinstance(fact, GameEnded):
            # MOH-68: where the game ends at once, no other record says that the round is over.
            found += self._sweep(lambda watch: watch.round_over(facts))
            found += self._sweep(lambda watch: watch.game_over(facts))
        return found

    def close(self) -> list[Judgement | DerivedRecord]:
        """Judge what is still open, since no more records come."""
        facts = self.facts
        found = self._sweep(lambda watch: watch.game_over(facts))
        return [*found, *self._over()]

    # --- what is said ---

    def _said(self, said: Said, record: Record) -> list[Judgement | DerivedRecord]:
        speaker, seen_by = str(record.actor), record.seen_by
        problems = (
            *(self._vocabulary.check(claim, speaker) for claim in said.claims),
            *(act_problem(act, speaker, self._vocabulary) for act in said.deals),
        )
        for problem in problems:
            if problem is not None:
                raise ClaimError(f"{said.turn}: {problem}")
        fold(self.facts, record)
        self._conduct.begin(said.wave)
        made = self.assertions.add(said, record)
        found: list[Judgement] = []
        for assertion in made:
            case = self._case(assertion)
            judged = self._judged(case)
            if judged is None:
                self._open.append(case)
            else:
                found.append(judged)
        hearers = None if isinstance(seen_by, str) else frozenset(seen_by)
        self._conduct.spoke(speaker, hearers, made)
        deals = self.deals.said(heard_in(said, record), self.facts)
        return [*found, *deals, *self.plans.said(said, record)]

    def _case(self, assertion: Assertion) -> Case:
        said, claim, speaker = assertion.said, assertion.claim, assertion.speaker
        facts = self.facts
        if claim.said_by is not None:
            case = Case(assertion, Part(said, None))
            truth = self._conduct.was_told(said, claim.said_by, speaker, facts)
            case.body.settle(truth, facts)  # a negation belongs to what was told
            settled = truth in {"true", "false"}
            case.prior = Prior(float(truth == "true") if settled else None, settled)
            return case
        condition = None if claim.condition is None else claim.condition.resolved(speaker)
        case = Case(
            assertion,
            self._part(said),
            None if condition is None else self._part(condition, awaited=True),
        )
        case.prior = self._prior(case, speaker)
        chance, settled = case.prior
        at_once = settled and said.kind not in ON_OCCASION
        if at_once and chance is not None and case.body.truth is None:
            case.body.settle("true" if chance else "false", facts)
        case.told_by = self._conduct.told_by(said, speaker)
        return case

    def _prior(self, case: Case, speaker: str) -> Prior:
        said, condition, facts = case.body.said, case.condition, self.facts
        decided = case.body.truth in {"true", "false"}
        if said.kind == "lied":
            return self._prior_of_a_lie(case, speaker, decided=decided)
        of_dice = condition is not None and {said.kind, condition.said.kind} <= DICE
        if of_dice and condition is not None and not facts.has_seen_dice(speaker):
            chance = self._meanings.chance(said, given=condition.said)
            return Prior(chance, settled=chance in {0.0, 1.0})
        return prior(said, speaker, facts, self._meanings, decided=decided)

    def _prior_of_a_lie(self, case: Case, speaker: str, *, decided: bool) -> Prior:
        said, facts = case.body.said, self.facts
        player = str(said.player)
        if self._conduct.proves(player, speaker, facts):
            return Prior(float(not said.negated), settled=True)
        innocent = decided and (case.body.truth == "true") is said.negated
        knows = player == speaker and self._conduct.knows_own(player, facts)
        return Prior(None, settled=innocent and knows)

    def _part(self, said: Proposition, *, awaited: bool = False) -> Part:
        facts = self.facts
        if said.kind == "lied":
            player = str(said.player)
            pending = any(
                each.assertion.speaker == player and each.condition for each in self._open
            )
            part = Part(said, None)
            part.take(self._conduct.lied(player, facts, pending=pending), facts)
            return part
        watch = WATCHES[said.kind](said, facts)
        part = Part(said, watch)
        part.take(watch.for_good(facts) if awaited else watch.now(facts), facts)
        return part

    # --- what becomes of it ---

    def _sweep(
        self, truth_of: Callable[[Watch], Truth | None], *, waiting: bool = False
    ) -> list[Judgement]:
        """Check the waiting watches; return the claims that are decided, in order.

        `waiting`: an alliance on a condition does not count before that is met.
        """
        found: list[Judgement] = []
        still: list[Case] = []
        for case in self._open:
            for part in (case.condition, case.body):
                if part is None or part.truth is not None or part.watch is None:
                    continue
                if not (waiting and part is case.body and case.is_allied_later):
                    part.take(truth_of(part.watch), self.facts)
            if case.has_been_failed and case.condition and case.other_promised is None:
                promised = self._has_promised(case.condition.said, to=case.assertion.speaker)
                case.other_promised = promised
            if case.condition is None and case.body.truth is None:
                still.append(case)
                continue
            case.weigh_condition(self.facts)
            judged = self._judged(case)
            if judged is None:
                still.append(case)
            else:
                found.append(judged)
        self._open = still
        return found

    def _has_promised(self, wanted: Proposition, *, to: str) -> Truth:
        other = str(wanted.player)
        given = [
            each.assertion.said
            for each in self._open
            if each.assertion.speaker == other
            and each.assertion.was_heard_by(to)
            and not each.assertion.taken_back
            and (each.body.truth is None or each.body.seal == self.facts.seal)
        ]
        given += [
            term.said
            for each in self.deals.agreements
            if set(each.sides) == {other, to} and other not in each.settled
            for term in each.sides[other]
            if term.truth is None
        ]
        if any(self._brings(each, wanted) for each in given):
            return "true"
        knows = self.facts.sees_as(to) or self.facts.sees_as(other)
        return "false" if knows else "undetermined"

    def _brings(self, pledge: Proposition, wanted: Proposition) -> bool:
        """Return True if keeping a pledge under this seal means doing what is wanted."""
        if {pledge.kind, wanted.kind} <= BALLOTS:
            here = pledge.location in {None, self.facts.place}
            now = pledge.ballot in {None, self.facts.ballot}
            return here and now and _vote_of(pledge) == _vote_of(wanted)
        return self._meanings.of(pledge).entails(self._meanings.of(wanted))

    def _judged(self, case: Case) -> Judgement | None:
        truth = case.truth(self.facts)
        if truth is None:
            return None
        found = case.judgement(truth)
        verdict = verdict_on(case.assertion, truth, found.basis)
        self._conduct.judged(case.assertion, truth, verdict, self.facts.round)
        return found


def _vote_of(said: Proposition) -> tuple[object, ...]:
    """Return the vote, the voter and target, and whether it is negated."""
    votes_for = (said.kind == "vote") is not said.negated
    return said.player, said.target, said.vote or "attack", votes_for
