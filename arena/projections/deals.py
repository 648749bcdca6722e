"""The deals of a game: a fold over its records that finds offers, agreements and their outcomes.

`open_offers` checks what can be said of open offers. An offer ends for each of those to whom it was
made: they answer it, hear that it is withdrawn, or it lapses, as its round ends, as all see that
one of its terms is decided or can't come any more, or as they hear that another has accepted what
only one can have.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from arena.claims.agreements import Agreement, Deal, Prospect, Term
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
from arena.claims.language import Proposition
from arena.claims.offers import DealAct, Offer, Reply
from arena.claims.open_offers import OpenOffers
from arena.events import DestinationChosen, Event
from arena.records.facts import Fact
from arena.records.record import Record
from arena.records.talk import Said

_ANSWERS = frozenset({"accepted", "declined", "countered"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Heard:
    """The acts on deals of one message."""

    number: int
    """Number of the message."""
    speaker: str
    seen_by: SeenBy
    """The seats that heard it, the speaker included."""
    wave: int
    acts: Sequence[DealAct]

    def reaches(self, player: str) -> bool:
        """Return True if a player heard it."""
        return self.seen_by == "all" or player in self.seen_by

    def with_those_who_heard(self, deal: Deal) -> SeenBy:
        """Return the seats that heard both this and the offer."""
        if self.seen_by == "all" or deal.seen_by == "all":
            return deal.seen_by if self.seen_by == "all" else self.seen_by
        return tuple(seat for seat in self.seen_by if seat in deal.seen_by)


class Deals(OpenOffers):
    """All deals of one game, as far as its records were read."""

    def __init__(self) -> None:
        super().__init__()
        self.agreements: list[Agreement] = []
        """The accepted deals, in the order in which they were accepted."""
        self._live: list[Agreement] = []
        # Agreements in which a party has something left to do.
        self._offers: list[Deal] = []
        # Deals of this round that are open for somebody.
        self._taken: list[tuple[Deal, str]] = []
        # Offers that another has accepted in this wave, and the players for whom they then lapse.
        self._wave = 0
        self._seal = 0
        self._facts: Facts | None = None

    def agreement(self, settled: DealSettled) -> Agreement:
        """Return the agreement that a settlement is about."""
        parties = {settled.party, settled.other}
        return next(
            each
            for each in reversed(self.agreements)
            if each.deal.number == settled.deal and set(each.sides) == parties
        )

    def too_late(self, offer: Offer, offerer: str) -> Proposition | None:
        """Return a term of an offer that all can see to be over, so that the offer would lapse."""
        if self._facts is None:
            return None
        terms = (term for to in offer.to for side in offer.between(offerer, to) for term in side)
        return next((each for each in terms if Prospect(each, self._facts).end is not None), None)

    # --- what was said ---

    def said(self, heard: Heard, facts: Facts) -> Iterator[DealRecord]:
        """Update from a message's acts on deals; acts that are not possible change nothing."""
        if heard.wave != self._wave:
            yield from self._heard_out()
            self._wave = heard.wave
        for act in heard.acts:
            if isinstance(act, Reply):
                yield from self._replied(act, heard, facts)
                continue
            if act.counters is not None:
                yield from self._end(act.counters, heard, "countered")
            yield from self._offered(act, heard, facts)

    def _offered(self, offer: Offer, heard: Heard, facts: Facts) -> Iterator[DealRecord]:
        deal = Deal(
            number=heard.number, offerer=heard.speaker, offer=offer, wave=heard.wave,
            seen_by=heard.seen_by, facts=facts,
        )  # fmt: skip
        self.deals[deal.number] = deal
        self._offers.append(deal)
        yield DealOffered(
            actor=heard.speaker,
            seen_by=heard.seen_by,
            deal=deal.number,
            to=list(offer.to),
            gives=offer.gives,
            wants=offer.wants,
            until=offer.until,
            counters=offer.counters,
        )
        yield from self._lapse(deal)

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
        for seat in filter(heard.reaches, deal.offer.to):
            how, when = deal.endings.get(seat, (None, 0))
            if how is None or (how == "lapsed" and when == heard.wave):
                deal.endings[seat] = "withdrawn", heard.wave
                yield _both_see(deal, seat, "withdrawn", heard.speaker)
            elif when == heard.wave and how in _ANSWERS:
                yield _both_see(deal, seat, "withdrawn", heard.speaker)  # too late

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
        """Add an agreement, void if the offerer has given its part to another acceptor."""
        acceptor = heard.speaker
        parties = deal.offerer, acceptor
        sides = {
            party: tuple(Term(each, facts) for each in terms)
            for party, terms in zip(parties, deal.offer.between(*parties), strict=True)
        }
        made = Agreement(
            deal=deal, acceptor=acceptor, sides=sides, round=facts.round,
            seen_by=heard.with_those_who_heard(deal),
        )  # fmt: skip
        for term in (term for terms in sides.values() for term in terms):
            if term.said.kind != "go" or facts.destinations_out:
                term.take(term.watch.now(facts), self._seal)
        self._take(deal, heard)
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
        yield from self._settle()

    def _take(self, deal: Deal, heard: Heard) -> None:
        """End an offer that only one can have for the others who hear that it is accepted.

        Within the wave they don't know yet, so that another who accepts is bound too.
        """
        for seat in filter(heard.reaches, deal.open_for):
            if deal.one_can_have(heard.speaker, seat):
                deal.endings[seat] = "lapsed", heard.wave
                self._taken.append((deal, seat))

    def _heard_out(self) -> Iterator[DealAnswered]:
        """End the wave, whose acceptances are then known to those who heard them."""
        for deal, seat in self._taken:
            if deal.endings[seat][0] == "lapsed":
                yield _both_see(deal, seat, "lapsed", None)
        self._taken.clear()

    def _clashing(self, made: Agreement, party: str) -> list[Agreement]:
        """Return the earlier agreements that a party can't keep beside this one."""
        return [
            each
            for each in self._live
            if party in each.sides and party not in each.settled and made.clashes(each, party)
        ]

    # --- what becomes of it ---

    def heard(self, fact: Fact, facts: Facts) -> Iterable[DealRecord]:
        """Update from a fact that is no talk, which `facts` already includes."""
        self._round, self._facts = facts.round, facts
        return self._heard(fact, facts) if self._offers or self._live or self._taken else ()

    def _heard(self, fact: Fact, facts: Facts) -> Iterator[DealRecord]:
        yield from self._heard_out()
        if isinstance(fact, DestinationChosen):
            return  # a secret: all choices under one seal are judged once they are revealed
        for deal in self._offers:
            if isinstance(fact, Event):
                deal.heard(fact, facts)
            yield from self._lapse(deal)
        self._offers = [deal for deal in self._offers if deal.open_for]
        self._seal += 1
        if isinstance(fact, Event):
            decided = [term.heard(fact, facts, self._seal) for term in self._waiting()]
            if any(decided):
                yield from self._settle()

    def _lapse(self, deal: Deal) -> Iterator[DealAnswered]:
        """End an offer for those players with whom all can see that one of its terms is over."""
        for seat in filter(deal.is_over, deal.open_for):
            deal.endings[seat] = "lapsed", 0
            yield _both_see(deal, seat, "lapsed", None)

    def round_over(self, facts: Facts) -> Iterator[DealRecord]:
        """End a round: open offers lapse, and terms that count no longer are settled."""
        for deal in self._offers:
            for seat in deal.open_for:
                deal.endings[seat] = "lapsed", 0
                yield _both_see(deal, seat, "lapsed", None)
        self._offers.clear()
        self._seal += 1
        for each in self._live:
            until = each.deal.offer.until
            over = until is not None and until <= facts.round
            for term in (term for side in each.sides.values() for term in side):
                watch = term.watch
                term.take(watch.game_over(facts) if over else watch.round_over(facts), self._seal)
        yield from self._settle()

    def close(self, facts: Facts) -> Iterator[DealRecord]:
        """Settle what is open, as at the end of the last round, since no more records come."""
        for term in self._waiting():
            term.take(term.watch.game_over(facts), self._seal)
        yield from self._settle()

    def _waiting(self) -> Iterator[Term]:
        for each in self._live:
            for side in each.sides.values():
                yield from (term for term in side if term.truth is None)

    def _settle(self) -> Iterator[DealSettled]:
        for each in self._live:
            for party in each.sides:
                outcome = None if party in each.settled else each.outcome(party)
                if outcome is not None:
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


def heard_in(said: Said, record: Record) -> Heard:
    """Return a message's acts on deals."""
    return Heard(
        number=said.message, speaker=str(record.actor), seen_by=record.seen_by, wave=said.wave,
        acts=said.deals,
    )  # fmt: skip


def _both_see(deal: Deal, player: str, how: Ending, actor: str | None) -> DealAnswered:
    return DealAnswered(
        actor=actor, seen_by=(deal.offerer, player), deal=deal.number, player=player, answer=how
    )
