"""Deals: a fold over the records that tells what is open, what was accepted, and what came of it.

Whether an answer is possible depends only on what its speaker heard: for each of those to whom a
deal is offered, it is open until they answer, hear that it is withdrawn, or its round ends; an
answer that its offerer does not hear is none. Speeches of one wave do not know of each other: what
is answered and withdrawn at once is answered.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from arena.claims.assertions import Assertion
from arena.claims.deal_records import (
    DealAnswered,
    DealOffered,
    DealRecord,
    DealSettled,
    Ending,
    Outcome,
)
from arena.claims.derived import SeenBy
from arena.claims.facts import Facts
from arena.claims.judgement import Truth, opposite
from arena.claims.language import Claim, Proposition
from arena.claims.meaning import conflicts
from arena.claims.offers import DealAct, Offer, Reply
from arena.claims.watches import WATCHES, Watch
from arena.records import Record

__all__ = ["OPEN", "Agreement", "Deal", "Deals", "Term", "heard_in"]

OPEN = 2
"""The most offers of a seat that are open at once."""
WITHDRAW = "Possible: to withdraw one of them first."


@dataclass(slots=True, kw_only=True, eq=False)
class Deal:
    """An offer, and how it stands with each of those to whom it was made."""

    number: int
    offerer: str
    offer: Offer
    wave: int
    seen_by: SeenBy
    """Who heard it, the offerer included."""
    endings: dict[str, tuple[Ending, int]] = field(default_factory=dict)
    """By player: how it ended for them, and in which wave."""

    def is_open(self, player: str, *, as_heard_by: str, wave: int) -> bool:
        """Tell whether it is open for a player; an end by another in this wave is not known yet."""
        if player not in self.offer.to or self.wave == wave:
            return False
        ending = self.endings.get(player)
        if ending is None:
            return True
        how, when = ending
        by = self.offerer if how == "withdrawn" else player
        return when == wave and how != "lapsed" and by != as_heard_by

    @property
    def open_for(self) -> tuple[str, ...]:
        """Those for whom it is open."""
        return tuple(seat for seat in self.offer.to if seat not in self.endings)


@dataclass(slots=True, kw_only=True, eq=False)
class Term:
    """One pledge of an accepted deal."""

    said: Proposition
    watch: Watch
    truth: Truth | None = None
    failed_at: int | None = None
    """Under which seal it turned out broken."""

    def take(self, truth: Truth | None, seal: int) -> None:
        """Take the truth without its negation, None where it is open."""
        if truth is None or self.truth is not None:
            return
        self.truth = opposite(truth) if self.said.negated else truth
        if self.truth == "false":
            self.failed_at = seal


@dataclass(slots=True, kw_only=True, eq=False)
class Agreement:
    """A deal between two parties, from when it was accepted."""

    deal: Deal
    acceptor: str
    sides: dict[str, tuple[Term, ...]]
    """Terms by party."""
    round: int
    """In which it was accepted."""
    seen_by: SeenBy
    """Who knows of it: those who heard both the offer and its acceptance."""
    instead: str | None = None
    """Who is bound in the acceptor's place."""
    double_sold: dict[str, list[int]] = field(default_factory=dict)
    settled: dict[str, Outcome] = field(default_factory=dict)
    """What became of it, by party."""

    def other(self, party: str) -> str:
        """Return the other party."""
        return self.acceptor if party == self.deal.offerer else self.deal.offerer

    def sell_twice(self, party: str, other: "Agreement") -> None:
        """Note that a party gave the same away in another deal."""
        numbers = self.double_sold.setdefault(party, [])
        if other.deal is not self.deal and other.deal.number not in numbers:
            numbers.append(other.deal.number)

    def promises(self, party: str) -> Iterator[tuple[Assertion, Truth | None]]:
        """Yield a party's terms as promises to the other's face, each with how it turned out."""
        hearers = None if isinstance(self.seen_by, str) else frozenset(self.seen_by)
        for at, term in enumerate(self.sides[party]):
            promise = Assertion(
                message=self.deal.number, turn="", at=at, speaker=party,
                claim=Claim(proposition=term.said), to=(self.other(party),), hearers=hearers,
                round=self.round, of_dice_to_come=False,
            )  # fmt: skip
            yield promise, term.truth

    def failed_at(self, party: str) -> int | None:
        """Return the seal under which a party first broke a term."""
        seals = (term.failed_at for term in self.sides[party])
        return min((seal for seal in seals if seal is not None), default=None)

    def outcome(self, party: str, gone: set[str]) -> Outcome | None:
        """Return what a party made of it, None while that is open; `gone` are out of the game."""
        own, theirs = self.failed_at(party), self.failed_at(self.other(party))
        if own is not None:
            if theirs is None or own < theirs:
                return "broken"
            return "both_at_once" if own == theirs else "other_failed_first"
        terms = self.sides[party]
        truths = {term.truth for term in terms}
        if None in truths:
            return None
        if "true" in truths:
            return "kept"
        impossible = any({term.said.player, term.said.target} & gone for term in terms)
        return "void" if impossible else "no_occasion"


@dataclass(frozen=True, slots=True, kw_only=True)
class Heard:
    """What was said of deals in one message."""

    number: int
    """Of the message."""
    speaker: str
    seen_by: SeenBy
    """The speaker included."""
    wave: int
    acts: Sequence[DealAct]

    def reaches(self, player: str) -> bool:
        """Tell whether a player heard it."""
        return self.seen_by == "all" or player in self.seen_by

    def with_those_who_heard(self, deal: Deal) -> SeenBy:
        """Return who heard both this and the offer."""
        if self.seen_by == "all" or deal.seen_by == "all":
            return deal.seen_by if self.seen_by == "all" else self.seen_by
        return tuple(seat for seat in self.seen_by if seat in deal.seen_by)


class Deals:
    """All deals of one game, as far as the records tell that are fed."""

    def __init__(self) -> None:
        """Begin before the first offer."""
        self.deals: dict[int, Deal] = {}
        """By number."""
        self.agreements: list[Agreement] = []
        """In the order in which they were accepted."""
        self._live: list[Agreement] = []
        # Those of which a party has something left to do.
        self._seal = 0
        self._round = 0

    def agreement(self, settled: DealSettled) -> Agreement:
        """Return the agreement of which a party is settled."""
        parties = {settled.party, settled.other}
        return next(
            each
            for each in reversed(self.agreements)
            if each.deal.number == settled.deal and set(each.sides) == parties
        )

    # --- what can be said ---

    def problem(
        self, said: Sequence[tuple[DealAct, Sequence[str] | None]], speaker: str, wave: int
    ) -> str | None:
        """Say why a speech can't say so of deals, in one sentence; None: it can.

        `said` are its acts, each with who else hears it (None: all); `wave` is that of the turn.
        """
        done: set[int] = set()
        pending = [
            number for number, each in self.deals.items() if self._is_pending(each, speaker, wave)
        ]
        offers = len(pending)
        for act, hearers in said:
            number = act.counters if isinstance(act, Offer) else act.deal
            if number is not None:
                problem = self._answer_problem(act, number, speaker, wave, hearers)
                if problem is not None:
                    return problem
                if number in done:
                    return f"You answer deal {number} twice. Possible: one answer to it."
                done.add(number)
                offers -= self._is_withdrawn(act, number, wave, hearers)
            if isinstance(act, Offer):
                offers += 1
                problem = self._time_problem(act)
                if problem is not None:
                    return problem
            if offers > OPEN:
                known = f" Open: {', '.join(map(str, pending))}." if pending else ""
                return f"At most {OPEN} of your offers can be open.{known} {WITHDRAW}"
        return None

    def _is_withdrawn(
        self, act: DealAct, number: int, wave: int, hearers: Sequence[str] | None
    ) -> bool:
        """Tell whether an act leaves an own offer open for nobody, as far as its speaker knows.

        Who does not hear that it is withdrawn can still accept.
        """
        if not isinstance(act, Reply) or act.act != "withdraw":
            return False
        deal = self.deals[number]
        return hearers is None or all(
            seat in hearers
            for seat in deal.offer.to
            if deal.is_open(seat, as_heard_by=deal.offerer, wave=wave)
        )

    def _time_problem(self, offer: Offer) -> str | None:
        """Say that something in an offer counts to a round that is over; None: nothing does."""
        for until in (offer.until, *(term.until for term in (*offer.gives, *offer.wants))):
            if until is not None and until < self._round:
                return f"Your offer has until {until}. Possible: {self._round} or later, or null."
        return None

    def _is_pending(self, deal: Deal, offerer: str, wave: int) -> bool:
        """Tell whether an offer of this player's is open, as far as they know in a wave."""
        if deal.offerer != offerer:
            return False
        return deal.wave == wave or any(
            deal.is_open(seat, as_heard_by=offerer, wave=wave) for seat in deal.offer.to
        )

    def _answer_problem(
        self, act: DealAct, number: int, speaker: str, wave: int, hearers: Sequence[str] | None
    ) -> str | None:
        open_ = self.open_to(speaker, wave)
        if isinstance(act, Reply) and act.act == "withdraw":
            own = self.open_of(speaker, wave)
            if number in own:
                return None
            return f"You can't withdraw deal {number}. {_numbers(own)}"
        if number not in open_:
            return f"You can't answer deal {number}. {_numbers(open_)}"
        offerer = self.deals[number].offerer
        if isinstance(act, Offer) and offerer not in act.to:
            return (
                f"Your counter-offer to deal {number} is not to {offerer}. Possible: to {offerer}."
            )
        if hearers is not None and offerer not in hearers:
            return f"{offerer} would not hear your answer to deal {number}. Possible: that they do."
        return None

    def open_to(self, player: str, wave: int) -> list[int]:
        """Return the numbers of the deals that a player can answer in a wave."""
        return [
            number
            for number, deal in self.deals.items()
            if deal.is_open(player, as_heard_by=player, wave=wave)
        ]

    def open_of(self, player: str, wave: int) -> list[int]:
        """Return the numbers of the deals that a player can withdraw in a wave."""
        return [
            number
            for number, deal in self.deals.items()
            if deal.wave != wave and self._is_pending(deal, player, wave)
        ]

    # --- what was said ---

    def said(self, heard: Heard, facts: Facts) -> Iterator[DealRecord]:
        """Take what a message says of deals; acts that are not possible change nothing."""
        for act in heard.acts:
            if isinstance(act, Reply):
                yield from self._replied(act, heard, facts)
                continue
            if act.counters is not None:
                yield from self._end(act.counters, heard, "countered")
            yield self._offered(act, heard)

    def _offered(self, offer: Offer, heard: Heard) -> DealOffered:
        deal = Deal(
            number=heard.number, offerer=heard.speaker, offer=offer, wave=heard.wave,
            seen_by=heard.seen_by,
        )  # fmt: skip
        self.deals[deal.number] = deal
        return DealOffered(
            actor=heard.speaker,
            seen_by=heard.seen_by,
            deal=deal.number,
            to=list(offer.to),
            gives=[each.data() for each in offer.gives],
            wants=[each.data() for each in offer.wants],
            until=offer.until,
            counters=offer.counters,
        )

    def _replied(self, reply: Reply, heard: Heard, facts: Facts) -> Iterator[DealRecord]:
        match reply.act:
            case "withdraw":
                yield from self._withdraw(reply.deal, heard)
            case "decline":
                yield from self._end(reply.deal, heard, "declined")
            case "accept":
                for ended in self._end(reply.deal, heard, "accepted"):
                    yield ended
                    yield from self._agree(self.deals[reply.deal], heard, facts)

    def _withdraw(self, number: int, heard: Heard) -> Iterator[DealRecord]:
        deal = self.deals.get(number)
        if deal is None or deal.offerer != heard.speaker or deal.wave == heard.wave:
            return
        for seat in filter(heard.reaches, deal.open_for):
            deal.endings[seat] = "withdrawn", heard.wave
            yield _both_see(deal, seat, "withdrawn", heard.speaker)

    def _end(self, number: int, heard: Heard, how: Ending) -> Iterator[DealAnswered]:
        deal, by = self.deals.get(number), heard.speaker
        if deal is None or not heard.reaches(deal.offerer):
            return
        if deal.is_open(by, as_heard_by=by, wave=heard.wave):
            deal.endings[by] = how, heard.wave
            yield DealAnswered(
                actor=by, seen_by=heard.with_those_who_heard(deal), deal=number, player=by,
                answer=how,
            )  # fmt: skip

    def _agree(self, deal: Deal, heard: Heard, facts: Facts) -> Iterator[DealSettled]:
        """Bind both parties; what the offerer has given away by the same deal binds nobody."""
        acceptor = heard.speaker
        sides = {
            party: tuple(Term(said=each, watch=WATCHES[each.kind](each, facts)) for each in terms)
            for party, terms in zip(
                (deal.offerer, acceptor), deal.offer.between(deal.offerer, acceptor), strict=True
            )
        }
        made = Agreement(
            deal=deal, acceptor=acceptor, sides=sides, round=facts.round,
            seen_by=heard.with_those_who_heard(deal),
        )  # fmt: skip
        for term in (term for terms in sides.values() for term in terms):
            if term.said.kind != "go" or facts.destinations_out:
                term.take(term.watch.now(facts), self._seal)
        sold = {party: self._clashing(made, party) for party in sides}
        same = [each for each in sold[deal.offerer] if each.deal is deal]
        self.agreements.append(made)
        if same:
            made.instead = same[0].acceptor
            for party in sides:
                yield self._settled(made, party, "void")
            return
        self._live.append(made)
        for party, others in sold.items():
            for each in others:
                made.sell_twice(party, each)
                each.sell_twice(party, made)
        yield from self._settle(facts)

    def _clashing(self, made: Agreement, party: str) -> list[Agreement]:
        """Return the agreements, before this one, that a party can't keep beside it."""
        return [
            each
            for each in self._live
            if party in each.sides
            and party not in each.settled
            and any(
                conflicts(new.said, old.said)
                for new in made.sides[party]
                for old in each.sides[party]
                if new.truth is None and old.truth is None
            )
        ]

    # --- what becomes of it ---

    def heard(self, type_: str, data: Mapping[str, Any], facts: Facts) -> Iterator[DealSettled]:
        """Take a record that is no talk, which the facts have taken in."""
        self._round = facts.round
        if type_ == "destination_chosen":
            return  # a secret: all that was chosen under the seal is weighed once it is shown
        self._seal += 1
        for term in self._waiting():
            if type_ in term.watch.hears:
                term.take(term.watch.heard(type_, data, facts), self._seal)
        yield from self._settle(facts)

    def round_over(self, facts: Facts) -> Iterator[DealRecord]:
        """End a round: open offers lapse, and terms that count no longer."""
        for deal in self.deals.values():
            for seat in deal.open_for:
                deal.endings[seat] = "lapsed", 0
                yield _both_see(deal, seat, "lapsed", None)
        self._seal += 1
        for each in self._live:
            until = each.deal.offer.until
            over = until is not None and until <= facts.round
            for term in (term for side in each.sides.values() for term in side):
                watch = term.watch
                term.take(watch.game_over(facts) if over else watch.round_over(facts), self._seal)
        yield from self._settle(facts)

    def close(self, facts: Facts) -> Iterator[DealRecord]:
        """Settle what is still open, since no more records come: as the last round ends."""
        for term in self._waiting():
            term.take(term.watch.game_over(facts), self._seal)
        yield from self._settle(facts)

    def _waiting(self) -> Iterator[Term]:
        for each in self._live:
            for side in each.sides.values():
                yield from (term for term in side if term.truth is None)

    def _settle(self, facts: Facts) -> Iterator[DealSettled]:
        for each in self._live:
            for party in each.sides:
                outcome = each.outcome(party, facts.eliminated)
                if party not in each.settled and outcome is not None:
                    yield self._settled(each, party, outcome)
        self._live = [each for each in self._live if len(each.settled) < len(each.sides)]

    def _settled(self, each: Agreement, party: str, outcome: Outcome) -> DealSettled:
        each.settled[party] = outcome
        return DealSettled(
            actor=party,
            seen_by="engine",
            deal=each.deal.number,
            party=party,
            other=each.other(party),
            outcome=outcome,
            truths=[term.truth for term in each.sides[party]],
            instead=each.instead,
            double_sold=list(each.double_sold.get(party, ())),
        )


def heard_in(record: Record, acts: Sequence[DealAct]) -> Heard:
    """Return what a `said` record says of deals."""
    data, seen_by = record["data"], record["seen_by"]
    return Heard(
        number=data["message"],
        speaker=str(record["actor"]),
        seen_by="all" if isinstance(seen_by, str) else tuple(seen_by),
        wave=data["wave"],
        acts=acts,
    )


def _both_see(deal: Deal, player: str, how: Ending, actor: str | None) -> DealAnswered:
    return DealAnswered(
        actor=actor, seen_by=(deal.offerer, player), deal=deal.number, player=player, answer=how
    )


def _numbers(numbers: Sequence[int]) -> str:
    listed = ", ".join(map(str, numbers))
    return f"Possible: {listed}." if listed else "There is none that you could."
