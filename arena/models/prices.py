"""The price of a call in dollars: from the config, else from the table of `genai-prices`.

The table is part of the package; nothing is fetched. A model that it does not know has no price,
never the price 0, so that a budget can refuse it.
"""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from functools import cache, lru_cache, partial
from importlib.metadata import version
from typing import TYPE_CHECKING

from arena.models.specs import Spec
from arena.models.types import Usage
from arena.settings import ModelSettings, Price

if TYPE_CHECKING:
    from genai_prices.types import ModelInfo, Provider


MILLION = 1_000_000
PRICES = "genai-prices"
"""The package that holds the table."""


class Tariff:
    """The price of a model's tokens."""

    def __init__(self, dollars: Callable[[Usage], float | None]) -> None:
        """`dollars` returns the cost of a call; None if it is unknown."""
        self._dollars = dollars

    def cost(self, usage: Usage | None) -> float | None:
        """Return the cost of a call in dollars; None if it is unknown."""
        return None if usage is None else self._dollars(usage)

    def worst(self, input_tokens: int, output_tokens: int) -> float | None:
        """Return the highest cost of a call of this size in dollars; None if it is unknown.

        The input is priced as plain, cached or written to a cache, whichever costs most;
        `output_tokens` is the longest output, reasoning included.
        """
        size = Usage(input=input_tokens, cached=0, written=0, output=output_tokens, reasoning=0)
        cached, written = replace(size, cached=input_tokens), replace(size, written=input_tokens)
        costs = [self._dollars(each) for each in (size, cached, written)]
        known = [each for each in costs if each is not None]
        return max(known) if len(known) == len(costs) else None


def price_of(spec: Spec, settings: ModelSettings, *, when: datetime | None = None) -> Tariff | None:
    """Return the tariff of a model at a time, by default now; None if it is unknown.

    The table is not used for a compatible server, whose model name says nothing about its price.
    Nor is it where requests have extra keys, which may cost more.
    """
    if settings.price is not None:
        return Tariff(partial(_given_price, settings.price))
    if spec.protocol == "openai-compatible" or settings.extra_body:
        return None
    found = _found(spec.protocol, spec.model)
    if found is None:
        return None
    listed = Tariff(partial(_listed_price, *found, when or datetime.now(UTC)))
    return None if listed.worst(1, 1) is None else listed


@lru_cache(maxsize=256)
def _found(protocol: str, model: str) -> "tuple[Provider, ModelInfo] | None":
    """Return a model's entry in the table; cached, since the search takes a millisecond."""
    from genai_prices.data_snapshot import get_snapshot

    try:
        return get_snapshot().find_provider_model(model, None, protocol, None)
    except LookupError:
        return None


@cache
def price_table() -> str:
    """Return the version of the price table, cached."""
    return version(PRICES)


def _given_price(price: Price, usage: Usage) -> float:
    cached = price.input if price.cached is None else price.cached
    written = price.input if price.written is None else price.written
    plain = usage.input - usage.cached - usage.written
    dollars = plain * price.input + usage.cached * cached + usage.written * written
    return (dollars + usage.output * price.output) / MILLION


def _listed_price(
    provider: "Provider", model: "ModelInfo", when: datetime, usage: Usage
) -> float | None:
    from genai_prices import Usage as Counted

    counted = Counted(
        input_tokens=usage.input,
        cache_read_tokens=usage.cached,
        cache_write_tokens=usage.written,
        output_tokens=usage.output,
    )
    try:
        found = model.calc_price(counted, provider, genai_request_timestamp=when)
    except (LookupError, ValueError):
        return None
    listed = found.model_price
    priced = listed.input_mtok is not None and listed.output_mtok is not None
    return float(found.total_price) if priced else None
