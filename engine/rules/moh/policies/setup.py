"""The policies of the set-up: seats, badge, dice, zombies."""

from dataclasses import dataclass
from typing import ClassVar

from engine.rules.moh.state import MohState
from engine.rules.text import Rule


@dataclass(frozen=True, slots=True)
class ChiefDrawn:
    """The first Chief is drawn by lot, not by age."""

    rule: ClassVar[Rule] = Rule("MOH-8", "The first Chief of Security is drawn by lot.")
    seat: str | None = None


@dataclass(frozen=True, slots=True)
class ChiefNamed:
    """The first Chief is named by the host."""

    seat: str | None

    @property
    def rule(self) -> Rule:
        """The sentence of the rules text."""
        return Rule("MOH-8", f"The first Chief of Security is {self.seat}.")


@dataclass(frozen=True, slots=True)
class JoinOrder:
    """Players sit in the order in which they joined."""

    rule: ClassVar[Rule] = Rule("GAP-M-2", "Players sit clockwise in the order in which they join.")
    drawn: bool = False


@dataclass(frozen=True, slots=True)
class RandomOrder:
    """Seats are drawn."""

    rule: ClassVar[Rule] = Rule("GAP-M-2", "Seats are drawn by lot before the game.")
    drawn: bool = True


@dataclass(frozen=True, slots=True)
class OtherDieFirst:
    """If one die's location can't be used, the other die's must be (MOH-10)."""

    rule: ClassVar[Rule] = Rule(
        "MOH-10",
        "In Chief order, one at a time, each player rolls two dice before all eyes and puts one "
        "own character at the location of one of them. A full or closed location can't be chosen; "
        "if neither die can be used, any location with room.",
    )

    def allowed_places(self, dice: tuple[int, ...], roomy: tuple[int, ...]) -> tuple[int, ...]:
        """Return the allowed locations of the character; `roomy` are the open ones with room."""
        return tuple(place for place in sorted(set(dice)) if place in roomy) or roomy


@dataclass(frozen=True, slots=True)
class AnyIfOneIsFull:
    """If one die's location can't be used, any location may be (MOH-10)."""

    rule: ClassVar[Rule] = Rule(
        "MOH-10",
        "In Chief order, one at a time, each player rolls two dice before all eyes and puts one "
        "own character at the location of one of them. If either die shows a full or closed "
        "location, the character may go to any location with room instead.",
    )

    def allowed_places(self, dice: tuple[int, ...], roomy: tuple[int, ...]) -> tuple[int, ...]:
        """Return the allowed locations of the character; `roomy` are the open ones with room."""
        return tuple(sorted(set(dice))) if set(dice) <= set(roomy) else roomy


@dataclass(frozen=True, slots=True)
class ZombiePerDie:
    """Two equal dice bring two zombies (MOH-11)."""

    rule: ClassVar[Rule] = Rule(
        "MOH-11",
        "Then the Chief rolls four dice: one zombie comes to the location of each, a closed "
        "location excepted.",
    )

    def arrivals(self, dice: tuple[int, ...]) -> tuple[int, ...]:
        """Return the locations where zombies come, one entry for each zombie."""
        return dice


@dataclass(frozen=True, slots=True)
class ZombiePerLocation:
    """Equal dice bring one zombie (MOH-11)."""

    rule: ClassVar[Rule] = Rule(
        "MOH-11",
        "Then the Chief rolls four dice: one zombie comes to each location that they show, even "
        "if several dice show it; none to a closed location.",
    )

    def arrivals(self, dice: tuple[int, ...]) -> tuple[int, ...]:
        """Return the locations where zombies come, one entry for each zombie."""
        return tuple(dict.fromkeys(dice))


@dataclass(frozen=True, slots=True)
class ZombieSupply:
    """The most zombies that can stand on the board at once."""

    limit: int | None

    @property
    def rule(self) -> Rule:
        """The sentence of the rules text."""
        if self.limit is None:
            return Rule("GAP-M-19", "There are always enough zombies.")
        text = (
            f"At most {self.limit} zombies are on the board; of more that come, the last stay away."
        )
        return Rule("GAP-M-19", text)

    def limit_arrivals(self, s: MohState, places: tuple[int, ...]) -> tuple[int, ...]:
        """Return the locations of those coming zombies for which a figure is left."""
        if self.limit is None:
            return places
        return places[: max(0, self.limit - sum(s.zombies))]


FirstChiefPolicy = ChiefDrawn | ChiefNamed
SeatingPolicy = JoinOrder | RandomOrder
SetupDiePolicy = OtherDieFirst | AnyIfOneIsFull
FirstZombiesPolicy = ZombiePerDie | ZombiePerLocation
