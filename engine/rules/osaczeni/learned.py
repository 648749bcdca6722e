"""What a seat learns of the items from events that only Osaczeni has."""

from collections.abc import Mapping

from engine.events import Event
from engine.rules.learned import FOLLOWED as FOLLOWED_BY_BOTH
from engine.rules.learned import Follow, Learned, follow
from engine.rules.osaczeni import events as o


def _follow_boxed_card(known: Learned, at: int, event: o.CardBoxed) -> None:
    known.part(at, event.card, event)


def _learn_from_hands(known: Learned, at: int, event: o.HandsRevealed) -> None:
    del at
    known.hands_shown(event.hands)


FOLLOWED: Mapping[type[Event], Follow] = dict(
    (
        *FOLLOWED_BY_BOTH.items(),
        follow(o.CardBoxed, _follow_boxed_card),
        follow(o.HandsRevealed, _learn_from_hands),
    )
)
