"""The policies of destinations and Sprint."""

from dataclasses import dataclass
from typing import ClassVar

from engine.rules.moh.state import MohState
from engine.rules.text import Rule


@dataclass(frozen=True, slots=True)
class DestinationElsewhere:
    """At least one own character must stand outside the destination."""

    rule: ClassVar[Rule] = Rule(
        "MOH-35",
        "A destination is an open location where not all of your characters already stand; it "
        "may be full.",
    )
    sprint_may_stay: bool = False


@dataclass(frozen=True, slots=True)
class SprintHoldersStay:
    """The holder of a Sprint may choose the location where all own characters stand."""

    rule: ClassVar[Rule] = Rule(
        "MOH-35",
        "A destination is an open location, full or not; where all of your characters already "
        "stand you may lock it only if you hold a Sprint, and you must then play it.",
    )
    sprint_may_stay: bool = True


@dataclass(frozen=True, slots=True)
class SprintTargets:
    """Which characters may sprint, and where to (MOH-41)."""

    mover_only: bool
    """Whether only a character outside the chosen destination may."""
    to_chosen: bool
    """Whether the chosen destination itself is a target too."""

    @property
    def rule(self) -> Rule:
        """The sentence of the card."""
        who = "any own character"
        if self.mover_only:
            who = "an own character that is not at your destination"
        where = "any open location with room, or leave it where it is,"
        if not self.to_chosen:
            where = "any open location with room but your destination, or leave "
            where += "it" if self.mover_only else "one that is not at your destination"
            where += " where it is,"
        text = f"On your turn to move: move {who} to {where} instead of going to your destination."
        return Rule("MOH-62", text)

    def options(self, s: MohState, own: list[int], goal: int, roomy: tuple[int, ...]) -> list[str]:
        """Return the ids of the options; `roomy` are the open locations with room."""
        kind, barred = s.roster.kind, set[int]() if self.to_chosen else {goal}
        return [
            f"sprint-{kind[i]}-{place}"
            for i in own
            if not (self.mover_only and s.where[i] == goal)
            for place in sorted({*roomy, s.where[i]} - barred)
        ]


DestinationPolicy = DestinationElsewhere | SprintHoldersStay
