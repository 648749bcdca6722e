"""Planted bots that keep or break deals at known rates."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeVar

from arena.claims.deal_records import DealAnswered, DealOffered
from arena.claims.language import Proposition
from arena.claims.offers import Offer, Reply
from arena.events import VotesRevealed
from arena.records.facts import Fact
from arena.records.record import Shown
from arena.seats.planted.dice_tellers import is_first
from arena.seats.planted.word_givers import FIRST, WordGiver
from arena.seats.seat import Question
from arena.talk.speech import Speech, TalkTurn
from engine.view_data import ViewData

Kind = TypeVar("Kind", bound=Fact)
THREE = 3


@dataclass(eq=False)
class Dealer(WordGiver):
    """Deals before attacks: the first who is there offers one, who is asked accepts it.

    Each is to vote for the same candidate; there is one deal for a vote, so that each side can be
    kept whatever came of others. Who accepts has to speak later than who offers.
    """

    p: float = 0.8
    """The share of its sides that it keeps."""
    terms: Literal["same", "truce"] = "same"
    """What it offers. `truce`: where three vote, not to vote for the other, who has as many votes
    and is to vote for the third, as it does itself."""
    name = "dealer"
    says = (
        "offers deals for votes at attacks, accepts all, and keeps a share p of its sides; "
        "`truce`: only among three, of whom two have as many votes, and it only spares the other"
    )

    def say(self, turn: TalkTurn, view: ViewData, heard: Sequence[Shown]) -> Speech | None:
        """Offer a deal, or accept the one that was offered."""
        weights = view["votes_here"] or {}
        if not is_first(turn, "attack") or turn.seat not in weights:
            return None
        if turn.seat == turn.present[0]:
            return self._offers(turn, view, weights)
        # An offer is open until somebody answers it, or a vote comes.
        last = _last(heard, turn.round, DealOffered, DealAnswered, VotesRevealed)
        offered = last if isinstance(last, DealOffered) else None
        if self.terms == "truce" and offered is None:
            return self._offers(turn, view, weights)
        if offered is None or turn.seat not in offered.to:
            return None
        reply = Reply(act="accept", deal=offered.deal)
        return Speech.of("Agreed.", to=(str(offered.actor),), deals=(reply,))

    def _offers(self, turn: TalkTurn, view: ViewData, weights: Mapping[str, int]) -> Speech | None:
        key, me, is_truce = f"{turn.round} {turn.place}", turn.seat, self.terms == "truce"
        lots = [each for each in self.by_lot(view, key) if each in weights]
        later = turn.present[turn.present.index(me) + 1 :]
        if is_truce:
            even = len(weights) == THREE
            later = tuple(each for each in later if even and weights[each] == weights[me])
        other = next((each for each in lots if each in later), None)
        if other is None:
            return None
        among = [each for each in lots if each not in {me, other}] if is_truce else lots
        target = self.draws.pick(among, f"{key} target")
        mine = _vote(me, other if is_truce else target, turn.place, negated=is_truce)
        theirs = _vote(other, target, turn.place)
        offer = Offer(to=(other,), gives=(mine,), wants=(theirs,), until=turn.round)
        return Speech.of(f"Let us vote for {target}.", to=(other,), deals=(offer,))

    def choose(self, question: Question, view: ViewData, heard: Sequence[Shown]) -> str | None:
        """Vote as the deal says, or for another."""
        vote = view["vote"]
        if question.kind not in FIRST or vote is None or vote["kind"] != "attack":
            return super().choose(question, view, heard)
        offered = _last(heard, question.round, DealOffered)
        if offered is None or question.seat not in {offered.actor, *offered.to}:
            return None
        term = (offered.gives if question.seat == offered.actor else offered.wants)[0]
        if term.location != question.place:
            return None
        keeps = self.draws.below(self.p, question.id)
        for_whom = offered.wants[0].target if keeps else term.target
        is_for = keeps or term.negated
        options = [
            each.id for each in question.options if (each.args["player"] == for_whom) is is_for
        ]
        return self.draws.pick(options, f"{question.id} other") if options else None


@dataclass(eq=False)
class Offerer(WordGiver):
    """Offers a deal for votes in a share of its first turns before attacks; accepts none."""

    p: float = 0.3
    """The share of its turns."""
    name = "offerer"
    says = "offers a deal in a share p of its first turns to speak before attacks"

    def say(self, turn: TalkTurn, view: ViewData, heard: Sequence[Shown]) -> Speech | None:
        """Offer another player that each votes for the other."""
        other = next((each for each in turn.present if each != turn.seat), None)
        if not is_first(turn, "attack") or not self.draws.below(self.p, turn.id) or other is None:
            return None
        mine, theirs = _vote(turn.seat, other, turn.place), _vote(other, turn.seat, turn.place)
        offer = Offer(to=(other,), gives=(mine,), wants=(theirs,), until=turn.round)
        return Speech.of("Your vote for mine.", to=(other,), deals=(offer,))


def _vote(player: str, target: str, place: int | None, *, negated: bool = False) -> Proposition:
    return Proposition(
        kind="vote", player=player, target=target, vote="attack", location=place, negated=negated
    )


def _last(heard: Sequence[Shown], round_: int, *kinds: type[Kind]) -> Kind | None:
    for each in reversed(heard):
        if each.round != round_:
            return None
        if isinstance(each.data, kinds):
            return each.data
    return None


PLANTS = (Dealer, Offerer)
