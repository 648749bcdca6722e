"""Further keys of a request, as a provider or a router wants them."""

import json
from typing import Any

import pytest

from arena.errors import ConfigError
from arena.models.prices import price_of
from arena.models.specs import check, parse
from arena.settings import ModelSettings, Price
from tests.arena.models.helpers import PROTOCOLS, SAY, SPECS, model

ROUTED = {"provider": {"only": ["x"]}, "top_k": 5, "chat_template_kwargs": {"thinking": False}}

OTHER_WORDS = (
    "n", "n_cmpl", "best_of", "num_return_sequences", "use_beam_search", "ignore_eos",
    "service_tier", " Stream", "n_predict", "num_predict", "options", "maxTokens", "MAX-OUTPUT",
    "fallbacks", "models", "preset", "route", "api_base", "api_key", "extra_headers",
    "search_parameters", "enable_search", "web_search", "plugins", "prediction",
    "json_schema", "guided_regex", "structured_outputs", "echo", "top_logprobs", "logprobs",
)  # fmt: skip
"""For what multiplies a cost, changes who answers, adds a search, or changes a reply's form."""


def body(protocol: str, **settings: object) -> dict[str, Any]:
    """Return the body of a first request."""
    opened = model(protocol, **settings)
    items = [{"role": "system", "text": "Play."}, {"role": "user", "text": "Speak."}]
    return opened.payload(items, [SAY], "forced")


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_they_stand_in_each_request_and_change_nothing_else(protocol: str) -> None:
    """Behind what the arena sends."""
    plain = body(protocol)
    assert body(protocol, extra_body=ROUTED) == plain | ROUTED
    assert not plain.keys() & ROUTED.keys()


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_what_the_arena_sets_is_refused_by_name(protocol: str) -> None:
    """All that it ever sends, and what others call it, in whatever case."""
    settings = {"effort": "low"} if protocol == "openai" else {"max_output": 500}
    for key in (*body(protocol, **settings), *OTHER_WORDS):
        given = ModelSettings(extra_body={key: 1})
        with pytest.raises(ConfigError, match=f"extra_body of .* has {key}, which the arena sets"):
            check(parse(SPECS[protocol]), given)


@pytest.mark.parametrize(
    ("given", "named"),
    [
        ({"extra_body": {"top_k": 5}}, "extra_body"),
        ({"reasoning": {"effort": "high"}}, "reasoning.effort"),
        ({"reasoning": {"max_tokens": 9000}}, "reasoning.max_tokens"),
        ({"thinking": {"type": "enabled", "budget_tokens": 9000}}, "thinking.budget_tokens"),
        ({"google": {"thinking_config": {"thinkingBudget": 9000}}},
         "google.thinking_config.thinkingBudget"),
        ({"x": [{"y": [{"Max-Tokens": 9000}]}]}, "x.y.Max-Tokens"),
    ],
)  # fmt: skip
def test_what_multiplies_a_cost_is_refused_in_tables_inside_too(
    given: dict[str, Any], named: str
) -> None:
    """With its path; some routers lay such a table over the request."""
    with pytest.raises(ConfigError, match=f"extra_body of .* has {named}, which the arena sets"):
        check(parse(SPECS["openai-compatible"]), ModelSettings(extra_body=given))


@pytest.mark.parametrize(
    "given",
    [
        ROUTED,
        {"provider": {"order": ["a"], "max_price": {"prompt": 1}}},
        {"thinking": {"type": "disabled"}},
        {"reasoning": {"exclude": True}},
        {"reasoning": {"enabled": False}},
        {"enable_thinking": False},
        {"chat_template_kwargs": {"reasoning_effort": "low", "thinking_budget": 0}},
        {"stop": ["<end>"], "repetition_penalty": 1.1, "min_p": 0.1, "user": "me"},
    ],
)
def test_what_only_tells_a_server_how_is_sent(given: dict[str, Any]) -> None:
    """Routing within a model, sampling, thoughts off or out of sight, words of a template."""
    assert body("openai-compatible", extra_body=given).items() >= given.items()
    check(parse(SPECS["openai-compatible"]), ModelSettings(extra_body=given))


def test_thoughts_may_be_switched_off_where_the_arena_says_nothing_of_them() -> None:
    """A key of one service is free at another."""
    off = ModelSettings(extra_body={"thinking": {"type": "disabled"}})
    check(parse(SPECS["openai-compatible"]), off)
    with pytest.raises(ConfigError, match="thinking"):
        check(parse(SPECS["anthropic"]), off)


def test_numbers_are_those_of_json() -> None:
    """TOML has infinity."""
    with pytest.raises(ConfigError, match="finite"):
        check(parse(SPECS["openai"]), ModelSettings(extra_body={"x": [float("inf")]}))


def test_settings_without_them_are_written_as_before() -> None:
    """So that no header and no digest of a game without them is another."""
    assert "extra_body" not in ModelSettings().model_dump(mode="json")
    assert json.loads(ModelSettings(extra_body=ROUTED).model_dump_json())["extra_body"] == ROUTED


def test_a_price_has_to_be_said() -> None:
    """The list knows what the plain request costs."""
    spec = parse("openai:gpt-4o")
    assert price_of(spec, ModelSettings()) is not None
    assert price_of(spec, ModelSettings(extra_body=ROUTED)) is None
    assert price_of(spec, ModelSettings(extra_body=ROUTED, price=Price(input=1.0, output=1.0)))
