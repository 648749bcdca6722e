"""How many questions in a row a model may lose before its game says nothing of it."""

from collections.abc import Iterable

import pytest

from arena.errors import Reason
from arena.table.referee import LONGER_PATIENCE, PATIENCE, Unanswered

SEAT = "Anna"


def after(lost: Iterable[Reason], *, answers: int = 0, plays_on: bool = False) -> Unanswered:
    """Return the count behind so many answers, and then these failures."""
    found = Unanswered(plays_on=plays_on)
    for _ in range(answers):
        found.answered(SEAT)
    for reason in lost:
        found.lost(SEAT, reason)
    return found


@pytest.mark.parametrize("reason", ["malformed", "illegal", "provider", "timeout"])
@pytest.mark.parametrize("plays_on", [False, True])
def test_three_questions_are_enough_for_who_never_answered(
    reason: Reason, *, plays_on: bool
) -> None:
    """Whatever went wrong, and whatever the table says of outages."""
    assert not after([reason] * (PATIENCE - 1), plays_on=plays_on).is_too_often(SEAT)
    found = after([reason] * PATIENCE, plays_on=plays_on)
    assert found.is_too_often(SEAT)
    assert found.told(SEAT) == "Anna was asked 3 times and never gave an answer"


def test_who_answered_before_may_lose_five_in_a_row() -> None:
    """The sixth is one too many."""
    assert not after(["malformed"] * (LONGER_PATIENCE - 1), answers=2).is_too_often(SEAT)
    found = after(["malformed", "refusal", "truncated", "illegal", "error", "timeout"], answers=2)
    assert found.is_too_often(SEAT)
    said = "Anna was asked 6 times in a row and gave no answer that could be taken"
    assert found.told(SEAT) == said


def test_an_answer_begins_the_count_anew() -> None:
    """Only what follows on one another counts."""
    found = after(["malformed"] * (LONGER_PATIENCE - 1), answers=1)
    found.answered(SEAT)
    found.lost(SEAT, "malformed")
    assert not found.is_too_often(SEAT)


def test_a_seat_counts_for_itself() -> None:
    """Another one that answers nothing is none of its business."""
    assert not after(["malformed"] * LONGER_PATIENCE).is_too_often("Bruno")


def test_a_budget_that_is_used_up_never_counts() -> None:
    """It says nothing of a model."""
    assert not after(["budget"] * 20).is_too_often(SEAT)
    assert not after(["budget"] * 20, answers=1).is_too_often(SEAT)
    assert after(["provider", "budget", "provider"]).is_refused_again(SEAT)


@pytest.mark.parametrize("reason", ["provider", "timeout"])
def test_a_table_may_play_on_through_an_outage(reason: Reason) -> None:
    """It says so of providers that are down, and not of what a model answers."""
    found = after([reason] * 20, answers=1, plays_on=True)
    assert not found.is_too_often(SEAT)
    for _ in range(LONGER_PATIENCE):
        found.lost(SEAT, "malformed")
    assert found.is_too_often(SEAT)


def test_a_provider_that_refuses_question_after_question_is_as_good_as_down() -> None:
    """With the third in a row; an answer, or another failure, begins the count anew."""
    assert not after(["provider"], answers=1).is_refused_again(SEAT)
    found = after(["provider", "provider"], answers=1)
    assert found.is_refused_again(SEAT)
    found.lost(SEAT, "malformed")
    assert not found.is_refused_again(SEAT)
    assert not after(["provider", "malformed", "provider"], answers=1).is_refused_again(SEAT)
