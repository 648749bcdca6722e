"""What is possible for a key is said from its own type and bounds."""

import pytest
from pydantic import BaseModel, ValidationError

from arena.settings import BudgetRules, Limits, LlmRules, ModelSettings, Price, TalkRules, expected

ALL = (Limits, TalkRules, LlmRules, BudgetRules, ModelSettings, Price)


@pytest.mark.parametrize(
    ("settings", "key", "words"),
    [
        (Limits, "answer_seconds", "a number of seconds above 0"),
        (Limits, "corrections", "a whole number from 0 to 10"),
        (TalkRules, "protocol", "off, simultaneous, round_robin or bidding, as text"),
        (TalkRules, "whispers", "true or false"),
        (LlmRules, "notes", "a whole number of characters from 0 to 20000"),
        (BudgetRules, "money", "a number of dollars from 0"),
        (BudgetRules, "tokens", "a whole number from 0"),
        (ModelSettings, "top_p", "a number above 0 and up to 1"),
        (ModelSettings, "context", "a whole number of tokens from 4096"),
        (ModelSettings, "price", "a table with input, output, cached, written"),
    ],
)
def test_what_is_possible_is_said_in_words(settings: type[BaseModel], key: str, words: str) -> None:
    """Type, unit and bounds, as a person would say them."""
    assert expected(settings, key) == words


@pytest.mark.parametrize("settings", ALL)
def test_every_key_has_its_words(settings: type[BaseModel]) -> None:
    """No key is without a sentence, and none needs one of its own."""
    assert all(expected(settings, key) for key in settings.model_fields)


@pytest.mark.parametrize(
    ("settings", "key", "least"),
    [(Limits, "corrections", 0), (TalkRules, "turns", 1), (ModelSettings, "max_output", 64)],
)
def test_the_words_are_those_of_the_check(settings: type[BaseModel], key: str, least: int) -> None:
    """The bound that is said is the bound that is held."""
    assert f"from {least}" in expected(settings, key)
    assert settings.model_validate({key: least})
    with pytest.raises(ValidationError):
        settings.model_validate({key: least - 1})
