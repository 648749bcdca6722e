"""Where a bot says that it goes: where it means to, unless another place gains by its own count."""

from collections.abc import Sequence

from arena.seats.house.danger import Outlook
from arena.seats.house.listening import means_it
from arena.seats.house.plans import value_of
from arena.seats.house.speaking import TalkSituation

__all__ = ["announced", "false_gain", "likely_places"]

FOLLOWED = 0.5
"""How likely it is that somebody goes, or does not go, by what one says of oneself."""
PAYS = 0.45
"""Points that a false announcement must bring to be made, where one lies every other time."""


def announced(talk: TalkSituation, goal: int, places: Sequence[int] | None = None) -> int | None:
    """Return where to say that one goes, who goes to `goal`; None: better nothing.

    Who would not say so in any case names another of the `places`, if that gains: it lures rivals
    to where they lose, keeps them off a place that may be full, or hides what a false report of
    the dice was for. Who told such a report and means what they say keeps silent.
    """
    hidden = goal in talk.beliefs.warned
    if means_it(talk.key, talk.turn.id, talk.dials, "go"):
        return None if hidden else goal
    found = (
        likely_places(talk, goal) if places is None else [each for each in places if each != goal]
    )
    gains = {place: false_gain(talk, goal, place) for place in found}
    best = max(gains, key=lambda place: (gains[place], talk.draw.chance()), default=None)
    if best is not None and (hidden or gains[best] > PAYS * (0.5 + talk.dials.honesty)):
        return best
    return None if hidden else goal


def false_gain(talk: TalkSituation, goal: int, place: int) -> float:
    """Return the points that it brings to be expected at a place and to go to `goal`."""
    position, dials = talk.position, talk.dials
    outlook = Outlook(position, talk.beliefs, dials.greed)
    rivalry = position.rivalry(dials.greed)
    losses = [
        rivalry[each.player] * each.points for each in position.people if each.player != talk.me
    ]
    lured = outlook.breach(place, ()) * sum(losses) / max(1, len(losses))
    full, better = value_of(talk, goal)
    return FOLLOWED * (lured + full * better)


def likely_places(talk: TalkSituation, goal: int) -> list[int]:
    """Return the places that others would believe one goes to, in place of `goal`."""
    return [place for place in talk.position.rooms if place != goal and _is_likely(talk, place)]


def _is_likely(talk: TalkSituation, place: int) -> bool:
    room = talk.position.rooms[place]
    movable = any(each.place != place for each in talk.position.own)
    full = len(room.people) >= room.capacity
    return movable and not full and room.zombies <= 1 + room.strength_as_if_walled
