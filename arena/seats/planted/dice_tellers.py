"""Bots of planted conduct in what they say of the dice: `liar`, ..."""

from collections.abc import Mapping, Sequence
from typing import Any

from arena.claims.language import Claim, Proposition
from arena.records import Record
from arena.seats.planted.plant import Plant, Planted, share
from arena.talk.speech import Speech, TalkTurn

__all__ = ["PLANTS"]


class Liar(Planted):
    """Reports the dice whenever it has looked; falsely with probability p."""

    def __init__(self, seed: str, p: float) -> None:
        """`p` is the share of its reports that are false."""
        super().__init__(seed)
        self.p = p

    def say(
        self,
        turn: TalkTurn,
        view: Mapping[str, Any],
        heard: Sequence[Record],  # noqa: ARG002 - it does not listen
    ) -> Speech | None:
        """Report what it has seen, or another roll."""
        dice = view["dice"]
        if turn.floor != "dice" or turn.turn > 1 or turn.reply or dice is None:
            return None
        if self.draws.below(self.p, turn.id):
            dice = self.other_dice(dice, view, turn.id)
        said = Proposition(kind="dice", dice=tuple(dice))
        numbers = " ".join(map(str, dice))
        return Speech.of(f"The dice are {numbers}.", claims=(Claim(proposition=said),))

    def other_dice(self, dice: Sequence[int], view: Mapping[str, Any], key: str) -> tuple[int, ...]:
        """Return dice as they may be rolled, drawn until they are others than these."""
        faces = [each["number"] for each in view["places"]]
        for again in range(1000):
            drawn = [self.draws.pick(faces, f"{key} {again} {at}") for at in range(len(dice))]
            if sorted(drawn) != sorted(dice):
                return tuple(drawn)
        raise AssertionError  # with six faces it does not happen


PLANTS = (
    Plant(
        name="liar",
        says="reports the dice whenever it has looked, falsely in a share p of its reports",
        parameters=(share("p", 0.3),),
        make=lambda seed, _, p: Liar(seed, p),
    ),
)
