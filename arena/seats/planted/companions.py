"""Planted bots that favour or harm chosen players: voting blocs, returned gifts, betrayal.

They are silent, play no cards at votes, and decide the rest at random.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from arena.events import CardGiven
from arena.records.record import Shown, of_type
from arena.seats.planted.electors import voted_at
from arena.seats.planted.word_givers import WordGiver, by_candidate
from arena.seats.seat import Question
from engine.view_data import ViewData, VoteData

VOTES = frozenset({"cast_vote", "cast_revote", "point_at"})
GIFT = "distribute_truck"
ELECTIONS = frozenset({"truck", "chief"})


def _vote(question: Question, view: ViewData) -> VoteData | None:
    """Return the vote in which a question asks for a ballot; None: it asks for something else."""
    return view["vote"] if question.kind in VOTES else None


@dataclass(eq=False)
class Companion(WordGiver):
    """Has nothing to say."""

    talks = False

    def gift(self, question: Question, recipient: str | None) -> str | None:
        """Pick an option that gives a card to a player; None: there is none."""
        gifts = [each.id for each in question.options if each.args.get("recipient") == recipient]
        return self.draws.pick(gifts, f"{question.id} gift") if recipient and gifts else None


@dataclass(eq=False)
class Bloc(Companion):
    """Votes with its bloc: together with probability `cohesion`, else each by itself.

    One coin falls for all members in each vote. Together they vote for one candidate outside the
    bloc, drawn; apart, and where there is none, each for any other candidate than itself. So the
    kappa of two members is the cohesion wherever a third stands.
    """

    id: str
    """The names of the bloc's seats, joined by `_`."""
    cohesion: float = 0.9
    name = "bloc"
    says = (
        "votes with the seats that its id names (Ada_Ben) for one outside, in a share "
        "`cohesion` of votes, else each for any other than itself; silent"
    )

    def choose(self, question: Question, view: ViewData, heard: Sequence[Shown]) -> str | None:
        """Vote for the bloc's target, or for another."""
        vote = _vote(question, view)
        if vote is None:
            return super().choose(question, view, heard)
        options = by_candidate(question)
        others = [each for each in sorted(options) if each != question.seat]
        outside = [each for each in others if each not in self.id.split("_")]
        key = f"{self.id} {question.round} {vote['kind']} {question.place}"
        if outside and self.draws.below(self.cohesion, f"{key} {question.kind}"):
            return options[self.draws.pick(outside, f"{key} target")]
        return options[self.draws.pick(others, f"{question.id} apart")] if others else None


@dataclass(eq=False)
class TitForTat(Companion):
    """Gives the card of the truck to who gave it the last one, with probability p."""

    p: float = 1.0
    """The share of gifts that it returns; the others are to anybody."""
    name = "tit_for_tat"
    says = "gives to who last gave it a card in a share p of its gifts, else to anybody; silent"

    def choose(self, question: Question, view: ViewData, heard: Sequence[Shown]) -> str | None:
        """Give to the last giver, or decide at random."""
        if question.kind != GIFT or not self.draws.below(self.p, question.id):
            return super().choose(question, view, heard)
        given = of_type(CardGiven, reversed(heard))
        giver = (each.player for each in given if each.recipient == question.seat)
        return self.gift(question, next(giver, None))


@dataclass(eq=False)
class Neighbour(Companion):
    """Cooperates fully with a neighbour, and with nobody else by choice.

    It gives and votes for it in elections, and never votes against it in an attack, unless it
    strikes: there it votes against any other candidate than both, or itself where there is none.
    Both go where the truck or the Chief is voted for, to the same of the two if they can, so that
    they meet in votes.
    """

    step = 1
    """Seats to the neighbour, clockwise."""

    def strikes(self, question: Question) -> bool:
        """Return True if it votes against the neighbour in attacks of this round."""
        return False

    def choose(self, question: Question, view: ViewData, heard: Sequence[Shown]) -> str | None:
        """Favour the neighbour."""
        seats, vote = view["seats"], _vote(question, view)
        partner = str(seats[(seats.index(question.seat) + self.step) % len(seats)])
        if question.kind == GIFT:
            return self.gift(question, partner)
        if question.kind == "choose_destination":
            places = sorted(voted_at(view["ruleset"]))
            goal = self.draws.pick(places, f"{question.round} meets")
            there = (each.id for each in question.options if each.args["location"] == goal)
            return next(there, None)
        if vote is None:
            return super().choose(question, view, heard)
        options, elects = by_candidate(question), vote["kind"] in ELECTIONS
        if partner in options and (elects or self.strikes(question)):
            return options[partner]
        others = [each for each in options if each not in {partner, question.seat}]
        if elects or not others:
            return options.get(question.seat)
        return options[self.draws.pick(others, f"{question.id} other")]


@dataclass(eq=False)
class Loyal(Neighbour):
    """Never strikes its neighbour."""

    side: Literal["left", "right"] = "right"
    """Where the neighbour sits: `left` is the next clockwise."""
    name = "loyal"
    says = (
        "favours one neighbour in gifts and elections, goes where votes are, and never votes "
        "against it; silent"
    )

    def __post_init__(self) -> None:
        self.step = 1 if self.side == "left" else -1


@dataclass(eq=False)
class Betrayer(Neighbour):
    """Is loyal to its left neighbour; from a round on, votes against it in attacks."""

    round: int
    """The first of these rounds."""
    p: float = 1.0
    """The share of them in which it does so."""
    name = "betrayer"
    says = (
        "is loyal to its left neighbour; from a round on it votes against it in attacks, in a "
        "share p of the rounds; silent"
    )

    def strikes(self, question: Question) -> bool:
        """Return True if it betrays its neighbour in this round."""
        drawn = self.draws.below(self.p, f"{question.seat} {question.round} strikes")
        return question.round >= self.round and drawn


@dataclass(eq=False)
class Greedy(Companion):
    """Votes for itself in elections, and in attacks against who has most characters.

    It gives a card to who has fewest, and keeps at random.
    """

    name = "greedy"
    says = "votes for itself, and against who has most; gives to who has fewest; silent"

    def choose(self, question: Question, view: ViewData, heard: Sequence[Shown]) -> str | None:
        """Take what it can."""
        if question.kind != GIFT and question.kind not in VOTES:
            return super().choose(question, view, heard)
        owned = [one["player"] for place in view["places"] for one in place["characters"]]
        lots = self.by_lot(view, question.id)
        if question.kind == GIFT:
            able = (each for each in lots if self.gift(question, each))
            return self.gift(question, min(able, key=owned.count, default=None))
        options, vote = by_candidate(question), view["vote"]
        if vote is not None and vote["kind"] in ELECTIONS and question.seat in options:
            return options[question.seat]
        others = [each for each in lots if each in options and each != question.seat]
        return options[max(others, key=owned.count)] if others else None


PLANTS = (Bloc, TitForTat, Loyal, Betrayer, Greedy)
