"""The dials of a house bot: how it treats its word, its neighbours' words, and its neighbours."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

__all__ = ["DIALS", "PLAIN", "Dials"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Dials:
    """Four settings from 0 to 1; tactics read `greed` alone, talk reads the others."""

    honesty: float
    """How often what it says is what it believes."""
    pledge_keeping: float
    """How often it does what it promised."""
    greed: float
    """1: a rival's lost point is a gain, as much as the rules allow. 0: it is a loss to all."""
    gullibility: float
    """How much of what others say moves its beliefs."""


PLAIN = Dials(honesty=0.7, pledge_keeping=0.7, greed=0.8, gullibility=0.5)
"""What `house` alone means."""

DIALS: Mapping[str, Dials] = MappingProxyType(
    {
        "liar": Dials(honesty=0.1, pledge_keeping=0.1, greed=0.9, gullibility=0.2),
        "honest": Dials(honesty=1.0, pledge_keeping=1.0, greed=0.6, gullibility=0.2),
        "greedy": Dials(honesty=0.5, pledge_keeping=0.3, greed=1.0, gullibility=0.3),
        "gullible": Dials(honesty=0.8, pledge_keeping=0.8, greed=0.6, gullibility=1.0),
    }
)
"""The named sets: `house:liar` and its siblings."""
