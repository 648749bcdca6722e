"""How a model's plan is read: line by line, and what can't be read is kept with the reason."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.errors import ClaimError, InvalidAnswer
from arena.seats.llm.claim_lines import read_plan
from arena.talk.plan import LINES, Plan, plan_problem
from tests.arena.claims.spoken import WORDS

VOTE = {"act": "do", "said": {"kind": "vote", "target": "Clara", "vote": "attack"}}


def data(*lines: object) -> list[Any]:
    """Return the intents of Anna's lines, all of which can be read."""
    plan = read_plan(list(lines), "Anna", WORDS)
    assert plan.unread == ()
    return [
        {**each, "said": {key: value for key, value in each["said"].items() if key != "player"}}
        for each in plan.data()["intents"]
    ]


@pytest.mark.parametrize(
    "line",
    ["I mean to vote Clara attack", "I vote Clara attack", "to vote Clara attack",
     "i plan to vote for Clara in the attack", "Anna votes Clara attack"],
)  # fmt: skip
def test_what_one_means_to_do_is_read(line: str) -> None:
    """With or without `I mean to`."""
    assert data(line) == [VOTE]


@pytest.mark.parametrize("line", ["I mean not to vote Clara attack", "I do not vote Clara attack"])
def test_not_to_do_it_is_read(line: str) -> None:
    """As the opposite."""
    assert data(line) == [{**VOTE, "said": {**VOTE["said"], "negated": True}}]


@pytest.mark.parametrize("line", ["I mean to report dice 1 1 2 2", "report dice 1 1 2 2"])
def test_a_report_is_read(line: str) -> None:
    """What will be claimed, true or not."""
    assert data(line) == [{"act": "report", "said": {"kind": "dice", "dice": [1, 1, 2, 2]}}]


@pytest.mark.parametrize(
    "line",
    ["I mean to win", "dice 1 1 2 2", "Bruno votes Clara attack", "I think I vote Clara attack",
     "I vote Clara attack if Bruno votes Clara attack", "Bruno said dice 1 1 2 2", "accept 7",
     "report I vote Clara attack", "", 7, None, {"act": "do"}],
)  # fmt: skip
def test_what_is_no_plan_is_kept_with_the_reason(line: object) -> None:
    """And the lines beside it are read."""
    plan = read_plan([line, "I vote Clara attack"], "Anna", WORDS)
    assert len(plan.intents) == len(plan.unread) == 1
    assert "Possible: " in plan.unread[0].why


@pytest.mark.parametrize("given", [None, [], "null", ""])
def test_nothing_is_an_empty_plan(given: object) -> None:
    """It is recorded nowhere."""
    assert not read_plan(given, "Anna", WORDS)


@pytest.mark.parametrize("given", [7, {"line": "x"}, ["I vote Clara attack"] * (LINES + 1)])
def test_what_is_no_list_of_lines_is_corrected(given: object) -> None:
    """With what is possible."""
    with pytest.raises(InvalidAnswer, match="Possible: "):
        read_plan(given, "Anna", WORDS)


@given(st.lists(st.text() | st.integers() | st.none(), max_size=LINES))
def test_any_lines_make_a_plan_that_can_be_logged(lines: list[object]) -> None:
    """What is read is possible, and comes out of the log as it went in."""
    plan = read_plan(lines, "Anna", WORDS)
    assert plan_problem(plan, "Anna", WORDS) is None
    assert Plan.read(plan.data()) == plan


@pytest.mark.parametrize(
    "data", [{}, {"intents": []}, {"intents": [], "unread": {}}, {"intents": [7], "unread": []}]
)
def test_what_is_no_plan_is_refused(data: dict[str, object]) -> None:
    """With what is possible."""
    with pytest.raises(ClaimError, match="Possible: "):
        Plan.read(data)
