"""The records of talk in `log.jsonl`: floors, messages, bids, plans."""

from typing import Annotated, Any

from pydantic import Field
from typing_extensions import TypedDict

from arena.errors import Reason
from arena.records import Ordinal, closed
from arena.settings import FloorKind
from arena.talk.speech import BIDS

__all__ = [
    "Bid",
    "ClaimsUnread",
    "FloorClosed",
    "FloorOpened",
    "Planned",
    "Said",
    "TurnDefaulted",
    "TurnOnFloor",
    "UnreadLine",
    "Whispered",
]


@closed
class FloorClosed(TypedDict):
    """The game goes on after talk."""

    kind: FloorKind
    """Why the table talks."""
    place: int | None
    """The location where the table talked, null: everywhere."""


@closed
class FloorOpened(FloorClosed):
    """The table may talk, and nothing is asked."""

    present: list[str]
    """The players with a character there, in Chief order."""


@closed
class TurnOnFloor(TypedDict):
    """A turn on a floor, taken with silence."""

    turn: str
    """`SEAT.tN`, N counting this seat's own turns from 1."""
    floor: FloorKind
    """Why the table talks."""
    wave: Ordinal
    """Number of the turns that were open together: none of them heard another."""


@closed
class Said(TurnOnFloor):
    """A message, which its hearers perceive; a turn has one or more."""

    message: Ordinal
    """Its number in this game, from 1."""
    messages: Ordinal
    """How many the turn has."""
    text: str
    """As it was said."""
    to: list[str]
    """Who was addressed; nobody: the whole table."""
    whisper: bool
    """True where only those addressed heard it."""
    claims: list[dict[str, Any]]
    """What the words say, as data: `arena.claims.language`, without what is null."""
    deals: list[dict[str, Any]]
    """An offer of a deal, and answers to others, as data: `arena.claims.offers`."""


@closed
class Whispered(TypedDict):
    """Everybody sees that somebody whispers, and to whom; the words follow for them alone."""

    message: Ordinal
    """Its number in this game, from 1."""
    to: list[str]
    """Who hears it."""


@closed
class UnreadLine(TypedDict):
    """A line that could not be read."""

    line: str
    """As it came."""
    why: str
    """What is wrong with it, and what is possible."""


@closed
class ClaimsUnread(TypedDict):
    """Claims of a message that are lost, since nobody could read them; its speaker is told."""

    message: Ordinal
    """Number of the message."""
    lines: list[UnreadLine]
    """Each with the reason."""


@closed
class Planned(TypedDict):
    """What a seat means to do, said with the answer that follows; nobody else perceives it."""

    asked: str
    """Id of the question or turn."""
    intents: list[dict[str, Any]]
    """As data: `arena.claims.plans`."""
    unread: list[UnreadLine]
    """Lines that could not be read; the seat is told."""


@closed
class Bid(TurnOnFloor):
    """How much a seat wants to speak; nobody else perceives it."""

    bid: Annotated[int, Field(ge=BIDS[0], le=BIDS[-1])]
    """From 0, nothing to say, to 4, must speak now."""


@closed
class TurnDefaulted(TurnOnFloor):
    """Silence, or the bid 0, stood in where a seat failed."""

    reason: Reason
    """What went wrong; `calls.jsonl` has the details."""
