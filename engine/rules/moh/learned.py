"""What a seat learns of the cards where holding a Sprint adds a destination (GAP-M-24).

Whoever has chosen the location where all of the own characters stand holds a Sprint: so it is known
from the moment when the destination is public.
"""

from collections.abc import Mapping

from engine import events as e
from engine.events import Event
from engine.rules.dealing import Shown
from engine.rules.learned import FOLLOWED, Follow, Learned, follow
from engine.rules.moh import events as m


def _stands(known: Learned, at: int, event: e.CharacterPlaced | e.CharacterMoved) -> None:
    del at
    known.where[event.player, event.character] = event.place


def _follow_eaten_character(known: Learned, at: int, event: e.CharacterEaten) -> None:
    del at
    del known.where[event.player, event.character]


def _position(known: Learned, at: int, event: m.PositionSet) -> None:
    del at
    known.where = {(player, character): place for player, character, place in event.characters}


def _learn_from_announcement(known: Learned, at: int, event: e.DestinationAnnounced) -> None:
    _learn_sprint(known, at, event.player, event.place)


def _learn_from_destinations(known: Learned, at: int, event: e.DestinationsRevealed) -> None:
    for player, place in event.destinations.items():
        _learn_sprint(known, at, player, place)


def _learn_sprint(known: Learned, at: int, player: str, goal: int) -> None:
    if {place for (owner, _), place in known.where.items() if owner == player} == {goal}:
        known.steps.append(Shown(at, player, "sprint"))


FOLLOWED_WITH_LOCKS: Mapping[type[Event], Follow] = dict(
    (
        *FOLLOWED.items(),
        follow(e.CharacterPlaced, _stands),
        follow(e.CharacterMoved, _stands),
        follow(e.CharacterEaten, _follow_eaten_character),
        follow(m.PositionSet, _position),
        follow(e.DestinationAnnounced, _learn_from_announcement),
        follow(e.DestinationsRevealed, _learn_from_destinations),
    )
)
