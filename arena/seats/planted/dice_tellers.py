"""Planted bots that report, falsify or pass on the dice at known rates.

They report once a round, on the floor `dice`, what they have seen, truly except for the planted
lies. What they say without having seen the dice is planted too: nothing, a bluff, or hearsay.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from arena.claims.language import Claim, Proposition
from arena.events import ColdRowFilled
from arena.records.record import Shown, of_type
from arena.records.talk import Said
from arena.seats.planted.plant import Planted
from arena.seats.seat import Question
from arena.talk.speech import Message, Speech, TalkTurn
from engine.view_data import ViewData

DICE = 4
"""Dice that are rolled in both families: a bot that has not looked need not know how many."""
SAW = Claim(proposition=Proposition(kind="saw"))
DESTINATIONS = frozenset({"choose_destination", "announce_destination"})


def is_first(turn: TalkTurn, *floors: str) -> bool:
    """Return True if it is the first turn on one of these floors, and no reply."""
    return turn.floor in floors and turn.turn == 1 and not turn.reply


def is_own_roll(claim: Claim) -> bool:
    """Return True if a claim states all dice, not as hearsay and on no condition."""
    own = claim.said_by is None and claim.condition is None
    return own and claim.proposition.kind == "dice"


def reachable_places(seat: str, view: ViewData) -> list[int]:
    """Return the open locations to which a seat can move one of its characters."""
    own = {
        each["number"]: sum(one["player"] == seat for one in each["characters"])
        for each in view["places"]
        if not each["closed"]
    }
    return [place for place, here in own.items() if here < sum(own.values())]


def _message_of(dice: Sequence[int], *, to: tuple[str, ...] = (), whisper: bool = False) -> Message:
    """Build a message that states a whole roll as sure, in the speaker's own name."""
    said = Proposition(kind="dice", dice=tuple(dice))
    text = f"The dice are {' '.join(map(str, dice))}."
    return Message(text=text, to=to, whisper=whisper, claims=(Claim(proposition=said),))


def _rolls_heard(heard: Sequence[Shown], round_: int) -> list[tuple[str, tuple[int, ...]]]:
    """Return the speakers and dice of a round's reports of whole rolls, without hearsay."""
    return [
        (str(record.actor), claim.proposition.dice or ())
        for record in heard
        if isinstance(record.data, Said) and record.round == round_
        for claim in filter(is_own_roll, record.data.claims)
    ]


@dataclass(eq=False)
class DiceTeller(Planted):
    """Reports the dice whenever it has looked."""

    def is_false(self, turn: TalkTurn) -> bool:
        """Return True if the report of this turn states another roll than the true one."""
        return False

    def say(self, turn: TalkTurn, view: ViewData, heard: Sequence[Shown]) -> Speech | None:
        """Report the dice, or another roll."""
        dice: Sequence[int] | None = view["dice"]
        if not is_first(turn, "dice") or dice is None:
            return None
        if self.is_false(turn):
            dice = self.other_dice([dice], len(dice), view, turn.id)
        return Speech(messages=(_message_of(dice),))

    def other_dice(
        self, known: Sequence[Sequence[int]], count: int, view: ViewData, key: str
    ) -> tuple[int, ...]:
        """Draw a possible roll that is none of the `known` rolls."""
        faces, rolls = [each["number"] for each in view["places"]], [sorted(each) for each in known]
        for again in range(1000):
            drawn = [self.draws.pick(faces, f"{key} {again} {at}") for at in range(count)]
            if sorted(drawn) not in rolls:
                return tuple(drawn)
        raise AssertionError  # 1,000 draws of six-sided dice do not all repeat a known roll


@dataclass(eq=False)
class Liar(DiceTeller):
    """Reports the dice whenever it has looked; falsely with probability p."""

    p: float = 0.3
    """The share of its reports that are false."""
    name = "liar"
    says = "reports the dice whenever it has looked, falsely in a share p of its reports"

    def is_false(self, turn: TalkTurn) -> bool:
        """Return True if it lies on this turn."""
        return self.draws.below(self.p, turn.id)


@dataclass(eq=False)
class Silent(DiceTeller):
    """Reports the dice truly when it has looked, but for a share p of the rounds."""

    p: float = 0.3
    """The share of the rounds in which it looked and says nothing."""
    name = "silent"
    says = "reports the dice truly when it has looked, but in a share p of the rounds not at all"

    def say(self, turn: TalkTurn, view: ViewData, heard: Sequence[Shown]) -> Speech | None:
        """Report the dice, or nothing."""
        silent = self.draws.below(self.p, f"{turn.seat} {turn.round} silent")
        return None if silent else super().say(turn, view, heard)


@dataclass(eq=False)
class Bluffer(DiceTeller):
    """Reports a drawn roll as sure when it has not looked, with probability p; else truly."""

    p: float = 0.5
    """The share of rounds with a bluff."""
    saw: float = 0.0
    """The share of bluffs that claim a look."""
    name = "bluffer"
    says = (
        "reports a drawn roll as sure in a share p of the rounds in which it has not looked, "
        "and in a share `saw` of these says that it has"
    )

    def say(self, turn: TalkTurn, view: ViewData, heard: Sequence[Shown]) -> Speech | None:
        """Report the dice, or a roll that nobody has claimed: that would be no bluff."""
        if not is_first(turn, "dice") or view["dice"] is not None:
            return super().say(turn, view, heard)
        if not self.draws.below(self.p, turn.id):
            return None
        known = [roll for _, roll in _rolls_heard(heard, turn.round)]
        # In Osaczeni one more is rolled for each full row (OSA-50).
        count = next((row.dice for row in of_type(ColdRowFilled, reversed(heard))), DICE)
        message = _message_of(self.other_dice(known, count, view, f"{turn.id} roll"))
        if not self.draws.below(self.saw, f"{turn.id} saw"):
            return Speech(messages=(message,))
        return Speech.of(f"I looked. {message.text}", claims=(SAW, *message.claims))


@dataclass(eq=False)
class Exaggerator(DiceTeller):
    """Reports one zombie too many where it goes, in place of one elsewhere."""

    name = "exaggerator"
    says = "reports one zombie too many at the location where it goes"

    def say(self, turn: TalkTurn, view: ViewData, heard: Sequence[Shown]) -> Speech | None:
        """Report the dice with one die changed to its destination."""
        seen = view["dice"]
        place = None if seen is None else self._place(turn.seat, turn.round, view, seen)
        if not is_first(turn, "dice") or seen is None or place is None:
            return None
        dice = list(seen)
        others = [at for at, face in enumerate(dice) if face != place]
        dice[self.draws.pick(others, f"{turn.id} die")] = place
        return Speech(messages=(_message_of(dice),))

    def choose(self, question: Question, view: ViewData, heard: Sequence[Shown]) -> str | None:
        """Go to the exaggerated location, if it has seen the dice; play no cards."""
        if not any("location" in each.args for each in question.options):
            return None
        if question.kind not in DESTINATIONS:
            return next((each.id for each in question.options if not each.args), None)
        dice = view["dice"]
        if dice is None:
            return None
        place = self._place(question.seat, question.round, view, dice)
        goes = (each.id for each in question.options if each.args.get("location") == place)
        return next(goes, None)

    def _place(self, seat: str, round_: int, view: ViewData, dice: Sequence[int]) -> int | None:
        """Return its destination: reachable, and not shown by all dice."""
        places = [each for each in reachable_places(seat, view) if dice.count(each) < len(dice)]
        return self.draws.pick(places, f"{seat} {round_} goes") if places else None


@dataclass(eq=False)
class TwoFaced(DiceTeller):
    """Tells all what it has seen, and one listener in a whisper the same, or another roll."""

    p: float = 0.3
    """The share of its rounds in which the whisper contradicts what all hear."""
    name = "two_faced"
    says = "tells all what it has seen, and whispers another roll to one in a share p of rounds"

    def say(self, turn: TalkTurn, view: ViewData, heard: Sequence[Shown]) -> Speech | None:
        """Report to all, and whisper to one."""
        speech, dice = super().say(turn, view, heard), view["dice"]
        if speech is None or dice is None or not turn.whispers:
            return speech
        whispered: Sequence[int] = dice
        if self.draws.below(self.p, f"{turn.id} whisper"):
            whispered = self.other_dice([dice], len(dice), view, f"{turn.id} whisper")
        others = [each for each in view["seats"] if each != turn.seat]
        to = self.draws.pick(others, f"{turn.id} to")
        return Speech(messages=(*speech.messages, _message_of(whispered, to=(to,), whisper=True)))


@dataclass(eq=False)
class Relay(DiceTeller):
    """Passes on the first roll that it is told, in its own name and as hearsay, true or not."""

    name = "relay"
    says = "passes on the first roll that it is told, true or not"

    def say(self, turn: TalkTurn, view: ViewData, heard: Sequence[Shown]) -> Speech | None:
        """Report the dice, or else pass on the first report that it heard."""
        if not is_first(turn, "dice") or view["dice"] is not None:
            return super().say(turn, view, heard)
        rolls = _rolls_heard(heard, turn.round)
        if not rolls:
            return None
        by, dice = rolls[0]
        said = Proposition(kind="dice", dice=dice)
        hearsay = Message(text=f"{by} says so.", claims=(Claim(proposition=said, said_by=by),))
        return Speech(messages=(_message_of(dice), hearsay))


@dataclass(eq=False)
class Talker(Planted):
    """Says a fixed number of words in every turn; whispers them with probability p."""

    words: int
    p: float = 0.0
    """The share of its messages that are whispered, to another seat, drawn."""
    name = "talker"
    says = "says a number of words in every turn, whispered in a share p of them"

    def say(self, turn: TalkTurn, view: ViewData, heard: Sequence[Shown]) -> Speech | None:
        """Say the words."""
        text = " ".join(["la"] * self.words)
        if not turn.whispers or not self.draws.below(self.p, turn.id):
            return Speech.of(text)
        others = [each for each in view["seats"] if each != turn.seat]
        return Speech.of(text, to=(self.draws.pick(others, f"{turn.id} to"),), whisper=True)


PLANTS = (Liar, Silent, Bluffer, Exaggerator, TwoFaced, Relay)
