"""Caps on the command line: what can be written, and what a larger one is."""

import pytest

from arena.calls.caps import capped, caps, more_of
from arena.errors import ConfigError
from arena.settings import BudgetRules


def test_caps_are_read_by_key() -> None:
    """Dollars and seconds may have a fraction, tokens and calls have none."""
    given = ["money=2.50", "tokens=100000", "calls=40", "seconds=0.5"]
    assert caps(given) == {"money": 2.5, "tokens": 100000, "calls": 40, "seconds": 0.5}
    assert caps(["money=$3"]) == {"money": 3.0}
    assert caps([]) == {}


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("money", "--budget is 'money'. Possible: KEY=VALUE, for example money=2.50."),
        ("money=", "--budget is 'money='. Possible: KEY=VALUE"),
        ("mony=2", "Possible: money, tokens, calls, seconds. Did you mean 'money'?"),
        ("on_budget=stop", "Possible: money, tokens, calls, seconds."),
        ("calls=2.5", "--budget calls is '2.5'. Possible: a whole number from 0."),
        ("tokens=-1", "--budget tokens is '-1'. Possible: a whole number from 0."),
        ("money=nan", "--budget money is 'nan'. Possible: a number of dollars from 0."),
        ("money=1e999", "Possible: a number of dollars from 0."),
        ("seconds=0", "--budget seconds is '0'. Possible: a number of seconds above 0."),
    ],
)
def test_wrong_caps_are_refused_in_one_sentence(given: str, said: str) -> None:
    """What came, and what is possible."""
    with pytest.raises(ConfigError) as error:
        caps([given])
    assert said in str(error.value)


def test_a_cap_is_named_once() -> None:
    """Which of two would hold is not guessed."""
    with pytest.raises(ConfigError, match="--budget names 'calls' twice"):
        caps(["calls=1", "calls=2"])


def test_caps_take_the_place_of_a_budgets_own() -> None:
    """What is not given stays."""
    rules = BudgetRules(money=1.0, calls=5, on_budget="stop")
    assert capped(rules, {"calls": 9}) == BudgetRules(money=1.0, calls=9, on_budget="stop")
    assert capped(rules, {}) == rules


@pytest.mark.parametrize(
    ("why", "more"),
    [
        ("the budget of 5 calls is used up", " --budget calls=10"),
        ("a call of up to $0.1 does not fit: $0.9 of $1 are spent", " --budget money=2.50"),
        ("the budget of 60 seconds is used up", " --budget money=2.50 --budget calls=10"),
    ],
)
def test_more_is_twice_what_was_used_up(why: str, more: str) -> None:
    """The cap that stopped the game; all of them where none is named that was set."""
    assert more_of(BudgetRules(money=1.25, calls=5), why) == more


def test_more_than_nothing_is_something() -> None:
    """Twice 0 would not help."""
    assert more_of(BudgetRules(calls=0), "the budget of 0 calls is used up") == " --budget calls=1"
