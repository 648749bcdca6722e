"""What comes if nobody moves or plays anything any more, as all see it on the board.

Which locations draw an attacker, and where those that stand there already would get in.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from arena.families import Family
from engine import Ruleset

__all__ = ["drawing", "getting_in"]

View = Mapping[str, Any]


def drawing(view: View, family: Family) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the locations that draw one as the biggest crowd, and those of the noisy."""
    there = [(place["number"], each) for place in view["places"] for each in place["characters"]]
    crowd = (number for number, _ in there)
    noise = (number for number, each in there if each["character"] == family.noisy)
    return _most(crowd, family), _most(noise, family)


def _most(numbers: Iterable[int], family: Family) -> tuple[int, ...]:
    counts = Counter(numbers)
    most = max(counts.values(), default=0)
    found = tuple(sorted(number for number, count in counts.items() if count == most))
    return found if family.ties_draw or len(found) == 1 else ()


def getting_in(view: View, ruleset: Ruleset) -> Mapping[int, int]:
    """Return by location how many too many stand before it, of the attacks still to come.

    Where strength does not count, that is how many can eat somebody.
    """
    attack = view["attack"]
    first = 0 if attack is None else attack["place"]
    too_many = {
        place["number"]: _too_many(place, view, ruleset)
        for place in view["places"]
        if place["number"] >= first
    }
    return {number: count for number, count in too_many.items() if count > 0}


def _too_many(place: Mapping[str, Any], view: View, ruleset: Ruleset) -> int:
    zombies: int = place["zombies"]
    strength: int | None = place["strength"]
    if strength is None:
        return min(zombies, sum(not each["hidden"] for each in place["characters"]))
    if not place["characters"] or not zombies:
        return 0
    held = strength if view["ties_hold"] else strength - 1
    if place["number"] == ruleset.roles.get("supermarket") and ruleset.break_in is not None:
        held = min(held, ruleset.break_in - 1)
    return zombies - held
