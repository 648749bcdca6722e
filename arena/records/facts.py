"""All that a record can say, as one union, and the decoder of it."""

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any, get_args, get_origin, get_type_hints

from arena.claims.deal_records import DealAnswered, DealOffered, DealSettled
from arena.claims.derived import DerivedRecord
from arena.claims.judgement import Judgement
from arena.claims.language import Claim, Proposition
from arena.claims.offers import DealAct, read_act
from arena.claims.plans import Intent, PlanJudged
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
    UnreadLine,
    Whispered,
)
from engine import Event

__all__ = [
    "DEFINED", "DERIVED", "FOLDED", "OWN_TYPES", "Fact", "class_of", "fact_from", "types_of_events",
]  # fmt: skip

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
_TO_ALL: dict[tuple[str, ...], type[Fact]] = {
    (OpenedToAll.type,): OpenedToAll,
    (SealedToAll.type, "result"): SealedToAll,
}
"""Those of which something is left out where they are shown, by type and keys."""
_EVENTS: dict[str, type[Event]] = {}


def types_of_events() -> Iterator[type[Event]]:
    """Yield the classes of all events that are defined at this moment."""
    waiting = list(Event.__subclasses__())
    while waiting:
        event = waiting.pop()
        waiting += event.__subclasses__()
        if "__slots__" in vars(event):  # without them it is what the decorator made it of
            yield event


def class_of(name: str) -> type[Fact]:
    """Return the class of a type of records; `LookupError` where there is none."""
    own = _OWN.get(name) or _EVENTS.get(name)
    if own is None:
        _EVENTS.update((each.type, each) for each in types_of_events())
        own = _EVENTS[name]
    return own


def fact_from(name: str, data: Mapping[str, Any], *, actor: str | None, seen_by: object) -> Fact:
    """Return what a record of this type says, from its plain JSON data.

    Raises `LookupError` for no type, `ValueError` or `TypeError` for other data than it has.
    """
    of = _TO_ALL.get((name, *data)) or class_of(name)
    if issubclass(of, Event):
        return _made(of, data, {"seen_by": seen_by})
    if issubclass(of, DerivedRecord):
        return _made(of, data, {"actor": actor, "seen_by": seen_by})
    return _made(of, data, {})


def _made(of: type[Any], data: Mapping[str, Any], envelope: dict[str, Any]) -> Any:  # noqa: ANN401 - of that type
    given = {**envelope, **data}
    for name, convert in _converters(of):
        given[name] = convert(given[name])
    return of(**given)


@cache
def _converters(of: type[Any]) -> tuple[tuple[str, Callable[[Any], Any]], ...]:
    """Return what makes the fields whose values are no plain JSON."""
    hints = get_type_hints(of)
    made = ((name, _converter(hint)) for name, hint in hints.items() if name != "seen_by")
    return tuple((name, convert) for name, convert in made if convert is not None)


_READ: Mapping[object, Callable[[Any], Any]] = {
    Claim: Claim.read,
    Proposition: Proposition.read,
    DealAct: read_act,
    Intent: Intent.read,
    UnreadLine: lambda data: UnreadLine(**data),
}


def _converter(hint: Any) -> Callable[[Any], Any] | None:  # noqa: ANN401 - any annotation
    """Return what makes a value of this type from plain JSON; None where it is plain."""
    if get_origin(hint) is tuple:
        inner, *_ = get_args(hint)
        each = _converter(inner)
        return tuple if each is None else lambda rows: tuple([each(row) for row in rows])
    if hint in _READ:
        return _READ[hint]
    if get_origin(hint) is Mapping or get_origin(hint) is dict:
        value = _converter(get_args(hint)[1])
        return None if value is None else lambda m: {key: value(v) for key, v in m.items()}
    return None
