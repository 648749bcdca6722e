"""Offers of deals and accepted ones, each with how it stands: what the fold in `deals` keeps."""

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
    """What can come of one pledge, from when it was given."""

    def __init__(self, said: Proposition, facts: Facts) -> None:
        """`said` names its player."""
        self.said = said
        self.end: End | None = None
        """`past`: its moment is over, or it was decided; `impossible`: who is out can't do it any
        more, or nobody to them; None: it is still to come."""
        # Whether a watch is done all can tell, but for where one goes: that is chosen in secret.
        self._watch = None if said.kind == "go" else WATCHES[said.kind](said, facts)
        decided = self._watch is not None and self._watch.now(facts) is not None
        self._look(facts, decided=decided)

    def heard(self, event: Event, facts: Facts) -> None:
        """Take an event, which the facts have taken in."""
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
    """Tell whether all know where the player goes, or that a moment of the round is over."""
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
    """Tell whether the attack that is meant was held, in which somebody may just have gone out."""
    location = said.location
    eaten = facts.eaten if location is None else facts.eaten & {location}
    return _is_of_attack(said) and bool(eaten)


def _is_of_attack(said: Proposition) -> bool:
    return said.vote == "attack" or (said.kind == "play" and said.moment in {None, "attack"})


def _is_impossible(said: Proposition, facts: Facts) -> bool:
    """Tell whether somebody is out without whom it can't be done.

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
    """An offer, and how it stands with each of those to whom it was made."""

    def __init__(
        self, *, number: int, offerer: str, offer: Offer, wave: int, seen_by: SeenBy, facts: Facts
    ) -> None:
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
