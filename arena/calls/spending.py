"""What calls took: sums over a game's history, for one seat or for all.

What nobody counted stands apart: it is booked at its worst case, and no sum of tokens or dollars
has it. A price that is unknown is None, never 0.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import pairwise
from math import ceil
from statistics import median

from arena.calls.history import Call
from arena.errors import RETOLD_KINDS
from arena.models.types import Step

BYTES = 4
"""Bytes that are taken for a token where nobody counted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stepped:
    """A seat whose model is asked less firmly from one call on."""

    seat: str
    call: int
    """The first one."""
    before: Step
    after: Step


@dataclass(frozen=True, slots=True, kw_only=True)
class WorstCase:
    """Calls that brought no count of tokens that can be, as they are booked."""

    calls: int
    tokens: int
    cost: float | None
    """Dollars; None: of none the price is known."""
    unpriced: int
    """How many of them have no known price."""
    unbelievable: int
    """How many of them brought a count that can't be."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Spent:
    """What some calls took."""

    calls: int
    """All that left, those tried again included."""
    again: int
    """How many of them were the same call, tried again."""
    failed: Mapping[str, int]
    """Calls that brought no reply, by what went wrong."""
    late: int
    """Replies that came after the seat's time was up."""
    ignored: int
    """Replies that came in the moment in which it was up."""
    input: int
    """Tokens that were sent, from a cache or not, as the providers count them."""
    cached: int
    """How many of them a cache served."""
    written: int
    """How many of them were written to a cache at a price of their own."""
    output: int
    """Tokens that were generated, reasoning included."""
    reasoning: int
    cost: float | None
    """Dollars of the calls that were counted and have a price; None: none has."""
    unpriced: int
    """Calls that were counted and have no known price."""
    worst: WorstCase
    seconds: float
    """Waited in all."""
    seconds_median: float | None
    """Of one call; None: of none it is known."""
    seconds_p90: float | None
    """Nine of ten calls took no longer."""
    new_tokens: float | None
    """Median of new input tokens a call, as the providers count them."""
    new_size: float | None
    """The same by the bytes, four a token."""
    size: int
    """Bytes of all that was sent in calls that were answered."""
    repeated: int
    """How many of them stood in the call before."""
    stepped: tuple[Stepped, ...]
    epochs: int
    """Conversations; each seat begins with one."""
    refused_epochs: int
    """Those of them that a server refused, though not for their length: another began in place."""

    @property
    def cache_share(self) -> float | None:
        """How much of the input a cache served; None where there was none."""
        return self.cached / self.input if self.input else None

    @property
    def repeated_share(self) -> float | None:
        """How much of what was sent stood in the call before."""
        return self.repeated / self.size if self.size else None

    def data(self) -> dict[str, object]:
        """Return it as plain JSON data, with the shares."""
        shares = {"cache_share": self.cache_share, "repeated_share": self.repeated_share}
        return {**asdict(self), **shares}


def by_seat(calls: Iterable[Call]) -> dict[str, Spent]:
    """Return what each seat's calls took."""
    return {each[0].seat: spent(each) for each in _apart(calls)}


def spent(calls: Sequence[Call]) -> Spent:
    """Return what calls took."""
    usages = [call.usage for call in calls if call.usage is not None]
    answered = [call for call in calls if call.reply is not None]
    waited = sorted(call.seconds for call in calls if call.seconds is not None)
    feared = [call for call in calls if call.is_worst_case]
    cost, unpriced = _cost(call for call in calls if not call.is_worst_case)
    feared_cost, feared_unpriced = _cost(feared)
    return Spent(
        calls=len(calls),
        again=sum(call.again > 0 for call in calls),
        failed=dict(Counter(call.fault for call in calls if call.fault is not None)),
        late=sum(call.late for call in calls),
        ignored=sum(call.ignored for call in calls),
        input=sum(usage.input for usage in usages),
        cached=sum(usage.cached for usage in usages),
        written=sum(usage.written for usage in usages),
        output=sum(usage.output for usage in usages),
        reasoning=sum(usage.reasoning for usage in usages),
        cost=cost,
        unpriced=unpriced,
        worst=WorstCase(
            calls=len(feared),
            tokens=sum(call.booked.tokens for call in feared),
            cost=feared_cost,
            unpriced=feared_unpriced,
            unbelievable=sum(call.unbelievable for call in feared),
        ),
        seconds=round(sum(waited), 3),
        seconds_median=median(waited) if waited else None,
        seconds_p90=waited[ceil(0.9 * len(waited)) - 1] if waited else None,
        new_tokens=_median(answered, lambda call: call.new_tokens),
        new_size=_median(
            answered, lambda call: None if call.new_size is None else call.new_size / BYTES
        ),
        size=sum(call.size for call in answered),
        repeated=sum(call.repeated for call in answered),
        stepped=tuple(
            Stepped(seat=call.seat, call=call.number, before=call.stepped_from, after=call.step)
            for call in calls
            if call.stepped_from is not None
        ),
        epochs=len({(call.seat, call.epoch) for call in calls}),
        refused_epochs=sum(_refused(seat) for seat in _apart(calls)),
    )


def _apart(calls: Iterable[Call]) -> Iterable[list[Call]]:
    """Return the calls of each seat."""
    seats: dict[str, list[Call]] = {}
    for call in calls:
        seats.setdefault(call.seat, []).append(call)
    return seats.values()


def _refused(calls: Sequence[Call]) -> int:
    """Return how often a seat began anew behind a refusal that was neither of length nor of how.

    Where a model is asked in words in place of tools, its conversation only takes another form.
    """
    return sum(
        before.fault in RETOLD_KINDS - {"too_long"}
        and (before.asked, before.step) == (call.asked, call.step)
        and before.epoch < call.epoch
        for before, call in pairwise(calls)
    )


def _cost(calls: Iterable[Call]) -> tuple[float | None, int]:
    """Return the dollars, None where no price is known, and how many calls have none."""
    booked = [call.booked.money for call in calls]
    known = [money for money in booked if money is not None]
    unpriced = len(booked) - len(known)
    # What was refused costs nothing whatever the price, and so tells nothing of it.
    return (None if unpriced and not any(known) else sum(known, 0.0)), unpriced


def _median(calls: Iterable[Call], of: Callable[[Call], float | None]) -> float | None:
    found = [value for value in map(of, calls) if value is not None]
    return median(found) if found else None
