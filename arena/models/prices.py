"""What a call costs, in dollars: a config's price, else the table that comes with `genai-prices`.

The table is part of the package; nothing is fetched. A model that it does not know has no price,
never the price 0, so that a budget can refuse it.
"""

from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache, lru_cache
from importlib.metadata import version
from typing import TYPE_CHECKING, Protocol

from arena.models.specs import Spec
from arena.models.types import Usage
from arena.settings import ModelSettings, Price

if TYPE_CHECKING:
    from genai_prices.types import ModelInfo, Provider

__all__ = ["PRICES", "Tariff", "price_of", "price_table"]

MILLION = 1_000_000
PRICES = "genai-prices"
"""The package that has the table."""


class Tariff(Protocol):
    """What a model's tokens cost."""

    def cost(self, usage: Usage | None) -> float | None:
        """Return the dollars of a call; None where they can't be known."""
        ...

    def worst(self, input_tokens: int, output_tokens: int) -> float | None:
        """Return the most that a call of this size costs: nothing from a cache, all written to it.

        `output_tokens` is the longest output, reasoning included.
        """
        ...


def price_of(spec: Spec, settings: ModelSettings, *, when: datetime | None = None) -> Tariff | None:
    """Return what a model costs at a time, by default now; None where nobody knows.

    The table is not asked for a compatible server: whose model it runs says nothing of its price.
    Nor is it where requests have further keys, which may ask for something dearer.
    """
    if settings.price is not None:
        return _Given(price=settings.price)
    if spec.protocol == "openai-compatible" or settings.extra_body:
        return None
    found = _found(spec.protocol, spec.model)
    if found is None:
        return None
    provider, model = found
    listed = _Listed(provider=provider, model=model, when=when or datetime.now(UTC))
    return None if listed.worst(1, 1) is None else listed


@lru_cache(maxsize=256)
def _found(protocol: str, model: str) -> "tuple[Provider, ModelInfo] | None":
    """Return a model's entry in the table: the search for it takes a millisecond."""
    from genai_prices.data_snapshot import get_snapshot

    try:
        return get_snapshot().find_provider_model(model, None, protocol, None)
    except LookupError:
        return None


@cache
def price_table() -> str:
    """Return the version of the table of prices, looked up once a process."""
    return version(PRICES)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Given:
    price: Price

    def cost(self, usage: Usage | None) -> float | None:
        if usage is None:
            return None
        price = self.price
        cached = price.input if price.cached is None else price.cached
        written = price.input if price.written is None else price.written
        plain = usage.input - usage.cached - usage.written
        dollars = plain * price.input + usage.cached * cached + usage.written * written
        return (dollars + usage.output * price.output) / MILLION

    def worst(self, input_tokens: int, output_tokens: int) -> float | None:
        return _dearest(self, input_tokens, output_tokens)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Listed:
    provider: "Provider"
    model: "ModelInfo"
    when: datetime

    def cost(self, usage: Usage | None) -> float | None:
        if usage is None:
            return None
        from genai_prices import Usage as Counted

        counted = Counted(
            input_tokens=usage.input,
            cache_read_tokens=usage.cached,
            cache_write_tokens=usage.written,
            output_tokens=usage.output,
        )
        try:
            found = self.model.calc_price(counted, self.provider, genai_request_timestamp=self.when)
        except (LookupError, ValueError):
            return None
        listed = found.model_price
        priced = listed.input_mtok is not None and listed.output_mtok is not None
        return float(found.total_price) if priced else None

    def worst(self, input_tokens: int, output_tokens: int) -> float | None:
        return _dearest(self, input_tokens, output_tokens)


def _dearest(tariff: Tariff, input_tokens: int, output_tokens: int) -> float | None:
    """Return the cost with all input plain, served from a cache or written to it: the highest."""
    costs = [
        tariff.cost(
            Usage(
                input=input_tokens,
                cached=cached,
                written=written,
                output=output_tokens,
                reasoning=0,
            )
        )
        for cached, written in ((0, 0), (input_tokens, 0), (0, input_tokens))
    ]
    known = [each for each in costs if each is not None]
    return max(known) if len(known) == len(costs) else None
