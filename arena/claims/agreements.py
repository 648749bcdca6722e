"""The state of offered and accepted deals, which the fold in `arena.projections.deals` updates."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from arena.claims.assertions import Assertion
from arena.claims.deal_records import Ending, Outcome
from arena.claims.derived import SeenBy
from arena.claims.facts import Facts
from arena.claims.judgement import Truth, opposite
from arena.claims.language import Claim, Proposition
from arena.claims.meaning import conflicts
from arena.claims.offers import Offer
from arena.claims.watches import WATCHES
from arena.events import Event

End = Literal["past", "impossible"]


class Prospect:
    """Whether and why one pledge can no longer be carried out, followed from when it was given."""

    def __init__(self, said: Proposition, facts: Facts) -> None:
        """`said` must name its player."""
        self.said = said
        self.end: End | None = None
        """`past`: its moment is over, or it was decided; `impossible`: somebody whom it needs is
        out of the game; None: still to come."""
        # All can tell whether a watch is done, except for `go`: a destination is chosen in secret.
        self._watch = None if said.kind == "go" else WATCHES[said.kind](said, facts)
        decided = self._watch is not None and self._watch.now(facts) is not None
        self._look(facts, decided=decided)

    def heard(self, event: Event, facts: Facts) -> None:
        """Update from an event, which `facts` already includes."""
        if self.end is None:
            watch, truth = self._watch, None
            if watch is not None and type(event) in watch.hears:
                truth = watch.heard(event, facts)
            self._look(facts, decided=truth is not None)

    def _look(self, facts: Facts, *, decided: bool) -> None:
        if _is_impossible(self.said, facts):
            self.end = "past" if _has_come(self.said, facts) else "impossible"
        elif decided or _is_past(self.said, facts):
            self.end = "past"


def _is_past(said: Proposition, facts: Facts) -> bool:
    """Return True if all know the player's destination, or the moment of the round is over."""
    if said.kind == "go":
        return facts.destinations_out or said.player in facts.open_destinations
    if said.location is not None and facts.is_safe(said.location):
        return True
    match said.moment:
        case "truck":
            return facts.truck_over
        case "chief" | "dice":
            return facts.moment not in {"truck", "chief", "dice"}
        case "move":
            return facts.dice_out and not facts.movement
        case _:
            return False


def _has_come(said: Proposition, facts: Facts) -> bool:
    """Return True if the attack that is meant was held; somebody may just have gone out in it."""
    location = said.location
    eaten = facts.eaten if location is None else facts.eaten & {location}
    return _is_of_attack(said) and bool(eaten)


def _is_of_attack(said: Proposition) -> bool:
    return said.vote == "attack" or (said.kind == "play" and said.moment in {None, "attack"})


def _is_impossible(said: Proposition, facts: Facts) -> bool:
    """Return True if it can't be done because somebody whom it needs is out of the game.

    Who is out has a vote in re-votes (MOH-66) or may break a tie (OSA-21), may be given a card and
    told the dice, but goes nowhere, wins no vote and is in no first ballot.
    """
    player_out = said.player in facts.eliminated
    match said.kind:
        case "vote":
            return said.target in facts.eliminated or (player_out and said.ballot == "first")
        case "ally":
            return said.target in facts.eliminated
        case "tell":
            can_look = facts.dead_play or said.player in facts.looked
            return player_out and not can_look
        case "play":
            return player_out and not facts.dead_play
        case _:
            return player_out


class Deal:
    """An offer of a deal, and its state for each player to whom it was made."""

    def __init__(
        self, *, number: int, offerer: str, offer: Offer, wave: int, seen_by: SeenBy, facts: Facts
    ) -> None:
        self.number = number
        self.offerer = offerer
        self.offer = offer
        self.wave = wave
        self.seen_by = seen_by
        """The seats that heard the offer, the offerer included."""
        self.endings: dict[str, tuple[Ending, int]] = {}
        """For each player for whom the offer ended: how, and in which wave; wave 0: in none."""
        self._prospects = {
            seat: tuple(
                Prospect(term, facts) for side in offer.between(offerer, seat) for term in side
            )
            for seat in offer.to
        }

    def is_open(self, player: str, *, as_heard_by: str, wave: int) -> bool:
        """Return True if it is open for a player; others' acts in this wave are unknown yet."""
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
        """The players for whom the offer is open."""
        return tuple(seat for seat in self.offer.to if seat not in self.endings)

    def heard(self, event: Event, facts: Facts) -> None:
        """Update from an event, which `facts` already includes."""
        for seat in self.open_for:
            for each in self._prospects[seat]:
                each.heard(event, facts)

    def is_over(self, player: str) -> bool:
        """Return True if all know that a term on either side is decided, or can't come any more."""
        return any(each.end is not None for each in self._prospects[player])

    def one_can_have(self, player: str, other: str) -> bool:
        """Return True if the offerer can't keep the deal with both players if both accept."""
        mine, theirs = (self.offer.between(self.offerer, seat)[0] for seat in (player, other))
        return any(conflicts(one, two) for one in mine for two in theirs)


class Term:
    """One pledge of an accepted deal, until its truth is found."""

    def __init__(self, said: Proposition, facts: Facts) -> None:
        self.said = said
        self.watch = WATCHES[said.kind](said, facts)
        self.truth: Truth | None = None
        self.failed_at: int | None = None
        """The number of the seal under which it turned out broken; None: it has not."""
        self._prospect = Prospect(said, facts)

    def heard(self, event: Event, facts: Facts, seal: int) -> bool:
        """Update from an event, which `facts` includes; return True if it decides the term."""
        self._prospect.heard(event, facts)
        if type(event) in self.watch.hears:
            self.take(self.watch.heard(event, facts), seal)
        return self.truth is not None

    def take(self, truth: Truth | None, seal: int) -> None:
        """Set the truth, given without the pledge's negation; None leaves it open."""
        if truth is None or self.truth is not None:
            return
        self.truth = opposite(truth) if self.said.negated else truth
        if self.truth == "false":
            self.failed_at = seal

    @property
    def became_impossible(self) -> bool:
        """Whether somebody whom it needs was out before its occasion could come."""
        return self.truth == "moot" and self._prospect.end == "impossible"


@dataclass(slots=True, kw_only=True, eq=False)
class Agreement:
    """A deal between two parties, from its acceptance on."""

    deal: Deal
    acceptor: str
    sides: dict[str, tuple[Term, ...]]
    """The terms that each party has to do."""
    round: int
    """The round in which it was accepted."""
    seen_by: SeenBy
    """The seats that know of it: those that heard both the offer and its acceptance."""
    instead: str | None = None
    """The player who is bound in the acceptor's place; None: the acceptor is bound."""
    double_sold: dict[str, list[int]] = field(default_factory=dict)
    settled: dict[str, Outcome] = field(default_factory=dict)
    """The outcome for each party whose side is decided."""

    def other(self, party: str) -> str:
        """Return the other party."""
        return self.acceptor if party == self.deal.offerer else self.deal.offerer

    def clashes(self, other: "Agreement", party: str) -> bool:
        """Return True if a party of both agreements still has to do acts that exclude each other.

        The same act promised twice is no clash: doing it once keeps both agreements.
        """
        return any(
            conflicts(one.said, two.said)
            for one in self.sides[party]
            for two in other.sides[party]
            if one.truth is None and two.truth is None
        )

    def sell_twice(self, party: str, other: "Agreement") -> None:
        """Record that a party promised the same thing in another deal."""
        numbers = self.double_sold.setdefault(party, [])
        if other.deal.number not in numbers:
            numbers.append(other.deal.number)

    def promises(self, party: str) -> Iterator[tuple[Assertion, Truth | None]]:
        """Yield each of a party's terms as a promise to the other, with its truth (None: open)."""
        hearers = None if isinstance(self.seen_by, str) else frozenset(self.seen_by)
        for at, term in enumerate(self.sides[party]):
            promise = Assertion(
                message=self.deal.number, turn="", at=at, speaker=party,
                claim=Claim(proposition=term.said), to=(self.other(party),), hearers=hearers,
                round=self.round, of_dice_to_come=False,
            )  # fmt: skip
            yield promise, term.truth

    def failed_at(self, party: str) -> int | None:
        """Return the number of the seal under which a party first broke a term; None: never."""
        seals = (term.failed_at for term in self.sides[party])
        return min((seal for seal in seals if seal is not None), default=None)

    def outcome(self, party: str) -> Outcome | None:
        """Return the outcome of the agreement for a party, None while it is open."""
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
