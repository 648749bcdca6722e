"""Totals of a game's calls: tokens, dollars and seconds, for one seat or for all.

Calls without a token count are listed apart at their worst case and are in no total of tokens or
dollars. An unknown price is None, never 0.
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
"""Bytes taken for a token where there is no count."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stepped:
    """A seat's switch to another way of asking its model."""

    seat: str
    call: int
    """Number of the first call after it."""
    before: Step
    after: Step


@dataclass(frozen=True, slots=True, kw_only=True)
class WorstCase:
    """Calls without a plausible token count, charged at their worst case."""

    calls: int
    tokens: int
    cost: float | None
    """Dollars; None: no price is known."""
    unpriced: int
    """Calls without a known price."""
    unbelievable: int
    """Calls whose token count was implausible."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Spent:
    """Totals of some calls."""

    calls: int
    """All that were sent, retries included."""
    again: int
    """Retries among them."""
    failed: Mapping[str, int]
    """Calls without a reply, by fault."""
    late: int
    """Replies that came after the seat's time was up."""
    ignored: int
    """Replies that came at the very moment when it was up."""
    input: int
    """Input tokens, cached or not, by the providers' count."""
    cached: int
    """Input tokens served by a cache."""
    written: int
    """Input tokens written to a cache at a price of their own."""
    output: int
    """Output tokens, reasoning included."""
    reasoning: int
    cost: float | None
    """Dollars of the calls with a token count and a price; None: there is none."""
    unpriced: int
    """Calls with a token count and no known price."""
    worst: WorstCase
    seconds: float
    """Total waiting time."""
    seconds_median: float | None
    """Median seconds of a call; None: none is known."""
    seconds_p90: float | None
    """The 90th percentile."""
    new_tokens: float | None
    """Median of new input tokens a call, by the providers' count."""
    new_size: float | None
    """The same from bytes, four a token."""
    size: int
    """Bytes sent in all answered calls."""
    repeated: int
    """Bytes of them in the common prefix with the previous call."""
    stepped: tuple[Stepped, ...]
    epochs: int
    """Number of conversations; each seat begins with one."""
    refused_epochs: int
    """Conversations that the server refused, other than for their length, and that were replaced.
    """

    @property
    def cache_share(self) -> float | None:
        """Share of the input tokens served by a cache; None without input."""
        return self.cached / self.input if self.input else None

    @property
    def repeated_share(self) -> float | None:
        """Share of the sent bytes that repeats the previous call; None without any."""
        return self.repeated / self.size if self.size else None

    def data(self) -> dict[str, object]:
        """Return plain JSON data, with the shares."""
        shares = {"cache_share": self.cache_share, "repeated_share": self.repeated_share}
        return {**asdict(self), **shares}


def by_seat(calls: Iterable[Call]) -> dict[str, Spent]:
    """Return the totals of each seat."""
    return {each[0].seat: spent(each) for each in _apart(calls)}


def spent(calls: Sequence[Call]) -> Spent:
    """Return the totals of some calls."""
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
    """Group calls by seat."""
    seats: dict[str, list[Call]] = {}
    for call in calls:
        seats.setdefault(call.seat, []).append(call)
    return seats.values()


def _refused(calls: Sequence[Call]) -> int:
    """Count new conversations after a refusal that concerned neither length nor the way of asking.

    Where a model is asked in text instead of tools, its conversation only takes another form.
    """
    return sum(
        before.fault in RETOLD_KINDS - {"too_long"}
        and (before.asked, before.step) == (call.asked, call.step)
        and before.epoch < call.epoch
        for before, call in pairwise(calls)
    )


def _cost(calls: Iterable[Call]) -> tuple[float | None, int]:
    """Return the dollars, None if no price is known, and the number of calls without a price."""
    booked = [call.booked.money for call in calls]
    known = [money for money in booked if money is not None]
    unpriced = len(booked) - len(known)
    # A refused call costs nothing at any price, so it does not show that a price is known.
    return (None if unpriced and not any(known) else sum(known, 0.0)), unpriced


def _median(calls: Iterable[Call], of: Callable[[Call], float | None]) -> float | None:
    found = [value for value in map(of, calls) if value is not None]
    return median(found) if found else None
