"""What a seat learns of the items where Osaczeni has events of its own."""

from collections.abc import Mapping

from engine.events import Event
from engine.rules import learned as l
from engine.rules.osaczeni import events as o

__all__ = ["FOLLOWED"]


def _boxed(known: l.Learned, at: int, event: o.CardBoxed) -> None:
    known.part(at, event.card, event)


def _revealed(known: l.Learned, at: int, event: o.HandsRevealed) -> None:
    known.steps.append(l.Opened(at, event.hands))


FOLLOWED: Mapping[type[Event], l.Follow] = {
    **l.FOLLOWED,
    o.CardBoxed: _boxed,
    o.HandsRevealed: _revealed,
}
