"""Bots of planted conduct in what they say of the dice.

All report what they have seen, once a round, on the floor `dice`, truly but for what they plant.
What they say without having looked is planted too: nothing, a bluff, or what they were told.
"""

from collections.abc import Sequence

from arena.claims.language import Claim, Proposition
from arena.events import ColdRowFilled
from arena.records.record import Shown, of_type
from arena.records.talk import Said
from arena.seats.planted.plant import Plant, Planted, share
from arena.seats.seat import Question
from arena.talk.speech import Message, Speech, TalkTurn
from engine.view_data import ViewData

__all__ = ["PLANTS"]


DICE = 4
"""How many are rolled in both families: who has not looked need not see how many."""
SAW = Claim(proposition=Proposition(kind="saw"))
DESTINATIONS = frozenset({"choose_destination", "announce_destination"})


def is_first(turn: TalkTurn) -> bool:
    """Tell whether it is the first turn on the dice, and no reply."""
    return turn.floor == "dice" and turn.turn == 1 and not turn.reply


def roll_told(dice: Sequence[int], *, to: tuple[str, ...] = (), whisper: bool = False) -> Message:
    """Return a message that tells a whole roll as sure, in the speaker's own name."""
    said = Proposition(kind="dice", dice=tuple(dice))
    text = f"The dice are {' '.join(map(str, dice))}."
    return Message(text=text, to=to, whisper=whisper, claims=(Claim(proposition=said),))


def rolls_heard(heard: Sequence[Shown], round_: int) -> list[tuple[str, tuple[int, ...]]]:
    """Return who told which whole roll of a round in their own name, in order; not hearsay."""
    return [
        (str(record.actor), claim.proposition.dice or ())
        for record in heard
        if isinstance(record.data, Said) and record.round == round_
        for claim in record.data.claims
        if claim.proposition.kind == "dice" and claim.said_by is None and claim.condition is None
    ]


class Liar(Planted):
    """Reports the dice whenever it has looked; falsely with probability p."""

    def __init__(self, seed: str, p: float) -> None:
        """`p` is the share of its reports that are false."""
        super().__init__(seed)
        self.p = p

    def say(
        self,
        turn: TalkTurn,
        view: ViewData,
        heard: Sequence[Shown],  # noqa: ARG002 - it does not listen
    ) -> Speech | None:
        """Report what it has seen, or another roll."""
        dice: Sequence[int] | None = view["dice"]
        if not is_first(turn) or dice is None:
            return None
        if self.draws.below(self.p, turn.id):
            dice = self.other_dice(dice, view, turn.id)
        return Speech(messages=(roll_told(dice),))

    def other_dice(self, dice: Sequence[int], view: ViewData, key: str) -> tuple[int, ...]:
        """Return dice as they may be rolled, drawn until they are others than these."""
        faces = [each["number"] for each in view["places"]]
        for again in range(1000):
            drawn = [self.draws.pick(faces, f"{key} {again} {at}") for at in range(len(dice))]
            if sorted(drawn) != sorted(dice):
                return tuple(drawn)
        raise AssertionError  # with six faces it does not happen


class Silent(Liar):
    """Reports the dice truly when it has looked, but for a share p of the rounds."""

    def __init__(self, seed: str, p: float) -> None:
        """`p` is the share of the rounds in which it looked and says nothing."""
        super().__init__(seed, 0.0)
        self.withholds = p

    def say(self, turn: TalkTurn, view: ViewData, heard: Sequence[Shown]) -> Speech | None:
        """Report what it has seen, or nothing."""
        silent = self.draws.below(self.withholds, f"{turn.seat} {turn.round} silent")
        return None if silent else super().say(turn, view, heard)


class Bluffer(Liar):
    """Reports a drawn roll as sure when it has not looked, with probability p; else truly."""

    def __init__(self, seed: str, p: float, saw: float) -> None:
        """`p` is the share of rounds with a bluff, `saw` that of bluffs that claim a look."""
        super().__init__(seed, 0.0)
        self.bluffs, self.saw = p, saw

    def say(self, turn: TalkTurn, view: ViewData, heard: Sequence[Shown]) -> Speech | None:
        """Report what it has seen, or a roll that nobody has told it: that would be no bluff."""
        if not is_first(turn) or view["dice"] is not None:
            return super().say(turn, view, heard)
        if not self.draws.below(self.bluffs, turn.id):
            return None
        told = {tuple(sorted(roll)) for _, roll in rolls_heard(heard, turn.round)}
        count = dice_of_this_round(heard)
        faces = [each["number"] for each in view["places"]]
        drawn = next(
            roll
            for again in range(1000)
            if tuple(sorted(roll := self._roll(faces, f"{turn.id} roll {again}", count)))
            not in told
        )
        message = roll_told(drawn)
        if not self.draws.below(self.saw, f"{turn.id} saw"):
            return Speech(messages=(message,))
        return Speech.of(f"I looked. {message.text}", claims=(SAW, *message.claims))

    def _roll(self, faces: Sequence[int], key: str, count: int) -> tuple[int, ...]:
        return tuple(self.draws.pick(faces, f"{key} {at}") for at in range(count))


def dice_of_this_round(heard: Sequence[Shown]) -> int:
    """Return how many dice lie under the box: in Osaczeni one more for a full row (OSA-50)."""
    return next((row.dice for row in of_type(ColdRowFilled, reversed(heard))), DICE)


class Exaggerator(Liar):
    """Reports one zombie too many where it goes, in place of one elsewhere."""

    def __init__(self, seed: str) -> None:
        """All its reports are false by one die."""
        super().__init__(seed, 1.0)

    def say(self, turn: TalkTurn, view: ViewData, heard: Sequence[Shown]) -> Speech | None:
        """Report what it has seen with one die turned to its destination."""
        seen = view["dice"]
        if not is_first(turn) or seen is None:
            return super().say(turn, view, heard)
        place, dice = self._place(turn.seat, turn.round, view, seen), list(seen)
        if place is None:
            return None
        others = [at for at, face in enumerate(dice) if face != place]
        dice[self.draws.pick(others, f"{turn.id} die")] = place
        return Speech(messages=(roll_told(dice),))

    def choose(
        self,
        question: Question,
        view: ViewData,
        heard: Sequence[Shown],  # noqa: ARG002 - it does not listen
    ) -> str | None:
        """Go where it said too much of, if it has looked; play no cards."""
        if not any("location" in each.args for each in question.options):
            return None
        if question.kind not in DESTINATIONS:
            passes = (each.id for each in question.options if not each.args)
            return next(passes, None)
        dice = view["dice"]
        if dice is None:
            return None
        place = self._place(question.seat, question.round, view, dice)
        goes = (each.id for each in question.options if each.args.get("location") == place)
        return next(goes, None)

    def _place(self, seat: str, round_: int, view: ViewData, dice: Sequence[int]) -> int | None:
        """Return where it goes: where one of its own can move, and not all dice are."""
        own = {
            each["number"]: sum(one["player"] == seat for one in each["characters"])
            for each in view["places"]
            if not each["closed"]
        }
        places = [
            each for each, here in own.items()
            if here < sum(own.values()) and dice.count(each) < len(dice)
        ]  # fmt: skip
        return self.draws.pick(places, f"{seat} {round_} goes") if places else None


class TwoFaced(Liar):
    """Tells all what it has seen, and one listener in a whisper the same, or another roll."""

    def __init__(self, seed: str, p: float) -> None:
        """`p` is the share of its rounds in which the whisper contradicts what all hear."""
        super().__init__(seed, 0.0)
        self.contradicts = p

    def say(self, turn: TalkTurn, view: ViewData, heard: Sequence[Shown]) -> Speech | None:
        """Report to all, and whisper to one."""
        speech, dice = super().say(turn, view, heard), view["dice"]
        if speech is None or dice is None or not turn.whispers:
            return speech
        told: Sequence[int] = dice
        if self.draws.below(self.contradicts, f"{turn.id} whisper"):
            told = self.other_dice(dice, view, f"{turn.id} whisper")
        others = [each for each in view["seats"] if each != turn.seat]
        to = self.draws.pick(others, f"{turn.id} to")
        return Speech(messages=(*speech.messages, roll_told(told, to=(to,), whisper=True)))


class Relay(Liar):
    """Passes on the first roll that it is told, in its own name and as hearsay, true or not."""

    def __init__(self, seed: str) -> None:
        """It reports truly what it has seen itself."""
        super().__init__(seed, 0.0)

    def say(self, turn: TalkTurn, view: ViewData, heard: Sequence[Shown]) -> Speech | None:
        """Report what it has seen, or else pass on what it was told."""
        if not is_first(turn) or view["dice"] is not None:
            return super().say(turn, view, heard)
        told = rolls_heard(heard, turn.round)
        if not told:
            return None
        by, dice = told[0]
        said = Proposition(kind="dice", dice=dice)
        hearsay = Message(text=f"{by} says so.", claims=(Claim(proposition=said, said_by=by),))
        return Speech(messages=(roll_told(dice), hearsay))


PLANTS = (
    Plant(
        name="liar",
        says="reports the dice whenever it has looked, falsely in a share p of its reports",
        parameters=(share("p", 0.3),),
        make=lambda seed, _, p: Liar(seed, p),
    ),
    Plant(
        name="silent",
        says="reports the dice truly when it has looked, but in a share p of the rounds not at all",
        parameters=(share("p", 0.3),),
        make=lambda seed, _, p: Silent(seed, p),
    ),
    Plant(
        name="bluffer",
        says=(
            "reports a drawn roll as sure in a share p of the rounds in which it has not looked, "
            "and in a share `saw` of these says that it has"
        ),
        parameters=(share("p", 0.5), share("saw", 0.0)),
        make=lambda seed, _, p, saw: Bluffer(seed, p, saw),
    ),
    Plant(
        name="exaggerator",
        says="reports one zombie too many at the location where it goes",
        make=lambda seed, _: Exaggerator(seed),
    ),
    Plant(
        name="two_faced",
        says="tells all what it has seen, and whispers another roll to one in a share p of rounds",
        parameters=(share("p", 0.3),),
        make=lambda seed, _, p: TwoFaced(seed, p),
    ),
    Plant(
        name="relay",
        says="passes on the first roll that it is told, true or not",
        make=lambda seed, _: Relay(seed),
    ),
)
