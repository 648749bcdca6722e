"""Planted bots that keep promises, announcements and plans at known rates.

They play no cards at votes, so that the weights of votes are the same when a promise is made and
when it is tested. A promise is drawn again when they vote: nothing is stored in between.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, cast

from arena.claims.kinds import DICE
from arena.claims.language import Claim, Proposition, Vote
from arena.claims.plans import Intent
from arena.events import DiceSeen
from arena.records.record import Shown
from arena.records.talk import Said
from arena.seats.planted.dice_tellers import DiceTeller, is_first, reachable_places
from arena.seats.planted.plant import Planted
from arena.seats.seat import Question
from arena.talk.plan import Plan
from arena.talk.speech import Speech, TalkTurn
from engine.view_data import ViewData

CARDS = frozenset({"play_vote_card", "play_attack_card", "play_item"})
FIRST = frozenset({"cast_vote", "point_at"})
"""Kinds of question of the first ballot in a vote."""
LOTS = range(2**48)
GUESSED = 0.5
"""Share of announcements with which an announcer guesses at the dice."""


def decides_alone(seat: str, weights: Mapping[str, int]) -> bool:
    """Return True if a seat has more votes than all others together."""
    return 2 * weights.get(seat, 0) > sum(weights.values())


def decides_nothing(seat: str, weights: Mapping[str, int]) -> bool:
    """Return True if another seat decides alone."""
    return any(decides_alone(other, weights) for other in weights if other != seat)


def by_candidate(question: Question) -> dict[str, str]:
    """Map each candidate of a vote to its option."""
    return {str(each.args["player"]): each.id for each in question.options}


@dataclass(eq=False)
class WordGiver(Planted):
    """Plays no cards at votes."""

    def choose(self, question: Question, view: ViewData, heard: Sequence[Shown]) -> str | None:
        """Pass where it may play a card at a vote; else decide at random."""
        passes = (each.id for each in question.options if not each.args)
        return next(passes, None) if question.kind in CARDS else None

    def by_lot(self, view: ViewData, key: str) -> Sequence[str]:
        """Return the seats in a random order: the same at each call."""
        return sorted(view["seats"], key=lambda seat: self.draws.pick(LOTS, f"{key} {seat}"))


@dataclass(eq=False)
class PledgeBreaker(WordGiver):
    """Promises somebody its vote before a vote, and breaks that with probability p.

    `when` it is not `always`, it promises only where it decides an attack alone, and there its own
    vote against itself (`tempted`: to break that saves a character) or against another
    (`generous`: it breaks that by a vote against itself); and where it decides nothing, which it
    keeps.
    """

    p: float = 0.3
    """The share of tested promises that it breaks."""
    when: Literal["always", "tempted", "generous"] = "always"
    name = "pledge_breaker"
    says = (
        "promises its vote before votes and breaks a share p of these promises; `tempted`: only "
        "where it decides an attack alone and gains by it; `generous`: where it loses"
    )

    def say(self, turn: TalkTurn, view: ViewData, heard: Sequence[Shown]) -> Speech | None:
        """Promise somebody by name to vote for a candidate."""
        weights = view["votes_here"] or {}
        if not is_first(turn, "truck", "chief", "attack") or turn.seat not in weights:
            return None
        key = f"{turn.seat} {turn.round} {turn.floor} {turn.place}"
        target = self._promised(turn.seat, turn.floor, view, weights, key)
        if target is None:
            return None
        place = turn.place if turn.floor == "attack" else None
        vote = cast("Vote", turn.floor)
        said = Proposition(kind="vote", target=target, vote=vote, location=place)
        to = next(each for each in self.by_lot(view, key) if each != turn.seat)
        return Speech.of(f"I vote for {target}.", to=(to,), claims=(Claim(proposition=said),))

    def _promised(
        self, seat: str, vote: str, view: ViewData, weights: Mapping[str, int], key: str
    ) -> str | None:
        """Return the candidate it promises to vote for; None: it promises nothing."""
        lots = [each for each in self.by_lot(view, key) if each in weights]
        if len(weights) == 1:
            return None
        if self.when == "always":
            return lots[0]
        other = next(each for each in lots if each != seat)
        if vote == "attack" and decides_alone(seat, weights):
            return seat if self.when == "tempted" else other
        return other if vote == "attack" and decides_nothing(seat, weights) else None

    def choose(self, question: Question, view: ViewData, heard: Sequence[Shown]) -> str | None:
        """Vote as promised, or otherwise."""
        now = view["vote"]
        if question.kind not in FIRST or now is None:
            return super().choose(question, view, heard)
        seat, vote, weights = question.seat, now["kind"], now["weights"]
        key = f"{seat} {question.round} {vote} {question.place}"
        options = by_candidate(question)
        target = self._promised(seat, vote, view, weights, key)
        if target is None or target not in options:
            return None
        keeps = self.when != "always" and not decides_alone(seat, weights)
        if keeps or not self.draws.below(self.p, question.id):
            return options[target]
        if self.when == "generous":
            return options[seat]
        others = [each for name, each in options.items() if name != target]
        return self.draws.pick(others, f"{question.id} other")


@dataclass(eq=False)
class Announcer(WordGiver):
    """Announces its destination once the dice lie under the box; goes elsewhere with p.

    In half of the rounds it guesses at the dice aloud, which is news for who spoke before.
    """

    p: float
    """The share of its announcements that it does not follow."""
    news: float
    """The same after news."""
    name = "announcer"
    says = (
        "announces its destination while the dice lie under the box, and goes elsewhere in a share "
        "p of the rounds, `news` where it then learns something of the dice"
    )

    def say(self, turn: TalkTurn, view: ViewData, heard: Sequence[Shown]) -> Speech | None:
        """Announce a destination."""
        if not is_first(turn, "dice") or turn.seat in view["eliminated"]:
            return None
        place, key = self._place(turn.seat, turn.round, view), f"{turn.id} news"
        said = [Claim(proposition=Proposition(kind="go", location=place))]
        if self.draws.below(GUESSED, key):
            face = self.draws.pick([each["number"] for each in view["places"]], key)
            news = Proposition(kind="zombies", location=face, relation=">=", count=1)
            said.append(Claim(proposition=news, confidence="guess"))
        return Speech.of(f"I go to {place}.", claims=tuple(said))

    def _place(self, seat: str, round_: int, view: ViewData) -> int:
        """Return the destination that it announces: one of its characters can move there."""
        return self.draws.pick(reachable_places(seat, view), f"{seat} {round_} goes")

    def choose(self, question: Question, view: ViewData, heard: Sequence[Shown]) -> str | None:
        """Go where it announced, or elsewhere."""
        if question.kind != "choose_destination":
            return super().choose(question, view, heard)
        place = self._place(question.seat, question.round, view)
        p = self.news if _has_news(question.seat, heard) else self.p
        goes = self.draws.below(p, question.id)
        options = [each.id for each in question.options if (each.args["location"] != place) is goes]
        return self.draws.pick(options, f"{question.id} to") if options else None


def _has_news(seat: str, heard: Sequence[Shown]) -> bool:
    """Return True if it saw the dice, or another spoke of them, since it spoke last."""
    for each in reversed(heard):
        match each.data:
            case DiceSeen():
                return True
            case Said() if each.actor == seat:
                return False
            case Said(claims=claims) if any(one.proposition.kind in DICE for one in claims):
                return True
            case _:
                pass
    return False


@dataclass(eq=False)
class Planner(DiceTeller):
    """Tells lies of the dice that it had planned; in a share p it had planned to tell the truth."""

    p: float = 0.3
    """The share of its reports that are other than planned."""
    name = "planner"
    says = "tells lies of the dice when it has looked; in a share p it had planned the truth"

    def __post_init__(self) -> None:
        self._plan: Plan | None = None

    @property
    def plan(self) -> Plan | None:
        """The plan for its last turn: the report that it meant to make."""
        return self._plan

    def is_false(self, turn: TalkTurn) -> bool:
        """Return True: it always lies."""
        return True

    def say(self, turn: TalkTurn, view: ViewData, heard: Sequence[Shown]) -> Speech | None:
        """Report a roll other than the true one, planned or not."""
        self._plan = None
        speech, dice = super().say(turn, view, heard), view["dice"]
        if speech is None or dice is None:
            return speech
        said = speech.messages[0].claims[0].proposition
        if self.draws.below(self.p, f"{turn.id} changes"):
            said = Proposition(kind="dice", dice=tuple(dice))
        self._plan = Plan(intents=(Intent(act="report", said=said),))
        return speech

    def choose(self, question: Question, view: ViewData, heard: Sequence[Shown]) -> str | None:
        """Decide at random, without a plan."""
        self._plan = None
        return super().choose(question, view, heard)


PLANTS = (PledgeBreaker, Announcer, Planner)
