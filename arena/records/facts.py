"""The union of all record payloads, and its decoders."""

from collections.abc import Iterator, Mapping
from dataclasses import fields

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

Fact = (
    Event | Opened | OpenedToAll | Answer | AnswerDefaulted | FloorOpened | FloorClosed | Said
    | Whispered | ClaimsUnread | Planned | Silent | Bid | TurnDefaulted | SeatReplaced | Sealed
    | SealedToAll | Judgement | DerivedRecord
)  # fmt: skip
"""The payload of a record: an event of the rules, or one of the arena's own."""

DEFINED: tuple[type[Payload], ...] = (
    Opened, Answer, AnswerDefaulted, FloorOpened, FloorClosed, Said, Whispered, ClaimsUnread,
    Planned, Silent, Bid, TurnDefaulted, SeatReplaced, Sealed,
)  # fmt: skip
"""The arena's own payloads that are written as they happen."""
FOLDED: tuple[type[DerivedRecord], ...] = (DealOffered, DealAnswered, DealSettled, PlanJudged)
"""Outcomes of deals and plans."""
DERIVED: tuple[str, ...] = (Judgement.type, *(each.type for each in FOLDED))
"""Types of records that are derived from earlier ones."""
OWN_TYPES: tuple[str, ...] = (*(each.type for each in DEFINED), *DERIVED)
"""Types of all records except the engine's events."""

_OWN_KINDS: tuple[type[Payload | Judgement | DerivedRecord], ...] = (*DEFINED, Judgement, *FOLDED)
_OWN = {each.type: each for each in _OWN_KINDS}
_TO_ALL: Mapping[type, type[Payload]] = {Opened: OpenedToAll, Sealed: SealedToAll}
"""The public form of payloads that are shown in part."""


def types_of_events() -> Iterator[type[Event]]:
    """Yield the classes of all events defined so far."""
    waiting = list(Event.__subclasses__())
    while waiting:
        event = waiting.pop()
        waiting += event.__subclasses__()
        if "__slots__" in vars(event):  # else it is the class before `fact` replaced it
            yield event


def class_of(name: str) -> type[Payload | Judgement | DerivedRecord | Event]:
    """Return the class of a type of record; `KeyError` if there is none."""
    return _OWN.get(name) or {each.type: each for each in types_of_events()}[name]


class _Decoders(dict[str, Decode]):
    """Decoders by type of record, each made at first use."""

    def __missing__(self, name: str) -> Decode:
        """Make a decoder; `KeyError` for an unknown type."""
        return self.setdefault(name, _decoder(class_of(name)))


def _decoder(of: type) -> Decode:
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


DECODERS: Mapping[str, Decode] = _Decoders()
"""Decoders by type of record; `KeyError` for an unknown type."""
