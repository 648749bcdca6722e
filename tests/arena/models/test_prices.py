from datetime import UTC, datetime

import pytest

from arena.models.prices import price_of
from arena.models.specs import parse
from arena.models.types import Usage
from arena.settings import ModelSettings, Price

WHEN = datetime(2026, 1, 1, tzinfo=UTC)
CALL = Usage(input=1_000_000, cached=300_000, written=200_000, output=100_000, reasoning=50_000)
SMALL = Usage(input=1_000, cached=400, written=0, output=100, reasoning=0)


def given(**price: float) -> ModelSettings:
    """Return settings with a price."""
    return ModelSettings(price=Price(**price))


@pytest.mark.parametrize(
    ("price", "dollars"),
    [
        # 500,000 plain + 300,000 cached + 200,000 written + 100,000 output
        ({"input": 2.0, "output": 8.0}, 2.0 + 0.8),
        ({"input": 2.0, "output": 8.0, "cached": 0.5}, 1.0 + 0.15 + 0.4 + 0.8),
        ({"input": 2.0, "output": 8.0, "written": 2.5}, 1.0 + 0.6 + 0.5 + 0.8),
        ({"input": 2.0, "output": 8.0, "cached": 0.0, "written": 0.0}, 1.0 + 0.8),
        ({"input": 0.0, "output": 0.0}, 0.0),
    ],
)
def test_a_config_gives_the_price(price: dict[str, float], dollars: float) -> None:
    """Input from a cache, to a cache and plain have a price each, reasoning is output."""
    tariff = price_of(parse("openai-compatible:m@http://x"), given(**price))
    assert tariff is not None
    assert tariff.cost(CALL) == pytest.approx(dollars)


@pytest.mark.parametrize(
    ("price", "dollars"),
    [
        ({"input": 2.0, "output": 8.0, "cached": 0.5}, 2.0 + 0.8),
        ({"input": 2.0, "output": 8.0, "written": 2.5}, 2.5 + 0.8),
        ({"input": 2.0, "output": 8.0, "cached": 3.0}, 3.0 + 0.8),
    ],
)
def test_the_worst_of_a_call(price: dict[str, float], dollars: float) -> None:
    """A budget reckons with the dearest way in which the same tokens can be counted."""
    tariff = price_of(parse("openai:m"), given(**price))
    assert tariff is not None
    assert tariff.worst(1_000_000, 100_000) == pytest.approx(dollars)


def test_a_config_goes_before_the_table() -> None:
    """Who has a contract writes its price down."""
    tariff = price_of(parse("openai:gpt-4o"), given(input=1.0, output=1.0))
    assert tariff is not None
    assert tariff.cost(SMALL) == pytest.approx(0.0011)


@pytest.mark.parametrize(
    ("spec", "dollars"),
    [
        # 600 plain at 2.50, 400 cached at 1.25, 100 output at 10 dollars a million
        ("openai:gpt-4o", 0.0015 + 0.0005 + 0.001),
        ("openai:gpt-4o-2024-08-06", 0.0015 + 0.0005 + 0.001),
        ("openai:gpt-4o@http://127.0.0.1:9/v1", 0.0015 + 0.0005 + 0.001),
        ("openai:gpt-4o#high", 0.0015 + 0.0005 + 0.001),
        # 3, 0.30 and 15 dollars a million
        ("anthropic:claude-sonnet-4-5", 0.0018 + 0.00012 + 0.0015),
    ],
)
def test_the_table_gives_the_price(spec: str, dollars: float) -> None:
    """Models of OpenAI and Anthropic have their listed price, dated names included."""
    tariff = price_of(parse(spec), ModelSettings(), when=WHEN)
    assert tariff is not None
    assert tariff.cost(SMALL) == pytest.approx(dollars)


def test_long_input_has_a_price_of_its_own() -> None:
    """Above 200,000 tokens this model's input costs 6 dollars a million and its output 22.50."""
    tariff = price_of(parse("anthropic:claude-sonnet-4-5"), ModelSettings(), when=WHEN)
    assert tariff is not None
    call = Usage(input=300_000, cached=0, written=0, output=1_000, reasoning=0)
    assert tariff.cost(call) == pytest.approx(1.8 + 0.0225)


def test_the_worst_by_the_table_is_written_to_the_cache() -> None:
    """Anthropic takes 3.75 dollars a million for what it writes to its cache."""
    tariff = price_of(parse("anthropic:claude-sonnet-4-5"), ModelSettings(), when=WHEN)
    assert tariff is not None
    assert tariff.worst(1_000, 100) == pytest.approx(0.00375 + 0.0015)


@pytest.mark.parametrize(
    "spec",
    [
        "openai:no-such-model",
        "anthropic:gpt-4o",
        "openai:text-embedding-3-small",
        "openai-compatible:gpt-4o@http://x",
    ],
)
def test_nobody_knows_the_price(spec: str) -> None:
    """An unknown model has no price; a known name on somebody's server says nothing."""
    assert price_of(parse(spec), ModelSettings()) is None


@pytest.mark.parametrize("settings", [ModelSettings(), given(input=1.0, output=1.0)])
def test_a_call_that_was_not_counted_has_no_cost(settings: ModelSettings) -> None:
    """Without usage the cost is unknown, not 0."""
    tariff = price_of(parse("openai:gpt-4o"), settings)
    assert tariff is not None
    assert tariff.cost(None) is None


@pytest.mark.parametrize("settings", [ModelSettings(), given(input=1.0, output=1.0)])
def test_nothing_costs_nothing(settings: ModelSettings) -> None:
    """A call of no tokens at a known price is 0 dollars."""
    tariff = price_of(parse("openai:gpt-4o"), settings)
    assert tariff is not None
    assert tariff.worst(0, 0) == 0.0
