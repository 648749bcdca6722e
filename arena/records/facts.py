"""All that a record can say, as one union, and the decoder of it."""

from collections.abc import Iterator, Mapping
from dataclasses import fields
from typing import Any

from arena.claims.deal_records import DealAnswered, DealOffered, DealSettled
from arena.claims.derived import ENVELOPE, DerivedRecord
from arena.claims.judgement import Judgement
from arena.claims.plans import PlanJudged
from arena.records.decoding import Decode, decoder_of
from arena.records.game import (
    Answer,
    AnswerDefaulted,
    Opened,
    OpenedToAll,
    Sealed,
    SealedToAll,
    SeatReplaced,
)
from arena.records.payload import Payload
from arena.records.talk import (
    Bid,
    ClaimsUnread,
    FloorClosed,
    FloorOpened,
    Planned,
    Said,
    Silent,
    TurnDefaulted,
    Whispered,
)
from engine import Event

__all__ = [
    "DEFINED",
    "DERIVED",
    "FOLDED",
    "OWN_TYPES",
    "Fact",
    "class_of",
    "fact_from",
    "types_of_events",
]

Fact = (
    Event | Opened | OpenedToAll | Answer | AnswerDefaulted | FloorOpened | FloorClosed | Said
    | Whispered | ClaimsUnread | Planned | Silent | Bid | TurnDefaulted | SeatReplaced | Sealed
    | SealedToAll | Judgement | DealOffered | DealAnswered | DealSettled | PlanJudged
)  # fmt: skip
"""What one record says: an event of the rules, or one of the arena's own."""

DEFINED: tuple[type[Payload], ...] = (
    Opened, Answer, AnswerDefaulted, FloorOpened, FloorClosed, Said, Whispered, ClaimsUnread,
    Planned, Silent, Bid, TurnDefaulted, SeatReplaced, Sealed,
)  # fmt: skip
"""The arena's own that are written as they happen."""
FOLDED: tuple[type[DerivedRecord], ...] = (DealOffered, DealAnswered, DealSettled, PlanJudged)
"""What became of deals and plans."""
DERIVED: tuple[str, ...] = (Judgement.type, *(each.type for each in FOLDED))
"""The types of records that follow from those before them."""
OWN_TYPES: tuple[str, ...] = (*(each.type for each in DEFINED), *DERIVED)
"""All types but the engine's events."""

_OWN: dict[str, type[Fact]] = {each.type: each for each in (*DEFINED, Judgement, *FOLDED)}
_TO_ALL: dict[type[Fact], type[Fact]] = {Opened: OpenedToAll, Sealed: SealedToAll}
"""What is left of those of which not all is shown."""
_DECODERS: dict[str, Decode] = {}
"""Those that were needed so far, by the name of their type."""


def types_of_events() -> Iterator[type[Event]]:
    """Yield the classes of all events that are defined at this moment."""
    waiting = list(Event.__subclasses__())
    while waiting:
        event = waiting.pop()
        waiting += event.__subclasses__()
        if "__slots__" in vars(event):  # else `fact` has made another class of it
            yield event


def class_of(name: str) -> type[Fact]:
    """Return the class of a type of records; `LookupError` where there is none."""
    return _OWN.get(name) or {each.type: each for each in types_of_events()}[name]


def fact_from(name: str, data: Mapping[str, Any], *, actor: str | None, seen_by: object) -> Fact:
    """Return what a record of this type says, from its plain JSON data.

    Raises `LookupError` for no type; `ValueError`, `TypeError` or `ClaimError` for other data than
    it has.
    """
    decode = _DECODERS.get(name)
    if decode is None:
        decode = _DECODERS[name] = _decoder(class_of(name))
    made: Fact = decode(data, actor, seen_by)
    return made


def _decoder(of: type[Fact]) -> Decode:
    if issubclass(of, DerivedRecord):
        return decoder_of(of, ENVELOPE)
    if issubclass(of, Event):
        return decoder_of(of, {"seen_by"})
    whole = decoder_of(of)
    to_all = _TO_ALL.get(of)
    if to_all is None:
        return whole
    keys, shown = [each.name for each in fields(to_all)], decoder_of(to_all)
    return lambda data, *of_whom: (shown if list(data) == keys else whole)(data, *of_whom)
