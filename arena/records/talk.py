"""The records of talk: floors, messages, bids, plans."""

from typing import Annotated, ClassVar

from pydantic import Field

from arena.claims.language import Claim
from arena.claims.offers import DealAct
from arena.claims.plans import Intent
from arena.errors import Reason
from arena.forms import OBJECTS, Ordinal
from arena.records.payload import Payload
from arena.settings import FloorKind
from arena.talk.speech import BIDS
from engine.fact import fact


@fact
class FloorClosed(Payload):
    """The game goes on after talk."""

    type: ClassVar[str] = "floor_closed"

    kind: FloorKind
    """Why the table talks."""
    place: int | None
    """The location where the table talked, null: everywhere."""


@fact
class FloorOpened(FloorClosed):
    """The table may talk, and nothing is asked."""

    type: ClassVar[str] = "floor_opened"

    present: tuple[str, ...]
    """The players with a character there, in Chief order."""


@fact
class TurnOnFloor(Payload):
    """A turn on a floor."""

    turn: str
    """`SEAT.tN`, N counting this seat's own turns from 1."""
    floor: FloorKind
    """Why the table talks."""
    wave: Ordinal
    """Number of the turns that were open together: none of them heard another."""


@fact
class Silent(TurnOnFloor):
    """A turn on a floor, taken with silence."""

    type: ClassVar[str] = "silent"


@fact
class Said(TurnOnFloor):
    """A message, which its hearers perceive; a turn has one or more."""

    type: ClassVar[str] = "said"

    message: Ordinal
    """Its number in this game, from 1."""
    messages: Ordinal
    """How many the turn has."""
    text: str
    """As it was said."""
    to: tuple[str, ...]
    """Who was addressed; nobody: the whole table."""
    whisper: bool
    """True where only those addressed heard it."""
    claims: Annotated[tuple[Claim, ...], OBJECTS]
    """What the words say, as data: `arena.claims.language`, without what is null."""
    deals: Annotated[tuple[DealAct, ...], OBJECTS]
    """An offer of a deal, and answers to others, as data: `arena.claims.offers`."""


@fact
class Whispered(Payload):
    """Everybody sees that somebody whispers, and to whom; the words follow for them alone."""

    type: ClassVar[str] = "whispered"

    message: Ordinal
    """Its number in this game, from 1."""
    to: tuple[str, ...]
    """Who hears it."""


@fact
class UnreadLine:
    """A line that could not be read."""

    __pydantic_config__: ClassVar[dict[str, object]] = Payload.__pydantic_config__

    line: str
    """As it came."""
    why: str
    """What is wrong with it, and what is possible."""

    def data(self) -> dict[str, object]:
        """Return it as plain JSON data."""
        return {"line": self.line, "why": self.why}


@fact
class ClaimsUnread(Payload):
    """Claims of a message that are lost, since nobody could read them; its speaker is told."""

    type: ClassVar[str] = "claims_unread"

    message: Ordinal
    """Number of the message."""
    lines: tuple[UnreadLine, ...]
    """Each with the reason."""


@fact
class Planned(Payload):
    """What a seat means to do, said with the answer that follows; nobody else perceives it."""

    type: ClassVar[str] = "planned"

    asked: str
    """Id of the question or turn."""
    intents: Annotated[tuple[Intent, ...], OBJECTS]
    """As data: `arena.claims.plans`."""
    unread: tuple[UnreadLine, ...]
    """Lines that could not be read; the seat is told."""


@fact
class Bid(TurnOnFloor):
    """How much a seat wants to speak; nobody else perceives it."""

    type: ClassVar[str] = "bid"

    bid: Annotated[int, Field(ge=BIDS[0], le=BIDS[-1])]
    """From 0, nothing to say, to 4, must speak now."""


@fact
class TurnDefaulted(TurnOnFloor):
    """Silence, or the bid 0, stood in where a seat failed."""

    type: ClassVar[str] = "turn_defaulted"

    reason: Reason
    """What went wrong; `calls.jsonl` has the details."""
