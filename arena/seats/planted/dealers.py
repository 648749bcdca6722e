"""Bots of planted conduct in deals."""

from collections.abc import Mapping, Sequence
from typing import TypeVar

from arena.claims.deal_records import DealAnswered, DealOffered
from arena.claims.language import Proposition
from arena.claims.offers import Offer, Reply
from arena.events import VotesRevealed
from arena.records.facts import Fact
from arena.records.record import Shown
from arena.seats.planted.plant import Plant, share, word
from arena.seats.planted.word_givers import FIRST, WordGiver
from arena.seats.seat import Question
from arena.talk.speech import Speech, TalkTurn
from engine.view_data import ViewData

Kind = TypeVar("Kind", bound=Fact)

__all__ = ["PLANTS"]

THREE = 3


class Dealer(WordGiver):
    """Deals before attacks: the first who is there offers one, who is asked accepts it.

    Each is to vote for the same candidate; there is one deal for a vote, so that each side can be
    kept whatever came of others. Who accepts has to speak later than who offers.
    """

    def __init__(self, seed: str, p: float, terms: str = "same") -> None:
        """`p` is the share of its sides that it keeps; `terms`: `same`, what it offers.

        `truce`: where three vote, not to vote for the other, who has as many votes and is to vote
        for the third, as it does itself.
        """
        super().__init__(seed)
        self.p, self.terms = p, terms

    def say(self, turn: TalkTurn, view: ViewData, heard: Sequence[Shown]) -> Speech | None:
        """Offer a deal, or accept the one that was offered."""
        weights = view["votes_here"] or {}
        if turn.floor != "attack" or turn.turn > 1 or turn.reply or turn.seat not in weights:
            return None
        if turn.seat == turn.present[0]:
            return self._offers(turn, view, weights)
        offered = _open(heard, turn.round)
        if self.terms == "truce" and offered is None:
            return self._offers(turn, view, weights)
        if offered is None or turn.seat not in offered.to:
            return None
        reply = Reply(act="accept", deal=offered.deal)
        return Speech.of("Agreed.", to=(str(offered.actor),), deals=(reply,))

    def _offers(self, turn: TalkTurn, view: ViewData, weights: Mapping[str, int]) -> Speech | None:
        key, is_truce = f"{turn.round} {turn.place}", self.terms == "truce"
        lots = [each for each in self.by_lot(view, key) if each in weights]
        later = turn.present[turn.present.index(turn.seat) + 1 :]
        if is_truce:
            later = tuple(each for each in later if _is_even(weights, turn.seat, each))
        other = next((each for each in lots if each in later), None)
        if other is None:
            return None
        among = [each for each in lots if each not in {turn.seat, other}] if is_truce else lots
        target = self.draws.pick(among, f"{key} target")
        mine, theirs = (
            Proposition(
                kind="vote", player=one, target=two, vote="attack", location=turn.place,
                negated=negated,
            )
            for one, two, negated in (
                (turn.seat, other if is_truce else target, is_truce), (other, target, False),
            )
        )  # fmt: skip
        offer = Offer(to=(other,), gives=(mine,), wants=(theirs,), until=turn.round)
        return Speech.of(f"Let us vote for {target}.", to=(other,), deals=(offer,))

    def choose(self, question: Question, view: ViewData, heard: Sequence[Shown]) -> str | None:
        """Vote as was agreed, or for another."""
        vote = view["vote"]
        if question.kind not in FIRST or vote is None or vote["kind"] != "attack":
            return super().choose(question, view, heard)
        offered = _last(heard, question.round, DealOffered)
        parties = () if offered is None else (offered.actor, *offered.to)
        if offered is None or question.seat not in parties:
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


class Offerer(WordGiver):
    """Offers a deal for votes in a share of its first turns before attacks; accepts none."""

    def __init__(self, seed: str, p: float) -> None:
        """`p` is the share of its turns."""
        super().__init__(seed)
        self.p = p

    def say(
        self,
        turn: TalkTurn,
        view: ViewData,  # noqa: ARG002 - it offers whatever comes
        heard: Sequence[Shown],  # noqa: ARG002 - it does not listen
    ) -> Speech | None:
        """Offer another player that each votes for the other."""
        first = turn.floor == "attack" and turn.turn == 1 and not turn.reply
        if not first or not self.draws.below(self.p, turn.id):
            return None
        other = next((each for each in turn.present if each != turn.seat), None)
        if other is None:
            return None
        mine, theirs = (
            Proposition(kind="vote", player=one, target=two, vote="attack", location=turn.place)
            for one, two in ((turn.seat, other), (other, turn.seat))
        )
        offer = Offer(to=(other,), gives=(mine,), wants=(theirs,), until=turn.round)
        return Speech.of("Your vote for mine.", to=(other,), deals=(offer,))


def _is_even(weights: Mapping[str, int], one: str, other: str) -> bool:
    """Tell whether three vote, two of them with the same votes."""
    return len(weights) == THREE and weights[one] == weights[other]


def _open(heard: Sequence[Shown], round_: int) -> DealOffered | None:
    """Return the last offer of this round, where nobody answered it and no vote came since."""
    last = _last(heard, round_, DealOffered, DealAnswered, VotesRevealed)
    return last if isinstance(last, DealOffered) else None


def _last(heard: Sequence[Shown], round_: int, *kinds: type[Kind]) -> Kind | None:
    """Return what the last record of this round says that says something of these types."""
    for each in reversed(heard):
        if each.round != round_:
            return None
        if isinstance(each.data, kinds):
            return each.data
    return None


PLANTS = (
    Plant(
        name="dealer",
        says=(
            "offers deals for votes at attacks, accepts all, and keeps a share p of its sides; "
            "`truce`: only among three, of whom two have as many votes, and it only spares the "
            "other"
        ),
        parameters=(share("p", 0.8), word("terms", "same", "truce", default="same")),
        make=lambda seed, _, p, terms: Dealer(seed, p, terms),
    ),
    Plant(
        name="offerer",
        says="offers a deal in a share p of its first turns to speak before attacks",
        parameters=(share("p", 0.3),),
        make=lambda seed, _, p: Offerer(seed, p),
    ),
)
