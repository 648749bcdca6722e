"""Bots of planted conduct in what they promise, announce and plan.

They play no cards at votes, so that who had how many votes when a promise was given has them still
when it is tested. What they promised is drawn again when they vote: nothing is kept in between.
"""

from collections.abc import Mapping, Sequence

from arena.claims.language import Claim, Proposition
from arena.claims.plans import Intent
from arena.events import DiceSeen
from arena.records.record import Shown
from arena.records.talk import Said
from arena.seats.planted.dice_tellers import Liar
from arena.seats.planted.plant import Plant, Planted, share, word
from arena.seats.seat import Question
from arena.talk.plan import Plan
from arena.talk.speech import Speech, TalkTurn
from engine.view_data import ViewData

__all__ = ["PLANTS", "WordGiver", "decides_alone", "decides_nothing"]

CARDS = frozenset({"play_vote_card", "play_attack_card", "play_item"})
FIRST = frozenset({"cast_vote", "point_at"})
VOTES = frozenset({"truck", "chief", "attack"})
LOTS = range(2**48)
DICE = frozenset({"dice", "zombies"})
"""Kinds of claims of what lies under the box."""
GUESSED = 0.5
"""Share of its announcements with which an announcer guesses at the dice."""


def decides_alone(seat: str, weights: Mapping[str, int]) -> bool:
    """Tell whether a seat has more votes than all others together."""
    return 2 * weights.get(seat, 0) > sum(weights.values())


def decides_nothing(seat: str, weights: Mapping[str, int]) -> bool:
    """Tell whether another seat decides alone."""
    return any(decides_alone(other, weights) for other in weights if other != seat)


class WordGiver(Planted):
    """Plays no cards at votes."""

    def choose(
        self,
        question: Question,
        view: ViewData,  # noqa: ARG002 - it passes in any case
        heard: Sequence[Shown],  # noqa: ARG002 - as view
    ) -> str | None:
        """Pass where it is asked for a card at a vote; else decide at random."""
        passes = (each.id for each in question.options if not each.args)
        return next(passes, None) if question.kind in CARDS else None

    def by_lot(self, view: ViewData, key: str) -> Sequence[str]:
        """Return the seats in an order that is drawn: the same whenever it is asked."""
        return sorted(view["seats"], key=lambda seat: self.draws.pick(LOTS, f"{key} {seat}"))


class PledgeBreaker(WordGiver):
    """Promises somebody its vote before a vote, and breaks that with probability p."""

    def __init__(self, seed: str, p: float, when: str) -> None:
        """`p` is the share of tested promises that it breaks; `when`: `always` at every vote.

        Otherwise it promises only where it decides an attack alone, and there its own vote against
        itself (`tempted`: to break that saves a character) or against another (`generous`: it
        breaks that by a vote against itself); and where it decides nothing, which it keeps.
        """
        super().__init__(seed)
        self.p, self.when = p, when

    def say(
        self,
        turn: TalkTurn,
        view: ViewData,
        heard: Sequence[Shown],  # noqa: ARG002 - it does not listen
    ) -> Speech | None:
        """Promise somebody by name to vote for a candidate."""
        weights = view["votes_here"] or {}
        if turn.floor not in VOTES or turn.turn > 1 or turn.reply or turn.seat not in weights:
            return None
        key = f"{turn.seat} {turn.round} {turn.floor} {turn.place}"
        target = self.promised(turn.seat, turn.floor, view, weights, key)
        if target is None:
            return None
        place = turn.place if turn.floor == "attack" else None
        said = Proposition(kind="vote", target=target, vote=turn.floor, location=place)  # type: ignore[arg-type]
        to = next(each for each in self.by_lot(view, key) if each != turn.seat)
        return Speech.of(f"I vote for {target}.", to=(to,), claims=(Claim(proposition=said),))

    def promised(
        self, seat: str, vote: str, view: ViewData, weights: Mapping[str, int], key: str
    ) -> str | None:
        """Return for whom it promises to vote; None: it promises nothing."""
        if len(weights) == 1:
            return None
        others = [each for each in self.by_lot(view, key) if each in weights and each != seat]
        if self.when == "always":
            return next(each for each in self.by_lot(view, key) if each in weights)
        if vote == "attack" and decides_alone(seat, weights):
            return seat if self.when == "tempted" else others[0]
        return others[0] if vote == "attack" and decides_nothing(seat, weights) else None

    def choose(self, question: Question, view: ViewData, heard: Sequence[Shown]) -> str | None:
        """Vote as promised, or break it."""
        now = view["vote"]
        if question.kind not in FIRST or now is None:
            return super().choose(question, view, heard)
        seat, vote, weights = question.seat, now["kind"], now["weights"]
        key = f"{seat} {question.round} {vote} {question.place}"
        by_name = {str(each.args["player"]): each.id for each in question.options}
        target = self.promised(seat, vote, view, weights, key)
        if target is None or target not in by_name:
            return None
        keeps = self.when != "always" and not decides_alone(seat, weights)
        if keeps or not self.draws.below(self.p, question.id):
            return by_name[target]
        if self.when == "generous":
            return by_name[seat]
        others = [each for name, each in by_name.items() if name != target]
        return self.draws.pick(others, f"{question.id} other")


class Announcer(WordGiver):
    """Announces its destination once the dice lie under the box; goes elsewhere with p.

    In half of the rounds it guesses at the dice aloud, which is news for who spoke before.
    """

    def __init__(self, seed: str, p: float, news: float) -> None:
        """`p` is the share of its announcements that it does not follow; `news`, after news."""
        super().__init__(seed)
        self.p, self.news = p, news

    def say(
        self,
        turn: TalkTurn,
        view: ViewData,
        heard: Sequence[Shown],  # noqa: ARG002 - it does not listen
    ) -> Speech | None:
        """Announce a destination."""
        if turn.floor != "dice" or turn.turn > 1 or turn.reply or turn.seat in view["eliminated"]:
            return None
        place, key = self._place(turn.seat, turn.round, view), f"{turn.id} news"
        said = Proposition(kind="go", location=place)
        claims = [Claim(proposition=said)]
        if self.draws.below(GUESSED, key):
            faces = [each["number"] for each in view["places"]]
            news = Proposition(
                kind="zombies", location=self.draws.pick(faces, key), relation=">=", count=1
            )
            claims.append(Claim(proposition=news, confidence="guess"))
        return Speech.of(f"I go to {place}.", claims=tuple(claims))

    def _place(self, seat: str, round_: int, view: ViewData) -> int:
        """Return where it says that it goes: to where somebody of its own can move."""
        away = {
            each["number"]: sum(one["player"] == seat for one in each["characters"])
            for each in view["places"]
            if not each["closed"]
        }
        places = [each for each, own in away.items() if own < sum(away.values())]
        return int(self.draws.pick(places, f"{seat} {round_} goes"))

    def choose(self, question: Question, view: ViewData, heard: Sequence[Shown]) -> str | None:
        """Go where it said, or elsewhere."""
        if question.kind != "choose_destination":
            return super().choose(question, view, heard)
        place = self._place(question.seat, question.round, view)
        p = self.news if _has_news(question.seat, heard) else self.p
        goes = self.draws.below(p, question.id)
        options = [each.id for each in question.options if (each.args["location"] != place) is goes]
        return self.draws.pick(options, f"{question.id} to") if options else None


def _has_news(seat: str, heard: Sequence[Shown]) -> bool:
    """Tell whether it saw the dice, or another spoke of them, since it spoke last."""
    for each in reversed(heard):
        fact = each.data
        if isinstance(fact, DiceSeen):
            return True
        if isinstance(fact, Said):
            if each.actor == seat:
                return False
            if any(claim.proposition.kind in DICE for claim in fact.claims):
                return True
    return False


class Planner(Liar):
    """Tells lies of the dice that it had planned; in a share p it had planned to tell the truth."""

    def __init__(self, seed: str, p: float) -> None:
        """`p` is the share of its reports that are other than planned."""
        super().__init__(seed, 1.0)
        self.changes = p
        self._plan: Plan | None = None

    @property
    def plan(self) -> Plan | None:
        """What it meant to report on the turn that it had last."""
        return self._plan

    def say(self, turn: TalkTurn, view: ViewData, heard: Sequence[Shown]) -> Speech | None:
        """Report another roll than it has seen, planned or not."""
        self._plan = None
        speech, dice = super().say(turn, view, heard), view["dice"]
        if speech is None or dice is None:
            return speech
        said = speech.messages[0].claims[0].proposition
        if self.draws.below(self.changes, f"{turn.id} changes"):
            said = Proposition(kind="dice", dice=tuple(dice))
        self._plan = Plan(intents=(Intent(act="report", said=said),))
        return speech

    def choose(self, question: Question, view: ViewData, heard: Sequence[Shown]) -> str | None:
        """Decide at random, without a plan."""
        self._plan = None
        return super().choose(question, view, heard)


PLANTS = (
    Plant(
        name="pledge_breaker",
        says=(
            "promises its vote before votes and breaks a share p of these promises; `tempted`: "
            "only where it decides an attack alone and gains by it; `generous`: where it loses"
        ),
        parameters=(
            share("p", 0.3), word("when", "always", "tempted", "generous", default="always"),
        ),
        make=lambda seed, _, p, when: PledgeBreaker(seed, p, when),
    ),
    Plant(
        name="announcer",
        says="announces its destination while the dice lie under the box, and goes elsewhere in "
        "a share p of the rounds, `news` where it then learns something of the dice",
        parameters=(share("p"), share("news")),
        make=lambda seed, _, p, news: Announcer(seed, p, news),
    ),
    Plant(
        name="planner",
        says="tells lies of the dice when it has looked; in a share p it had planned the truth",
        parameters=(share("p", 0.3),),
        make=lambda seed, _, p: Planner(seed, p),
    ),
)  # fmt: skip
