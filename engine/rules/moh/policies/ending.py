"""The policies after the attack: the parking lot, the end of the game."""

from dataclasses import dataclass
from typing import ClassVar

from engine.rules.text import Rule

FEW, TOGETHER = "few_left", "together"


@dataclass(frozen=True, slots=True)
class EndMoment:
    """The moment at which conditions end the game (MOH-68)."""

    at_once: frozenset[str]
    """The conditions that end it in the middle of a round."""
    remembered: bool
    """True: a condition that held during the round ends it, even if it no longer holds."""

    @property
    def rule(self) -> Rule:
        """The sentence of the rules text."""
        together = "all living characters are in one location other than {parking}"
        few = "at most {end_at} live"
        if TOGETHER in self.at_once:
            text = (
                f"The game ends at once, in the middle of a round, when after a move or a death "
                f"{together}, or when after a death {few}."
            )
        elif self.at_once:
            text = (
                f"The game ends at once when after a death {few}, and at the end of a round in "
                f"which {together}."
            )
        elif self.remembered:
            text = (
                f"The game ends at the end of a round in which, after some move or death, "
                f"{together}, or {few}, even if that has changed since."
            )
        else:
            text = f"The game ends at the end of a round in which {together}, or {few}."
        return Rule("MOH-68", text)


@dataclass(frozen=True, slots=True)
class ZombiesLeaveParking:
    """After the attack no zombie is left on the parking lot (MOH-58)."""

    rule: ClassVar[Rule] = Rule(
        "MOH-52",
        "On location {parking} strength does not count: each zombie eats one character, with a "
        "lap of cards and a vote for each; after the attack no zombie is left there.",
    )
    empty_stay: bool = False


@dataclass(frozen=True, slots=True)
class ZombiesStayOnEmptyParking:
    """Zombies stay on the parking lot if no character stood there (MOH-58)."""

    rule: ClassVar[Rule] = Rule(
        "MOH-52",
        "On location {parking} strength does not count: each zombie eats one character, with a "
        "lap of cards and a vote for each; those that are left then go. Where nobody stood there, "
        "they stay.",
    )
    empty_stay: bool = True


EmptyParkingPolicy = ZombiesLeaveParking | ZombiesStayOnEmptyParking
