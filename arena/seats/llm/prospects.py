"""What the board comes to in the attack if nobody moves or plays anything any more.

A function of the view: who knows this round's dice before the others is told more.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from arena.families import Family
from arena.narration.words import Words
from engine.view_data import PlaceData, ViewData

__all__ = ["drawing", "getting_in", "to_come"]

COME = frozenset({"attack", "dawn"})
"""Phases in which those that gatherings draw have come."""


def drawing(view: ViewData, family: Family) -> Mapping[str, tuple[int, ...]]:
    """Return by cause the locations that draw an attacker; `noise` comes before `crowd`."""
    if view["phase"] in COME:
        return {}
    there = [(place["number"], each) for place in view["places"] for each in place["characters"]]
    noise = (number for number, each in there if each["character"] == family.noisy)
    return {"noise": _most(noise, family), "crowd": _most((at for at, _ in there), family)}


def _most(numbers: Iterable[int], family: Family) -> tuple[int, ...]:
    counts = Counter(numbers)
    most = max(counts.values(), default=0)
    found = tuple(sorted(number for number, count in counts.items() if count == most))
    return found if family.ties_draw or len(found) == 1 else ()


def to_come(view: ViewData, family: Family) -> tuple[int, ...]:
    """Return the dice that the seat knows, and whose attackers are still to come."""
    dice = view["dice"]
    return () if dice is None or view["phase"] in family.arrived else tuple(dice)


def getting_in(view: ViewData, words: Words) -> Mapping[int, int]:
    """Return by location how many too many come, of the attacks that are still to come.

    Where strength does not count, that is how many can eat somebody.
    """
    attack, stand = view["attack"], _standing(view, words)
    first = 0 if attack is None else attack["place"]
    too_many = {
        place["number"]: _too_many(place, stand[place["number"]], view, words)
        for place in view["places"]
        if place["number"] >= first
    }
    return {number: count for number, count in too_many.items() if count > 0}


def _standing(view: ViewData, words: Words) -> Counter[int]:
    """Return how many stand at each location once all have come that are known to."""
    stand = Counter({place["number"]: place["zombies"] for place in view["places"]})
    closed = {place["number"] for place in view["places"] if place["closed"]}
    for number in _coming(view, words.family):
        for at in (number, words.ruleset.parking):
            notches = words.notches(at)
            if at not in closed and (notches is None or stand[at] < notches):
                stand[at] += 1
                break
            if notches is None:
                break  # where places hold any number, none comes in place of a closed one
    return stand


def _coming(view: ViewData, family: Family) -> Iterator[int]:
    yield from to_come(view, family)
    for numbers in drawing(view, family).values():
        yield from numbers


def _too_many(place: PlaceData, zombies: int, view: ViewData, words: Words) -> int:
    strength = place["strength"]
    if strength is None:
        return min(zombies, sum(not each["hidden"] for each in place["characters"]))
    if not place["characters"] or not zombies:
        return 0
    held = strength if view["ties_hold"] else strength - 1
    facts = words.ruleset
    if place["number"] == facts.roles.get("supermarket") and facts.break_in is not None:
        held = min(held, facts.break_in - 1)
    return zombies - held
