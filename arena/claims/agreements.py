"""Offers of deals and accepted ones, each with how it stands: what the fold in `deals` keeps."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from arena.claims.assertions import Assertion
from arena.claims.deal_records import Ending, Outcome
from arena.claims.derived import SeenBy
from arena.claims.facts import Facts
from arena.claims.judgement import Truth, opposite
from arena.claims.language import Claim, Proposition
from arena.claims.meaning import conflicts
from arena.claims.offers import Offer
from arena.claims.prospects import Prospect
from arena.claims.watches import WATCHES
from arena.events import Event

__all__ = ["Agreement", "Deal", "Term"]


class Deal:
    """An offer, and how it stands with each of those to whom it was made."""

    def __init__(
        self, *, number: int, offerer: str, offer: Offer, wave: int, seen_by: SeenBy, facts: Facts
    ) -> None:
        """Begin when it is offered."""
        self.number = number
        self.offerer = offerer
        self.offer = offer
        self.wave = wave
        self.seen_by = seen_by
        """Who heard it, the offerer included."""
        self.endings: dict[str, tuple[Ending, int]] = {}
        """By player: how it ended for them, and in which wave; 0: in none."""
        self._prospects = {
            seat: tuple(
                Prospect(term, facts) for side in offer.between(offerer, seat) for term in side
            )
            for seat in offer.to
        }

    def is_open(self, player: str, *, as_heard_by: str, wave: int) -> bool:
        """Tell whether it is open for a player; an end by another in this wave is not known yet."""
        if player not in self.offer.to or self.wave == wave:
            return False
        ending = self.endings.get(player)
        if ending is None:
            return True
        how, when = ending
        by = {"withdrawn": self.offerer, "lapsed": None}.get(how, player)
        return when == wave and by != as_heard_by

    @property
    def open_for(self) -> tuple[str, ...]:
        """Those for whom it is open."""
        return tuple(seat for seat in self.offer.to if seat not in self.endings)

    def heard(self, event: Event, facts: Facts) -> None:
        """Take an event, which the facts have taken in."""
        for seat in self.open_for:
            for each in self._prospects[seat]:
                each.heard(event, facts)

    def is_over(self, player: str) -> bool:
        """Tell whether all know that a term on either side is decided, or can't come any more."""
        return any(each.end is not None for each in self._prospects[player])

    def one_can_have(self, player: str, other: str) -> bool:
        """Tell whether its offerer can't keep it with both of two who accept it."""
        mine, theirs = (self.offer.between(self.offerer, seat)[0] for seat in (player, other))
        return any(conflicts(one, two) for one in mine for two in theirs)


class Term:
    """One pledge of an accepted deal."""

    def __init__(self, said: Proposition, facts: Facts) -> None:
        """Begin when it is accepted."""
        self.said = said
        self.watch = WATCHES[said.kind](said, facts)
        self.truth: Truth | None = None
        self.failed_at: int | None = None
        """Under which seal it turned out broken."""
        self._prospect = Prospect(said, facts)

    def heard(self, event: Event, facts: Facts, seal: int) -> bool:
        """Take an event, which the facts have taken in; tell if it decides it."""
        self._prospect.heard(event, facts)
        if type(event) in self.watch.hears:
            self.take(self.watch.heard(event, facts), seal)
        return self.truth is not None

    def take(self, truth: Truth | None, seal: int) -> None:
        """Take the truth without its negation, None where it is open."""
        if truth is None or self.truth is not None:
            return
        self.truth = opposite(truth) if self.said.negated else truth
        if self.truth == "false":
            self.failed_at = seal

    @property
    def became_impossible(self) -> bool:
        """Whether somebody was out before its occasion could come."""
        return self.truth == "moot" and self._prospect.end == "impossible"


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

    def clashes(self, other: "Agreement", party: str) -> bool:
        """Tell whether a party of both has left to do what it can't do for both.

        The same act for two is no clash: it keeps both words.
        """
        return any(
            conflicts(one.said, two.said)
            for one in self.sides[party]
            for two in other.sides[party]
            if one.truth is None and two.truth is None
        )

    def sell_twice(self, party: str, other: "Agreement") -> None:
        """Note that a party gave the same away in another deal."""
        numbers = self.double_sold.setdefault(party, [])
        if other.deal.number not in numbers:
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

    def outcome(self, party: str) -> Outcome | None:
        """Return what a party made of it, None while that is open."""
        own = self.failed_at(party)
        if own is not None:
            theirs = self.failed_at(self.other(party))
            if theirs is None or own < theirs:
                return "broken"
            return "both_at_once" if own == theirs else "other_failed_first"
        terms = self.sides[party]
        truths = {term.truth for term in terms}
        if None in truths:
            return None
        if "true" in truths:
            return "kept"
        return "void" if any(term.became_impossible for term in terms) else "no_occasion"
