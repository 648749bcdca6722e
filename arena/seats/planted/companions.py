"""Bots of planted conduct towards others: blocs, gifts that are returned, ties that are broken.

They are silent, play no cards at votes, and decide the rest at random.
"""

from collections.abc import Sequence

from arena.events import CardGiven
from arena.records.record import Shown, of_type
from arena.seats.planted.electors import voted_at
from arena.seats.planted.plant import Plant, number, share, word
from arena.seats.planted.word_givers import WordGiver
from arena.seats.seat import Question
from engine.view_data import ViewData

__all__ = ["PLANTS", "Betrayer", "Bloc", "Greedy", "Loyal", "TitForTat"]

VOTES = frozenset({"cast_vote", "cast_revote", "point_at"})
GIFT = "distribute_truck"
ELECTIONS = frozenset({"truck", "chief"})


def _candidates(question: Question) -> dict[str, str]:
    """Return the option for each candidate."""
    return {str(each.args["player"]): each.id for each in question.options}


def _gifts(question: Question, recipient: str) -> list[str]:
    """Return the options that give a card to somebody."""
    return [each.id for each in question.options if each.args.get("recipient") == recipient]


class Silent(WordGiver):
    """Has nothing to say."""

    @property
    def talks(self) -> bool:
        """It can't speak."""
        return False


class Bloc(Silent):
    """Votes with its bloc: together with probability `cohesion`, else each by itself.

    One coin falls for all members in each vote. Together they vote for one candidate outside the
    bloc, drawn; apart, and where there is none, each for any other candidate than itself. So the
    kappa of two members is the cohesion wherever a third stands.
    """

    def __init__(self, seed: str, members: str, cohesion: float) -> None:
        """`members` are the names of the bloc's seats, joined by `_`: its id."""
        super().__init__(seed)
        self.bloc, self.members, self.cohesion = members, frozenset(members.split("_")), cohesion

    def choose(self, question: Question, view: ViewData, heard: Sequence[Shown]) -> str | None:
        """Vote for the bloc's target, or for another."""
        vote = view["vote"]
        if question.kind not in VOTES or vote is None:
            return super().choose(question, view, heard)
        options = _candidates(question)
        others = [each for each in sorted(options) if each != question.seat]
        outside = [each for each in others if each not in self.members]
        key = f"{self.bloc} {question.round} {vote['kind']} {question.place}"
        if outside and self.draws.below(self.cohesion, f"{key} {question.kind}"):
            return options[self.draws.pick(outside, f"{key} target")]
        return options[self.draws.pick(others, f"{question.id} apart")] if others else None


class TitForTat(Silent):
    """Gives the card of the truck to who gave it the last one, with probability p."""

    def __init__(self, seed: str, p: float) -> None:
        """`p` is the share of gifts that it returns; the others are to anybody."""
        super().__init__(seed)
        self.p = p

    def choose(self, question: Question, view: ViewData, heard: Sequence[Shown]) -> str | None:
        """Give, or decide at random."""
        if question.kind != GIFT or not self.draws.below(self.p, question.id):
            return super().choose(question, view, heard)
        giver = next(
            (
                given.player
                for given in of_type(CardGiven, reversed(heard))
                if given.recipient == question.seat
            ),
            None,
        )
        options = _gifts(question, giver) if giver else []
        return self.draws.pick(options, f"{question.id} gift") if options else None


class Loyal(Silent):
    """Cooperates fully with a neighbour, and with nobody else by choice.

    It gives and votes for it in elections, and never votes against it in an attack: there it votes
    against any other candidate than both, or itself where there is none. Both go where the truck or
    the Chief is voted for, to the same of the two if they can, so that they meet in votes.
    """

    def __init__(self, seed: str, side: str) -> None:
        """`side` is where the neighbour sits: `left` is the next clockwise."""
        super().__init__(seed)
        self.step = 1 if side == "left" else -1

    def partner(self, seat: str, view: ViewData) -> str:
        """Return the neighbour."""
        seats = view["seats"]
        return str(seats[(seats.index(seat) + self.step) % len(seats)])

    def strikes(self, question: Question) -> bool:  # noqa: ARG002 - never
        """Tell whether it votes against the neighbour in attacks of this round."""
        return False

    def choose(self, question: Question, view: ViewData, heard: Sequence[Shown]) -> str | None:
        """Favour the neighbour."""
        partner = self.partner(question.seat, view)
        if question.kind == GIFT:
            gifts = _gifts(question, partner)
            return self.draws.pick(gifts, f"{question.id} gift") if gifts else None
        if question.kind == "choose_destination":
            places = sorted(voted_at(view["ruleset"]))
            goal = self.draws.pick(places, f"{question.round} meets")
            there = (each.id for each in question.options if each.args["location"] == goal)
            return next(there, None)
        vote = view["vote"]
        if question.kind not in VOTES or vote is None:
            return super().choose(question, view, heard)
        options = _candidates(question)
        favours = vote["kind"] in ELECTIONS or self.strikes(question)
        if favours and partner in options:
            return options[partner]
        others = [each for each in options if each not in {partner, question.seat}]
        if vote["kind"] in ELECTIONS or not others:
            return options.get(question.seat)
        return options[self.draws.pick(others, f"{question.id} other")]


class Betrayer(Loyal):
    """Is loyal to its left neighbour; from a round on, votes against it in attacks."""

    def __init__(self, seed: str, since: int, p: float) -> None:
        """`since` is the first of these rounds; `p` the share of them in which it does so."""
        super().__init__(seed, "left")
        self.since, self.p = since, p

    def strikes(self, question: Question) -> bool:
        """Tell whether it betrays in this round."""
        drawn = self.draws.below(self.p, f"{question.seat} {question.round} strikes")
        return question.round >= self.since and drawn


class Greedy(Silent):
    """Votes for itself in elections, and in attacks against who has most characters.

    It gives a card to who has fewest, and keeps at random.
    """

    def choose(self, question: Question, view: ViewData, heard: Sequence[Shown]) -> str | None:
        """Take what it can."""
        if question.kind != GIFT and question.kind not in VOTES:
            return super().choose(question, view, heard)
        owned = [one["player"] for place in view["places"] for one in place["characters"]]
        lots = self.by_lot(view, question.id)
        if question.kind == GIFT:
            able = [each for each in lots if _gifts(question, each)]
            if not able:
                return None
            poorest = min(able, key=owned.count)
            return self.draws.pick(_gifts(question, poorest), f"{question.id} gift")
        options, vote = _candidates(question), view["vote"]
        if vote is not None and vote["kind"] in ELECTIONS and question.seat in options:
            return options[question.seat]
        others = [each for each in lots if each in options and each != question.seat]
        return options[max(others, key=owned.count)] if others else None


PLANTS = (
    Plant(
        name="bloc",
        says=(
            "votes with the seats that its id names (Ada_Ben) for one outside, in a share "
            "`cohesion` of votes, else each for any other than itself; silent"
        ),
        parameters=(word("id"), share("cohesion", 0.9)), talks=False,
        make=lambda seed, _, id, cohesion: Bloc(seed, id, cohesion),  # noqa: A006 - the parameter's name
    ),
    Plant(
        name="tit_for_tat",
        says="gives to who last gave it a card in a share p of its gifts, else to anybody; silent",
        parameters=(share("p", 1.0),), talks=False,
        make=lambda seed, _, p: TitForTat(seed, p),
    ),
    Plant(
        name="loyal",
        says=(
            "favours one neighbour in gifts and elections, goes where votes are, and never votes "
            "against it; silent"
        ),
        parameters=(word("side", "left", "right", default="right"),), talks=False,
        make=lambda seed, _, side: Loyal(seed, side),
    ),
    Plant(
        name="betrayer",
        says=(
            "is loyal to its left neighbour; from a round on it votes against it in attacks, in a "
            "share p of the rounds; silent"
        ),
        parameters=(number("round"), share("p", 1.0)), talks=False,
        make=lambda seed, _, round, p: Betrayer(seed, round, p),  # noqa: A006 - the parameter's name
    ),
    Plant(
        name="greedy",
        says="votes for itself, and against who has most; gives to who has fewest; silent",
        talks=False, make=lambda seed, _: Greedy(seed),
    ),
)  # fmt: skip
