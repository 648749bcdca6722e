"""Where the two games ask for other tactics: numbers and predicates, by family of rules."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from arena.families import FAMILIES
from engine.view_data import ViewData

__all__ = ["FAMILY_NUMBERS", "FamilyNumbers"]

WORTH: Mapping[str, float] = {"hide": 2.2, "vote": 1.4, "run": 1.8, "wall": 1.6, "look": 1.0}
"""Points that a card is worth in the hand, by its use; weapons by what they kill."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FamilyNumbers:
    """What a family's house bots count with."""

    placed: frozenset[str]
    """Phases in which the attackers of this round's dice stand already."""
    tie: float
    """What a tie for most characters is to a gathering: -0.5 it draws nobody, 0.5 each draws."""
    needed: Callable[[ViewData, int | None, float], float]
    """How many attackers get into a room with this strength, from the view and how many get in
    there whatever its strength; None: no number does."""
    decider: Callable[[ViewData], str | None]
    """Who decides a tie, from the view; None: a lot, or nobody."""
    worth: Mapping[str, float]
    """Points that a card is worth in the hand, by its use."""
    hoard: float
    """How much worse a card is in a hand for each that is there: unused cards may break ties."""
    vague: bool
    """True: the holder of the badge may name locations, not numbers (OSA-33)."""


def _needed_in_mall(view: ViewData, break_in: int | None, strength: float) -> float:
    del view
    need = max(strength, 1.0)
    return need if break_in is None else min(need, break_in)


def _needed_by_monsters(view: ViewData, break_in: int | None, strength: float) -> float:
    del break_in
    return max(strength + bool(view["ties_hold"]), 1.0)


def _nobody(view: ViewData) -> str | None:
    del view
    return None


def _token(view: ViewData) -> str | None:
    return view["victim_token"]


FAMILY_NUMBERS: Mapping[str, FamilyNumbers] = MappingProxyType(
    {
        "moh": FamilyNumbers(
            placed=FAMILIES["moh"].arrived,
            tie=-0.5,
            needed=_needed_in_mall,
            decider=_nobody,
            worth=WORTH,
            hoard=0.3,
            vague=False,
        ),
        "osaczeni": FamilyNumbers(
            placed=FAMILIES["osaczeni"].arrived,
            tie=0.5,
            needed=_needed_by_monsters,
            decider=_token,
            worth={**WORTH, "lure": 1.5, "keep": 1.0},
            hoard=0.0,
            vague=True,
        ),
    }
)
"""By `Ruleset.family`."""
